#!/usr/bin/env bash
# Packs both programs with everything that belongs to them: target/dist/umbra-VERSION-MACHINE.tar.gz, its
# contents in a folder beside it, and SHA256SUMS. The same commit gives the same archive where the compiler
# gives the same programs.
set -euo pipefail
cd "$(dirname "$0")/.."

commit=$(git describe --always --abbrev=12 --exclude='*' --dirty=-changed 2>/dev/null) || commit=
UMBRA_COMMIT=$commit cargo build --release --locked -p builder -p server-postgres --features postgres
release=${CARGO_TARGET_DIR:-target}/release
version=$("$release/server-postgres" -V | cut -d' ' -f2)
name=umbra-$version-$(uname -m)-linux
dist=target/dist
folder=$dist/$name
rm -rf "$dist"

install -D deploy/umbra "$folder/bin/umbra"
programs=$folder/libexec/umbra
install -D -s -t "$programs" "$release/builder"
install -s "$release/server-postgres" "$programs/server"
bash deploy/shell.sh "$programs" "$folder/share"
mkdir -p "$folder/share/umbra" "$folder/share/doc/umbra" "$folder/lib/systemd/system" "$folder/lib/sysusers.d"
cp -R catalog-src "$folder/share/umbra/"
cp deploy/systemd/*.{service,timer} "$folder/lib/systemd/system/"
cp deploy/systemd/umbra.conf "$folder/lib/sysusers.d/"
cp deploy/README.md "$folder/share/doc/umbra/deploy.md"
cp CHANGELOG.md COMPATIBILITY.md SECURITY.md deploy/{server.env,alerts.yml,prometheus.yml} "$folder/share/doc/umbra/"
cp deploy/{Caddyfile,Caddyfile.many,nginx.conf,nginx.many.conf,compose.yml,compose.env} "$folder/share/doc/umbra/"
cp deploy/{grafana.json,grafana.source.yml,grafana.boards.yml,systemd/many-servers.conf} "$folder/share/doc/umbra/"
cp -R deploy/kubernetes "$folder/share/doc/umbra/"
cp deploy/install.sh "$folder/"
chmod -R u=rwX,go=rX "$folder"

time=$(git log -1 --format=%ct 2>/dev/null) || time=$(date +%s)
tar --create --directory "$dist" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" "$name" |
    gzip --no-name >"$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" >SHA256SUMS)
echo "$dist/$name.tar.gz${commit:+, commit $commit}"
