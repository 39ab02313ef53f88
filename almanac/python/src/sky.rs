//! Rise, transit and set, and positions.

use crate::places::raised;
use crate::table::{Columns, Table, Words, unix_us};
use almanac::{Body, Canon, Instant, Place};
use pyo3::prelude::*;

/// The events of each place and day, in order.
pub(crate) fn rise_set(
    canon: &Canon,
    places: &[Place],
    span: [Instant; 2],
    bodies: &[Body],
) -> PyResult<Table> {
    let (mut index, mut days, mut dates) = (Vec::new(), Vec::new(), Vec::new());
    let mut keys = Words::default();
    let mut directions: [Vec<f64>; 4] = Default::default();
    for (k, place) in places.iter().enumerate() {
        for (day, events) in almanac::rise_set(canon, *place, span, bodies).map_err(raised)? {
            for event in events {
                index.push(k as i64);
                days.push(day.unix_ms * 1000);
                keys.push(Some(event.key));
                dates.push(unix_us(event.date));
                let of = event.az_alt.map_or([f64::NAN; 4], |seen| {
                    [seen.parallax.altitude, seen.parallax.azimuth, seen.apparent.altitude, seen.refraction]
                });
                directions.iter_mut().zip(of).for_each(|(column, value)| column.push(value));
            }
        }
    }
    let mut columns = Columns::default();
    columns.counts("place", index);
    columns.instants("day", days);
    columns.words("key", keys);
    columns.instants("date", dates);
    for (name, values) in ["alt", "az", "alt_apparent", "refraction"].into_iter().zip(directions) {
        columns.numbers(name, "degree", values);
    }
    columns.table()
}

/// Names and units of the numbers of a position; those from `alt` on need a place.
const NUMBERS: [(&str, &str); 15] = [
    ("jde", "day"),
    ("ra", "degree"),
    ("decl", "degree"),
    ("ecliptic_longitude", "degree"),
    ("ecliptic_latitude", "degree"),
    ("apparent_longitude", "degree"),
    ("radius_vector", "au"),
    ("obliquity", "degree"),
    ("parallax", "degree"),
    ("alt", "degree"),
    ("az", "degree"),
    ("alt_apparent", "degree"),
    ("refraction", "degree"),
    ("alt_geocentric", "degree"),
    ("az_geocentric", "degree"),
];

/// The positions of a body at instants, and for places, one for each instant.
pub(crate) fn position(
    canon: &Canon,
    at: &[Instant],
    body: Body,
    places: Option<&[Place]>,
) -> PyResult<Table> {
    let mut numbers: [Vec<f64>; NUMBERS.len()] = std::array::from_fn(|_| Vec::with_capacity(at.len()));
    for (k, at) in at.iter().enumerate() {
        let place = places.and_then(|places| places.get(k)).copied();
        let found = canon.positions(*at, &[body], place).map_err(raised)?;
        let Some(p) = found.sun.or(found.moon).or(found.gc) else { continue };
        let ecliptic = p.ecliptic.map_or([f64::NAN; 6], |e| {
            let coordinates = e.ecliptic_coordinates;
            [
                coordinates.lambda,
                coordinates.beta,
                e.apparent_longitude,
                e.radius_vector,
                e.obliquity_of_ecliptic,
                e.equatorial_horizontal_parallax,
            ]
        });
        let horizontal = p.local_horizontal.map_or([f64::NAN; 6], |h| {
            let (seen, geocentric) = (h.parallax, h.geocentric);
            let apparent = h.apparent.altitude;
            [seen.altitude, seen.azimuth, apparent, h.refraction, geocentric.altitude, geocentric.azimuth]
        });
        let equatorial = [p.jde, p.apparent_coordinates.ra, p.apparent_coordinates.decl];
        let row = equatorial.into_iter().chain(ecliptic).chain(horizontal);
        numbers.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let mut columns = Columns::default();
    columns.instants("at", at.iter().map(|at| at.unix_ms.saturating_mul(1000)).collect());
    for ((name, unit), values) in NUMBERS.into_iter().zip(numbers) {
        columns.numbers(name, unit, values);
    }
    columns.table()
}
