#!/usr/bin/env bash
# Builds the npm package, installs it into a temporary folder and tests it there: calls, types, the examples
# of README.md in Node and Chromium, and the bits of 100,000 local circumstances against the Rust crate.
# Usage: almanac/npm/test.sh CANON_PACK | --without-canon | TARBALL
# CANON_PACK is the file that `builder pack FILE` writes; the .tgz of a release is tested as it is. Needs
# Rust, Node 20, npm and Chromium, whose program CHROMIUM names.
set -euo pipefail
[ $# = 1 ] || { sed -n '4,6s/^# //p' "$0" >&2 && exit 2; }
fail() {
    echo "$*" >&2
    exit 1
}
CHROMIUM=$(command -v "${CHROMIUM:-chromium}") || fail "no Chromium: install chromium, or name it in CHROMIUM"
export CHROMIUM
[ "$1" = --without-canon ] || export UMBRA_CANON=1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here"/{README.md,package-lock.json,package.json,tests} "$work"
case $1 in
*.tgz) package=$(realpath "$1") ;;
*)
    "$here/build.sh" "$1"
    package=$work/$(cd "$here" && npm pack --silent --pack-destination "$work")
    ;;
esac
ls -l "$package"
expected=$(cd "$here/../.." && cargo run --release --quiet --locked --example pairs)

cd "$work"
# The name of the folder's own package would hide the one that is tested.
npm pkg set name=test
npm install --silent --ignore-scripts --no-audit --no-fund "$package"
node --test --test-reporter spec tests/
node tests/types.js
npx --no-install tsc --noEmit --strict --target es2022 --lib es2022,dom --module nodenext types.ts
node tests/pairs.js "$expected"
