#!/usr/bin/env bash
# Runs the Python package inside Dask, with workers that are killed, and inside Spark. Fails if results are
# missing or differ in a bit from those of `builder batch`. Prints the speed relative to it.
# Usage: test.sh BUILDER ARTIFACTS
# Needs python3 (3.10 or newer) with venv, Java 17 or newer, cargo, and the registries PyPI and crates.io.
set -euo pipefail
builder=$(realpath -e "$1") artifacts=$(realpath -e "$2")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet "$(realpath ..)[engines]"
# Spark's executors are found by address, not by the name of the machine.
export PYSPARK_PYTHON=$work/venv/bin/python SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS=$work/scratch
export PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore
cd "$work"
"$work/venv/bin/python" "$OLDPWD/run.py" "$builder" "$artifacts" "$work"
