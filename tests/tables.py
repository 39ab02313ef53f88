#!/usr/bin/env python3
"""Validates the STAC documents of published tables, and checks what the recipes of COOKBOOK.md have read.

    python3 tests/tables.py http://127.0.0.1:8081/tables artifacts/current LOG eclipses.gpkg

pystac has the JSON schemas of STAC and follows the links by their addresses. No package has the schemas of
both extensions; `cargo test` checks their fields. LOG has a line `/tables/NAME STATUS BYTES` for each request. The
GeoPackage is the one of the recipe for GDAL.
"""
import collections
import hashlib
import json
import pathlib
import sqlite3
import sys

import pystac
from pystac.stac_object import STACObjectType
from pystac.validation.stac_validator import JsonSchemaSTACValidator

# Maximum of bytes that the recipes read of a table: 1.5 times the figures in COOKBOOK.md.
READ_BYTES = {"eclipses.parquet": 1.5 * 180_000, "lunar_eclipses.parquet": 1.5 * 330_000}


def main():
    address, (folder, log, package) = sys.argv[1], map(pathlib.Path, sys.argv[2:])
    validator = JsonSchemaSTACValidator()
    for name, kind in [("item", STACObjectType.ITEM), ("collection", STACObjectType.COLLECTION)]:
        document = json.loads((folder / f"{name}.json").read_text())
        validator.validate_core(document, kind, document["stac_version"], f"{address}/{name}.json")
    collection = pystac.Collection.from_file(f"{address}/collection.json")
    [item] = collection.get_items()
    assert item.get_collection().id == collection.id == "umbra"
    assert item.common_metadata.start_datetime.year == 1 and item.datetime is None
    for name, asset in item.assets.items():
        contents = (folder / asset.get_absolute_href().removeprefix(f"{address}/")).read_bytes()
        # Multihash: the code of SHA-256 and its length.
        assert asset.extra_fields["file:checksum"] == "1220" + hashlib.sha256(contents).hexdigest(), name
        assert asset.extra_fields["file:size"] == len(contents), name
    print(f"STAC {pystac.get_stac_version()}: {len(item.assets)} assets, {len(collection.links)} links")

    read = collections.Counter()
    for line in log.read_text().splitlines():
        path, status, size = line.split()
        if path.endswith(".parquet"):
            assert status in ("200", "206"), line
            read[pathlib.PurePosixPath(path).name] += int(size)
    for name, most in READ_BYTES.items():
        print(f"{name}: read {read[name]} of {(folder / name).stat().st_size} bytes")
        assert 0 < read[name] <= most, name

    found = sqlite3.connect(package).execute('SELECT count(*), min(date), max(date) FROM "solar-eclipses"')
    print("GeoPackage:", *(found := found.fetchone()))
    # The canon's eclipses of the years 2024 to 2030.
    assert found[0] == 16 and found[1][:10] == "2024-04-08" and found[2][:10] == "2030-11-25", found


main()
