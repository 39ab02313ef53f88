"""Runs the same work with `builder batch`, Dask and Spark, and compares results and speed.

Usage: run.py BUILDER ARTIFACTS FOLDER"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import work


def main() -> None:
    """Each engine is a separate program, so that none has the threads or the memory of another."""
    program, artifacts, folder = sys.argv[1:]
    places, expected = Path(folder, "places.parquet"), Path(folder, "builder")
    work.make_places(places)
    work.builder(program, artifacts, places, expected, work.YEARS)
    seconds = work.builder(program, artifacts, places, Path(folder, "many"), work.MANY_YEARS)
    print(f"builder batch: {seconds:.1f} s with {work.CORES} threads", flush=True)
    for engine in ["run_dask.py", "run_spark.py"]:
        run = [sys.executable, Path(__file__).parent / engine, places, expected, folder, str(seconds)]
        subprocess.run(run, check=True)


if __name__ == "__main__":
    main()
