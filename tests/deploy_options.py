"""Checks that --help contains every option and variable in the files for operators.

Usage: deploy_options.py UMBRA DEPLOY, the program and the folder of the files."""

import pathlib
import re
import subprocess
import sys

program, deploy = map(pathlib.Path, sys.argv[1:])
run = lambda *arguments: subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
helps = [run(program, command, "--help") for command in ["serve", "build", "terrain", "limb", "backup"]]
known = set(re.findall(r"UMBRA_[A-Z_]+", "".join(helps))) | {"UMBRA_COMMIT"}
problems, count = [], 0
for path in sorted(p for p in deploy.rglob("*") if p.is_file()):
    for name in re.findall(r"UMBRA_[A-Z_]+", path.read_text(encoding="utf-8")):
        count += 1
        if name not in known:
            problems.append(f"{path}: no program has {name}")
assert count > 15, "the variables were not found"
print(f"{count} variables")
sys.exit("\n".join(problems) or 0)
