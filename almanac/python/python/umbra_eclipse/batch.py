"""Arrow in, Arrow out: many places and eclipses for engines such as Spark, Dask, DuckDB and Polars.

Both functions take batches of places and return a stream of results. Batches are computed when you read them,
so neither places nor results need to fit into memory. The columns are those of `umbra batch`, with unit,
meaning and source in the metadata of each.

`places` is any object with the Arrow PyCapsule interface (a table or batch of pyarrow, a DataFrame of Polars
or pandas, a relation of DuckDB), or an iterable of such objects. Columns, of which others are ignored:

- `lat` (or `latitude`, `latitude_deg`), −90 … 90°; `lng` (or `lon`, `longitude`, `longitude_deg`),
  −180 … 360°; `height` (or `height_m`, `elevation_m`), −12,000 … 100,000 m, 0 where it is missing.
- `id`: your name of the place, of any type, which the results repeat. `place` counts the places of a call.

`fields`: names of the columns that you need, by default all.

A wrong value raises an error that names the column and the row, when the batch is read.

    >>> import pyarrow as pa
    >>> from umbra_eclipse import batch
    >>> towns = pa.table({"id": ["Burgos", "Sydney"], "lat": [42.34, -33.87], "lng": [-3.70, 151.21]})
    >>> found = pa.table(batch.search(towns, ["2026-08-12", "2028-07-22"], fields=["local_type"]))
    >>> found.to_pylist()
    [{'id': 'Burgos', 'local_type': 'total'}, {'id': 'Sydney', 'local_type': 'total'}]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from . import Eclipse, _core, _listed

__all__ = ["ArrowStream", "Batches", "Places", "local", "search"]

Batches: TypeAlias = _core.Batches
"""A stream of results, for one reader of the Arrow PyCapsule interface."""


@runtime_checkable
class ArrowStream(Protocol):
    """An object with the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Places: TypeAlias = ArrowStream | Iterable[ArrowStream]
"""Places in columns, in one piece or several."""


def local(
    places: Places, eclipses: Eclipse | str | Sequence[Eclipse | str], *, fields: Sequence[str] | None = None
) -> Batches:
    """Returns what each place has of each eclipse, one row for each pair, also if nothing is visible.

    `eclipses` as in `umbra_eclipse.local_circumstances`.
    """
    return _batches("local", places, eclipses, fields)


def search(
    places: Places, eclipses: Eclipse | str | Sequence[Eclipse | str], *, fields: Sequence[str] | None = None
) -> Batches:
    """Returns which eclipses each place sees, one row for each pair of which something is visible.

    `eclipses`, for example `umbra_eclipse.eclipses(1900, 2101)`, as in `umbra_eclipse.local_circumstances`.
    """
    return _batches("search", places, eclipses, fields)


def _batches(
    table: str,
    places: Places,
    eclipses: Eclipse | str | Sequence[Eclipse | str],
    fields: Sequence[str] | None,
) -> Batches:
    streams = iter([places] if isinstance(places, ArrowStream) else places)
    return _core.batches(table, streams, _listed(eclipses), None if fields is None else ",".join(fields))
