"""Sun and Moon from JPL DE440, for the programs here that write samples; independent of this project.

The kernel is the first argument of the program. Instants are Julian Days of TDB; positions are km and
velocities km/s in the axes of the ICRF, from the barycentre of the solar system, a column for each instant.
"""

import sys

import erfa
import numpy as np
from jplephem.spk import SPK

KERNEL = SPK.open(sys.argv[1])
LIGHT_KM_S, AU_KM = 299792.458, 149597870.7


def earth(t):
    """Position and velocity."""
    (p, v), (q, w) = KERNEL[0, 3].compute_and_differentiate(t), KERNEL[3, 399].compute_and_differentiate(t)
    return p + q, (v + w) / 86400


def sun(t):
    return KERNEL[0, 10].compute(t)


def moon(t):
    return KERNEL[0, 3].compute(t) + KERNEL[3, 301].compute(t)


def with_light_time(body, t, here):
    """Unit vectors from a position to where a body was when its light left, a row for each, and km."""
    seen = body(t) - here
    for _ in range(4):
        seen = body(t - np.linalg.norm(seen, axis=0) / LIGHT_KM_S / 86400) - here
    km = np.linalg.norm(seen, axis=0)
    return (seen / km).T, km


def aberrated(direction, t, here, moving):
    """Unit vectors as seen by an observer of that velocity; relativistic."""
    velocity = (moving / LIGHT_KM_S).T
    from_sun = np.linalg.norm(sun(t) - here, axis=0) / AU_KM
    return erfa.ab(direction, velocity, from_sun, np.sqrt(1 - (velocity**2).sum(1)))


def apparent(body, t):
    """Unit vectors from the Earth's centre with light time and aberration, a row for each, and km."""
    here, moving = earth(t)
    direction, km = with_light_time(body, t, here)
    return aberrated(direction, t, here, moving), km
