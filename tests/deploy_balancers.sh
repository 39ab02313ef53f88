#!/usr/bin/env bash
# Puts Caddy and nginx in front of two servers, with the examples for many servers. Kills one server and stops
# the other one gracefully under load: every request must succeed.
# Usage: tests/deploy_balancers.sh SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2") deploy=$here/../deploy
. "$here/databases.sh"
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
databases "$work/databases"

ports=("$(free_port)" "$(free_port)") processes=()
# start K: starts the server at the K-th port.
start() {
    "$server" --accounts "$accounts" --limits "$limits" --artifacts "$artifacts" --log-level error \
        --listen "127.0.0.1:${ports[$1]}" --admin-listen 127.0.0.1:0 --trusted-proxies 127.0.0.1 \
        --rate-standard 100000000/10s,1s --rate-pages 100000000/10s,1s --stop-delay-seconds 5 >"$work/said-$1" &
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

caddy=$(free_port) nginx=$(free_port)
# Puts the addresses of the two servers into an example.
here_are() {
    sed -e "s/server-1[a-z.]*:8080/127.0.0.1:${ports[0]}/" -e "s/server-2[a-z.]*:8080/127.0.0.1:${ports[1]}/"
}
here_are <"$deploy/Caddyfile.many" | sed -e 's/ server-3:8080//' -e "s|^{\$HOST.*} {|http://127.0.0.1:$caddy {|" \
    >"$work/Caddyfile"
sed -i '1i { \n admin off \n }' "$work/Caddyfile"
XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work \
    caddy run --adapter caddyfile --config "$work/Caddyfile" 2>"$work/caddy" &
{
    echo "daemon off; pid $work/nginx.pid; error_log $work/nginx.log; events {} http { access_log off;"
    here_are <"$deploy/nginx.many.conf" | sed '/server-3/d'
    echo "server { listen 127.0.0.1:$nginx; location / { proxy_pass http://umbra; proxy_http_version 1.1;"
    echo 'proxy_set_header Connection ""; proxy_set_header Host $host; } } }'
} >"$work/nginx.conf"
nginx -c "$work/nginx.conf" &
for port in "$caddy" "$nginx"; do
    curl --silent --retry 50 --retry-delay 1 --retry-connrefused --output "$work/first" \
        "http://127.0.0.1:$port/version"
done

for port in "$caddy" "$nginx"; do
    python3 "$here/deploy_balancers.py" "$port" "$key" &
done
clients=($(jobs -p | tail -2))
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
[ $failed = 0 ] || exit 1
