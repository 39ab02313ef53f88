"""Checks the properties of compose.yml, as read by Compose itself.

Usage: deploy_compose.py COMPOSE.json DEPLOY OPERATOR. COMPOSE.json is the output of `docker compose config`,
OPERATOR the admin address of a running server."""

import json
import pathlib
import re
import subprocess
import sys

compose, deploy = json.load(open(sys.argv[1], encoding="utf-8")), pathlib.Path(sys.argv[2])
problems = []
servers = [name for name in compose["services"] if name.startswith("server-")]
for name, service in compose["services"].items():
    limits = service["deploy"]["resources"]["limits"]
    promises = {
        "its files are read-only": service.get("read_only"),
        "it has no capabilities": service.get("cap_drop") == ["ALL"],
        "it gets no privileges": service.get("security_opt") == ["no-new-privileges:true"],
        "it is not root": not service.get("user", "").startswith(("0", "root")),
        "its memory, cores and processes have limits": {"cpus", "memory", "pids"} <= limits.keys(),
    }
    if limits["memory"] != str(2**30) and name.startswith("server-"):
        problems.append(f"{name}: UmbraMemory in alerts.yml has another memory limit")
    if name not in ["builder", *servers] and not re.search(r":v?\d+\.\d+\.?\d*[-\w]*$", service["image"]):
        problems.append(f"{name}: {service['image']} is no exact version")
    problems += [f"{name}: not true that {what}" for what, is_kept in promises.items() if not is_kept]
    for port in service.get("ports", []):
        if name != "caddy" and port.get("host_ip") != "127.0.0.1":
            problems.append(f"{name}: {port} can be reached from outside")
    for volume in service.get("volumes", []):
        source = pathlib.Path(volume.get("source", ""))
        is_folder = source.name in ["caddy", "archive"]
        if volume["type"] == "bind" and not is_folder and not (deploy / source.name).is_file():
            problems.append(f"{name}: there is no {source.name}")

for file in ["Caddyfile.many", "prometheus.yml"]:
    text = (deploy / file).read_text(encoding="utf-8")
    problems += [f"{file} does not know {name}" for name in servers if f"{name}:80" not in text]
proxy = compose["services"]["caddy"]["networks"]["front"]["ipv4_address"]
for name in servers:
    believed = compose["services"][name]["environment"]["UMBRA_TRUSTED_PROXIES"]
    if believed != proxy:
        problems.append(f"{name} trusts {believed}, but Caddy is {proxy}")


def is_healthy(address):
    """Runs a server's health check at another address than in its container."""
    _, *command = compose["services"]["server-1"]["healthcheck"]["test"]
    command = [part.replace("$$", "$").replace("127.0.0.1/8081", address) for part in command]
    return subprocess.run(command, timeout=10, capture_output=True).returncode == 0


if not is_healthy(sys.argv[3].replace(":", "/")) or is_healthy("127.0.0.1/1"):
    problems.append("the health check does not show whether a server is ready")
assert len(servers) == 3 and len(compose["services"]) == 8, "services were not found"
sys.exit("\n".join(problems) or 0)
