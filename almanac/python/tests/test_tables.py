"""Shapes, broadcasting, bad input, and the readers of Arrow."""

from __future__ import annotations

import os
from collections.abc import Callable

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import umbra_eclipse as ue

CORUNA = {"lat": 43.36, "lng": -8.41}


@pytest.fixture(scope="module")
def table() -> ue.Table:
    """Burgos sees totality, Seville a partial eclipse, Sydney nothing."""
    return ue.local_circumstances("2026-08-12", lat=[42.34, 37.39, -33.87], lng=[-3.70, -5.99, 151.21])


def test_scalars_give_one_row() -> None:
    t = ue.local_circumstances(ue.eclipse("2026-08-12"), lat=42.34, lng=-3.70, height=860)
    assert len(t) == 1 and t["local_type"].tolist() == ["total"]
    assert t["c2"].dtype == np.dtype("M8[us]")
    assert t["c2"][0].astype("M8[s]") == np.datetime64("2026-08-12T18:28:26")


def test_places_and_eclipses_broadcast() -> None:
    lat, lng = np.array([42.34, 25.69])[:, None], np.array([-3.70, 32.64])[:, None]
    t = ue.local_circumstances(["2026-08-12", "2027-08-02"], lat=lat, lng=lng)
    assert t["lat"].tolist() == [42.34, 42.34, 25.69, 25.69]
    assert t["local_type"].tolist() == ["total", "partial", "", "total"]
    assert t["eclipse"].astype("M8[D]").astype(str).tolist() == ["2026-08-12", "2027-08-02"] * 2
    row = ue.local_circumstances("2027-08-02", lat=25.69, lng=32.64)
    for name in t.columns:
        np.testing.assert_array_equal(t[name][3:], row[name])


def test_no_places_give_no_rows() -> None:
    assert len(ue.local_circumstances("2026-08-12", lat=[], lng=[])) == 0
    assert len(ue.local_circumstances([], lat=[], lng=[])) == 0
    assert ue.search(lat=[], lng=[], start=2000, end=2001)["c1"].shape == (0,)


def test_missing_values_are_nan_nat_and_empty(table: ue.Table) -> None:
    assert np.isnan(table["duration_sec"]).tolist() == [False, True, True]
    assert np.isnat(table["c2"]).tolist() == [False, True, True]
    assert table["local_type"].tolist() == ["total", "partial", ""]
    assert table["visibility"].tolist() == ["sunset", "sunset", "no-eclipse"]


def test_columns_are_views_of_the_table_and_read_only(table: ue.Table) -> None:
    column = table["magnitude"]
    assert np.shares_memory(column, table["magnitude"])
    with pytest.raises(ValueError, match="read-only"):
        column[0] = 1.0
    assert table.units["sun_alt"] == "degree" and set(table.units) == set(table.columns)
    assert set(table.to_dict()) == set(table.columns)
    assert repr(table).startswith("Table with 3 rows") and "local_type" in repr(table)
    assert "\n" in repr(ue.local_circumstances("2026-08-12", lat=[], lng=[]))


def test_readers_of_arrow_accept_a_table(table: ue.Table) -> None:
    arrow = pa.table(table)
    assert arrow["c2"].null_count == 2 and arrow.schema.field("c2").type == pa.timestamp("us")
    address = arrow["magnitude"].chunk(0).buffers()[1].address
    assert address == table["magnitude"].ctypes.data, "Arrow and NumPy read the same memory"
    frame = pl.DataFrame(table)
    assert frame["local_type"].to_list() == ["total", "partial", None]
    assert frame["magnitude"].to_list()[:2] == table["magnitude"].tolist()[:2]
    assert pd.DataFrame.from_arrow(table)["c2"].isna().tolist() == [False, True, True]
    assert pd.DataFrame(table.to_dict()).shape == (3, len(table.columns))
    t = table
    greatest = np.nanmax(t["magnitude"])
    assert duckdb.sql("SELECT count(c2), max(magnitude) FROM t").fetchall() == [(1, greatest)]


def test_search_returns_the_index_of_the_place() -> None:
    t = ue.search(lat=[43.36, 25.69], lng=[-8.41, 32.64], start=2026, end="2028-01-01")
    assert t["place"].tolist() == sorted(t["place"].tolist())
    total = t["local_type"] == "total"
    assert t["place"][total].tolist() == [0, 1]
    assert t["eclipse"][total].astype("M8[D]").astype(str).tolist() == ["2026-08-12", "2027-08-02"]
    one = ue.search(**CORUNA, start=2026, end=2028)
    np.testing.assert_array_equal(one["c1"], t["c1"][t["place"] == 0])


def test_search_and_local_circumstances_agree() -> None:
    found = ue.search(**CORUNA, start=1900, end=2101)
    local = ue.local_circumstances(found["eclipse"].astype("M8[D]").astype(str).tolist(), **CORUNA)
    np.testing.assert_array_equal(found["local_type"], local["local_type"])
    np.testing.assert_array_equal(found["duration_sec"], local["duration_sec"])
    np.testing.assert_array_equal(found["visible_from"], local["visible_from"])


def test_options_change_the_computation() -> None:
    seconds = [
        ue.local_circumstances(e, lat=42.34, lng=-3.70)["duration_sec"][0]
        for e in (
            ue.eclipse("2026-08-12"),
            ue.eclipse("2026-08-12", theory="precise"),
            ue.eclipse("2026-08-12", theory="precise", k2=0.2722),
            ue.eclipse("2026-08-12", theory="precise", sun_radius=959.95),
            ue.eclipse("2026-08-12", delta_t=100.0),
        )
    ]
    assert len(set(seconds)) == 5 and max(seconds) - min(seconds) < 10
    wide = ue.search(**CORUNA, start=2026, end=2027, theory="precise")
    narrow = ue.search(**CORUNA, start=2026, end=2027, theory="precise", k2=0.2722)
    assert narrow["duration_sec"][0] < wide["duration_sec"][0]


def test_rise_and_set_by_place_and_day() -> None:
    t = ue.rise_set(lat=[43.36, 80.0], lng=[-8.41, 0.0], start="2026-06-21", end="2026-06-23")
    day = ["sunrise", "solar_transit", "sunset"]
    assert t["key"][t["place"] == 0].tolist() == day * 2
    assert t["key"][t["place"] == 1].tolist() == ["sun_always_above", "solar_transit"] * 2
    assert np.isnat(t["date"]).sum() == 2
    rise = t["key"] == "sunrise"
    np.testing.assert_allclose(t["alt"][rise], -0.83, atol=0.01)
    both = ue.rise_set(**CORUNA, start="2026-06-21", end="2026-06-22", body=["sun", "moon"])
    assert {"sunrise", "moonrise"} <= set(both["key"].tolist())


def test_positions_accept_text_dates_and_datetime64() -> None:
    texts = ["2026-08-12T18:30:00Z", "2026-08-13T00:00:00Z"]
    by_text = ue.position(at=texts, body="moon", **CORUNA)
    by_number = ue.position(at=np.array([t[:-1] for t in texts], dtype="M8[s]"), body="moon", **CORUNA)
    for name in by_text.columns:
        np.testing.assert_array_equal(by_text[name], by_number[name])
    grid = ue.position(at=np.array(texts)[:, None], lat=[0.0, 10.0, 20.0], lng=0.0)
    assert len(grid) == 6 and grid["at"][0] == grid["at"][2] != grid["at"][3]
    geocentric = ue.position(at=texts[0], body="moon")
    assert geocentric["ra"][0] == by_text["ra"][0] and np.isnan(geocentric["alt"][0])


def test_path_is_geojson() -> None:
    found = ue.path("2026-08-12", paths=["c"])
    assert found["type"] == "FeatureCollection"
    assert found["features"][0]["geometry"]["type"].endswith("LineString")
    assert len(ue.path(ue.eclipse("2026-08-12"), tolerance=1000)["features"]) > len(found["features"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ue.local_circumstances("2026-08-12", lat=91, lng=0), "lat: 91 is not within -90 … 90"),
        (lambda: ue.local_circumstances("2026-08-12", lat=[0, np.nan], lng=0), "lat: NaN"),
        (lambda: ue.local_circumstances("2026-08-12", lat=0, lng=181), "lng: 181 is not within -180 … 180"),
        (lambda: ue.local_circumstances("2026-08-12", lat=0, lng=0, height=1e9), "height: .* -1000 … 100000"),
        (lambda: ue.local_circumstances("2026-08-12", lat="x", lng=0), "lat: 'x' is not a number"),
        (lambda: ue.local_circumstances("2026-08-12", lat=[1, 2], lng=[1, 2, 3]), "shape mismatch"),
        (lambda: ue.eclipse("2026-08-20"), "nearest is that of 2026-08-12"),
        (lambda: ue.eclipse("12.8.2026"), "such as 2026-08-12"),
        (lambda: ue.eclipse("2026-08-12", k1=0.2725), "k1: needs theory = precise"),
        (lambda: ue.eclipse("2026-08-12", theory="precise", sun_radius=1), "sun_radius: 1 is not within 955"),
        (lambda: ue.eclipse("2026-08-12", delta_t=1e9), "delta_t: .* -100000 … 100000"),
        (lambda: ue.eclipse("2026-08-12", theory="best"), "neither canon nor precise"),
        (lambda: ue.search(**CORUNA, start=2030, end=2020), "end: 2020 must be after start, 2030"),
        (lambda: ue.search(**CORUNA, start=1898, end=1900), "start: .* years 1900 to 2100"),
        (lambda: ue.eclipses(2101, 2110), "end: .* years 1900 to 2100"),
        (lambda: ue.position(at=np.datetime64(2**62, "s")), "at: .* is not an instant such as"),
        (lambda: ue.search(**CORUNA, start=[2000, 2001], end=2020), "start: "),
        (lambda: ue.search(**CORUNA, start="soon", end=2020), 'start: "soon" is not a date such as'),
        (lambda: ue.rise_set(**CORUNA, start=1950, end=2090), "end: the span has 51135 days"),
        (lambda: ue.rise_set(**CORUNA, start=2000, end=2001, body="mars"), "sun, moon, gc"),
        (lambda: ue.position(at="2500-01-01"), "at: ΔT is known from the year 1898"),
        (lambda: ue.position(at=np.datetime64("NaT")), "at: .* is not an instant such as"),
        (lambda: ue.position(at=1.5), "at: 1.5 is not an instant such as"),
        (lambda: ue.position(at="2026-01-01", lat=1), "lat: needs lng"),
        (lambda: ue.path("2026-08-12", paths=["x"]), "classic, c, tn"),
        (lambda: ue.path("2026-08-12", tolerance=0), "tolerance: 0 is not within 0.1 … 100000"),
    ],
)
def test_errors_name_the_argument_and_a_valid_value(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_an_unknown_column_names_the_columns(table: ue.Table) -> None:
    with pytest.raises(KeyError, match="c5: the columns are eclipse, lat"):
        table["c5"]


@pytest.mark.skipif("UMBRA_ARTIFACTS" not in os.environ, reason="test.sh was called without artifacts")
def test_a_published_generation_has_all_eclipses() -> None:
    canon = ue.open(os.environ["UMBRA_ARTIFACTS"])
    assert len(canon.eclipses()) == 11_898
    t = ue.local_circumstances(canon.eclipse("1715-05-03"), lat=51.5, lng=-0.1)
    assert t["local_type"].tolist() == ["total"]


def test_a_folder_without_a_generation_is_an_error(tmp_path: object) -> None:
    with pytest.raises(OSError, match="run the builder"):
        ue.open(str(tmp_path))
