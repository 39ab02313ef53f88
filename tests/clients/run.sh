#!/usr/bin/env bash
# Generates a Python and two TypeScript clients from a running server's OpenAPI document, checks their types,
# and calls every operation with the first two and some with the third. Checks the types of the programs in
# server/README.md, and runs them as they are, except for the address of the server. Usage:
# tests/clients/run.sh SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2")
. "$here/../demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
cp "$here"/* "$work"
cd "$work"
token=$(token)
# documented LANGUAGE: the program of server/README.md in a language.
documented() {
    awk -v fence="\`\`\`$1" \
        '/^```/ { inside = part && $0 == fence; next } /^## / { part = $2 == "Clients" } inside' \
        "$here/../../server/README.md" | sed "s|http://127.0.0.1:8080|$address|"
}
# Both programs print the Julian Day of an instant.
prints_day() { [[ $("$@") = 2461265.2708* ]] || { echo "$* printed something else" >&2; exit 1; }; }

python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
PATH="$work/python/bin:$PATH" python/bin/openapi-python-client generate --url "$address/openapi/latest.json" \
    --meta none --output-path umbra_client --config generator.json --fail-on-warning
# The generator writes no valid Python for a body that is a list, nor beside a parameter `body`. calls.py sends
# rows with the client's httpx.
rm umbra_client/api/*/*_rows*.py
python/bin/mypy umbra_client calls.py
python/bin/python calls.py "$address" "$account:$key" "$token"
documented python >client.py
python/bin/mypy --strict --follow-imports silent client.py
prints_day python/bin/python client.py

npm ci --silent --ignore-scripts --no-audit --no-fund
npx --no-install openapi-typescript "$address/openapi/latest.json" --output schema.d.ts
npx --no-install tsc --project tsconfig.json
node calls.js "$address" "$account:$key" "$token"
documented ts >client.mts
cp schema.d.ts umbra.d.ts
npx --no-install tsc --strict --module nodenext --target es2022 client.mts
prints_day node client.mjs

npx --no-install openapi-ts --input "$address/openapi/latest.json" --output hey --silent --no-log-file
npx --no-install tsc --project tsconfig.hey.json
node hey.js "$address" "$token"
