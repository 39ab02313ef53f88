#!/usr/bin/env bash
# Asks the questions of tests/data/mcp_questions.json with the official Python client of the Model Context
# Protocol, and calls tools with that for TypeScript and the command line of the Inspector. Usage: tests/mcp/run.sh
# SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2")
. "$here/../demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
cp "$here"/client.* "$work"
cd "$work"
questions=$here/../data/mcp_questions.json

python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check mcp==2.3.0
python/bin/python client.py "$questions" http "$address"
python/bin/python client.py "$questions" stdio "$server" "$artifacts"

npm install --silent --ignore-scripts --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 \
    @modelcontextprotocol/inspector@0.15.0
node client.mjs "$address"
inspect() { npx --no-install mcp-inspector --cli "$@"; }
over_http=(inspect "$address/mcp" --transport http)
"${over_http[@]}" --method tools/list | grep -q '"name": "next_eclipse"'
"${over_http[@]}" --method tools/call --tool-name find_place --tool-arg q=Oviedo | grep -q '"lat": 43.36'
"${over_http[@]}" --method prompts/list | grep -q check-a-historical-record
inspect "$server" mcp --artifacts "$artifacts" --method resources/list | grep -q umbra://schema
