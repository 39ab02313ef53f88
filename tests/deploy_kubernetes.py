"""Checks that the objects for Kubernetes match each other, which their schemas cannot check.

Usage: deploy_kubernetes.py OBJECTS.yaml…, each file with the output of `kubectl kustomize`."""

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
    [container] = pod["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    if ports != {"http": 8080, "operator": 8081}:
        problems.append(f"the image does not listen on the ports {ports}")
    for probe in ["startupProbe", "livenessProbe", "readinessProbe"]:
        if container[probe]["httpGet"]["port"] != "operator":
            problems.append(f"{probe} does not use the admin address")
    for kind, found in objects.items():
        for name, other in found.items():
            chosen = other["spec"].get("selector") or other["spec"].get("podSelector") if "spec" in other else None
            labels = (chosen or {}).get("matchLabels", chosen)
            if labels and "umbra-tables" not in labels.values():
                if not labels.items() <= pod["metadata"]["labels"].items():
                    problems.append(f"{kind} {name} selects no server: {labels}")
            for port in other.get("spec", {}).get("ports", []) if kind == "Service" else []:
                if port["targetPort"] not in ports:
                    problems.append(f"{kind} {name}: there is no port {port['targetPort']}")
    [settings] = objects["ConfigMap"].values()
    named = {source.get("configMapRef", {}).get("name") for source in container["envFrom"]}
    if settings["metadata"]["name"] not in named:
        problems.append("the server does not have its settings")
    stops = int(settings["data"]["UMBRA_STOP_DELAY_SECONDS"]) + int(settings["data"]["UMBRA_DRAIN_SECONDS"])
    if pod["spec"]["terminationGracePeriodSeconds"] < stops + 5:
        problems.append(f"a server needs {stops} s and five more to stop, but is killed earlier")


for file in sys.argv[1:]:
    objects = {}
    for item in yaml.safe_load_all(open(file, encoding="utf-8")):
        objects.setdefault(item["kind"], {})[item["metadata"]["name"]] = item
    server = objects["Deployment"]["umbra"]
    check_pod("umbra", server["spec"]["template"]["spec"])
    check_server(objects, server)
    for name, job in objects.get("CronJob", {}).items():
        check_pod(name, job["spec"]["jobTemplate"]["spec"]["template"]["spec"])
sys.exit("\n".join(problems) or 0)
