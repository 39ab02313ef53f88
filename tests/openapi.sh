#!/usr/bin/env bash
# A property-based run over every operation of a server of its own.
# Usage: tests/openapi.sh SCHEMATHESIS SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schemathesis=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
. "$here/demo.sh"
demo "$server" "$artifacts" "$(mktemp -d)"
# It keeps its notes in the folder in which it runs.
cd "$work"
run() {
    "$schemathesis" --config-file "$here/schemathesis.toml" run "$address/openapi/latest.json" --no-color "$@"
}
# A demonstration asks nobody for a key, but for what is about an account.
run --exclude-path /usage --exclude-path /auth/access-token
run --include-path /auth/access-token -H "Authorization: ServiceAuth $account:$key"
run --include-path /usage -H "Authorization: ServiceAuth $(token)"
