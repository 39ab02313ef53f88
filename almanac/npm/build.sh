#!/usr/bin/env bash
# Builds what the npm package has besides its sources: almanac.wasm, results.d.ts and canon.pack.
# Usage: almanac/npm/build.sh CANON_PACK | --without-canon
# CANON_PACK is the file that `builder pack FILE` writes. Without it, umbra-eclipse/canon cannot be imported.
set -euo pipefail
case ${1:-} in
'') sed -n '2,4s/^# //p' "$0" >&2 && exit 2 ;;
--without-canon) pack= ;;
*) pack=$(realpath "$1") ;;
esac
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
[ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] || rustup target add "$target"
cargo build --quiet --locked --profile wasm --package astro-npm --target "$target"
folder=$(cargo metadata --format-version 1 --no-deps --locked |
    node --print 'JSON.parse(fs.readFileSync(0)).target_directory')
cp "$folder/$target/wasm/astro_npm.wasm" almanac.wasm
chmod 644 almanac.wasm
node src/results.js >results.d.ts
if [ -n "$pack" ]; then
    cp "$pack" canon.pack
    chmod 644 canon.pack
else
    rm -f canon.pack
    echo "Built without canon.pack, as --without-canon demands: umbra-eclipse/canon cannot be imported." >&2
fi
