#!/usr/bin/env bash
# Builds the Python package in a new virtual environment and runs all of its tests: types, formatting of Rust,
# bits against the crate almanac, readers of Arrow, README, notebook and threads. Prints the speed.
# Usage: test.sh [ARTIFACTS [WHEEL]]: with a folder of artifacts it also opens the published generation. The
# wheel of a release is tested as it is.
# Needs python3 (3.10 or newer) with venv, cargo, and the registries PyPI and crates.io.
set -euo pipefail
if [ $# -gt 0 ]; then
    UMBRA_ARTIFACTS=$(cd "$1" && pwd)
    export UMBRA_ARTIFACTS
fi
package=$(realpath "${2:-$(dirname "$0")}")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo fmt --check
cargo clippy --release --quiet --locked --all-targets -- -D warnings
(cd ../.. && cargo run --release --quiet --locked --package almanac --example pairs -- "$work/pairs.f64")
python3 -m venv "$work/venv"
# The folder bin, which Windows names Scripts.
bin=$(dirname "$work"/venv/*/activate)
# pip prints the whole output of cargo on failure.
"$bin/pip" install --quiet "${package}[test]"
"$bin/mypy" --strict --python-executable "$bin/python" --cache-dir "$work/mypy" python/umbra_eclipse
export UMBRA_PAIRS=$work/pairs.f64 MPLBACKEND=agg PYTHONDONTWRITEBYTECODE=1
"$bin/python" -m pytest -q -rA -p no:cacheprovider
"$bin/python" benches/speed.py
