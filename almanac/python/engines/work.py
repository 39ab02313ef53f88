"""The work of an engine: places from a Parquet file, and the eclipses that they see as Parquet files."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

import umbra_eclipse as ue
from umbra_eclipse import batch

PLACES = 100_000
PARTS = 24
# Years whose results are compared, and more of them for the speed, because engines need seconds to start.
YEARS = range(2000, 2020)
MANY_YEARS = range(1940, 2000)
# Processes of an engine and threads of the builder, so that their times compare.
CORES = 2


def search(places: Iterable[pa.RecordBatch], years: range = YEARS) -> pa.RecordBatchReader:
    """Returns the eclipses that places see."""
    return pa.RecordBatchReader.from_stream(batch.search(places, ue.eclipses(years.start, years.stop)))


def write(places: Iterable[pa.RecordBatch], folder: str, part: int, years: range = YEARS) -> int:
    """Writes the results of a part into a file, from scratch if the part is computed again."""
    options = ds.ParquetFileFormat().make_write_options(compression="zstd")
    ds.write_dataset(
        search(places, years),
        folder,
        format="parquet",
        file_options=options,
        basename_template=f"part-{part:02}-{{i}}.parquet",
        existing_data_behavior="overwrite_or_ignore",
        min_rows_per_group=100_000,
        use_threads=False,
    )
    return part


def make_places(path: Path) -> None:
    """Writes places all over the inhabited Earth, in as many row groups as there are parts."""
    random = np.random.default_rng(2026)
    columns = {"lat": random.uniform(-60, 70, PLACES), "lng": random.uniform(-180, 180, PLACES)}
    table = pa.table({"id": np.arange(PLACES), **columns, "height": random.uniform(0, 3000, PLACES)})
    pq.write_table(table, path, row_group_size=-(-PLACES // PARTS))


def builder(program: str, artifacts: str, places: Path, folder: Path, years: range) -> float:
    """Computes the same with `builder batch`; returns the seconds that it takes."""
    span = f"{years.start}..{years.stop - 1}"
    options = {"--places": places, "--eclipses": span, "--out": folder, "--artifacts": artifacts}
    command = [program, "batch", *(str(word) for option in options.items() for word in option)]
    start = time.perf_counter()
    subprocess.run([*command, "--threads", str(CORES), "--quiet"], check=True)
    return time.perf_counter() - start


def rows(folder: Path) -> pa.Table:
    """The rows of a folder in one order and with one type for words, and with numbers as their bits."""
    table = ds.dataset(sorted(folder.glob("*.parquet"))).to_table()
    table = table.sort_by([("id", "ascending"), ("catalog_number", "ascending")])
    # `place` counts the places of a file or of a part.
    columns = {name: table[name].combine_chunks() for name in table.column_names if name != "place"}
    for name, column in columns.items():
        if pa.types.is_floating(column.type):
            columns[name] = column.view(pa.int64())
        elif not pa.types.is_integer(column.type):
            is_instant = pa.types.is_timestamp(column.type)
            columns[name] = pc.cast(column, pa.timestamp("us") if is_instant else pa.string())
    return pa.table(columns)


def check(name: str, found: Path, expected: Path) -> None:
    """Ends the program unless both folders have the same rows, bit for bit."""
    found_rows, expected_rows = rows(found), rows(expected)
    for column in expected_rows.column_names:
        if not found_rows[column].equals(expected_rows[column]):
            raise SystemExit(f"{name}: {column} differs from builder batch")
    print(f"{name}: {found_rows.num_rows} rows with the bits of builder batch")
