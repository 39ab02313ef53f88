#!/usr/bin/env bash
# A property-based run over every operation of a server of its own. Usage: tests/openapi.sh SCHEMATHESIS SERVER ARTIFACTS
set -euo pipefail
cd "$(dirname "$0")/.."
schemathesis=$1 server=$2 artifacts=$3
said=$(mktemp)
"$server" --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --artifacts "$artifacts" --log-level warn >"$said" &
trap 'kill $! 2>/dev/null || true; rm -f "$said"' EXIT
until address=$(grep -o -m1 'http://[0-9.:]*' "$said"); do sleep 0.1; done
"$schemathesis" --config-file tests/schemathesis.toml run "$address/openapi/latest.json" --no-color
