"""The same bits as the crate almanac, for the 100,000 pairs of its example `pairs`."""

from __future__ import annotations

import os

import numpy as np

import umbra_eclipse as ue

PAIRS = 100_000
CONTACTS = ["c1", "c2", "max", "c3", "c4"]
QUANTITIES = ["t", "magnitude", "obscuration", "sun_alt", "sun_az", "p", "v"]


def test_numbers_have_the_bits_of_almanac() -> None:
    k = np.arange(1, PAIRS + 1, dtype=np.float64)
    lat = 180.0 * np.fmod(k * 0.7548776662466927, 1.0) - 90.0
    lng = 360.0 * np.fmod(k * 0.5698402909980532, 1.0) - 180.0
    height = np.floor(4000.0 * np.fmod(k * 0.8191725133961645, 1.0))
    number = np.floor(454.0 * np.fmod(k * 0.6710436067037893, 1.0)).astype(int)
    by_basis = [
        ue.eclipses(),
        ue.eclipses(theory="precise"),
        ue.eclipses(theory="precise", k1=0.2725076, k2=0.2722, sun_radius=959.95),
    ]
    # Pairs count from 0: even ones by the canon, and every second odd one with other radii.
    basis = [[0, 1, 0, 2][row % 4] for row in range(PAIRS)]
    eclipses = [by_basis[b][n] for b, n in zip(basis, number, strict=True)]
    table = ue.local_circumstances(eclipses, lat=lat, lng=lng, height=height)

    def column(quantity: str, contact: str) -> np.ndarray:
        name = f"{quantity}_{contact}"
        return table[name if name in table.columns else quantity]

    numbers = np.stack([column(q, c) for c in CONTACTS for q in QUANTITIES], axis=1)
    expected = np.fromfile(os.environ["UMBRA_PAIRS"], dtype="<f8").reshape(PAIRS, 35)
    np.testing.assert_array_equal(numbers.view(np.uint64), expected.view(np.uint64))
    assert np.isfinite(expected).any(axis=1).sum() > PAIRS // 10
