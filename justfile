# Lists the recipes.
default:
    @just --list --unsorted

# Computes everything and publishes it into artifacts/.
build:
    cargo run --release --bin builder

# Serves the published tables without authentication on http://127.0.0.1:8080.
demo:
    cargo run --release --bin server -- --demo

# Serves with options, such as --listen 0.0.0.0:80.
serve *options:
    cargo run --release --bin server -- {{options}}

# Prints the eclipses of a date, such as 2024-04-08; --geojson prints the curves on the map.
show date *options:
    cargo run --release --bin builder -- show {{date}} {{options}}

# Writes every solar eclipse of 1900 … 2100 in every town as Parquet, 750 MB; options such as --shard 3/8.
eclipses-in-towns *options:
    cargo run --release --bin builder -- batch --places towns --eclipses 1900..2100 --out eclipses-in-towns \
        {{options}}

# Checks the published generation; --canon, --elements, --lunar compare it with published tables.
verify *tables:
    cargo run --release --bin builder -- verify {{tables}}

# Renews the figures of /docs/accuracy; REFERENCE is a folder with NASA's tables.
accuracy reference="../shared/reference":
    cargo run --release --bin builder -- verify --json --canon {{reference}}/nasa_solar_sample.csv \
        --elements {{reference}}/nasa_elements_sample.csv --lunar {{reference}}/nasa_lunar_sample.csv \
        >server/src/pages/docs/guides/verification.json

# Prints eclipses by country and sea, writes report.html; --canon plots the differences from a canon.
report *canon:
    cargo run --release --bin builder -- report {{canon}}

# Makes the files of a release in target/umbra-VERSION; deploy/release.sh lists its requirements.
release:
    bash deploy/release.sh

# Packs both programs for this machine, catalog-src, units, completions and man pages into target/dist.
dist:
    bash deploy/dist.sh

# Packs and installs, for example into /usr/local.
install prefix: dist
    target/dist/umbra-*-linux/install.sh {{prefix}}

# Builds the container images of the server and the builder; `just image docker` for Compose.
image engine="podman" *options:
    for target in umbra-builder umbra; do {{engine}} build -f deploy/Containerfile -t $target --target $target \
        --build-arg UMBRA_COMMIT="$(git describe --always --abbrev=12 --exclude='*' --dirty=-changed)" \
        {{options}} . || exit; done

# Renews the rules for the Prometheus operator from deploy/alerts.yml.
rules:
    sed -i '/^spec:/q' deploy/kubernetes/monitoring/rules.yaml
    sed -n '/^groups:/,$s/^\(.\)/  \1/p' deploy/alerts.yml >>deploy/kubernetes/monitoring/rules.yaml

# Tests units, proxies, containers, alerts and dashboard of a package; tests/deploy.sh lists its requirements.
deploy python="python3": dist
    cargo build --release --example tools
    bash tests/deploy.sh target/release/server-postgres artifacts {{python}}

# Runs the tests that need no other programs. `.ci/run` and `.ci/night` run all.
test:
    cargo test --release --workspace

# Checks formatting and lints, warnings as errors.
lint:
    cargo fmt --all --check
    cargo clippy --release --workspace --all-targets --features postgres -- -D warnings

# Measures the theories, the pipeline, the ephemeris, the curves and the server's responses.
bench:
    cargo bench --workspace

# Measures requests per second relative to a bare server; needs wrk and a published generation.
load seconds="4" turns="3":
    bash server/benches/load.sh {{seconds}} {{turns}}

# Counts the instructions of ten calls, and compares them with tests/instructions.txt; needs valgrind and a
# published generation. `just instructions --update` renews the file.
instructions *options:
    cargo build --release --bin server
    bash tests/instructions.sh target/release/server artifacts {{options}}

# Measures the latency of a small call beside 99 connections with the most expensive calls; needs a published
# generation.
fairness:
    cargo build --release --workspace
    python3 tests/fairness.py target/release/server artifacts

# Measures start, memory and changes with 100,000 accounts; needs PostgreSQL and a published generation.
many-accounts:
    cargo build --release --bin server_under_test --example tools
    cargo build --release -p server-postgres --features postgres
    target/release/examples/tools many-accounts target/release/server_under_test artifacts
    target/release/examples/tools many-accounts target/release/server-postgres artifacts --postgres

# Compares two servers behind nginx with one; server/benches/fleet.sh lists its requirements.
fleet-load seconds="8" turns="5":
    bash server/benches/fleet.sh {{seconds}} {{turns}}

# Runs property-based tests of the OpenAPI description; needs schemathesis and a published generation.
openapi schemathesis="schemathesis":
    cargo build --release --bin server_under_test
    bash tests/openapi.sh {{schemathesis}} target/release/server_under_test artifacts

# Generates a Python and a TypeScript client and calls every operation; needs npm and a published generation.
clients:
    cargo build --release --bin server_under_test
    bash tests/clients/run.sh target/release/server_under_test artifacts

# Sends good, bad, slow and aborted requests for some minutes; needs a published generation.
soak minutes="30":
    cargo build --release --bin server_under_test --example tools
    target/release/examples/tools soak target/release/server_under_test artifacts --minutes {{minutes}}

# Measures three servers with PostgreSQL: changes of keys, distance; needs a published generation.
fleet:
    cargo build --release --example tools
    cargo build --release -p server-postgres --features postgres
    target/release/examples/tools fleet target/release/server-postgres artifacts

# Keeps the OpenAPI description, columns, options and metrics of this version, before its release.
release-lists:
    UMBRA_RELEASE=write cargo test --release --workspace --test main --test process -- released_

# Fuzzes all parsers for some seconds altogether; a failure leaves its input in tests/tests/fuzz/cases.
fuzz seconds="120":
    UMBRA_FUZZ_SECONDS={{seconds}} cargo test --release --workspace --test main -- \
        fuzz:: --nocapture --test-threads 1

# Opens the Parquet files with DuckDB, Polars, pandas and GeoPandas.
readers:
    python3 tests/parquet_readers.py artifacts/current

# Runs the queries and programs of COOKBOOK.md; tests/cookbook.sh lists its requirements.
cookbook python="python3":
    cargo build --release --bin builder --bin server_under_test --example tools
    bash tests/cookbook.sh {{python}} target/release/server_under_test artifacts

# Checks the curves in every format with GDAL, GEOS and schemas; tests/maps.sh lists its requirements.
maps python="python3":
    cargo build --release --bin server_under_test
    bash tests/maps.sh {{python}} target/release/server_under_test artifacts

# Reads the tables through nginx and Caddy, and validates STAC; tests/tables.sh lists its requirements.
tables python="python3":
    cargo build --release --bin server_under_test --example tools
    bash tests/tables.sh {{python}} target/release/server_under_test artifacts

# Builds and tests the packages for JavaScript, Python, and Kotlin and Swift; each test.sh lists its
# requirements. Needs a published generation.
packages:
    cargo run --release --bin builder -- pack target/canon.pack
    almanac/npm/test.sh target/canon.pack
    almanac/python/test.sh artifacts
    almanac/mobile/test.sh

# Builds the module of the pages anew, after a change of astro or astro/wasm; needs npm.
wasm:
    astro/wasm/build.sh

# Checks workflows, Dependabot's settings and issue forms; needs PyPI and shellcheck.
workflows:
    tests/workflows.sh

# Checks licences, sources and advisories by deny.toml; needs cargo-deny and a network.
deny:
    cargo deny check

# Runs everything that must pass before a change lands; ALLOW_IGNORED=1 permits missing reference tables.
ci:
    bash .ci/run

# Runs the stages of the night: fleets, kills, fuzzing, packages, deployment; `just night npm python` only these.
night *stages:
    bash .ci/night {{stages}}
