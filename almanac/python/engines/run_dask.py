"""Dask: three worker processes, one of which is killed twice; the results are complete, with the same bits.

Usage: run_dask.py PLACES EXPECTED FOLDER BUILDER_SECONDS"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import work
from dask.distributed import Client, Future, LocalCluster, Nanny, as_completed


def compute(places: str, folder: Path, part: int, years: range) -> int:
    """Computes the places of a row group."""
    return work.write(pq.ParquetFile(places).iter_batches(row_groups=[part]), str(folder), part, years)


def kill(nanny: Nanny) -> None:
    """Kills the process of a worker, and waits until the next one has work."""
    killed = nanny.pid
    os.kill(killed, signal.SIGKILL)
    while nanny.pid in (None, killed):
        time.sleep(0.05)


def main() -> None:
    """Measures two workers, then runs three with failures."""
    places, expected, folder, builder_s = sys.argv[1:]
    killed = Path(folder, "dask-killed")
    parts = range(work.PARTS)
    cluster = LocalCluster(n_workers=work.CORES, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:

        def run(out: str, years: range) -> list[Future]:
            return [client.submit(compute, places, Path(folder, out), part, years) for part in parts]

        client.gather(run("dask", work.YEARS))
        start = time.perf_counter()
        client.gather(run("dask-many", work.MANY_YEARS))
        seconds = time.perf_counter() - start
        print(f"Dask: {float(builder_s) / seconds:.2f} times the speed of builder batch")
        work.check("Dask", Path(folder, "dask"), Path(expected))

        cluster.scale(3)
        client.wait_for_workers(3)
        futures = run(killed.name, work.YEARS)
        done = as_completed(futures)
        for _ in range(2):
            next(done)
            kill(cluster.workers[0])
        left = sum(not future.done() for future in futures)
        assert client.gather(futures) == list(parts)
    work.check(f"Dask after two kills, the second with {left} parts left", killed, Path(expected))


if __name__ == "__main__":
    main()
