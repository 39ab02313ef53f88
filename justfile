# Lists the recipes.
default:
    @just --list --unsorted

# Computes everything and publishes it into artifacts/.
build:
    cargo run --release --bin builder

# Serves what is published, open to everybody, on http://127.0.0.1:8080.
demo:
    cargo run --release --bin server -- --demo

# Serves with options, such as --listen 0.0.0.0:80.
serve *options:
    cargo run --release --bin server -- {{options}}

# Prints the eclipses of a date, such as 2024-04-08; --geojson prints the curves on the map.
show date *options:
    cargo run --release --bin builder -- show {{date}} {{options}}

# Checks the published generation; give --canon, --elements, --lunar to compare with published tables.
verify *tables:
    cargo run --release --bin builder -- verify {{tables}}

# Prints eclipses by country and sea, writes report.html; give --canon to plot the differences from it.
report *canon:
    cargo run --release --bin builder -- report {{canon}}

# Packs both programs, catalog-src, units, completions and man pages into target/dist.
dist:
    bash deploy/dist.sh

# Installs what `dist` packs, for example into /usr/local.
install prefix: dist
    target/dist/umbra-*-linux/install.sh {{prefix}}

# A container image of both programs and a generation, by podman or docker: `just image docker` for Compose.
image engine="podman":
    {{engine}} build -f deploy/Containerfile -t umbra \
        --build-arg UMBRA_COMMIT="$(git describe --always --abbrev=12 --exclude='*' --dirty=-changed)" .

# Tries units, proxies, containers, alerts and board with what `dist` packs; needs what tests/deploy.sh names.
deploy python="python3": dist
    cargo build --release -p tests --bin server_under_test --example limb_profiles
    bash tests/deploy.sh target/release/server_under_test artifacts {{python}}

# Runs all tests.
test:
    cargo test --release --workspace

# Formatting and lints, warnings as errors.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

# Measures the theories, the pipeline, the ephemeris, the curves and the server's answers.
bench:
    cargo bench --workspace

# Requests per second against a bare server; needs wrk and a published generation.
load seconds="4" turns="3":
    bash server/benches/load.sh {{seconds}} {{turns}}

# Start, memory and changes with 100,000 accounts; needs PostgreSQL and a published generation.
many-accounts:
    cargo build --release -p tests --bin server_under_test --example many_accounts
    target/release/examples/many_accounts target/release/server_under_test artifacts
    target/release/examples/many_accounts target/release/server_under_test artifacts --postgres

# Two servers behind nginx against one, with PostgreSQL and Valkey; needs what server/benches/fleet.sh names.
fleet-load seconds="8" turns="5":
    bash server/benches/fleet.sh {{seconds}} {{turns}}

# A property-based run over the server's OpenAPI description; needs schemathesis and a published generation.
openapi schemathesis="schemathesis":
    cargo build --release -p tests --bin server_under_test
    bash tests/openapi.sh {{schemathesis}} target/release/server_under_test artifacts

# Generates a Python and a TypeScript client and calls every operation; needs npm and a published generation.
clients:
    cargo build --release -p tests --bin server_under_test
    bash tests/clients/run.sh target/release/server_under_test artifacts

# Good, bad, slow and cut requests at once for some minutes; needs a published generation.
soak minutes="30":
    cargo build --release -p tests --bin server_under_test --example soak
    target/release/examples/soak target/release/server_under_test artifacts --minutes {{minutes}}

# Three servers with PostgreSQL and Valkey: the end of an allowance, kills, changes of keys, speed; needs a
# published generation, both programs, wrk and taskset.
fleet *questions:
    cargo build --release -p tests --bin server_under_test --example fleet
    target/release/examples/fleet target/release/server_under_test artifacts {{questions}}

# Looks for dates that break the parser; needs cargo-fuzz and a nightly compiler.
fuzz seconds="60":
    cd server && cargo fuzz run date_time -- -max_total_time={{seconds}}

# Opens the Parquet files with DuckDB, Polars, pandas and GeoPandas.
readers:
    python3 tests/parquet_readers.py artifacts/current

# Runs the queries and programs of COOKBOOK.md; needs the packages that tests/cookbook.sh names.
cookbook python="python3":
    cargo build --release -p tests --bin server_under_test --example limb_profiles
    bash tests/cookbook.sh {{python}} target/release/server_under_test artifacts

# Has GDAL, GEOS and schemas judge the curves in every format; needs the packages that tests/maps.sh names.
maps python="python3":
    cargo build --release -p tests --bin server_under_test
    bash tests/maps.sh {{python}} target/release/server_under_test artifacts

# Licences, sources and advisories by deny.toml; needs cargo-deny and a network.
deny:
    cargo deny check

# All that must be green before a change lands; ALLOW_IGNORED=1 where the reference tables cannot be had.
ci:
    bash .ci/run
