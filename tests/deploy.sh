#!/usr/bin/env bash
# Tests the package of deploy/dist.sh on a clean prefix: unpacks and installs it, checks units, proxies, man
# pages, alerts and dashboard with third-party programs, restores a database to a moment (tests/restore.sh),
# and starts the units (tests/deploy_systemd.sh). Needs systemd, nginx, caddy, promtool, PostgreSQL, man,
# openssl, curl, pgrep, python3, and PYTHON with the packages for tests/deploy_linters.sh.
# Usage: tests/deploy.sh SERVER ARTIFACTS PYTHON, where SERVER supports PostgreSQL
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1") artifacts=$(realpath "$2") python=$3
dist=$here/../target/dist deploy=$here/../deploy
. "$here/demo.sh"
. "$here/databases.sh"
demo "$server" "$artifacts" "$(mktemp -d)"

(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
tar xzf "$dist"/umbra-*.tar.gz -C "$work"
unpacked=$(echo "$work"/umbra-*-linux) prefix=$work/prefix
"$unpacked/install.sh" "$prefix"
# The installer leaves the operator's drop-ins alone.
mkdir "$prefix/lib/systemd/system/umbra.service.d"
"$unpacked/install.sh" "$prefix" >/dev/null
rmdir "$prefix/lib/systemd/system/umbra.service.d"
! grep -r '@PREFIX@' "$prefix"
if "$unpacked/install.sh" here 2>"$work/refused"; then exit 1; fi
grep -q 'an absolute path' "$work/refused"

umbra=$prefix/bin/umbra
"$umbra" --version | grep -E '^(umbra [0-9.]+|commit [0-9a-f]{12}(-changed)?)$'
# The command's own help names all commands of both programs, and each shell completes them.
for program in server builder; do
    "$prefix/libexec/umbra/$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'
done | grep -Evx 'completions|man|help' >"$work/commands"
while read -r command; do
    said=$("$umbra" --help; "$umbra" "$command" --help; ls "$prefix/share/man/man1")
    for part in "  (.*, )?$command( |,)" "Usage: umbra $command " "umbra-$command\.1"; do
        grep -Eq "^$part" <<<"$said" || { echo "umbra: no $part" >&2; exit 1; }
    done
done <"$work/commands"
completed() {
    bash -c '. "$1"; COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
        _umbra umbra "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"; echo "${COMPREPLY[@]}"' \
        completed "$prefix/share/bash-completion/completions/umbra" umbra "$@"
}
[ "$(completed s)" = 'serve show' ]
[[ $(completed build --se) == --seas && $(completed serve --admin) == --admin-listen ]]
[[ $(completed keys ro) == rotate ]]
for page in "$prefix"/share/man/man1/*.1; do
    said=$(LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings --local-file "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "$page: $said" >&2; exit 1; }
done

units=("$prefix"/lib/systemd/system/umbra*)
said=$(systemd-analyze verify --man=no "${units[@]}" 2>&1 | grep -F umbra || true)
[ -z "$said" ] || { echo "$said" >&2; exit 1; }
for unit in "$prefix"/lib/systemd/system/umbra*.service; do
    # systemd-analyze counts in tenths: 20 is 2.0.
    systemd-analyze security --offline=true --threshold=20 --no-pager "$unit" | tail -1
done
# systemd accepts the drop-in for many servers and all its settings.
cp -R "$prefix/lib/systemd/system" "$work/units"
install -D -m 644 "$deploy/systemd/many-servers.conf" "$work/units/umbra.service.d/many-servers.conf"
said=$(systemd-analyze verify --man=no "$work/units/umbra.service" 2>&1 | grep -E 'umbra|many-servers' || true)
[ -z "$said" ] || { echo "$said" >&2; exit 1; }
systemd-analyze calendar "$(sed -n 's/^OnCalendar=//p' "$prefix/lib/systemd/system/umbra-build.timer")" >/dev/null

promtool check rules "$deploy/alerts.yml"
promtool test rules "$here/alerts.yml"
promtool check config "$deploy/prometheus.yml"
# A server with PostgreSQL has additional metrics.
databases "$work/databases"
"$server" --accounts "$accounts" --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 \
    --artifacts "$artifacts" --log-level warn >"$work/shared" &
for _ in $(seq 300); do
    if grep -q 'metrics on ' "$work/shared"; then break; fi
    sleep 0.1
done
curl --silent --fail "$address/version" >"$work/version"
for said in "$work/said" "$work/shared"; do
    admin=$(grep -o 'metrics on http://[^ ]*' "$said" | cut -d' ' -f3)
    curl --silent --fail "$admin"
done >"$work/metrics"
"$python" "$here/deploy_names.py" "$work/metrics" "$deploy/alerts.yml" "$here/alerts.yml" \
    "$deploy/grafana.json"

bash "$here/deploy_linters.sh" "$python" "$(echo "$admin" | cut -d/ -f3)"
for file in Caddyfile Caddyfile.many; do
    caddy validate --adapter caddyfile --config "$deploy/$file" 2>&1 | tail -1
done
# With the tables, too; tests/tables.sh reads them.
sed '/#@tables/,/#}/s/#//' "$deploy/Caddyfile" >"$work/Caddyfile"
caddy validate --adapter caddyfile --config "$work/Caddyfile" 2>&1 | tail -1
mkdir "$work/nginx"
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=umbra.example.org \
    -keyout "$work/nginx/privkey.pem" -out "$work/nginx/fullchain.pem" 2>/dev/null
sed -e "s|/etc/letsencrypt/live/umbra.example.org|$work/nginx|" -e "s|/var/log/nginx|$work/nginx|" \
    -e '/#location ~/,/#}/s/#//' "$deploy/nginx.conf" >"$work/nginx/umbra.conf"
printf '%s\n' "pid $work/nginx/pid;" 'worker_processes auto; error_log stderr; events {}' \
    "http { include $work/nginx/umbra.conf; }" >"$work/nginx/nginx.conf"
nginx -t -q -c "$work/nginx/nginx.conf"
"$(dirname "$python")/gixy" "$work/nginx/nginx.conf"
# The same for many servers, none of which runs here.
sed -e '/^upstream umbra {/,/^}/d' -i "$work/nginx/umbra.conf"
sed 's/server-[0-9].example.org/127.0.0.1/' "$deploy/nginx.many.conf" >>"$work/nginx/umbra.conf"
nginx -t -q -c "$work/nginx/nginx.conf"
python3 "$here/deploy_options.py" "$prefix/bin/umbra" "$deploy"

# With the newer Caddy among the packages, if it is there.
PATH=$(dirname "$python"):$PATH python3 "$here/deploy_addresses.py"
bash "$here/deploy_balancers.sh" "$server" "$artifacts"
bash "$here/restore.sh" "$server" "$artifacts"
bash "$here/deploy_systemd.sh" "$unpacked"
