#!/usr/bin/env bash
# Checks the scripts of the pages: types (tsc) and lint rules (eslint).
# Usage: tests/scripts/run.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/* "$work"
cp -r "$here/../../server/src/pages" "$work/pages"
cd "$work"
npm ci --silent --ignore-scripts --no-audit --no-fund
npx --no-install tsc --project tsconfig.json
npx --no-install eslint --max-warnings 0 pages
