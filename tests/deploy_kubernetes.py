"""Checks that the objects for Kubernetes match each other and the alerts, which their schemas cannot check.

Usage: deploy_kubernetes.py ALERTS.yml OBJECTS.yaml…, each file with the output of `kubectl kustomize`."""

import sys

import yaml

problems = []


def check_pod(name, spec):
    """Every container runs without privileges and with a memory limit."""
    if spec["securityContext"]["runAsNonRoot"] is not True or spec["automountServiceAccountToken"]:
        problems.append(f"{name}: it is root, or has a token of the cluster")
    volumes = {volume["name"] for volume in spec.get("volumes", [])}
    for container in spec["containers"] + spec.get("initContainers", []):
        of = f"{name}/{container['name']}"
        context = container["securityContext"]
        if not context["readOnlyRootFilesystem"] or context["capabilities"] != {"drop": ["ALL"]}:
            problems.append(f"{of}: it may write, or has capabilities")
        if "memory" not in container["resources"]["limits"]:
            problems.append(f"{of}: its memory has no limit")
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                problems.append(f"{of}: there is no volume {mount['name']}")


def check_server(objects, server):
    """Names and times of the servers match their services and settings."""
    pod = server["spec"]["template"]
    classes = objects.get("PriorityClass", {})
    if pod["spec"]["priorityClassName"] not in classes:
        problems.append("the server's priority class is missing")
    [container] = pod["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    if ports != {"http": 8080, "operator": 8081}:
        problems.append(f"the image does not listen on the ports {ports}")
    for probe in ["startupProbe", "livenessProbe", "readinessProbe"]:
        if container[probe]["httpGet"]["port"] != "operator":
            problems.append(f"{probe} does not use the admin address")
    for kind, found in objects.items():
        for name, other in found.items():
            spec = other.get("spec", {}) if kind != "ServiceMonitor" else {}
            chosen = spec.get("selector") or spec.get("podSelector")
            labels = (chosen or {}).get("matchLabels", chosen)
            if labels and "umbra-tables" not in labels.values():
                if not labels.items() <= pod["metadata"]["labels"].items():
                    problems.append(f"{kind} {name} selects no server: {labels}")
            for port in other.get("spec", {}).get("ports", []) if kind == "Service" else []:
                if port["targetPort"] not in ports:
                    problems.append(f"{kind} {name}: there is no port {port['targetPort']}")
    # Servers count rates alone.
    hashed = objects["Ingress"]["umbra"]["metadata"]["annotations"].get(
        "nginx.ingress.kubernetes.io/upstream-hash-by"
    )
    if objects["Service"]["umbra"]["spec"].get("sessionAffinity") != "ClientIP" or not hashed:
        problems.append("requests of a client reach several servers")
    [settings] = objects["ConfigMap"].values()
    named = {source.get("configMapRef", {}).get("name") for source in container["envFrom"]}
    if settings["metadata"]["name"] not in named:
        problems.append("the server does not have its settings")
    # 20 s for requests in progress.
    stops = int(settings["data"]["UMBRA_STOP_DELAY_SECONDS"]) + 20
    if pod["spec"]["terminationGracePeriodSeconds"] < stops + 5:
        problems.append(f"a server needs {stops} s and five more to stop, but is killed earlier")


alerts = open(sys.argv[1], encoding="utf-8").read()
for file in sys.argv[2:]:
    objects = {}
    for item in yaml.safe_load_all(open(file, encoding="utf-8")):
        objects.setdefault(item["kind"], {})[item["metadata"]["name"]] = item
    for rules in objects.get("PrometheusRule", {}).values():
        if rules["spec"] != yaml.safe_load(alerts):
            problems.append("monitoring/rules.yaml differs from alerts.yml: run just rules")
    for monitor in objects.get("ServiceMonitor", {}).values():
        labels = monitor["spec"]["selector"]["matchLabels"].items()
        found = [s for s in objects["Service"].values() if labels <= s["metadata"]["labels"].items()]
        ports = [port["name"] for service in found for port in service["spec"]["ports"]]
        if ports.count("operator") != 1:
            problems.append("the ServiceMonitor does not select each server once")
    for name, job in objects.get("Job", {}).items():
        check_pod(name, job["spec"]["template"]["spec"])
        count = job["spec"].get("completions", 1)
        shard = f'--shard "$((JOB_COMPLETION_INDEX + 1))/{count}"'
        [container] = job["spec"]["template"]["spec"]["containers"]
        if count > 1 and shard not in container["command"][-1]:
            problems.append(f"{name}: its shards are not one for each of {count} pods")
    if "Deployment" not in objects:
        continue
    server = objects["Deployment"]["umbra"]
    [container] = server["spec"]["template"]["spec"]["containers"]
    if container["resources"]["limits"]["memory"] != "1Gi" or "0.85 * 2 ^ 30" not in alerts:
        problems.append("UmbraMemory has another limit than the server")
    check_pod("umbra", server["spec"]["template"]["spec"])
    check_server(objects, server)
    for name, job in objects.get("CronJob", {}).items():
        check_pod(name, job["spec"]["jobTemplate"]["spec"]["template"]["spec"])
sys.exit("\n".join(problems) or 0)
