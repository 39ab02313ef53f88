#!/usr/bin/env python3
"""Runs the examples in README.md of a release of the tables, validates STAC, and opens the base map.

    cd umbra-data-VERSION && python3 release_data.py
"""
import contextlib
import hashlib
import io
import json
import pathlib
import re

import duckdb
import pystac
from pmtiles.reader import MmapSource, Reader
from pystac.stac_object import STACObjectType
from pystac.validation.stac_validator import JsonSchemaSTACValidator


def main():
    readme = pathlib.Path("README.md").read_text()
    for language, code, expected in re.findall(
        r"```(sql|python)\n(.*?)```\n\n```text\n(.*?)```", readme, re.DOTALL
    ):
        found = io.StringIO()
        with contextlib.redirect_stdout(found):
            if language == "sql":
                rows = duckdb.sql(code)
                print(*rows.columns)
                for row in rows.fetchall():
                    print(*row)
            else:
                exec(code, {})
        assert found.getvalue() == expected, (code, found.getvalue())
    assert len(re.findall("```text", readme)) == 3
    print("README.md: DuckDB, Polars and GeoPandas print its results")

    for name, kind in [("item", STACObjectType.ITEM), ("collection", STACObjectType.COLLECTION)]:
        document = json.loads(pathlib.Path(f"{name}.json").read_text())
        JsonSchemaSTACValidator().validate_core(document, kind, document["stac_version"], f"{name}.json")
    [item] = pystac.Collection.from_file("collection.json").get_items()
    for asset in item.assets.values():
        checksum = hashlib.sha256(pathlib.Path(asset.get_absolute_href()).read_bytes()).hexdigest()
        assert asset.extra_fields["file:checksum"] == "1220" + checksum, asset.href
    assert len(item.assets) == len(list(pathlib.Path().glob("*.parquet"))) + 1
    print(f"STAC {pystac.get_stac_version()}: {len(item.assets)} assets")

    with open("basemap.pmtiles", "rb") as file:
        reader = Reader(MmapSource(file))
        header = reader.header()
        assert header["min_zoom"] == 0 and reader.get(0, 0, 0), header
        print(f"PMTiles: zooms 0 to {header['max_zoom']}, {header['addressed_tiles_count']} tiles")


main()
