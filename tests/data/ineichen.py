"""Writes ineichen.csv: irradiance under a clear sky by pvlib, independent of this project.

Run: pip install pvlib==0.16.1; python tests/data/ineichen.py
Altitudes are apparent, 0.6° to 90°; `e0_w_m2` is the irradiance above the air on a surface facing the Sun.
Air mass by Kasten and Young, thinned with a scale height of 8434.5 m; no enhancement at great air masses.
"""

import csv
import pathlib
import random

import numpy as np
import pvlib

INSTANTS, SCALE_HEIGHT_M = 120, 8434.5


def instants():
    dice = random.Random(14)
    for n in range(INSTANTS):
        # A third of them at low altitudes, where the models of air differ most.
        altitude = dice.uniform(0.6, 6) if n % 3 == 0 else dice.uniform(0.6, 90)
        height = dice.choice([-400, 0, 100, 800, 1600, 3000, 4500, 8800])
        turbidity, e0 = dice.uniform(1, 10), dice.uniform(1315, 1410)
        yield round(altitude, 6), height, round(turbidity, 2), round(e0, 3)


with open(pathlib.Path(__file__).with_suffix(".csv"), "w", newline="\n") as out:
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["altitude_deg", "height_m", "turbidity", "e0_w_m2", "ghi_w_m2", "dni_w_m2", "dhi_w_m2"])
    for altitude, height, turbidity, e0 in instants():
        zenith = 90 - altitude
        mass = pvlib.atmosphere.get_relative_airmass(zenith, "kastenyoung1989")
        mass *= np.exp(-height / SCALE_HEIGHT_M)
        sky = pvlib.clearsky.ineichen(
            zenith, mass, turbidity, altitude=height, dni_extra=e0, perez_enhancement=False
        )
        rows.writerow([altitude, height, turbidity, e0, *(f"{sky[k]:.10f}" for k in ("ghi", "dni", "dhi"))])
