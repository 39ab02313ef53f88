#!/usr/bin/env bash
# Serves the tables with the lines for them in deploy/nginx.conf and deploy/Caddyfile. Reads ranges of bytes,
# runs the recipes of COOKBOOK.md for tables by their address, validates the STAC documents, and writes a
# GeoPackage from /ogc with the line there.
# Usage: tests/tables.sh PYTHON SERVER ARTIFACTS, a Python with duckdb, duckdb-extensions and
# duckdb-extension-httpfs of one version, polars, pystac, jsonschema, jinja2 and pyyaml. Needs nginx, caddy,
# curl and ogr2ogr.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=$(realpath -s "$(command -v "$1")") server=$(realpath "$2") artifacts=$(realpath "$3")
. "$here/demo.sh"
. "$here/databases.sh"
demo "$server" "$artifacts" "$(mktemp -d)"

# lines FILE FIRST: the lines of an example from FIRST on, without their marks, for these tables.
lines() {
    sed -n "/^\s*#$2/,/^\s*#}/{s/#//;s|/var/lib/umbra-artifacts|$artifacts|;p}" "$here/../deploy/$1" | grep .
}
nginx=127.0.0.1:$(free_port) caddy=127.0.0.1:$(free_port)
{
    echo "user $(id -un); daemon off; pid $work/nginx.pid; error_log $work/nginx.log; events {} http {"
    echo "log_format bytes '\$uri \$status \$body_bytes_sent'; access_log $work/bytes bytes;"
    echo "server { listen $nginx;"
    lines nginx.conf 'location ~ ^.tables'
    echo '} }'
} >"$work/nginx.conf"
{
    printf '{\n\tadmin off\n}\nhttp://%s {\n' "$caddy"
    lines Caddyfile '@tables'
    printf '\trespond 404\n}\n'
} >"$work/Caddyfile"
nginx -c "$work/nginx.conf" &
XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work \
    caddy run --adapter caddyfile --config "$work/Caddyfile" 2>"$work/caddy.log" &

for proxy in "$nginx" "$caddy"; do
    tables=http://$proxy/tables
    curl --silent --retry 50 --retry-delay 1 --retry-connrefused --output "$work/first" "$tables/item.json"
    cmp "$work/first" "$artifacts/current/item.json"
    found=$(curl --silent --header 'Range: bytes=0-3' --dump-header "$work/head" --write-out ' %{http_code}' \
        "$tables/eclipses.parquet")
    [ "$found" = 'PAR1 206' ] || { echo "$proxy: $found" >&2; exit 1; }
    bytes=$(stat --format %s "$artifacts/current/eclipses.parquet")
    for line in "content-range: bytes 0-3/$bytes" 'content-type: application/vnd.apache.parquet' \
        'access-control-allow-origin: *'; do
        grep -Fiq "$line" "$work/head" || { echo "$proxy: no $line" >&2; cat "$work/head" >&2; exit 1; }
    done
    for name in SCHEMA.md LICENSES.md collection.json; do
        curl --silent --fail --output "$work/got" "$tables/$name"
        cmp "$work/got" "$artifacts/current/$name"
    done
    # Other files and folders are not published, and nothing is written.
    for path in manifest.json built.json eclipses.arrow basemap.pmtiles '' ../builds ../current/item.json; do
        found=$(curl --silent --path-as-is --output "$work/got" --write-out '%{http_code}' "$tables/$path")
        [ "$found" = 404 ] || { echo "$proxy: $path is $found" >&2; exit 1; }
    done
    found=$(curl --silent --request PUT --data x --output "$work/got" --write-out '%{http_code}' \
        "$tables/item.json")
    [ "$found" = 405 ] || { echo "$proxy: PUT is $found" >&2; exit 1; }
done

: >"$work/bytes"
"$python" "$here/cookbook.py" "$here/../COOKBOOK.md" "--tables=http://$nginx/tables"
recipe=$(sed -n '/^ogr2ogr/,/^```/{/^```/!p}' "$here/../COOKBOOK.md")
(cd "$work" && eval "${recipe//https:\/\/umbra.example/$address}")
"$python" "$here/tables.py" "http://$nginx/tables" "$artifacts/current" "$work/bytes" "$work/eclipses.gpkg"
