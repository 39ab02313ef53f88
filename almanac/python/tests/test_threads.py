"""Threads do not change the numbers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import umbra_eclipse as ue

places = np.random.default_rng(2026).uniform([-90, -180], [90, 180], (20_000, 2))


def local(rows: np.ndarray) -> ue.Table:
    return ue.local_circumstances("2026-08-12", lat=rows[:, 0], lng=rows[:, 1])


def test_threads_give_the_same_numbers() -> None:
    whole = local(places)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(local, np.split(places, 8)))
    for name in whole.columns:
        np.testing.assert_array_equal(whole[name], np.concatenate([part[name] for part in parts]))
