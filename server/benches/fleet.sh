#!/usr/bin/env bash
# Requests per second of two servers behind a balancer against one behind the same, with PostgreSQL, a key,
# its rate and its credits, alternating in one run.
# On five cores and more each server has its own core, and balancer, load and database share the others.
# On fewer, where those would take the servers' cores away, each server may use a share of one core (cgroups,
# as root), small enough to leave all others the time they need.
# SERVER may name a built program, UMBRA_ARTIFACTS its folder of artifacts.
# Needs wrk, curl, nginx, PostgreSQL, python3 and a published generation.
# Usage: server/benches/fleet.sh [seconds a turn] [turns] [share of a core, %]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-8} turns=${2:-5} share=${3:-8}
program=${SERVER:-target/release/server-postgres} artifacts=${UMBRA_ARTIFACTS:-artifacts}
[ -n "${SERVER:-}" ] || cargo build --release --quiet -p server-postgres --features postgres
. tests/databases.sh
work=$(mktemp -d)
groups=()
end() {
    kill $(jobs -p) 2>/dev/null || true
    wait
    [ ${#groups[@]} = 0 ] || rmdir "${groups[@]}"
    rm -rf "$work"
}
trap end EXIT

cores=$(nproc)
databases "$work/databases"
[ "$cores" -lt 5 ] || taskset --all-tasks --cpu-list --pid "2-$((cores - 1))" "$postgres" >/dev/null

# The group of processes in which the K-th server runs where cores are few.
group() {
    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
        echo "/sys/fs/cgroup/umbra-$$-$1"
    else
        echo "/sys/fs/cgroup/cpu/umbra-$$-$1"
    fi
}
# within K COMMAND…: on a core of its own, in a group of its own.
within() {
    [ "$cores" -ge 5 ] || echo "$BASHPID" >"$(group "$1")/cgroup.procs"
    exec taskset --cpu-list "$1" "${@:2}"
}
# hold K: lets the group use no more than the share.
hold() {
    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
        echo "$((share * 200)) 20000" >"$(group "$1")/cpu.max"
    else
        echo 20000 >"$(group "$1")/cpu.cfs_period_us"
        echo $((share * 200)) >"$(group "$1")/cpu.cfs_quota_us"
    fi
}

ports=() servers=()
for k in 0 1; do
    if [ "$cores" -lt 5 ]; then
        mkdir "$(group "$k")"
        groups+=("$(group "$k")")
    fi
    ports+=("$(free_port)")
    within "$k" "$program" --accounts "$accounts" --artifacts "$artifacts" --threads 1 \
        --rate-standard 4000000000/10s,60s --trusted-proxies 127.0.0.1 --log-level warn \
        --listen "127.0.0.1:${ports[k]}" --admin-listen 127.0.0.1:0 >"$work/said-$k" 2>"$work/log-$k" &
    servers+=($!)
    until curl -sf "http://127.0.0.1:${ports[k]}/readyz" >/dev/null; do sleep 0.1; done
done
for k in 0 1; do
    [ "$cores" -ge 5 ] || hold "$k"
done
export UMBRA_ACCOUNTS=$accounts
"$program" accounts create --name Load --email load@example.org --plan enterprise >/dev/null
"$program" plans set-allowance enterprise 1000000000 >/dev/null
key=$("$program" keys create --account load@example.org --nickname load | grep -o 'umbra_[0-9A-Za-z]*' | head -1)

one=$(free_port) two=$(free_port)
rest=0-$((cores - 1))
[ "$cores" -lt 5 ] || rest=2-$((cores - 1))
cat >"$work/nginx.conf" <<END
daemon off;
pid $work/nginx.pid;
error_log $work/nginx.log;
worker_processes $((cores < 5 ? 2 : cores - 3));
events { worker_connections 4096; }
http {
    access_log off;
    # Not hashed, because all load has one source address.
    upstream one { zone one 64k; least_conn; server 127.0.0.1:${ports[0]}; keepalive 256; }
    upstream two {
        zone two 64k; least_conn; server 127.0.0.1:${ports[0]}; server 127.0.0.1:${ports[1]}; keepalive 256;
    }
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    keepalive_requests 1000000000;
    server { listen 127.0.0.1:$one; location / { proxy_pass http://one; } }
    server { listen 127.0.0.1:$two; location / { proxy_pass http://two; } }
}
END
taskset --cpu-list "$rest" nginx -c "$work/nginx.conf" &

path="/julian-day/2024-04-08T18:18:00Z?apiKey=$key"
for port in "$one" "$two"; do
    until curl -sf "http://127.0.0.1:$port$path" >/dev/null; do sleep 0.2; done
done
# Microseconds of cores that processes have used, given as /proc/NUMBER.
micros() {
    local ticks
    ticks=$(getconf CLK_TCK)
    cat "${@/%//stat}" | awk -v ticks="$ticks" '{ sum += $14 + $15 } END { printf "%d", sum / ticks * 1e6 }'
}
# turn PORT: requests a second, and microseconds of the servers' cores for each.
turn() {
    local before took requests
    before=$(micros "${servers[@]/#//proc/}")
    taskset --cpu-list "$rest" wrk -t1 -c64 -d"${seconds}s" "http://127.0.0.1:$1$path" >"$work/wrk"
    took=$(($(micros "${servers[@]/#//proc/}") - before))
    ! grep -q 'Non-2xx\|Socket errors' "$work/wrk" || { cat "$work/wrk" >&2; exit 1; }
    requests=$(awk '/requests in/ { print $1 }' "$work/wrk")
    awk -v t="$took" -v n="$requests" '/Requests\/sec/ { print $2, t / n }' "$work/wrk"
}
median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
turn "$one" >/dev/null
turn "$two" >/dev/null
sql() { psql --no-psqlrc --quiet --tuples-only --no-align --command "$1" "$accounts"; }
transactions() { sql 'SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()'; }
begun=$(date +%s) committed=$(transactions)
for _ in $(seq "$turns"); do
    turn "$one" >>"$work/one"
    turn "$two" >>"$work/two"
done
lasted=$(($(date +%s) - begun))
cost() { cut -d' ' -f2 "$1" | median; }
awk -v a="$(median <"$work/one")" -v b="$(median <"$work/two")" \
    -v x="$(cost "$work/one")" -v y="$(cost "$work/two")" \
    'BEGIN { each = " /s, %5.1f µs of a core for each, %4.1f %% of a core in all\n"
             printf "one server   %8.0f" each, a, x, a * x / 1e4
             printf "two servers  %8.0f" each "ratio %.2f\n", b, y, b * y / 1e4, b / a }'
clients="backend_type = 'client backend' AND pid <> pg_backend_pid()"
echo "PostgreSQL: $((($(transactions) - committed) / lasted)) transactions a second," \
    "$(sql "SELECT count(*) FROM pg_stat_activity WHERE $clients") connections"
for k in 0 1; do
    grep -E 'VmHWM|RssAnon' "/proc/${servers[k]}/status"
done
