#!/usr/bin/env bash
# Builds the npm package, installs it into a temporary folder and tests it there: calls, types, the examples
# of README.md in Node and Chromium, and the bits of 100,000 local circumstances against the Rust crate.
# Usage: almanac/npm/test.sh CANON_PACK | --without-canon | TARBALL…
# CANON_PACK is the file that `builder pack FILE` writes; packages of a release (.tgz) are tested as they are.
# Needs Rust, Node 20, npm and Chromium, whose program CHROMIUM names.
set -euo pipefail
[ $# != 0 ] || { sed -n '4,6s/^# //p' "$0" >&2 && exit 2; }
fail() {
    echo "$*" >&2
    exit 1
}
CHROMIUM=$(command -v "${CHROMIUM:-chromium}") || fail "no Chromium: install chromium, or name it in CHROMIUM"
export CHROMIUM
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
# On Windows, a browser that is ending holds its files.
trap 'rm -rf "$work" || true' EXIT
cp -r "$here"/{README.md,package-lock.json,package.json,tests} "$work"
case $1 in
*.tgz) cp "$@" "$work" ;;
*) "$here/build.sh" "$work" "$1" ;;
esac
packages=("$work"/*.tgz)
[ ${#packages[@]} = 1 ] || export UMBRA_CANON=1
ls -l "${packages[@]}"
expected=$(cd "$here/../.." && cargo run --release --quiet --locked --package almanac --example pairs)

cd "$work"
# The name of the folder's own package would hide the one that is tested.
npm pkg set name=test
npm pkg delete peerDependencies peerDependenciesMeta
npm install --silent --ignore-scripts --no-audit --no-fund "${packages[@]}"
node --test --test-reporter spec tests/
node tests/types.js
npx --no-install tsc --noEmit --strict --target es2022 --lib es2022,dom --module nodenext types.ts
node tests/pairs.js "$expected"
