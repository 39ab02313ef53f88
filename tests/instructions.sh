#!/usr/bin/env bash
# Counts the instructions of the server, in user space, for each of ten calls. Fails if a count exceeds the
# one in instructions.txt by more than 3 %. Counts do not depend on the load of the machine. They do depend
# on the C library and the compiler: with new ones, renew the file with --update.
# Needs valgrind and curl. Usage: tests/instructions.sh SERVER ARTIFACTS [--update]
set -euo pipefail
expected=$(dirname "$(realpath "$0")")/instructions.txt
server=$(realpath "$1") artifacts=$(realpath "$2") update=${3:-}
requests=400 work=$(mktemp -d)
# One serving thread, because idle threads look for work while another answers.
TOKIO_WORKER_THREADS=1 valgrind --quiet --tool=callgrind --instr-atstart=no \
    --callgrind-out-file="$work/counts" "$server" --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 \
    --artifacts "$artifacts" --rate-standard 1000000000/10s,1s >"$work/said" 2>"$work/log" &
pid=$!
trap 'kill $pid 2>/dev/null || true; wait; rm -rf "$work"' EXIT

# wait_for COMMAND…: repeats it for five minutes until it succeeds.
wait_for() {
    for _ in $(seq 600); do
        "$@" 2>/dev/null && return
        sleep 0.5
    done
    cat "$work/log" >&2
    echo "this did not happen: $*" >&2
    exit 1
}
wait_for grep -q 'account ' "$work/said"
address=$(grep -o 'http://[0-9.:]*' "$work/said" | head -1)
key=$(grep -o 'umbra_[0-9A-Za-z]*' "$work/said" | head -1)
account=$(grep -o 'account [0-9A-Za-z]*' "$work/said" | cut -d' ' -f2)
token=$(curl -sf -H "Authorization: ServiceAuth $account:$key" "$address/auth/access-token" |
    grep -o '"token":"[^"]*' | cut -d'"' -f4)
# Files are verified and the documentation is made after the start.
wait_for grep -q 'verified the files' "$work/log"
wait_for curl -sfo /dev/null "$address/docs"

# call TIMES PATH [HEADER]: sends a request several times through one connection.
call() {
    for _ in $(seq "$1"); do printf 'url = "%s"\noutput = "/dev/null"\n' "$address$2"; done >"$work/calls"
    curl -sfg ${3:+-H "$3"} -K "$work/calls"
}
# The calls: a name, a path, and a header if needed.
calls="open /julian-day/2024-04-08T18:18:00Z
key /julian-day/2024-04-08T18:18:00Z?apiKey=$key
token /julian-day/2024-04-08T18:18:00Z Authorization: ServiceAuth $token
delta-t /delta-t/2024-04-08T18:18:00Z
elements /solar-eclipse/elements/2460408.5
local-circumstances /solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10
rise-transit-set /rise-transit-set/2024-04-08/2024-04-08?observer=23.2494,-106.4111,10&body=sun
body-position /body-position/2024-04-08T18:00:00Z?body=sun,moon&obs=23.2494,-106.4111,10
catalog /solar-eclipse/catalog/-1999/3000 Accept-Encoding: br
path /solar-eclipse/path/2460408.5?paths=classic"
failed=0
while read -r name path header; do
    call 20 "$path" "$header"
    callgrind_control --instr=on "$pid" >/dev/null 2>&1
    call "$requests" "$path" "$header"
    callgrind_control --instr=off "$pid" >/dev/null 2>&1
    callgrind_control --dump="$name" "$pid" >/dev/null 2>&1
    dump() { grep -l "Trigger: .*$name" "$work"/counts.* | tail -1; }
    is_dumped() { grep -q '^totals:' "$(dump)"; }
    wait_for is_dumped
    count=$(($(grep '^totals:' "$(dump)" | cut -d' ' -f2) / requests))
    most=$(awk -v name="$name" '$1 == name { print int($2 * 1.03) }' "$expected" 2>/dev/null || true)
    echo "$name $count" >>"$work/found"
    if [ "$update" != --update ] && [ "$count" -gt "${most:-0}" ]; then
        failed=1
        echo "$name takes $count instructions a request; at most ${most:-0} are expected"
    fi
done <<<"$calls"
cat "$work/found"
[ "$update" != --update ] || cp "$work/found" "$expected"
exit "$failed"
