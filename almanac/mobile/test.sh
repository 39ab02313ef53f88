#!/usr/bin/env bash
# Tests the JAR and the generated sources: Kotlin on the JVM, with the bit test; Swift only by its syntax and
# its C header (README.md, "Tests").
# Usage: almanac/mobile/test.sh [FOLDER]
# Without the FOLDER of a release it first checks the Rust sources and builds with build.sh. kotlin.sh lists
# requirements; needs cc, nm, strip and jar, too. It takes no more than 3 minutes once cargo has built the
# dependencies.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$(realpath "${1:-$work}")
cd "$(dirname "$0")"
. ./kotlin.sh
for program in cargo cc nm strip jar java python3; do
    command -v "$program" >/dev/null || fail "there is no $program"
done
if [ $# = 0 ]; then
    cargo fmt --check
    # Not of the example, one line, whose generator takes minutes.
    cargo clippy --quiet --locked --lib -- -D warnings
    ./build.sh "$out"
fi
jar=$(echo "$out"/umbra-almanac-*.jar)
tar --extract --gzip --file "$out"/umbra-almanac-*-sources.tar.gz --strip-components 1 --directory "$work"
(cd "$work" && jar --extract --file "$jar" linux-x86-64)
library=$work/linux-x86-64/libastro_mobile.so
echo "$(basename "$jar"): $(stat -c %s "$jar") bytes, its library $(stat -c %s "$library")"

# The text of a block of README.md in a language.
block() { awk -v start="\`\`\`$1" '$0 == start { inside = 1; next } /^```/ { inside = 0 } inside' README.md; }

# Swift.
python3 -m venv "$work/python"
packages=(tree-sitter==0.26.1 tree-sitter-swift==0.7.4)
"$work/python/bin/pip" install --quiet --no-deps "${packages[@]}" || fail "PyPI lacks one of ${packages[*]}"
block swift >"$work/swift/Example.swift"
"$work/python/bin/python" src/test/parse_swift.py "$work"/swift/*.swift
# GCC lacks these attributes of Clang.
cc -x c -fsyntax-only -Wall -Werror -D_Nonnull= -D_Nullable= - <<<"#include \"$work/swift/AlmanacFFI.h\""
functions=$(grep -oE '\b(uniffi|ffi)_astro_mobile_\w+\(' "$work/swift/AlmanacFFI.h" | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort -u)
missing=$(comm -23 <(echo "$functions") <(echo "$exported"))
[ -n "$functions" ] && [ -z "$missing" ] || fail "the library lacks functions of the Swift header: $missing"
echo "Swift: syntax and $(wc -l <<<"$functions") functions"

# Kotlin. Nothing but the JAR, JNA and Kotlin's library is in the class path.
block kotlin >"$work/Example.kt"
kotlinc "$jar" "$work/classes" "$work/Example.kt" src/test/kotlin/AlmanacTest.kt
jvm=(java -cp "$work/classes:$jar:$stdlib:$jna")
"${jvm[@]}" ExampleKt | diff <(block text) - || fail "README.md shows another output"
sum=$(cd ../.. && cargo run --release --quiet --locked --package almanac --example pairs -- "$work/numbers")
"${jvm[@]}" AlmanacTestKt "$work/numbers" "$sum"
