//! The eclipses of many places.

use crate::places::raised;
use crate::table::{Columns, Table, Words, unix_us};
use almanac::{Canon, Changes, Found, Instant, Place, Search};
use pyo3::prelude::*;

/// The eclipses of each place in order of time.
pub(crate) fn table(
    canon: &Canon,
    places: &[Place],
    [from, to]: [Instant; 2],
    changes: Changes,
) -> PyResult<Table> {
    let found = canon.search(&Search { from, to, changes }, places).map_err(raised)?;
    let of_places = found.into_iter().enumerate();
    let rows: Vec<(i64, Found)> =
        of_places.flat_map(|(k, found)| found.into_iter().map(move |found| (k as i64, found))).collect();
    let instants =
        |of: fn(&Found) -> Option<Instant>| rows.iter().map(|(_, found)| unix_us(of(found))).collect();
    let numbers =
        |of: fn(&Found) -> Option<f64>| rows.iter().map(|(_, found)| of(found).unwrap_or(f64::NAN)).collect();
    let words = |of: fn(&Found) -> &'static str| {
        let mut words = Words::default();
        rows.iter().for_each(|(_, found)| words.push(Some(of(found))));
        words
    };
    let mut columns = Columns::default();
    columns.counts("place", rows.iter().map(|(place, _)| *place).collect());
    let midnight = |(_, found): &(i64, Found)| astro::time::Ut1(found.jd).unix_ms() * 1000;
    columns.instants("eclipse", rows.iter().map(midnight).collect());
    columns.instants("date", instants(|found| Some(found.date)));
    columns.counts("catalog", rows.iter().map(|(_, found)| found.catalog.into()).collect());
    columns.words("type", words(|found| found.kind));
    columns.words("local_type", words(|found| found.local_type));
    columns.numbers("magnitude", "1", numbers(|found| Some(found.magnitude)));
    columns.numbers("obscuration", "1", numbers(|found| Some(found.obscuration)));
    columns.numbers("duration_sec", "s", numbers(|found| found.duration_sec));
    columns.instants("c1", instants(|found| found.c1));
    columns.instants("c2", instants(|found| found.c2));
    columns.instants("max", instants(|found| Some(found.max.date)));
    columns.instants("c3", instants(|found| found.c3));
    columns.instants("c4", instants(|found| found.c4));
    columns.numbers("sun_alt", "degree", numbers(|found| Some(found.max.sun_alt)));
    columns.numbers("sun_az", "degree", numbers(|found| Some(found.max.sun_az)));
    columns.words("visibility", words(|found| found.visibility.reason.word()));
    columns.instants("visible_from", instants(|found| found.visibility.from));
    columns.instants("visible_to", instants(|found| found.visibility.to));
    columns.numbers("path_distance_km", "km", numbers(|found| found.path_distance_km));
    columns.numbers("path_bearing", "degree", numbers(|found| found.path_bearing));
    columns.table()
}
