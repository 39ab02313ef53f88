"""Prints how fast the package is: a million places, two threads, and the first result after the import."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import umbra_eclipse as ue

MILLION = 1_000_000
START = """
import time
start = time.perf_counter()
import umbra_eclipse as ue
ue.local_circumstances("2026-08-12", lat=42.34, lng=-3.70)["c2"]
print(time.perf_counter() - start)
"""


def places(south: float, north: float, west: float, east: float) -> np.ndarray:
    return np.random.default_rng(2026).uniform([south, west], [north, east], (MILLION, 2))


def seconds(rows: np.ndarray) -> float:
    start = time.perf_counter()
    ue.local_circumstances("2026-08-12", lat=rows[:, 0], lng=rows[:, 1])
    return time.perf_counter() - start


def main() -> None:
    """Prints the best of three runs each: other load on the machine only makes them slower."""
    everywhere, seeing = places(-90, 90, -180, 180), places(35, 50, -20, 10)
    print(f"a million places all over the Earth: {min(seconds(everywhere) for _ in range(3)):.2f} s")
    print(f"a million places that see the eclipse: {min(seconds(seeing) for _ in range(3)):.2f} s")
    halves = np.array_split(everywhere, 2)
    one_s, two_s = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3):
            one_s.append(sum(seconds(half) for half in halves))
            start = time.perf_counter()
            list(pool.map(seconds, halves))
            two_s.append(time.perf_counter() - start)
    print(f"two threads: {min(one_s) / min(two_s):.2f} times as fast as one")
    run = [sys.executable, "-c", START]
    runs = [subprocess.run(run, check=True, capture_output=True, text=True) for _ in range(5)]
    print(f"first result after the import: {min(float(done.stdout) for done in runs) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
