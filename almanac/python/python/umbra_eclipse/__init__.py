"""Solar eclipses, rise and set, and positions of Sun and Moon, vectorised and without a server.

Eclipses, searches and paths have the numbers of the Umbra service. Eclipses of the years 1900 … 2100 are part of the
package; `open` reads the years −1999 … 3000 from a published generation. Latitudes and longitudes are degrees
on WGS 84, north and east positive, heights metres above the ellipsoid. Instants are UT, which is within 0.9 s
of UTC.

    >>> import umbra_eclipse as ue
    >>> t = ue.local_circumstances(ue.eclipse("2026-08-12"), lat=[42.34, 43.36], lng=[-3.70, -8.41])
    >>> t["c2"].astype("datetime64[s]").tolist()
    [datetime.datetime(2026, 8, 12, 18, 28, 26), datetime.datetime(2026, 8, 12, 18, 27, 43)]
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import date, datetime, timezone
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Eclipse, Table

__all__ = [
    "Canon", "Eclipse", "Table", "eclipse", "eclipses", "local_circumstances", "open", "path", "position",
    "rise_set", "search",
]

Numbers: TypeAlias = npt.ArrayLike
"""A number, or an array of any shape."""
Time: TypeAlias = int | str | date | np.datetime64
"""A year (its beginning), ISO 8601 text such as `2026-08-12` or `2026-08-12T18:30:00Z`, or a date."""
Body: TypeAlias = Literal["sun", "moon", "gc"]
"""The Sun, the Moon or the Galactic Center."""
Theory: TypeAlias = Literal["canon", "precise"]
"""Theories of Sun and Moon: those of the published canon, or the most accurate ones (1500 … 2500)."""


class Canon:
    """Eclipses in order of time, and ΔT. The functions of the module are methods of the embedded canon."""

    def __init__(self, core: _core.Canon) -> None:
        self._core = core

    @property
    def dataset(self) -> str:
        """Name of the generation from which the eclipses come."""
        return self._core.dataset

    def eclipse(
        self,
        date: str,
        *,
        theory: Theory = "canon",
        k1: float | None = None,
        k2: float | None = None,
        sun_radius: float | None = None,
        delta_t: float | None = None,
    ) -> Eclipse:
        """Returns the solar eclipse of a date, `2026-08-12`, within 1.5 days of its 0h UT.

        Options, each by default that of the theory:

        - `theory`: `canon`, or `precise`, the most accurate one, for the years 1500 … 2500.
        - `k1`, `k2`: radius of the Moon for penumbra and umbra, 0.272 … 0.273 Earth radii; only `precise`.
        - `sun_radius`: semidiameter of the Sun at 1 au, 955 … 965 arcseconds; only `precise`.
        - `delta_t`: TT − UT1, −100,000 … 100,000 s.

        Raises `ValueError` with the nearest eclipse if there is none on the date, or with the valid range of
        an option. Source: NASA's Five Millennium Canon of Solar Eclipses (Espenak and Meeus 2006) for the
        list of eclipses.
        """
        return self._core.eclipse(date, (theory, k1, k2, sun_radius, delta_t))

    def eclipses(
        self,
        start: Time | None = None,
        end: Time | None = None,
        *,
        theory: Theory = "canon",
        k1: float | None = None,
        k2: float | None = None,
        sun_radius: float | None = None,
        delta_t: float | None = None,
    ) -> list[Eclipse]:
        """Returns the solar eclipses with greatest eclipse from `start` until before `end`, in order of time.

        Without a span all eclipses; options as in `eclipse`.
        """
        if (start is None) != (end is None):
            raise ValueError("start: needs end, and end needs start; leave out both for all eclipses")
        span = None if start is None or end is None else _span(start, end)
        return self._core.eclipses(span, (theory, k1, k2, sun_radius, delta_t))

    def search(
        self,
        *,
        lat: Numbers,
        lng: Numbers,
        height: Numbers = 0.0,
        start: Time,
        end: Time,
        theory: Theory = "canon",
        k1: float | None = None,
        k2: float | None = None,
        sun_radius: float | None = None,
        delta_t: float | None = None,
    ) -> Table:
        """Returns the eclipses that places see, with the visible maximum from `start` until before `end`.

        `lat` −90 … 90°, `lng` −180 … 180° and `height` −1000 … 100,000 m broadcast like NumPy arrays; the
        column `place` is the index into the flattened result. Options as in `eclipse`.

        One row for each place and eclipse, by place and then by time:

        - `place`, `catalog`: index of the place; number in NASA's canon.
        - `eclipse`, `date`: 0h UT of the date that names the eclipse; greatest eclipse for the Earth.
        - `type`: of the whole eclipse, P, A, T or H. `local_type`: what is seen, partial, annular or total.
        - `max`, `magnitude`, `obscuration`, `sun_alt`, `sun_az` (degrees): the greatest visible phase, with
          the parts of the Sun's diameter and disc that are covered.
        - `duration_sec`: visible duration of totality or annularity, s.
        - `c1` … `c4`: contacts, NaT if not visible.
        - `visibility`: whole, sunrise, sunset, sunrise-and-sunset or interrupted, with `visible_from`,
          `visible_to`.
        - `path_distance_km`, `path_bearing` (degrees from north through east): geodesic to the nearest point
          of the central line (Karney 2013).

        Accuracy: contacts of 1901 … 2100 within 0.41 s of direct topocentric places for the same ΔT. Source:
        Meeus, Elements of Solar Eclipses (1989).
        """
        options = (theory, k1, k2, sun_radius, delta_t)
        return self._core.search(_places(lat, lng, height), _span(start, end), options)

    def rise_set(
        self,
        *,
        lat: Numbers,
        lng: Numbers,
        height: Numbers = 0.0,
        start: Time,
        end: Time,
        body: Body | Sequence[Body] = "sun",
    ) -> Table:
        """Returns rise, transit and set of one or more bodies for each day of 24 hours from `start` to `end`.

        At most 3660 days, each of which begins at the clock time of `start`. Places as in `search`.

        One row for each event, by place and then by time:

        - `place`, `day`: index of the place; beginning of the day.
        - `key`: sunrise, solar_transit, sunset, sun_always_above, sun_always_below; moonrise …;
          gc_rise, gc_transit ….
        - `date`: the instant; NaT if the body stays above or below the horizon.
        - `alt`, `az`: topocentric direction of the centre without refraction, degrees; `refraction`, degrees;
          `alt_apparent` with refraction.

        Rise and set are those of the upper limb with 34′ of refraction over a level horizon. Accuracy: 0.2
        second in middle latitudes in 0–2999 and 0.7 before, if refraction is the standard one. Source: leading
        terms of VSOP87 and ELP/MPP02.
        """
        bodies = [body] if isinstance(body, str) else list(body)
        return self._core.rise_set(_places(lat, lng, height), _span(start, end), bodies)

    def position(
        self,
        *,
        at: Any,
        body: Body = "sun",
        lat: Numbers | None = None,
        lng: Numbers | None = None,
        height: Numbers = 0.0,
    ) -> Table:
        """Returns the positions of a body at instants, for places if `lat` and `lng` are given.

        `at`: ISO 8601 text, dates or `numpy.datetime64`, one or an array; broadcasts with the places. One row
        for each element of the flattened result, angles in degrees:

        - `at`, `jde`: the instant; as Julian Ephemeris Day (TT).
        - `ra`, `decl`: apparent equatorial coordinates of date.
        - `ecliptic_longitude`, `ecliptic_latitude`, `apparent_longitude`, `radius_vector` (au), `obliquity`,
          `parallax`: geocentric; NaN for the Galactic Center.
        - `alt`, `az`: topocentric without refraction; `refraction`; `alt_apparent` with refraction;
          `alt_geocentric`, `az_geocentric` without parallax. NaN without a place.

        Accuracy: within 1.1″ of JPL's ephemerides in 0–3000, 5.1″ before. Source: leading terms of VSOP87 and ELP/MPP02.
        """
        if (lat is None) != (lng is None):
            raise ValueError("lat: needs lng, and lng needs lat; leave out both for geocentric positions")
        at_ms = _unix_ms("at", at)
        if lat is None or lng is None:
            return self._core.position(at_ms.ravel(), body, None)
        arrays = np.broadcast_arrays(at_ms, *_numbers(lat, lng, height))
        at_ms, *coordinates = (np.ravel(array) for array in arrays)
        return self._core.position(at_ms, body, (coordinates[0], coordinates[1], coordinates[2]))


def open(folder: str | os.PathLike[str]) -> Canon:
    """Opens the current generation of a folder of artifacts, as the builder publishes it.

    Raises `OSError` with the file and the problem.
    """
    # `artifacts/current` is the link to the generation in `artifacts`.
    path = os.fspath(folder)
    if os.path.basename(os.path.normpath(path)) == "current":
        path = os.path.dirname(os.path.normpath(path)) or "."
    return Canon(_core.open(path))


def local_circumstances(
    eclipses: Eclipse | str | Sequence[Eclipse | str],
    *,
    lat: Numbers,
    lng: Numbers,
    height: Numbers = 0.0,
) -> Table:
    """Returns what places see of an eclipse, or of several.

    `lat` −90 … 90°, `lng` −180 … 180°, `height` −1000 … 100,000 m and a sequence of eclipses broadcast like
    NumPy arrays: n places and one eclipse, or n places and n eclipses, give n rows; `lat[:, None]` and
    `lng[:, None]` with m eclipses give n × m rows in C order. Text is the date of an eclipse of the package.

    - `eclipse`, `lat`, `lng`, `height`: 0h UT of the date that names the eclipse, and the place.
    - `local_type`: what is seen with the Sun up, partial, annular or total; empty if nothing is.
    - `duration_sec`: visible duration of totality or annularity, s.
    - `visibility`: whole, sunrise, sunset, sunrise-and-sunset, interrupted, below-horizon or no-eclipse, with
      `visible_from`, `visible_to`.
    - `c1`, `c2`, `max`, `c3`, `c4`: contacts and greatest eclipse, to the millisecond like the service, also
      if the Sun is down then; NaT if there is none or nothing of the eclipse is visible.
    - `t_c1`, `t_c2`, `t_max`, `t_c3`, `t_c4`: the same as hours of TD from `Eclipse.t0`, not rounded.
    - `magnitude`, `obscuration`: parts of the Sun's diameter and disc that are covered at `max`; `sun_alt`,
      `sun_az`: airless altitude, and azimuth from north through east, degrees. With the suffixes `_c1`,
      `_c2`, `_c3`, `_c4` those of the contacts.
    - `p_c1` … `p_c4`, `p_max`: position angle of the contact point from the north point of the Sun through
      east; `v_c1` … `v_c4`, `v_max`: from the vertex; degrees.

    Accuracy: contacts of 1901 … 2100 within 0.41 s of direct topocentric places for the same ΔT and a smooth
    limb of the Moon. Source: Meeus, Elements of Solar Eclipses (1989); Explanatory Supplement (2013), 11.3.
    """
    all_eclipses = _listed(eclipses)
    index = np.arange(len(all_eclipses)) if len(all_eclipses) != 1 else np.int64(0)
    arrays = np.broadcast_arrays(np.asarray(index, dtype=np.int64), *_numbers(lat, lng, height))
    which, *coordinates = (np.ravel(array) for array in arrays)
    return _core.local_circumstances(all_eclipses, which, (coordinates[0], coordinates[1], coordinates[2]))


def path(
    eclipse: Eclipse | str, *, paths: Sequence[str] = ("classic",), tolerance: float = 100.0
) -> dict[str, Any]:
    """Returns the curves of an eclipse on the map: a GeoJSON `FeatureCollection`, for example for geopandas.

    `paths`: `classic`, the curves of an ordinary map, or words such as `c` (central line), `tn`, `ts`
    (limits); an error lists all. `tolerance`: maximum distance of edges from curves, 0.1 … 100,000 m.

    Curves are those of an observer at height 0, a smooth Moon and no refraction.
    """
    found = _embedded.eclipse(eclipse) if isinstance(eclipse, str) else eclipse
    geojson: dict[str, Any] = json.loads(found.path(list(paths), tolerance))
    return geojson


def _listed(eclipses: Eclipse | str | Sequence[Eclipse | str]) -> list[Eclipse]:
    """One or more eclipses, or dates of eclipses of the package, as a list."""
    given = [eclipses] if isinstance(eclipses, (Eclipse, str)) else eclipses
    return [eclipse(e) if isinstance(e, str) else e for e in given]


def _numbers(*values: Numbers) -> list[npt.NDArray[np.float64]]:
    """Coordinates as arrays; an error names the one that is not numbers."""
    arrays = []
    for name, value in zip(("lat", "lng", "height"), values, strict=True):
        try:
            arrays.append(np.asarray(value, dtype=np.float64))
        except (TypeError, ValueError):
            raise ValueError(f"{name}: {value!r} is not a number or an array of numbers") from None
    return arrays


def _places(*values: Numbers) -> _core.Coordinates:
    lat, lng, height = (np.ravel(array) for array in np.broadcast_arrays(*_numbers(*values)))
    return lat, lng, height


def _unix_ms(name: str, value: Any) -> npt.NDArray[np.int64]:
    """Milliseconds since 1970 of text, dates or datetime64."""
    array = np.asarray(value)
    if array.dtype == object:
        array = np.array([_naive(item) for item in array.ravel()], dtype=object).reshape(array.shape)
    if array.dtype.kind == "U":
        texts = [_core.parse_instant(name, text) for text in array.ravel().tolist()]
        return np.array(texts, dtype=np.int64).reshape(array.shape)
    try:
        instants = array.astype("datetime64[ms]", casting="unsafe" if array.dtype == object else "same_kind")
    except (TypeError, ValueError):
        instants = np.full(array.shape, "NaT", dtype="datetime64[ms]")
    # A unit longer than milliseconds may overflow.
    is_same = array.dtype == object or (instants.astype(array.dtype) == array).all()
    if np.isnat(instants).any() or not (is_same or np.datetime_data(array.dtype)[0] in ("us", "ns")):
        raise ValueError(f"{name}: {value!r} is not an instant such as 2026-08-12T18:30:00Z or a datetime64")
    return instants.astype(np.int64)


def _naive(value: Any) -> Any:
    """UTC without a zone, as NumPy has it."""
    is_aware = isinstance(value, datetime) and value.tzinfo is not None
    return value.astimezone(timezone.utc).replace(tzinfo=None) if is_aware else value


def _span(start: Time, end: Time) -> tuple[int, int]:
    """Both ends of a span of time in milliseconds since 1970."""
    ends = [_unix_ms(name, _of_year(value)) for name, value in (("start", start), ("end", end))]
    for name, value in zip(("start", "end"), ends, strict=True):
        if value.size != 1:
            raise ValueError(f"{name}: must be a single instant, such as 2026-08-12")
    start_ms, end_ms = (int(value.item()) for value in ends)
    if end_ms <= start_ms:
        raise ValueError(f"end: {end} must be after start, {start}")
    return start_ms, end_ms


def _of_year(value: Time) -> Time:
    if not isinstance(value, int):
        return value
    return f"{value:04}-01-01" if 0 <= value <= 9999 else f"{value:+07}-01-01"


_embedded = Canon(_core.Canon())
eclipse = _embedded.eclipse
eclipses = _embedded.eclipses
search = _embedded.search
rise_set = _embedded.rise_set
position = _embedded.position
