#!/usr/bin/env bash
# Puts Caddy and nginx in front of two servers, with the examples for many servers. A client gets the rate of
# one server. Kills one server and stops the other one gracefully under load: every request must succeed.
# Usage: tests/deploy_balancers.sh SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2")
. "$here/databases.sh"
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
databases "$work/databases"

ports=("$(free_port)" "$(free_port)") processes=() rate=50
# start K: starts the server at the K-th port.
start() {
    "$server" --accounts "$accounts" --artifacts "$artifacts" --log-level error \
        --listen "127.0.0.1:${ports[$1]}" --admin-listen 127.0.0.1:0 --trusted-proxies 127.0.0.1 \
        --rate-standard 100000000/10s,1s --rate-pages $rate/3600s,3600s --stop-delay-seconds 5 >"$work/said-$1" &
    processes[$1]=$!
    for _ in $(seq 300); do
        if curl --silent --fail --output "$work/ready" "http://127.0.0.1:${ports[$1]}/readyz"; then return; fi
        sleep 0.1
    done
    echo "a server does not become ready" >&2
    exit 1
}
start 0
start 1
"$server" accounts create --name Ada --email ada@example.org --plan pro --accounts "$accounts" >/dev/null
key=$("$server" keys create --account ada@example.org --nickname main --accounts "$accounts" |
    grep -o 'umbra_[0-9A-Za-z]*' | head -1)

caddy=127.0.0.1:$(free_port) nginx=127.0.0.1:$(free_port)
python3 "$here/deploy_addresses.py" --configure "$work" "$caddy" "$nginx" "${ports[@]/#/127.0.0.1:}"
XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work \
    caddy run --adapter caddyfile --config "$work/Caddyfile" 2>"$work/caddy" &
nginx -c "$work/nginx.conf" &
for balancer in "$caddy" "$nginx"; do
    curl --silent --retry 50 --retry-delay 1 --retry-connrefused --output "$work/first" \
        "http://$balancer/version"
done

clients=()
for balancer in "$caddy" "$nginx"; do
    python3 "$here/deploy_balancers.py" "$balancer" "$key" "127.0.4.$((${#clients[@]} + 1))" "$rate" >>"$work/clients" &
    clients+=($!)
done
for client in "${clients[@]}"; do
    until [ "$(grep -c ^sending "$work/clients")" = ${#clients[@]} ]; do
        kill -0 "$client" 2>/dev/null || { wait "$client"; exit 1; }
        sleep 0.1
    done
done
sleep 1
kill -9 "${processes[0]}"
sleep 2
start 0
sleep 3
kill "${processes[1]}"
wait "${processes[1]}"
sleep 1
kill -INT "${clients[@]}"
failed=0
for client in "${clients[@]}"; do
    wait "$client" || failed=1
done
cat "$work/clients"
[ $failed = 0 ] || exit 1
