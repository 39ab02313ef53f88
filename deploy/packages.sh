#!/usr/bin/env bash
# Builds the packages of a release for other people's programs from a clean clone: crates, the npm package,
# wheel and source of the Python package, and JAR and sources for Kotlin and Swift.
# Usage: deploy/packages.sh FOLDER [crates | npm | python | mobile]…
# Builds all by default. CANON_PACK names a file that `builder pack` has written; without it the builder
# computes all eclipses for the npm package. Needs the programs that tools.sh, almanac/npm/build.sh and
# almanac/mobile/build.sh list.
set -euo pipefail
[ $# != 0 ] || { sed -n '4,7s/^# //p' "$0" >&2 && exit 2; }
mkdir -p "$1"
out=$(realpath "$1") CANON_PACK=${CANON_PACK:+$(realpath "$CANON_PACK")}
shift
[ $# != 0 ] || set -- crates npm python mobile
cd "$(dirname "$0")/.."
. deploy/tools.sh
# Archives contain the permissions of files.
git ls-files -z Cargo.toml almanac artifacts astro geography | xargs -0 chmod u=rwX,go=rX

# Each after its dependencies, as they must be published.
crates=(astro geography maps artifacts almanac codings)
build_crates() {
    cargo package --quiet --locked "${crates[@]/#/--package=}"
    for crate in "${crates[@]}"; do cp "$CARGO_TARGET_DIR/package/$crate-$version.crate" "$out"; done
}
build_npm() {
    local work=$CARGO_TARGET_DIR/npm
    if [ -z "$CANON_PACK" ]; then
        cargo build --quiet --release --locked --package builder
        local builder=$CARGO_TARGET_DIR/release/builder
        "$builder" build --quiet --ephemeris-range 1980..2040 --keep 1 --out "$work"
        "$builder" pack "$work/canon.pack" --out "$work"
        CANON_PACK=$work/canon.pack
    fi
    almanac/npm/build.sh "$out" "$CANON_PACK"
}
build_python() {
    export RUSTC_WRAPPER=$PWD/deploy/rustc
    cd almanac/python
    maturin build --quiet --release --zig --target $machine --compatibility manylinux_2_28 --out "$out"
    maturin sdist --out "$out"
}
build_mobile() { RUSTC_WRAPPER=$PWD/deploy/rustc almanac/mobile/build.sh "$out" "$glibc"; }

for part; do
    begun=$SECONDS
    ("build_$part")
    echo "$part: $((SECONDS - begun)) s"
done
(cd "$out" && ls -l)
