#!/usr/bin/env bash
# A property-based run over every operation of a server of its own.
# Usage: tests/openapi.sh SCHEMATHESIS SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schemathesis=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
# It keeps its notes in the folder in which it runs.
work=$(mktemp -d)
cd "$work"
said=$work/said
"$server" --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --artifacts "$artifacts" \
    --log-level warn --rate-standard 1000000000/10s,1s >"$said" &
trap 'kill $! 2>/dev/null || true; rm -rf "$work"' EXIT
# It says its address and a key within half a minute, or not at all.
for _ in $(seq 300); do
    grep -q 'account ' "$said" && break
    sleep 0.1
done
grep -q 'account ' "$said" || { echo "the server did not start" >&2; exit 1; }
address=$(grep -o 'http://[0-9.:]*' "$said" | head -1)
key=$(grep -o 'umbra_[0-9A-Za-z]*' "$said" | head -1)
account=$(grep -o 'account [0-9A-Za-z]*' "$said" | cut -d' ' -f2)
run() {
    "$schemathesis" --config-file "$here/schemathesis.toml" run "$address/openapi/latest.json" --no-color "$@"
}
# A demonstration asks nobody for a key, but for what is about an account.
run --exclude-path /usage --exclude-path /auth/access-token
run --include-path /auth/access-token -H "Authorization: ServiceAuth $account:$key"
ask='import json, sys, urllib.request as u
request = u.Request(sys.argv[1], headers={"Authorization": sys.argv[2]})
print(json.load(u.urlopen(request))["token"])'
token=$(python3 -c "$ask" "$address/auth/access-token" "ServiceAuth $account:$key")
run --include-path /usage -H "Authorization: ServiceAuth $token"
