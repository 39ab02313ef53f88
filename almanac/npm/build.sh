#!/usr/bin/env bash
# Builds both npm packages, umbra-eclipse and the data of umbra-eclipse-canon, into a folder.
# Usage: almanac/npm/build.sh FOLDER CANON_PACK | FOLDER --without-canon
# CANON_PACK is the file that `builder pack FILE` writes. Without it, there is no umbra-eclipse-canon.
set -euo pipefail
[ $# = 2 ] || { sed -n '3,4s/^# //p' "$0" >&2 && exit 2; }
out=$(cd "$1" && pwd) pack=
[ "$2" = --without-canon ] || pack=$(realpath "$2")
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
[ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] || rustup target add "$target"
cargo build --quiet --locked --profile wasm --package astro-npm --target "$target"
folder=$(cargo metadata --format-version 1 --no-deps --locked |
    node --print 'JSON.parse(fs.readFileSync(0)).target_directory')
cp "$folder/$target/wasm/astro_npm.wasm" almanac.wasm
chmod 644 almanac.wasm
node src/results.js >results.d.ts
npm pack --silent --pack-destination "$out"
[ -n "$pack" ] || exit 0
cp "$pack" canon/canon.pack
chmod 644 canon/canon.pack
npm pack --silent --pack-destination "$out" ./canon
