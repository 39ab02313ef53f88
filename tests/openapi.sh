#!/usr/bin/env bash
# Runs property-based tests of every operation against a demo server.
# Usage: tests/openapi.sh SCHEMATHESIS SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schemathesis=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
. "$here/demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
# schemathesis writes its notes into the current folder.
cd "$work"
run() {
    "$schemathesis" --config-file "$here/schemathesis.toml" run "$address/openapi/latest.json" --no-color "$@"
}
# A demo server requires a key only for operations about an account.
run --exclude-path /usage --exclude-path /auth/access-token
run --include-path /auth/access-token -H "Authorization: ServiceAuth $account:$key"
run --include-path /usage -H "Authorization: ServiceAuth $(token)"
