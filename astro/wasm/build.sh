#!/usr/bin/env bash
# Builds the module of the pages, server/src/pages/widget/shared/astro.wasm. Bytes depend on the version of
# the compiler, so with another one they differ. Needs npm, for the optimiser.
# Usage: astro/wasm/build.sh [--check]: with --check it writes nothing and fails if the bytes in the
# repository are others.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=wasm32-unknown-unknown
module=server/src/pages/widget/shared/astro.wasm
[ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] || rustup target add "$target"
cargo build --quiet --locked --profile wasm --package astro-wasm --target "$target"
built=$(mktemp)
trap 'rm -f "$built"' EXIT
npm exec --yes --package=binaryen@132.0.0 -- wasm-opt -Oz --enable-bulk-memory --enable-sign-ext \
    --enable-nontrapping-float-to-int --enable-mutable-globals --enable-reference-types --enable-multivalue \
    "${CARGO_TARGET_DIR:-target}/$target/wasm/astro_wasm.wasm" -o "$built"
case ${1:-} in
--check)
    sha256sum --check --quiet astro/wasm/SHA256
    cmp "$built" "$module" || {
        echo "$module is not what $(rustc --version) builds: run astro/wasm/build.sh" >&2
        exit 1
    }
    ;;
*)
    cp "$built" "$module"
    chmod 644 "$module"
    sha256sum "$module" >astro/wasm/SHA256
    ;;
esac
