"""Calls every operation with the client that openapi-python-client has made of the description.

Usage: calls.py ADDRESS ACCOUNT:KEY TOKEN
"""

import pkgutil
import sys
from typing import Any, TypeVar

from umbra_client import AuthenticatedClient, Client
from umbra_client import api
from umbra_client.api.events import celestial_events, meteor_showers
from umbra_client.api.ground import (
    elevation,
    elevation_points,
    elevation_profile,
    geodesic,
    geodesic_2,
    sightline,
)
from umbra_client.api.lunar_eclipses import lunar_eclipse_catalog, lunar_eclipse_local_circumstances
from umbra_client.api.service import auth_access_token, docs, docs_page, landing, livez, openapi, readyz
from umbra_client.api.service import usage, version
from umbra_client.api.solar_eclipses import (
    solar_eclipse_catalog,
    solar_eclipse_elements,
    solar_eclipse_local_circumstances_details,
    solar_eclipse_path,
    solar_eclipse_search,
)
from umbra_client.api.sun_and_moon import (
    az_alt_search,
    body_position,
    body_position_range,
    lunar_libration,
    lunar_limb,
    lunar_limb_date,
    rise_transit_set,
)
from umbra_client.api.sunlight import (
    insolation_daily,
    insolation_irradiance,
    insolation_monthly,
    insolation_solar_intensity,
)
from umbra_client.api.tiles import bounding_tiles, tile, tiles_description, tiles_zone
from umbra_client.api.time import date, delta_t, julian_day
from umbra_client.api.widgets import eclipse_path, eclipse_simulator, widget_file
from umbra_client.models import (
    AzAltSearchBodyItem,
    BesselianElements,
    BesselianElementsWithAccuracy,
    BodyPositionBodyItem,
    BodyPositionExtrasItem,
    BodyPositionRangeBodyItem,
    CelestialBodyWord,
    CelestialEventKey,
    CelestialEventsEventsItem,
    ContactKey,
    DeltaTSource,
    EclipseTypePrimary,
    Geodesic2Format,
    Geodesic2Method,
    GeodesicFeature,
    GeodesicFormat,
    GeodesicMethod,
    LocalTypeWord,
    LunarContactName,
    LunarEclipseTypePrimary,
    OpenapiFile,
    PathCollection,
    PathKind,
    PlanWord,
    Problem,
    ProblemCode,
    RiseTransitSetBodyItem,
    RiseTransitSetKey,
    SolarEclipseData,
    SolarEclipseElementsExtrasItem,
    SolarEclipsePathAnswer,
    SolarEclipsePathFormat,
    SolarEclipsePathPathsItem,
    SolarEclipseSearchNext,
    VisibilityReason,
)
from umbra_client.types import Response, Unset

ADDRESS, CREDENTIALS, TOKEN = sys.argv[1:]
OPEN = Client(base_url=ADDRESS)
ACCOUNT = AuthenticatedClient(base_url=ADDRESS, token=CREDENTIALS, prefix="ServiceAuth")
CLIENT = AuthenticatedClient(base_url=ADDRESS, token=TOKEN, prefix="ServiceAuth")

T = TypeVar("T")
called: set[str] = set()


def text(path: str, **query: Any) -> str:
    """An answer in a form other than JSON, from the httpx client within the generated one."""
    response = CLIENT.get_httpx_client().get(path, params=query)
    assert response.status_code == 200, response.text
    return response.text


def good(module: Any, response: "Response[T | Problem]") -> T:
    """The body of an answer with status 200."""
    called.add(module.__name__.rsplit(".", 1)[-1])
    assert response.status_code == 200, (module, response)
    assert response.parsed is not None and not isinstance(response.parsed, Problem), (module, response)
    return response.parsed


about = good(version, version.sync_detailed(client=OPEN))
assert about.query.name == "version"
assert good(landing, landing.sync_detailed(client=OPEN)).response == about.response

assert good(auth_access_token, auth_access_token.sync_detailed(client=ACCOUNT)).success
assert good(usage, usage.sync_detailed(client=CLIENT)).response.plan is PlanWord.ENTERPRISE

day = good(julian_day, julian_day.sync_detailed("2024-04-08", client=CLIENT))
assert day.response.julian_day == 2460408.5
instant = good(date, date.sync_detailed(2460408.5, client=CLIENT))
assert instant.response.date == "2024-04-08T00:00:00.000Z"
difference = good(delta_t, delta_t.sync_detailed("2024-04-08", client=CLIENT))
assert difference.response.source is DeltaTSource.OBSERVED

position = good(
    body_position,
    body_position.sync_detailed(
        "2024-04-08T18:00:00Z",
        client=CLIENT,
        body=[BodyPositionBodyItem.SUN, BodyPositionBodyItem.MOON],
        extras=[BodyPositionExtrasItem.D, BodyPositionExtrasItem.ILL],
        obs="42.34123456789012,-3.6969123456789,860.123456",
    ),
)
assert position.query.body == [CelestialBodyWord.SUN, CelestialBodyWord.MOON]
assert position.response.additional_keys == ["2024-04-08T18:00:00.000Z"]

positions = good(
    body_position_range,
    body_position_range.sync_detailed(
        "2024-04-08T18:00:00Z",
        "2024-04-08T19:00:00Z",
        client=CLIENT,
        body=[BodyPositionRangeBodyItem.GC],
        ra_decl="83.82,-5.39",
        interval=1800,
    ),
)
assert positions.query.ra_decl == [83.82, -5.39]
assert len(positions.response.additional_keys) == 2

events = good(
    rise_transit_set,
    rise_transit_set.sync_detailed(
        "2024-04-08",
        "2024-04-08",
        client=CLIENT,
        observer="38.9,-77.04,20",
        body=[RiseTransitSetBodyItem.SUN, RiseTransitSetBodyItem.MOON],
    ),
)
assert not isinstance(events, str)
keys = {event.key for event in events.response["2024-04-08T00:00:00.000Z"]}
assert {RiseTransitSetKey.SUNRISE, RiseTransitSetKey.MOONSET} <= keys

matches = good(
    az_alt_search,
    az_alt_search.sync_detailed(
        "2026-05-20",
        "2026-06-10",
        client=CLIENT,
        obs="40.7527,-73.9772,20",
        body=[AzAltSearchBodyItem.SUN],
        az=299.1,
        alt=0.6,
    ),
)
assert matches.query.az_tol == 0.5 and matches.response[0].body is CelestialBodyWord.SUN
assert matches.response[0].az_alt.apparent.azimuth > 298

sight = good(
    sightline,
    sightline.sync_detailed("46.5475,7.9854", "46.9479,7.4446", client=CLIENT, samples=11),
)
assert sight.query.samples == 11 and len(sight.response.points) == 11
assert sight.response.source is not None and sight.response.warning

place = "38.9,-77.04,20"
intensity = good(
    insolation_solar_intensity,
    insolation_solar_intensity.sync_detailed("2024-06-21T17:00:00Z", client=CLIENT, obs=place),
)
assert 900 < intensity.response.direct < intensity.response.global_
light = good(
    insolation_irradiance,
    insolation_irradiance.sync_detailed("2024-06-21", "2024-06-22", client=CLIENT, obs=place, interval=7200),
)
assert len(light.response.additional_keys) == 12
days = good(
    insolation_daily,
    insolation_daily.sync_detailed("2024-06-21", "2024-06-23", client=CLIENT, obs=place),
)
assert len(days.response.additional_keys) == 2
months = good(
    insolation_monthly,
    insolation_monthly.sync_detailed("2024-06-01", "2024-07-01", client=CLIENT, obs=place),
)
assert months.response["2024-06"].days == 30

of_libration = good(lunar_limb, lunar_limb.sync_detailed(client=CLIENT, l=2.0, b=-0.1))
assert not isinstance(of_libration, str) and len(of_libration.response.limb) == 1800
assert of_libration.response.axis_position_angle is None
at_date = good(lunar_limb_date, lunar_limb_date.sync_detailed("2026-08-12T18:28:00Z", client=CLIENT))
assert not isinstance(at_date, str) and at_date.response.profile.l is not None

libration = good(lunar_libration, lunar_libration.sync_detailed("2024-04-08", client=CLIENT))
assert isinstance(libration.query.observer, Unset)

happenings = good(
    celestial_events,
    celestial_events.sync_detailed(
        "2024-04-01",
        "2024-04-20",
        client=CLIENT,
        events=[CelestialEventsEventsItem.NEW_MOON, CelestialEventsEventsItem.SOLAR_ECLIPSE],
    ),
)
found = {happening.key: happening.data for happening in happenings.response}
assert set(found) == {CelestialEventKey.NEW_MOON, CelestialEventKey.SOLAR_ECLIPSE}
eclipse = found[CelestialEventKey.SOLAR_ECLIPSE]
assert isinstance(eclipse, SolarEclipseData) and eclipse.type_ is EclipseTypePrimary.T

showers = good(
    meteor_showers,
    meteor_showers.sync_detailed("2025-08-12", "2025-08-12", client=CLIENT, shower="PER", obs="51.5,0,20"),
)
assert [shower.iau_number for shower in showers.response] == [7]

catalog = good(solar_eclipse_catalog, solar_eclipse_catalog.sync_detailed(2024, 2024, client=CLIENT))
assert catalog.query.saros is None
assert catalog.response[0].eclipse_type_primary is EclipseTypePrimary.T

elements = good(solar_eclipse_elements, solar_eclipse_elements.sync_detailed(2460408.5, client=CLIENT))
assert isinstance(elements.response, BesselianElements) and len(elements.response.d) == 4
elements = good(
    solar_eclipse_elements,
    solar_eclipse_elements.sync_detailed(2460408.5, client=CLIENT, extras=[SolarEclipseElementsExtrasItem.ACCURACY]),
)
assert isinstance(elements.response, BesselianElementsWithAccuracy) and len(elements.response.d) == 4
assert elements.response.accuracy.delta_t > 69

local = good(
    solar_eclipse_local_circumstances_details,
    solar_eclipse_local_circumstances_details.sync_detailed(
        2460408.5, client=CLIENT, obs="23.2494,-106.4111,10"
    ),
)
assert local.response.visibility.reason is VisibilityReason.WHOLE
first = local.response.contacts[0]
assert first.key is ContactKey.SOLAR_ECLIPSE_FIRST_CONTACT
assert isinstance(first.circumstances.d, float)

seen = good(
    solar_eclipse_search,
    solar_eclipse_search.sync_detailed(
        "2025", "2035", client=CLIENT, obs="42.34,-3.7,860", next_=SolarEclipseSearchNext.TOTAL
    ),
)
assert not isinstance(seen, str)
assert [eclipse.jd for eclipse in seen.response] == [2461264.5]
assert seen.response[0].local_type is LocalTypeWord.TOTAL

moons = good(lunar_eclipse_catalog, lunar_eclipse_catalog.sync_detailed(2025, 2025, client=CLIENT))
assert moons.response[0].eclipse_type_primary is LunarEclipseTypePrimary.T
moon = good(
    lunar_eclipse_local_circumstances,
    lunar_eclipse_local_circumstances.sync_detailed("2025-03-14", client=CLIENT, obs="38.9,-77.04,20"),
)
assert moon.query.jd == 2460748.5 and moon.response.contacts[0].contact is LunarContactName.P1

def curves_as(form: SolarEclipsePathFormat) -> Any:
    """The central line and the northern limit of an eclipse, named by its date."""
    return good(
        solar_eclipse_path,
        solar_eclipse_path.sync_detailed(
            "2024-04-08",
            client=CLIENT,
            paths=[SolarEclipsePathPathsItem.C, SolarEclipsePathPathsItem.TN],
            tolerance=1000,
            format_=form,
        ),
    )


curves = curves_as(SolarEclipsePathFormat.GEOJSON)
assert isinstance(curves, PathCollection) and [feature.id for feature in curves.features] == ["c", "tn"]
lines = curves_as(SolarEclipsePathFormat.JSON)
assert isinstance(lines, SolarEclipsePathAnswer) and lines.query.jd == 2460408.5
assert [line.kind for line in lines.response.paths] == [PathKind.TOTAL, PathKind.TOTAL]
packets = curves_as(SolarEclipsePathFormat.CZML)
assert isinstance(packets, list) and packets[0]["id"] == "document"
for form, begins in {"kml": "<?xml", "gpx": "<?xml", "csv": "ut,"}.items():
    assert text("/solar-eclipse/path/2024-04-08", format=form).startswith(begins), form
calendar = text("/celestial-events/2024-04-01/2024-04-20", format="ics")
assert calendar.startswith("BEGIN:VCALENDAR")
assert "<svg" in text("/lunar-limb", l=2, b=-0.1, format="svg")

heights = good(elevation, elevation.sync_detailed(client=CLIENT, points="42,51;0,-150"))
assert [point.elevation for point in heights.response.points] == [-30, 0]
same = good(elevation_points, elevation_points.sync_detailed("42,51", client=CLIENT))
assert same.response.points[0].elevation == -30 and same.response.source.name == "ETOPO5"
profile = good(
    elevation_profile, elevation_profile.sync_detailed("46.5,7.5", "45.5,8.5", client=CLIENT, samples=5)
)
assert len(profile.response.points) == 5
line = good(
    geodesic,
    geodesic.sync_detailed(
        "37.6,-122.3",
        "35.6,-3",
        client=CLIENT,
        method=GeodesicMethod.UNIFORM,
        format_=GeodesicFormat.GEOJSON,
    ),
)
assert isinstance(line, GeodesicFeature) and line.properties.points == 11
points = good(
    geodesic_2,
    geodesic_2.sync_detailed(
        "37.6,-122.3",
        "35.6,-3",
        client=CLIENT,
        method=Geodesic2Method.MIDPOINT,
        format_=Geodesic2Format.ARRAY,
        tolerance=5,
    ),
)
assert not isinstance(points, GeodesicFeature) and len(points.response) == 27
tiles = good(bounding_tiles, bounding_tiles.sync_detailed(client=CLIENT, bbox="51.4,-0.2,51.6,0.1", z=10))
assert [(tile.x, tile.y) for tile in tiles.response.tiles] == [(511, 340), (512, 340)]

document = good(openapi, openapi.sync_detailed(OpenapiFile.LATEST_JSON, client=OPEN))
assert document["openapi"] == "3.1.0"
assert good(docs, docs.sync_detailed(client=OPEN)).startswith("<!DOCTYPE html>")
assert good(docs_page, docs_page.sync_detailed("dates", client=OPEN)).startswith("<!DOCTYPE html>")
assert good(livez, livez.sync_detailed(client=OPEN)) == "ok\n"
assert good(readyz, readyz.sync_detailed(client=OPEN)) == "ok\n"

refused = julian_day.sync_detailed("yesterday", client=CLIENT)
assert isinstance(refused.parsed, Problem) and refused.parsed.code is ProblemCode.BAD_PARAMETER

assert "<html" in good(eclipse_path, eclipse_path.sync_detailed(client=CLIENT, date="2024-04-08"))
simulator = eclipse_simulator.sync_detailed(client=CLIENT, date="2024-04-08", obs="25.29,-104.15")
assert "<html" in good(eclipse_simulator, simulator)
assert good(widget_file, widget_file.sync_detailed("look.css", client=OPEN))
described = good(tiles_description, tiles_description.sync_detailed("current", client=OPEN))
assert described["tilejson"] == "3.0.0"
assert good(tile, tile.sync_detailed("current", 0, 0, 0, client=OPEN)).payload.read()
assert good(tiles_zone, tiles_zone.sync_detailed("current", 41.65, -4.73, client=OPEN)).zone == "Europe/Madrid"

modules = list(pkgutil.walk_packages(api.__path__, f"{api.__name__}."))
there = {module.name.rsplit(".", 1)[-1] for module in modules if not module.ispkg}
assert called == there, f"operations that were not called: {there - called}"
print(f"Python: {len(called)} of {len(there)} operations called")
