#!/usr/bin/env bash
# Builds the library, generates the Kotlin and Swift sources, and tests them: Kotlin on the JVM, with the bit
# test; Swift only by its syntax and its C header (README.md, "Tests").
# Needs cargo, a C compiler, nm, strip, JDK 17, JNA (Debian: libjna-java), python3 with venv, and PyPI, whose
# wheel kotlin-jupyter-kernel contains the Kotlin compiler. Writes only to cargo's target folders.
# JNA_JAR names another jna.jar. It needs no more than 3 minutes once cargo has built the dependencies.
set -euo pipefail
cd "$(dirname "$0")"

fail() {
    echo "test.sh: $*" >&2
    exit 1
}
jna=${JNA_JAR:-/usr/share/java/jna.jar}
[ -r "$jna" ] || fail "there is no $jna: install libjna-java, or name the file in JNA_JAR"
for program in cargo cc nm strip java python3; do
    command -v "$program" >/dev/null || fail "there is no $program"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo fmt --check
# Not of the example, one line, whose generator takes minutes.
cargo clippy --quiet --locked --lib -- -D warnings
# Both at once: each compiles for minutes on one thread.
cargo build --quiet --locked --example uniffi-bindgen &
cargo build --quiet --locked --release
wait $!
target=$(cargo metadata --format-version 1 --no-deps --locked | grep -oP '"target_directory":"\K[^"]+')
library=$target/release/libastro_mobile.so
for language in kotlin swift; do
    "$target/debug/examples/uniffi-bindgen" generate --no-format --language "$language" \
        --out-dir "$work/$language" "$library"
done
mkdir "$work/lib"
strip --strip-unneeded -o "$work/lib/libastro_mobile.so" "$library"
echo "libastro_mobile.so: $(stat -c %s "$work/lib/libastro_mobile.so") bytes," \
    "$(gzip -9 <"$work/lib/libastro_mobile.so" | wc -c) with gzip"

# The text of a block of README.md in a language.
block() { awk -v start="\`\`\`$1" '$0 == start { inside = 1; next } /^```/ { inside = 0 } inside' README.md; }

python3 -m venv "$work/python"
packages=(kotlin-jupyter-kernel==0.19.0.944 tree-sitter==0.26.1 tree-sitter-swift==0.7.4)
"$work/python/bin/pip" install --quiet --no-deps "${packages[@]}" || fail "PyPI lacks one of ${packages[*]}"

# Swift.
block swift >"$work/swift/Example.swift"
"$work/python/bin/python" src/test/parse_swift.py "$work"/swift/*.swift
# GCC lacks these attributes of Clang.
cc -x c -fsyntax-only -Wall -Werror -D_Nonnull= -D_Nullable= - <<<"#include \"$work/swift/AlmanacFFI.h\""
functions=$(grep -oE '\b(uniffi|ffi)_astro_mobile_\w+\(' "$work/swift/AlmanacFFI.h" | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$work/lib/libastro_mobile.so" | awk '{ print $3 }' | sort -u)
missing=$(comm -23 <(echo "$functions") <(echo "$exported"))
[ -n "$functions" ] && [ -z "$missing" ] || fail "the library lacks functions of the Swift header: $missing"
echo "Swift: syntax and $(wc -l <<<"$functions") functions"

# Kotlin.
jars=$(echo "$work"/python/lib/python3*/site-packages/run_kotlin_kernel/jars)
stdlib=$(echo "$jars"/kotlin-stdlib-*.jar)
block kotlin >"$work/Example.kt"
java -cp "$jars/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn \
    -classpath "$stdlib:$jna" -d "$work/classes" "$work/kotlin/almanac/almanac.kt" "$work/Example.kt" \
    src/test/kotlin/AlmanacTest.kt
jvm=(java -cp "$work/classes:$stdlib:$jna" "-Djna.library.path=$work/lib")
"${jvm[@]}" ExampleKt | diff <(block text) - || fail "README.md shows another output"
sum=$(cd ../.. && cargo run --release --quiet --locked --package almanac --example pairs -- "$work/numbers")
"${jvm[@]}" AlmanacTestKt "$work/numbers" "$sum"
