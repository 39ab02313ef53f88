# Lists the recipes.
default:
    @just --list --unsorted

# Computes everything and publishes it into artifacts/.
build:
    cargo run --release --bin builder

# Prints the eclipses of a date, such as 2024-04-08.
show date:
    cargo run --release --bin builder -- show {{date}}

# Checks the published generation; give --canon, --elements, --lunar to compare with published tables.
verify *tables:
    cargo run --release --bin builder -- verify {{tables}}

# Prints eclipses by country and sea, writes artifacts/current/report.html; give --canon to plot the differences from it.
report *canon:
    cargo run --release --bin builder -- report {{canon}}

# Runs all tests.
test:
    cargo test --release --workspace

# Formatting and lints, warnings as errors.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

# Measures the theories, the pipeline and the mapped ephemeris.
bench:
    cargo bench --workspace

# Opens the Parquet files with DuckDB, Polars and pandas.
readers:
    python3 tests/parquet_readers.py artifacts/current

# All that must be green before a change lands.
ci:
    bash .ci/run
