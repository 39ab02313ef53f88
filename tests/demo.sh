# For scripts that need a demo server; source this file.

# demo SERVER ARTIFACTS WORK: starts a demo server on free ports, with limb profiles of an artificial Moon.
# The server and all other jobs end with the script, and the folder WORK is removed. Sets `address`, `account`
# and `key`.
demo() {
    work=$3
    "$(dirname "$1")/examples/tools" limb-profiles "$work/limb"
    "$1" --demo --limb "$work/limb" --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --artifacts "$2" \
        --log-level warn --rate-standard 1000000000/10s,1s >"$work/said" &
    trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
    # The server prints its address and a key within half a minute, or has failed.
    for _ in $(seq 300); do
        grep -q 'account ' "$work/said" && break
        sleep 0.1
    done
    grep -q 'account ' "$work/said" || { echo "the server did not start" >&2; exit 1; }
    address=$(grep -o 'http://[0-9.:]*' "$work/said" | head -1)
    key=$(grep -o 'umbra_[0-9A-Za-z]*' "$work/said" | head -1)
    account=$(grep -o 'account [0-9A-Za-z]*' "$work/said" | cut -d' ' -f2)
}

# An access token for the key.
token() {
    python3 -c 'import json, sys, urllib.request as u
request = u.Request(sys.argv[1], headers={"Authorization": sys.argv[2]})
print(json.load(u.urlopen(request))["token"])' "$address/auth/access-token" "ServiceAuth $account:$key"
}
