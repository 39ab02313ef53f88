#!/usr/bin/env python3
"""Runs the queries and programs of COOKBOOK.md, and compares their output with the results there.

    python3 tests/cookbook.py COOKBOOK.md artifacts eclipses-in-towns [http://127.0.0.1:8080]
    python3 tests/cookbook.py COOKBOOK.md --tables=http://127.0.0.1:8081/tables

A block of text with the result follows each block of SQL or Python. SQL runs in DuckDB, whose geometry
extension comes from the Python package of its name. With an address, the contacts of the program "From
elements to contacts" are compared with those of the server there, and the templates for Home Assistant rendered
with its response. With `--tables`, only the blocks are run that read tables by their address, from that one.
`--write` updates the results in the file instead. Exits with 1 if anything differs.
"""
import contextlib
import datetime
import io
import json
import os
import pathlib
import re
import sys
import tempfile
import urllib.parse
import urllib.request

import duckdb
import duckdb_extensions
import jinja2.sandbox
import yaml

# A block of code and the block with its result.
BLOCK = re.compile(r"```(sql|python)\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)
CODE = re.compile(r"```(?:sql|python)\n")
# Address of the tables in COOKBOOK.md.
TABLES = "https://umbra.example/tables"
# Maximum difference promised in COOKBOOK.md, seconds.
WORST_S = 0.05
# The server prints eight decimals.
MAGNITUDE = 1e-6
# Names of the contacts in the program, by their numbers in the server.
NAMES = ["greatest", "C1", "C2", "C3", "C4"]
# Every EVERY-th eclipse is compared with the server, at these offsets from greatest eclipse, degrees, and
# heights, metres.
EVERY = 20
PLACES = [(0, 0, 0), (0.4, -0.6, 900), (-3, 9, 2500), (12, -25, 0), (-25, 40, 300)]

YAML = re.compile(r"```yaml\n(.*?)```", re.DOTALL)
# Keys of Home Assistant's integration `rest`, and of its sensors.
REST_KEYS = {"resource", "params", "scan_interval", "sensor"}
SENSOR_KEYS = {"name", "unique_id", "value_template", "unit_of_measurement", "device_class", "state_class"}
# The states of the sensors by the response.
STATES = {
    "Sun altitude": lambda now: round(now["sun"]["altitude"], 1),
    "Sun azimuth": lambda now: round(now["sun"]["azimuth"], 1),
    "Next sunrise": lambda now: now["sun"]["rise"],
    "Next sunset": lambda now: now["sun"]["set"],
    "Next civil dusk": lambda now: now["twilights"]["civilDusk"],
    "Moon phase": lambda now: now["moon"]["phase"].replace("_", " "),
    "Moon illumination": lambda now: round(100 * now["moon"]["illuminatedFraction"], 1),
    "Next solar eclipse": lambda now: now["solarEclipse"]["local"],
}


def in_columns(relation):
    """The rows of a query as text, in columns two blanks apart, with numbers aligned to the right."""
    if relation is None:
        return ""
    rows = [[("NULL" if cell is None else str(cell)) for cell in row] for row in relation.fetchall()]
    is_number = [str(kind).rstrip("0123456789") in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DOUBLE")
                 for kind in relation.types]
    table = [relation.columns, *rows]
    widths = [max(map(len, column)) for column in zip(*table)]
    line = lambda row: "  ".join(cell.rjust(width) if right else cell.ljust(width)
                                 for cell, width, right in zip(row, widths, is_number)).rstrip()
    return "".join(line(row) + "\n" for row in table)


def run(language, code, database, names):
    if language == "sql":
        # Python's own type has no timestamps before year 1.
        relation = database.sql(code.strip().rstrip(";"))
        stamps = [name for name, kind in zip(relation.columns, relation.types) if kind == "TIMESTAMP"]
        return in_columns(relation.project(f"* REPLACE ({', '.join(f'{s}::VARCHAR AS {s}' for s in stamps)})")
                          if stamps else relation)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(code, "COOKBOOK.md", "exec"), names)
    return said.getvalue()


def compare_with_server(address, contacts, elements):
    """Compares the contacts of the cookbook's program with those of a server, at many places."""
    import numpy as np
    worst, where, compared, below, without = 0.0, "", 0, 0, 0
    chosen = elements.iloc[::EVERY]
    for _, e in chosen.iterrows():
        for north, east, height_m in PLACES:
            latitude = round(min(max(e.latitude_deg + north, -89), 89), 6)
            longitude = round((e.longitude_deg + east + 180) % 360 - 180, 6)
            place = f"{latitude},{longitude},{height_m}"
            path = f"solar-eclipse/local-circumstances/details/{e.jd_midnight + 0.5}"
            url = f"{address}/{path}?era=canon&obs={place}"
            with urllib.request.urlopen(url) as answer:
                response = json.load(answer)["response"]
            if response["visibility"]["reason"] == "below-horizon":
                below += 1
                continue
            theirs = {NAMES[contact["contact"]]: np.datetime64(contact["date"].removesuffix("Z"))
                      for contact in response["contacts"]}
            magnitude, ours = contacts(e, latitude, longitude, height_m) or (0, {})
            assert ours.keys() == theirs.keys(), f"{url}: {ours.keys()} and {theirs.keys()}"
            assert abs(magnitude - response["magnitude"]) < MAGNITUDE, f"{url}: magnitude {magnitude}"
            compared, without = compared + len(ours), without + (not ours)
            for name, instant in ours.items():
                off_s = abs((instant - theirs[name]) / np.timedelta64(1, "s"))
                if off_s >= worst:
                    worst, where = off_s, f"{name} at {url}"
    print(f"{len(chosen)} eclipses at {len(PLACES)} places each, {without} without one and {below} with the Sun "
          f"below the horizon: {compared} contacts, worst difference from the server {worst:.4f} s, {where}")
    assert worst <= WORST_S, f"{worst} s at {where}; COOKBOOK.md promises {WORST_S} s"


def render_home_assistant(text, address):
    """Renders the templates of the configuration for Home Assistant with the response to its call."""
    configuration, card = map(yaml.safe_load, YAML.findall(text))
    [rest] = configuration["rest"]
    assert rest.keys() == REST_KEYS and rest["scan_interval"] >= 60, rest
    path = urllib.parse.urlsplit(rest["resource"]).path
    with urllib.request.urlopen(f"{address}{path}?{urllib.parse.urlencode(rest['params'])}") as answer:
        response = json.load(answer)
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined)
    states = {}
    for sensor in rest["sensor"]:
        assert sensor.keys() <= SENSOR_KEYS, sensor
        state = environment.from_string(sensor["value_template"]).render(value_json=response)
        assert state == str(STATES[sensor["name"]](response["response"])), f"{sensor}: {state}"
        if sensor.get("device_class") == "timestamp":
            # Home Assistant refuses times without an offset.
            instant = datetime.datetime.fromisoformat
            after = instant(state) - instant(response["response"]["local"])
            assert after >= datetime.timedelta(0), f"{sensor}: {state}"
        states[f"sensor.{sensor['name'].lower().replace(' ', '_')}"] = state
    assert len(states) == len({sensor["unique_id"] for sensor in rest["sensor"]}) == len(STATES)
    shown = environment.from_string(card["content"]).render(states=states.__getitem__)
    assert card["type"] == "markdown" and all(state in shown for state in states.values()), shown
    print(f"{len(states)} sensors of Home Assistant from one call")


def main():
    write = "--write" in sys.argv
    tables = next((word.removeprefix("--tables=") for word in sys.argv if word.startswith("--tables=")), None)
    path, *folders = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    address = folders[2:]
    path, folders = pathlib.Path(path).resolve(), [pathlib.Path(folder).resolve() for folder in folders[:2]]
    text = path.read_text()
    assert len(BLOCK.findall(text)) == len(CODE.findall(text)), "a block of code without its result"
    database = duckdb.connect()
    extension = "httpfs" if tables else "spatial"
    duckdb_extensions.import_extension(extension, con=database)
    database.execute(f"LOAD {extension}")
    names, count, differ = {}, 0, 0

    def result(block):
        nonlocal count, differ
        language, code, expected = block.groups()
        if (TABLES in code) != bool(tables):
            return block[0]
        count += 1
        found = run(language, code.replace(TABLES, tables or TABLES), database, names)
        found = found.replace(tables or TABLES, TABLES)
        if found != expected and not write:
            differ += 1
            print(f"--- {code}--- prints\n{found}--- expected\n{expected}", file=sys.stderr)
        return f"```{language}\n{code}```\n\n```text\n{found}```"

    with tempfile.TemporaryDirectory() as folder:
        for name, target in zip(("artifacts", "eclipses-in-towns"), folders):
            os.symlink(target, pathlib.Path(folder, name))
        os.chdir(folder)
        text = BLOCK.sub(result, text)
        if address:
            compare_with_server(address[0], names["contacts"], names["ELEMENTS"])
            render_home_assistant(text, address[0])
    if write:
        path.write_text(text)
    print(f"{count} blocks of {path.name}, {differ} with another result than expected")
    sys.exit(differ > 0 or count == 0)


main()
