# For scripts that need servers with shared accounts; source this file.

# The folder of PostgreSQL's programs, which is not on Debian's path.
postgres_programs() {
    local found
    found=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -1) || found=$(command -v initdb)
    dirname "$found"
}

# PostgreSQL refuses to run as root.
other=()
[ "$(id -u)" != 0 ] || other=(setpriv --reuid=postgres --regid=postgres --init-groups)

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# databases FOLDER: starts a PostgreSQL on a free port, as a job of the shell. FOLDER is a new folder; the user
# of PostgreSQL can then enter its parent. Sets `accounts` (the address, as the server's option) and `postgres`
# (the process).
databases() {
    local programs port folder=$1
    programs=$(postgres_programs)
    # The user of PostgreSQL must be able to enter it.
    chmod 755 "$(dirname "$folder")"
    install -d "$folder" "$folder/postgres"
    [ "$(id -u)" != 0 ] || chown postgres "$folder/postgres"
    "${other[@]}" "$programs/initdb" --no-sync --auth=trust --encoding=UTF8 --locale=C --username=umbra \
        --pgdata="$folder/postgres/data" >"$folder/initdb"
    port=$(free_port)
    "${other[@]}" "$programs/postgres" -D "$folder/postgres/data" -p "$port" -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories= 2>"$folder/postgres.log" &
    postgres=$!
    until "${other[@]}" "$programs/pg_isready" --quiet --host=127.0.0.1 --port="$port"; do sleep 0.1; done
    "${other[@]}" "$programs/createdb" --host=127.0.0.1 --port="$port" --username=umbra umbra
    accounts=postgres://umbra@127.0.0.1:$port/umbra
}
