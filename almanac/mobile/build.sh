#!/usr/bin/env bash
# Writes into FOLDER umbra-almanac-VERSION.jar, with the compiled Kotlin sources and the library for Linux on
# x86-64, and umbra-almanac-VERSION-sources.tar.gz, the generated Kotlin and Swift sources.
# Usage: almanac/mobile/build.sh FOLDER [GLIBC]
# With a version, such as 2.28, the library needs this glibc and no newer one, and you need cargo-zigbuild.
# kotlin.sh lists other requirements. Needs a C compiler, strip and jar of a JDK, too.
set -euo pipefail
[ $# != 0 ] || { sed -n '2,6s/^# //p' "$0" >&2 && exit 2; }
mkdir -p "$1"
out=$(realpath "$1") glibc=${2:-}
cd "$(dirname "$0")"
. ./kotlin.sh
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=umbra-almanac-$version
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

machine=x86_64-unknown-linux-gnu
build=(build --target "$machine")
[ -z "$glibc" ] || build=(zigbuild --target "$machine.$glibc")
# The generator reads symbols, all of which zig would remove with the debug information.
export CARGO_PROFILE_RELEASE_STRIP=none
# Both at once: each compiles for minutes on one thread.
cargo build --quiet --locked --example uniffi-bindgen &
cargo "${build[@]}" --quiet --locked --release --lib
wait $!
library=$target/$machine/release/libastro_mobile.so
for language in kotlin swift; do
    "$target/debug/examples/uniffi-bindgen" generate --no-format --language $language \
        --out-dir "$work/$name/$language" "$library"
done
tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" "$name" |
    gzip --no-name >"$out/$name-sources.tar.gz"

# JNA finds the library at this path.
install -D -m 644 "$library" "$work/classes/linux-x86-64/libastro_mobile.so"
cd "$work/classes"
strip --strip-unneeded linux-x86-64/libastro_mobile.so
kotlinc . . "$work/$name/kotlin/almanac/almanac.kt"
find . -type f | sort >"$work/files"
jar --create --file "$out/$name.jar" --date "$(date --utc --date "@$time" +%FT%TZ)" "@$work/files"
