#!/usr/bin/env bash
# Runs the queries and programs of COOKBOOK.md, and compares their contacts with those of a running server.
# Usage: tests/cookbook.sh PYTHON SERVER ARTIFACTS, with the builder next to the server, and a Python with
# duckdb, duckdb-extensions and duckdb-extension-spatial of one version, polars, pandas, pyarrow, geopandas,
# matplotlib, jinja2 and pyyaml
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
. "$here/demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
"$(dirname "$server")/builder" batch --quiet --artifacts "$artifacts" --places towns --eclipses 2024..2027 \
    --out "$work/eclipses-in-towns"
"$python" "$here/cookbook.py" "$here/../COOKBOOK.md" "$artifacts" "$work/eclipses-in-towns" "$address"
