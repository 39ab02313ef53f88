"""Compares the names of metrics in the alerts and on the dashboard with those of a server. Checks that every
alert fires in a scenario.

Usage: deploy_names.py METRICS ALERTS.yml SCENARIOS.yml BOARD.json, where METRICS is the text at /metrics."""

import json
import re
import sys

import yaml

metrics, alerts, scenarios, board = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
served = set(re.findall(r"^([a-z_]+)(?:\{| )", metrics, re.M))
labels = {name: set() for name in served}
for name, inside in re.findall(r"^([a-z_]+)\{(.*)\} ", metrics, re.M):
    labels[name] |= set(re.findall(r'(\w+)="', inside))
# Prometheus adds these labels.
given = {"job", "instance"}

panels = json.loads(board)["panels"]
expressions = [target["expr"] for panel in panels for target in panel["targets"]]
expressions += re.findall(r"label_values\([^)]*\)", board)
rules = [rule for group in yaml.safe_load(alerts)["groups"] for rule in group["rules"]]
expressions += [rule["expr"] for rule in rules]
assert len(panels) > 10 and len(expressions) > 25, "the expressions were not found"

names = {rule["alert"] for rule in rules if "alert" in rule}
problems = [f"no scenario for {name}" for name in sorted(names) if f'"{name}"' not in scenarios]
for expression in expressions:
    names = set(re.findall(r"\b(?:umbra|process)_[a-z_]+", expression))
    if not names and "umbra:" not in expression:
        problems.append(f"no metric of ours in: {expression}")
    for name in names - served:
        problems.append(f"the server has no {name}: {expression}")
    known = given.union({"le"}, *(labels.get(name, set()) for name in names))
    used = set(re.findall(r"[{,](\w+)=", expression))
    for grouped in re.findall(r"\bby \(([^)]*)\)", expression):
        used |= {label.strip() for label in grouped.split(",")}
    for label in used - known:
        problems.append(f"no label {label}: {expression}")
titles = [panel["title"] for panel in panels]
assert len(set(titles)) == len(titles), "two panels of one title"
print(f"{len(expressions)} expressions, {len(served)} metrics")
sys.exit("\n".join(problems) or 0)
