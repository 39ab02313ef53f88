"""Reads a dashboard with Grafana's own classes, and checks that they recognise all of it.

Usage: deploy_board.py BOARD.json, with the package grafana-foundation-sdk"""

import json
import sys

from grafana_foundation_sdk.cog import plugins
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

plugins.register_default_plugins()
given = json.load(open(sys.argv[1], encoding="utf-8"))
read = json.loads(JSONEncoder().encode(Dashboard.from_json(given)))


def lost(before, after, place=""):
    """Differences between the file and the classes' version of it."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in before.items():
            yield from lost(value, after.get(name), f"{place}/{name}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for k, pair in enumerate(zip(before, after)):
            yield from lost(*pair, f"{place}/{k}")
    elif before != after:
        yield f"{place}: {before!r} is not what Grafana reads"


problems = list(lost(given, read))
# Panels must neither overlap nor extend beyond the dashboard.
cells = {}
for panel in given["panels"]:
    at = panel["gridPos"]
    for x in range(at["x"], at["x"] + at["w"]):
        for y in range(at["y"], at["y"] + at["h"]):
            if x >= 24 or cells.setdefault((x, y), panel["id"]) != panel["id"]:
                problems.append(f"{panel['title']} overlaps another panel, or extends beyond the dashboard")
numbers = [panel["id"] for panel in given["panels"]]
if len(set(numbers)) != len(numbers):
    problems.append("two panels have the same id")
sys.exit("\n".join(sorted(set(problems))) or 0)
