#!/usr/bin/env bash
# A property-based run over every operation of a server of its own. Usage: tests/openapi.sh SCHEMATHESIS SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schemathesis=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
# It keeps its notes in the folder in which it runs.
work=$(mktemp -d)
cd "$work"
said=$work/said
"$server" --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --artifacts "$artifacts" --log-level warn >"$said" &
trap 'kill $! 2>/dev/null || true; rm -rf "$work"' EXIT
until address=$(grep -o 'http://[0-9.:]*' "$said" | head -1) && [ -n "$address" ]; do sleep 0.1; done
"$schemathesis" --config-file "$here/schemathesis.toml" run "$address/openapi/latest.json" --no-color
