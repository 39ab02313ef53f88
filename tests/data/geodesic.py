"""Writes geodesic.csv: lines between points by the Python package geographiclib (Karney, MIT licence);
and tiles.csv: the tiles of boxes by mercantile (Mapbox, BSD licence).

pip install geographiclib==2.1 mercantile==1.2.1; python geodesic.py
"""

import csv
import math
import random
from pathlib import Path

import mercantile
from geographiclib.geodesic import Geodesic

PAIRS, BOXES = 600, 600
HERE = Path(__file__).parent
WGS84 = (6378137.0, 298.257223563)
# Name, half of the major axis in metres, inverse flattening (0 for a sphere).
ELLIPSOIDS = [
    ("WGS84", *WGS84),
    ("GRS67", 6378160.0, 298.247167427),
    ("Clarke1858", 6378293.645, 294.26),
    ("Clarke1880", 6378249.145, 293.465),
    ("Sphere", 6371000.0, 0.0),
]


def place(chance):
    """A point, evenly spread over the sphere."""
    return math.degrees(math.asin(chance.uniform(-1, 1))), chance.uniform(-180, 180)


def lines(chance):
    for number in range(PAIRS):
        name, a, inverse = ELLIPSOIDS[number % len(ELLIPSOIDS)]
        geodesic = Geodesic(a, 1 / inverse if inverse else 0.0)
        lat1, lng1 = place(chance)
        lat2, lng2 = place(chance)
        if number % 3 == 1:  # Nearly antipodal.
            lat2 = max(-90.0, min(90.0, -lat1 + chance.uniform(-0.6, 0.6)))
            lng2 = (lng1 + 360.0 + chance.uniform(-0.6, 0.6)) % 360.0 - 180.0
        if number % 3 == 2:  # Near.
            lat2 = max(-90.0, min(90.0, lat1 + chance.uniform(-0.5, 0.5)))
            lng2 = (lng1 + 180.0 + chance.uniform(-0.5, 0.5)) % 360.0 - 180.0
        found = geodesic.Inverse(lat1, lng1, lat2, lng2)
        numbers = lat1, lng1, lat2, lng2, found["s12"], found["azi1"], found["azi2"]
        yield name, *(repr(value) for value in numbers)


def boxes(chance):
    while True:
        z = chance.randint(0, 22)
        south, west = chance.uniform(-88, 88), chance.uniform(-180, 180)
        # Some tiles high and wide, at most 12.
        size = 360.0 / 2**z
        north = min(89.0, south + size * chance.uniform(0, 2))
        east = west + size * chance.uniform(0, 3)
        east = east - 360.0 if east > 180.0 else east
        tiles = list(mercantile.tiles(west, south, east, north, z))
        if len(tiles) <= 24:
            shown = ";".join(f"{t.x}/{t.y}" for t in sorted(set(tiles)))
            yield z, *(repr(value) for value in (west, south, east, north)), shown


def write(name, head, rows):
    with open(HERE / name, "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(head.split())
        table.writerows(rows)


if __name__ == "__main__":
    chance = random.Random(15)
    write("geodesic.csv", "ellipsoid lat1 lng1 lat2 lng2 distance_m azimuth1 azimuth2", lines(chance))
    found = boxes(chance)
    write("tiles.csv", "z west south east north tiles", (next(found) for _ in range(BOXES)))
