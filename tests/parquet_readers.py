#!/usr/bin/env python3
"""Opens a generation with DuckDB, Polars, pandas and GeoPandas; checks values before the year 1 and paths.
Runs the queries of report.html, if there is one.

    python3 tests/parquet_readers.py artifacts/current

Exits with 1 if a value is wrong, and with 77 if a reader is not installed; the other readers still run.
"""
import html
import pathlib
import re
import sys

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "artifacts/current"
ECLIPSES = f"{FOLDER}/eclipses.parquet"
# The first eclipse of the canon, as printed.
FIRST = {"year": -1999, "month": 6, "day": 12, "saros": 5, "eclipse_type": "T", "path_width_km": 247}
ROWS = 11898
# Number of greatest eclipses on the Caspian, in neither country nor sea area; all others are in one of them.
NEITHER = 5
UNIX_EPOCH_JD = 2440587.5


def check(reader, rows, first, timestamp_ms):
    assert rows == ROWS, (reader, rows)
    for column, expected in FIRST.items():
        value = first[column]
        assert (round(value) if isinstance(expected, int) else value) == expected, (reader, column, value)
    expected_ms = (first["jd_ut"] - UNIX_EPOCH_JD) * 86_400_000
    assert abs(timestamp_ms - expected_ms) < 100, (reader, timestamp_ms, expected_ms)
    date = f"{first['year']}-{first['month']:02}-{first['day']:02}"
    print(f"{reader}: {rows} rows, first {date}, timestamp {timestamp_ms} ms")


def with_duckdb():
    import duckdb
    rows = duckdb.sql(f"SELECT count(*) FROM '{ECLIPSES}'").fetchall()[0][0]
    columns = [*FIRST, "jd_ut"]
    select = f"SELECT {', '.join(columns)}, epoch_ms(timestamp_ms)"
    values = duckdb.sql(f"{select} FROM '{ECLIPSES}' ORDER BY jd_tt LIMIT 1").fetchall()[0]
    check("DuckDB", rows, dict(zip(columns, values)), values[-1])
    report = pathlib.Path(FOLDER, "report.html")
    if report.exists():
        queries = re.findall(r'<pre class="query">(.*?)</pre>', report.read_text("utf-8"), re.DOTALL)
        assert len(queries) > 5, "the report has a query in each section"
        for query in map(html.unescape, queries):
            assert duckdb.sql(query.replace("artifacts/current", FOLDER)).fetchall(), query
        print(f"DuckDB: {len(queries)} queries of the report")


def with_polars():
    import polars as pl
    frame = pl.read_parquet(ECLIPSES)
    # Python's own datetime begins with year 1, so compare the instant as a number.
    first = frame.drop("timestamp_ms").row(0, named=True)
    check("Polars", frame.height, first, frame["timestamp_ms"].to_physical()[0])
    assert frame["path_width_km"].null_count() > 4000
    neither = frame.filter(pl.col("country_iso").is_null() == pl.col("mrg_id").is_null())
    assert neither.height == NEITHER and frame["tz_id"].null_count() == 0, neither


def with_pandas():
    import pandas as pd
    frame = pd.read_parquet(ECLIPSES)
    instants = frame["timestamp_ms"].to_numpy()
    assert str(instants.dtype) == "datetime64[ms]", instants.dtype
    check("pandas", len(frame), frame.drop(columns="timestamp_ms").iloc[0], int(instants[0].astype("int64")))
    assert frame["eclipse_type_qualifier"].isna().sum() > 9000
    assert (frame["country_iso"].isna() == frame["mrg_id"].isna()).sum() == NEITHER


def with_geopandas():
    import geopandas as gpd
    import shapely
    paths = gpd.read_parquet(f"{FOLDER}/paths.parquet")
    assert paths.crs.to_string() == "OGC:CRS84" and paths.geometry.is_valid.all(), paths.crs
    rings = shapely.get_exterior_ring(shapely.get_parts(paths.geometry[paths.area_km2.notna()].values))
    assert shapely.is_ccw(rings).all()
    # Dallas saw totality on 2024 April 8: test the covering box and the geometry.
    near = gpd.read_parquet(f"{FOLDER}/paths.parquet", bbox=(-97, 32, -96, 33))
    dallas = near[(near.curve == "area") & near.contains(shapely.Point(-96.80, 32.78))]
    assert (2024, "total") in zip(dallas.year, dallas.kind), dallas
    print(f"GeoPandas: {len(paths)} paths, {len(dallas)} over Dallas")


def main():
    absent = []
    for reader in (with_duckdb, with_polars, with_pandas, with_geopandas):
        try:
            reader()
        except ImportError as error:
            absent.append(str(error))
    if absent:
        print("not installed:", "; ".join(absent), file=sys.stderr)
        sys.exit(77)


main()
