"""Batches of Arrow: the numbers of the other functions, libraries that read them, streaming, bad input."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import umbra_eclipse as ue
from umbra_eclipse import batch

DATES = ["2026-08-12", "2027-08-02", "2028-01-26"]
# More places than one call of the kernel takes.
COUNT = 10_000
RANDOM = np.random.default_rng(2026)
TOWNS = pa.table(
    {
        "name": [f"town {k}" for k in range(COUNT)],
        "id": [f"t{k}" for k in range(COUNT)],
        "latitude_deg": RANDOM.uniform(-90, 90, COUNT),
        "longitude_deg": RANDOM.uniform(-180, 180, COUNT),
        "height_m": RANDOM.uniform(0, 3000, COUNT),
    }
)
LAT, LNG, HEIGHT = (TOWNS[k].to_numpy() for k in ("latitude_deg", "longitude_deg", "height_m"))
# Columns of `local` by the names of `local_circumstances`.
SAME = {
    "latitude_deg": "lat",
    "height_m": "height",
    "duration_s": "duration_sec",
    "magnitude": "magnitude",
    "obscuration": "obscuration",
    "sun_altitude_deg": "sun_alt",
    "vertex_angle_deg": "v_max",
    "c1_sun_azimuth_deg": "sun_az_c1",
    "c2_magnitude": "magnitude_c2",
    "c3_obscuration": "obscuration_c3",
    "c4_north_angle_deg": "p_c4",
}
INSTANTS = ["eclipse", "visible_from", "visible_to", "c1", "c2", "max", "c3", "c4"]


def by_place(batches: object) -> pa.Table:
    return pa.table(batches).sort_by([("place", "ascending"), ("eclipse", "ascending")])


def instants(table: pa.Table, name: str) -> np.ndarray:
    return table[name].to_numpy().astype("M8[us]")


def test_local_has_the_bits_of_local_circumstances() -> None:
    found = by_place(batch.local(TOWNS, DATES))
    assert found.num_rows == COUNT * 3 and found["id"].to_pylist()[::3] == TOWNS["id"].to_pylist()
    table = ue.local_circumstances(DATES, lat=LAT[:, None], lng=LNG[:, None], height=HEIGHT[:, None])
    for name, other in SAME.items():
        np.testing.assert_array_equal(found[name].to_numpy(), table[other], err_msg=name)
    for name in INSTANTS:
        np.testing.assert_array_equal(instants(found, name), table[name], err_msg=name)
    for name in ["local_type", "visibility"]:
        assert [word or "" for word in found[name].to_pylist()] == table[name].tolist()


@pytest.mark.parametrize("theory", ["canon", "precise"])
def test_search_has_the_rows_of_search(theory: ue.Theory) -> None:
    found = by_place(batch.search(TOWNS, ue.eclipses(2026, 2029, theory=theory)))
    table = ue.search(lat=LAT, lng=LNG, height=HEIGHT, start=2026, end=2029, theory=theory)
    assert found.num_rows == len(table) > COUNT // 2
    np.testing.assert_array_equal(found["place"].to_numpy(), table["place"])
    np.testing.assert_array_equal(found["catalog_number"].to_numpy(), table["catalog"])
    same = {"magnitude": "magnitude", "sun_altitude_deg": "sun_alt", "duration_s": "duration_sec"}
    for name, other in same.items():
        np.testing.assert_array_equal(found[name].to_numpy(), table[other], err_msg=name)
    for name in INSTANTS:
        np.testing.assert_array_equal(instants(found, name), table[name], err_msg=name)
    assert found["eclipse_type"].to_pylist() == table["type"].tolist()


@pytest.mark.parametrize(
    "places",
    [
        lambda: TOWNS.to_batches(max_chunksize=999),
        lambda: iter(TOWNS.to_batches(max_chunksize=9_000)),
        lambda: TOWNS.to_reader(max_chunksize=5_000),
        lambda: pl.DataFrame(TOWNS),
        lambda: TOWNS.to_pandas(),
        lambda: duckdb.sql("SELECT id, longitude_deg AS lon, latitude_deg AS lat, height_m FROM TOWNS"),
    ],
    ids=["batches", "iterator", "reader", "polars", "pandas", "duckdb"],
)
def test_pieces_and_libraries_do_not_change_the_numbers(places: Callable[[], batch.Places]) -> None:
    fields = ["place", "eclipse", "magnitude", "c1", "height_m"]
    whole = pl.DataFrame(batch.search(TOWNS, DATES, fields=fields))
    found = pl.DataFrame(batch.search(places(), DATES, fields=fields))
    assert found.sort("place", "eclipse").equals(whole.sort("place", "eclipse"))


def test_readers_of_arrow_accept_results() -> None:
    few = TOWNS.slice(0, 100)
    assert pl.DataFrame(batch.local(few, DATES)).height == 300
    assert len(pd.DataFrame.from_arrow(batch.local(few, DATES))) == 300
    results = batch.local(few, DATES)
    assert pa.schema(results).names[:2] == ["id", "place"]
    assert duckdb.sql("SELECT count(*), count(DISTINCT id) FROM results").fetchall() == [(300, 100)]
    with pytest.raises(ValueError, match="were read before; call local or search again"):
        pa.table(results)


def test_batches_are_computed_as_they_are_read() -> None:
    drawn = []

    def endless() -> Iterator[pa.Table]:
        while True:
            drawn.append(len(drawn))
            yield TOWNS.slice(0, 10)

    reader = pa.RecordBatchReader.from_stream(batch.local(endless(), DATES, fields=["place"]))
    places = [reader.read_next_batch()["place"].to_pylist() for _ in range(6)]
    assert places[3] == list(range(10, 20)) and len(drawn) == 2


def test_columns_carry_their_meaning_and_height_and_id_may_be_missing() -> None:
    place = pa.table({"lat": pa.array([42.34], pa.float32()), "longitude": [-4]})
    found = pa.table(batch.search(place, "2026-08-12"))
    assert found["height_m"].to_pylist() == [0.0] and "id" not in found.column_names
    assert found.schema.field("duration_s").metadata[b"unit"] == b"s"
    assert pa.table(batch.search([], DATES)).num_rows == 0
    assert pa.table(batch.search(place, [])).num_rows == 0
    empty = pa.table({"lat": [None], "lng": [0.0], "height": [None]}).slice(1)
    assert pa.table(batch.search([empty, place.slice(0, 0)], DATES)).num_rows == 0


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ({"lat": [0.0, 91.0], "lng": [0.0, 0.0]}, "lat: row 1 has 91, which is not within -90 … 90"),
        ({"lat": [0.0], "lon": [-181.0]}, "lon: row 0 has -181, which is not within -180 … 360"),
        ({"lat": [None, 1.0], "lng": [0.0, 0.0]}, "lat: row 0 has NaN"),
        ({"lat": [0.0], "lng": [0.0], "elevation_m": [1e6]}, "elevation_m: row 0 has 1000000"),
        ({"lat": [0.0]}, "there is no column lng or lng_deg or lon"),
        ({"lat": ["0"], "lng": [0.0]}, "lat: the column has the type Utf8; convert it to Float64"),
    ],
)
def test_errors_name_the_column_the_row_and_a_valid_value(places: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pa.table(batch.local(pa.table(places), DATES))


def test_other_errors_come_at_once() -> None:
    with pytest.raises(TypeError, match="'int'.* is not Arrow; give for example a pyarrow.Table"):
        batch.local([1], DATES)
    with pytest.raises(ValueError, match='no column "sun_alt"; use some of place, catalog_number'):
        batch.local(TOWNS, DATES, fields=["sun_alt"])
    with pytest.raises(ValueError, match="nearest is that of 2026-08-12"):
        batch.local(TOWNS, "2026-08-20")

    def broken() -> Iterator[pa.Table]:
        yield TOWNS.slice(0, 10)
        raise OSError("the disk is gone")

    with pytest.raises(ValueError, match="the disk is gone"):
        pa.table(batch.local(broken(), DATES))
