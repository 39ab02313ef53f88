#!/usr/bin/env bash
# Requests per second of the server against a bare hyper server that sends bodies of the same size,
# alternating in one run.
# Needs wrk and curl, and a published generation. Usage: server/benches/load.sh [seconds a turn] [turns]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-4} turns=${2:-3}
cargo build --release --quiet --bin server --example bare
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
# Limits and allowance are in force, and so high that nothing is refused.
target/release/server --demo --rate-standard 4000000000/10s,60s \
    --listen 127.0.0.1:18080 --admin-listen 127.0.0.1:18081 >"$work/out" 2>"$work/log" &
server=$!
until curl -sf http://127.0.0.1:18080/readyz >/dev/null; do sleep 0.05; done
key=$(grep -o 'umbra_[0-9A-Za-z]*' "$work/out" | head -1)
account=$(grep -o 'account [0-9A-Za-z]*' "$work/out" | cut -d' ' -f2)
token=$(curl -sf -H "Authorization: ServiceAuth $account:$key" http://127.0.0.1:18080/auth/access-token |
    grep -o '"token":"[^"]*' | cut -d'"' -f4)

rate() { wrk -t1 -c32 -d"${seconds}s" "${@:2}" "$1" | awk '/Requests\/sec/ { print $2 }'; }
median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

measure() {
    local path=$1 shown=${1/apiKey=*/apiKey=…}
    shift
    [[ ${2:-} == Authorization* ]] && shown="$shown with a token"
    curl -sf "$@" "http://127.0.0.1:18080$path" -o "$work/body"
    target/release/examples/bare 127.0.0.1:18082 "$work/body" &
    local bare=$! ours=() theirs=()
    until curl -sf http://127.0.0.1:18082/ >/dev/null; do sleep 0.05; done
    for _ in $(seq "$turns"); do
        ours+=("$(rate "http://127.0.0.1:18080$path" "$@")")
        theirs+=("$(rate "http://127.0.0.1:18082$path" "$@")")
    done
    kill "$bare"
    wait "$bare" 2>/dev/null || true
    local a b
    a=$(printf '%s\n' "${ours[@]}" | median) b=$(printf '%s\n' "${theirs[@]}" | median)
    awk -v p="$shown" -v s="$(stat -c %s "$work/body")" -v a="$a" -v b="$b" \
        'BEGIN { printf "%-68s %8d bytes %9.0f /s  bare %9.0f /s  ratio %.2f\n", p, s, a, b, a / b }'
}

measure /julian-day/2024-04-08T18:18:00Z
measure "/julian-day/2024-04-08T18:18:00Z?apiKey=$key"
measure /julian-day/2024-04-08T18:18:00Z -H "Authorization: ServiceAuth $token"
measure /delta-t/2024-04-08T18:18:00Z
measure /solar-eclipse/elements/2460408.5
measure '/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10'
measure /solar-eclipse/path/2460408.5
measure '/solar-eclipse/path/2460408.5?paths=classic'
measure /solar-eclipse/catalog/-1999/3000 -H 'Accept-Encoding: br'
grep -E 'Rss(Anon|File|Shmem)' "/proc/$server/status"
