#!/usr/bin/env bash
# Point-in-time restore: a server writes usage to a PostgreSQL that archives its log with the command of
# compose.yml. An account is deleted by mistake and the database is lost. A base backup and the archive restore
# the moment before the deletion; accounts, keys and usage must be the same, and the key works again.
# Usage: tests/restore.sh SERVER ARTIFACTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2")
. "$here/databases.sh"
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
databases "$work/databases"
programs=$(postgres_programs) data=$work/databases/postgres/data archive=$work/databases/postgres/archive
port=${accounts##*:} port=${port%/*}
sql() { "$programs/psql" --quiet --tuples-only --no-align --dbname="$accounts" --command="$1"; }
# soon COMMAND…: waits up to half a minute until the command succeeds.
soon() {
    for _ in $(seq 300); do
        if "$@" 2>>"$work/waited"; then return; fi
        sleep 0.1
    done
    tail -n 5 "$work/waited" "$work"/*.log >&2
    echo "not within half a minute: $*" >&2
    exit 1
}
# equal WORD QUERY: whether the database answers with the word.
equal() { [ "$(sql "$2")" = "$1" ]; }
as_postgres() { "${other[@]}" bash -euc "$1"; }
# Waits until PostgreSQL has replayed the log and accepts changes.
start_postgres() {
    "${other[@]}" "$programs/postgres" -D "$data" -p "$port" -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories= 2>>"$work/postgres.log" &
    postgres=$!
    soon equal f 'SELECT pg_is_in_recovery()'
}
start_server() {
    "$server" --accounts "$accounts" --artifacts "$artifacts" --log-level error \
        --listen "127.0.0.1:$http" --admin-listen 127.0.0.1:0 \
        --rate-standard 1000000/10s,1s >"$work/server.log" &
    process=$!
    soon curl --silent --fail --output "$work/ready" "http://127.0.0.1:$http/readyz"
}
operator() { "$server" "$@" --accounts "$accounts"; }
# create NAME: prints a new key.
create() {
    operator accounts create --name "$1" --email "$1@example.org" --plan pro >/dev/null
    operator keys create --account "$1@example.org" --nickname main | grep -o 'umbra_[0-9A-Za-z]*' | head -1
}
# calls KEY: sends 50 calls and waits until their usage is written.
calls() {
    local before
    before=$(sql 'SELECT coalesce(sum(calls), 0) FROM usage')
    # The server reads a new key within a second.
    soon curl --silent --fail --output "$work/first" "http://127.0.0.1:$http/julian-day/2026-08-12?apiKey=$1"
    for second in {11..59}; do echo "url = http://127.0.0.1:$http/julian-day/2026-08-12T00:00:$second?apiKey=$1"; done |
        curl --silent --show-error --fail --config - >/dev/null
    soon equal $((before + 50)) 'SELECT sum(calls) FROM usage'
}
facts() { for what in "accounts list" "keys list" usage; do operator $what --json; done; }

http=$(free_port)
kill -INT "$postgres" && wait "$postgres"
command=$(sed -n 's/.*-carchive_command=//p' "$here/../deploy/compose.yml")
as_postgres "mkdir '$archive'; cat >>'$data/postgresql.conf'" <<END
archive_mode = on
archive_command = '${command//\/archive/$archive}'
END
start_postgres
start_server
ada=$(create ada)
calls "$ada"
as_postgres "'$programs/pg_basebackup' --host=127.0.0.1 --port=$port --username=umbra --pgdata=- --format=tar \
    --checkpoint=fast --wal-method=fetch >'$archive/base.tar'"
mary=$(create mary)
calls "$mary"
facts >"$work/before"
moment=$(sql 'SELECT now()')
sleep 1

operator accounts delete mary@example.org --yes >/dev/null
calls "$ada"
last=$(sql 'SELECT pg_walfile_name(pg_switch_wal())')
soon test -e "$archive/$last.gz"
kill "$process" && wait "$process"
kill -9 "$postgres"
{ wait "$postgres" || true; } 2>"$work/killed"

as_postgres "rm -rf '$data'/* && tar --extract --directory='$data' --file='$archive/base.tar'"
as_postgres "touch '$data/recovery.signal'; cat >>'$data/postgresql.auto.conf'" <<END
restore_command = 'gunzip <$archive/%f.gz >%p'
recovery_target_time = '$moment'
recovery_target_action = promote
END
start_postgres
start_server
facts >"$work/after"
diff "$work/before" "$work/after"
calls "$mary"
echo "restored the accounts, keys and usage of $moment: $(sql 'SELECT sum(calls) FROM usage') calls"
