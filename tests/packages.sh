#!/usr/bin/env bash
# Installs each package of a release into an empty environment and uses it as its documentation says. With the
# same files, almanac/{npm,python}/test.sh test more.
# Usage: tests/packages.sh FOLDER [crates | npm | python | mobile]…
# deploy/packages.sh has filled the folder. Tests all by default.
# Needs python3 with venv, cargo, npm, objdump, what almanac/mobile/test.sh lists, and the registries.
set -euo pipefail
[ $# != 0 ] || { sed -n '4,7s/^# //p' "$0" >&2 && exit 2; }
out=$(realpath "$1")
shift
[ $# != 0 ] || set -- crates npm python mobile
cd "$(dirname "$0")/.."
. deploy/pack.sh
root=$PWD work=$(mktemp -d) version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "tests/packages.sh: $*" >&2
    exit 1
}
small() { # FILE MAX_BYTES
    local bytes
    bytes=$(stat -c %s "$1")
    [ "$bytes" -le "$2" ] || fail "$(basename "$1") has $bytes bytes, at most $2 may be"
    echo "$(basename "$1"): $bytes bytes"
}
# Symbols of no newer glibc than manylinux_2_28 has.
portable() {
    local newest
    newest=$(newest_glibc "$1" 2.28) || fail "$(basename "$1") needs glibc $newest"
    echo "$(basename "$1"): glibc $newest"
}

# block LANGUAGE: the first example in this language.
block() { awk -v start="\`\`\`$1" '/^```/ { if (inside) exit; inside = $0 == start; next } inside'; }

# Python: the wheel where nothing but Python is, the source where cargo is, too.
test_python() {
    wheel=$out/umbra_eclipse-$version-cp310-abi3-manylinux_2_28_x86_64.whl
    source=$out/umbra_eclipse-$version.tar.gz
    small "$wheel" 6000000
    small "$source" 2000000
    python3 -m venv "$work/checks"
    "$work/checks/bin/pip" install --quiet auditwheel==6.8.2
    "$work/checks/bin/auditwheel" show "$wheel" | tee "$work/audit"
    grep -q 'platform tag: "manylinux_2_28_x86_64"' "$work/audit" || fail "auditwheel finds another platform"
    python3 -m zipfile -e "$wheel" "$work/wheel"
    portable "$work"/wheel/umbra_eclipse/*.so
    for file in "$wheel" "$source"; do
        environment=$work/$(basename "$file").venv
        python3 -m venv "$environment"
        clean=(env -i HOME="$work" PATH="$environment/bin")
        [ "$file" = "$wheel" ] || clean=(env -i HOME="$HOME" PATH="$environment/bin:$PATH")
        "${clean[@]}" "$environment/bin/pip" install --quiet "$file"
        (cd "$work" && "${clean[@]}" "$environment/bin/python" -) <<'END'
import doctest, importlib.metadata, re

readme = importlib.metadata.metadata("umbra-eclipse").get_payload()
example = re.search(r"```pycon\n(.*?)```", readme, re.DOTALL)[1]
result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(example, {}, "README.md", None, 0))
assert result.failed == 0 and result.attempted > 4, result
END
        echo "$(basename "$file"): the first example prints the same"
    done
}
test_npm() {
    package=$out/umbra-eclipse-$version.tgz canon=$out/umbra-eclipse-canon-$version.tgz
    small "$package" 1000000
    small "$canon" 4000000
    mkdir "$work/npm"
    cd "$work/npm"
    npm install --silent --no-audit --no-fund "$package"
    readme=node_modules/umbra-eclipse/README.md
    block js <$readme >example.mjs
    node example.mjs | diff <(block text <$readme) -
    npm install --silent --no-audit --no-fund "$canon"
    echo 'import { eclipses } from "umbra-eclipse/canon"; console.log(eclipses().length)' >canon.mjs
    node canon.mjs | diff <(echo 11898) - || fail "umbra-eclipse/canon has other eclipses"
    echo "$(basename "$package"): the first example prints the same"
}
# Crates: a program with the example of `almanac` and all features.
test_crates() {
    mkdir -p "$work/program/src" "$work/crates"
    cd "$work/program"
    for crate in "$out"/*.crate; do
        small "$crate" 10000000
        tar --extract --gzip --file "$crate" --directory "$work/crates"
    done
    # Their lock files name these files, not crates of the same names that other people have published.
    for crate in "$out"/*.crate; do
        name=$(basename "$crate" "-$version.crate")
        ! grep -hA3 "^name = \"$name\"\$" "$work"/crates/*/Cargo.lock | grep checksum |
            grep -v "$(sha256sum <"$crate" | cut -c -64)" || fail "a crate depends on another $name"
    done
    {
        cat <<END
[package]
name = "program"
edition = "2024"

[dependencies]
almanac = { version = "=$version", features = ["generation", "service"] }
artifacts = { version = "=$version", features = ["write"] }
codings = "=$version"

[patch.crates-io]
END
        for crate in "$work"/crates/*; do
            name=$(basename "$crate")
            echo "${name%-*} = { path = \"$crate\" }"
        done
    } >Cargo.toml
    {
        printf 'use artifacts as _; use codings as _;\nfn main() -> Result<(), almanac::Error> {\n'
        sed 's,^//! \?,,; s/^# //' "$work"/crates/almanac-*/src/lib.rs | block ''
        echo '}'
    } >src/main.rs
    # The versions of other crates that were tested.
    cp "$root/Cargo.lock" .
    CARGO_TARGET_DIR=$work/target cargo run --quiet
    echo "crates: the example of almanac runs"
}
test_mobile() {
    small "$out/umbra-almanac-$version.jar" 3000000
    python3 -m zipfile -e "$out/umbra-almanac-$version.jar" "$work/jar"
    portable "$work/jar/linux-x86-64/libastro_mobile.so"
    almanac/mobile/test.sh "$out"
}

for part; do ("test_$part"); done
