"""Spark: mapInArrow on a cluster of two executors; the results have the same bits.

Usage: run_spark.py PLACES EXPECTED FOLDER BUILDER_SECONDS"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import work
from pyspark import TaskContext
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

MASTER = f"local-cluster[{work.CORES},1,1024]"
HERE = Path(__file__).parent


def plain(field: pa.Field) -> pa.Field:
    """A column with a type that Spark has: text, and instants in microseconds."""
    if pa.types.is_dictionary(field.type):
        return pa.field(field.name, pa.string())
    return pa.field(field.name, pa.timestamp("us") if pa.types.is_timestamp(field.type) else field.type)


def main() -> None:
    """Lets the tasks write files, which is fast, and then Spark."""
    places, expected, folder, builder_s = sys.argv[1:]
    by_tasks, by_spark = Path(folder, "spark-tasks"), Path(folder, "spark")
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.log.level": "ERROR",
        "spark.sql.files.maxPartitionBytes": Path(places).stat().st_size // 8,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    spark = SparkSession.builder.master(MASTER).config(map=settings).getOrCreate()
    spark.sparkContext.addPyFile(str(HERE / "work.py"))
    frame = spark.read.parquet(places)

    def run(out: Path, years: range) -> float:
        def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            part = work.write(batches, str(out), TaskContext.get().partitionId(), years)
            yield pa.record_batch({"part": [part]})

        start = time.perf_counter()
        frame.mapInArrow(write, "part long").collect()
        return time.perf_counter() - start

    # The first run starts the interpreters of Python.
    run(by_tasks, work.YEARS)
    seconds = run(Path(folder, "spark-many"), work.MANY_YEARS)
    print(f"Spark: {float(builder_s) / seconds:.2f} times the speed of builder batch")
    work.check("Spark, files of tasks", by_tasks, Path(expected))

    schema = pa.schema([plain(field) for field in work.search([pq.read_table(places)]).schema])

    def search(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # A part without places has no column id, and no batches.
        yield from (batch.cast(schema) for batch in work.search(batches))

    found = frame.mapInArrow(search, from_arrow_schema(schema, prefer_timestamp_ntz=True))
    found.write.parquet(str(by_spark))
    spark.stop()
    work.check("Spark", by_spark, Path(expected))


if __name__ == "__main__":
    main()
