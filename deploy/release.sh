#!/usr/bin/env bash
# Makes a release in target/umbra-VERSION: the programs for x86_64 and glibc 2.28 or later, the context of the
# container images, the tables, a list of crates for each program (SBOM), the packages for other languages
# (deploy/packages.sh), and SHA256SUMS. The same commit and compiler give the same bytes in any folder.
# Needs a C compiler, objdump, crates.io, and the requirements of deploy/tools.sh and deploy/packages.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. deploy/tools.sh
. deploy/pack.sh
out=target/umbra-$version work=target/release-parts
rm -rf "$out" "$work"
mkdir -p "$out" "$work/programs"
fail() {
    echo "release: $*" >&2
    exit 1
}
[[ $UMBRA_COMMIT != *-changed ]] || fail "commit the changes first"
begun=$SECONDS
step() {
    echo "$1: $((SECONDS - begun)) s"
    begun=$SECONDS
}
step tools

# Programs.
max_server_bytes=40000000
cargo zigbuild --locked --profile dist --target "$machine.$glibc" -p builder -p server-postgres \
    --features postgres
built=$CARGO_TARGET_DIR/$machine/dist programs=$work/programs
cp "$built/builder" "$programs/builder"
cp "$built/server-postgres" "$programs/server"
for program in "$programs"/*; do
    newest=$(newest_glibc "$program" "$glibc") || fail "$program needs glibc $newest"
    for folder in "$PWD" "${CARGO_HOME:-$HOME/.cargo}" "$(rustc --print sysroot)"; do
        [ "$(grep -acF "$folder/" "$program")" = 0 ] || fail "$program contains paths of this machine: $folder"
    done
    echo "$(basename "$program"): $(stat --format %s "$program") bytes, needs glibc $newest"
done
[ "$(stat --format %s "$programs/server")" -le $max_server_bytes ] ||
    fail "the server has more than $max_server_bytes bytes"
name=umbra-$version-x86_64-linux
tree "$programs" "$work/$name"
cp "$work/$name/share/doc/umbra/THIRD-PARTY.txt" "$out/"
archive "$work/$name" | gzip --no-name >"$out/$name.tar.gz"
step programs

# Context of the images: the programs in place of their sources, and the stages of deploy/Containerfile.
name=umbra-$version-image
mkdir -p "$work/$name/deploy"
cp deploy/umbra "$work/$name/deploy/"
cp -R catalog-src "$programs" "$out/THIRD-PARTY.txt" "$work/$name/"
{
    sed 's/^    //' <<'END'
    # Two images of the programs beside this file: the server with a generation, and the builder.
    #   podman build -t umbra . && podman run --rm -p 8080:8080 umbra --demo
    #   podman build -t umbra-builder --target umbra-builder .
    ARG DEBIAN=docker.io/library/debian:bookworm-slim

    FROM ${DEBIAN} AS build
    WORKDIR /umbra
    # hadolint ignore=DL3008
    RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates \
        && rm -rf /var/lib/apt/lists/*
    COPY catalog-src catalog-src
    COPY programs /programs
    RUN /programs/builder build --keep 1 --out /artifacts \
        && install -d -o 65532 -g 65532 -m 700 /empty

END
    sed -n '/ AS umbra-builder$/,$p' deploy/Containerfile |
        sed 's#^COPY deploy/umbra .*#&\nCOPY THIRD-PARTY.txt /usr/local/share/doc/umbra/#'
} >"$work/$name/Containerfile"
archive "$work/$name" | gzip --no-name >"$out/$name.tar.gz"
step image

# Tables, without the Arrow files, which only the server reads.
name=umbra-data-$version
"$programs/builder" build --quiet --keep 1 --out "$work/artifacts"
mkdir "$work/$name"
cp "$work"/artifacts/current/{*.parquet,*.pmtiles,*.md,item.json,collection.json} "$work/$name/"
generation=$(basename "$(readlink "$work/artifacts/current")")
for file in README.md CITATION.cff; do
    sed -e "s/@VERSION@/$version/g" -e "s/@GENERATION@/$generation/g" \
        -e "s/@DATE@/$(date --date="@$SOURCE_DATE_EPOCH" +%F)/g" "deploy/data/$file" >"$work/$name/$file"
done
sums() { (cd "$1" && sha256sum -- $(ls) >../SHA256SUMS && mv ../SHA256SUMS .); }
sums "$work/$name"
# Parquet is compressed already.
archive "$work/$name" >"$out/$name.tar"
step data

# Lists of crates. The tool writes one beside every Cargo.toml.
cyclonedx=$PWD/target/tools/cyclonedx-0.5.9
[ -x "$cyclonedx/bin/cargo-cyclonedx" ] ||
    env -u RUSTFLAGS -u CFLAGS cargo install --quiet cargo-cyclonedx --locked --version "${cyclonedx##*-}" \
        --root "$cyclonedx" --target-dir target/tools/build
PATH=$cyclonedx/bin:$PATH
sbom() { # PROGRAM FOLDER OPTIONS
    cargo cyclonedx --quiet --manifest-path "$2/Cargo.toml" --target $machine --format json \
        --spec-version 1.5 --override-filename umbra-sbom "${@:3}"
    sed "s|file://$PWD|file:///umbra|g" "$2/umbra-sbom.json" >"$out/umbra-$1-$version.cdx.json"
    git ls-files '*Cargo.toml' | sed 's/Cargo.toml$/umbra-sbom.json/' | xargs rm -f
}
sbom builder builder
sbom server server/postgres --features postgres
step SBOM

"$programs/builder" pack "$work/canon.pack" --out "$work/artifacts"
CANON_PACK=$PWD/$work/canon.pack bash deploy/packages.sh "$out"
step packages
sums "$out"
echo "$out, commit $UMBRA_COMMIT"
