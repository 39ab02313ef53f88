#!/usr/bin/env bash
# Generates a Python and two TypeScript clients from a running server's OpenAPI document with default
# settings, checks their types, and calls every operation with the first two and some with the third. Usage:
# tests/clients/run.sh SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2")
. "$here/../demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
cp "$here"/* "$work"
cd "$work"
token=$(token)

python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
PATH="$work/python/bin:$PATH" python/bin/openapi-python-client generate --url "$address/openapi/latest.json" \
    --meta none --output-path umbra_client --fail-on-warning
python/bin/mypy umbra_client calls.py
python/bin/python calls.py "$address" "$account:$key" "$token"

npm ci --silent --ignore-scripts --no-audit --no-fund
npx --no-install openapi-typescript "$address/openapi/latest.json" --output schema.d.ts
npx --no-install tsc --project tsconfig.json
node calls.js "$address" "$account:$key" "$token"

npx --no-install openapi-ts --input "$address/openapi/latest.json" --output hey --silent --no-log-file
npx --no-install tsc --project tsconfig.hey.json
node hey.js "$address" "$token"
