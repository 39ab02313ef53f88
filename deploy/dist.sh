#!/usr/bin/env bash
# Packs both programs, as this machine compiles them, with everything that belongs to them:
# target/dist/umbra-VERSION-MACHINE.tar.gz, its contents in a folder beside it, and SHA256SUMS. Quicker than
# deploy/release.sh, but the programs need the glibc of this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/pack.sh

commit=$(git describe --always --abbrev=12 --exclude='*' --dirty=-changed 2>/dev/null) || commit=
UMBRA_COMMIT=$commit cargo build --release --locked -p builder -p server-postgres --features postgres
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) || SOURCE_DATE_EPOCH=$(date +%s)
release=${CARGO_TARGET_DIR:-target}/release dist=target/dist
name=umbra-$("$release/server-postgres" -V | cut -d' ' -f2)-$(uname -m)-linux
rm -rf "$dist"
install -D -s -t "$dist/programs" "$release/builder"
install -s "$release/server-postgres" "$dist/programs/server"
tree "$dist/programs" "$dist/$name"
rm -r "$dist/programs"
archive "$dist/$name" | gzip --no-name >"$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" >SHA256SUMS)
echo "$dist/$name.tar.gz${commit:+, commit $commit}"
