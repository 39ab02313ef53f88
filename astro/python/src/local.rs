//! Local circumstances of many places and eclipses.

use crate::canon::Eclipse;
use crate::places::{Coordinates, places};
use crate::table::{Columns, NAT, Table, Words, unix_us};
use almanac::{Contact, Place, local_type};
use astro::eclipse::local::LocalEclipseType;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// Names of contacts and of greatest eclipse in order of time, by their numbers in `almanac`.
const CONTACTS: [(&str, u8); 5] = [("c1", 1), ("c2", 2), ("max", 0), ("c3", 3), ("c4", 4)];
/// Names and units of the quantities of a contact.
const QUANTITIES: [(&str, &str); 7] = [
    ("t", "h"),
    ("magnitude", "1"),
    ("obscuration", "1"),
    ("sun_alt", "degree"),
    ("sun_az", "degree"),
    ("p", "degree"),
    ("v", "degree"),
];
/// Quantities that the service gives for greatest eclipse; their names have no suffix then.
const OF_GREATEST: [&str; 4] = ["magnitude", "obscuration", "sun_alt", "sun_az"];

/// Rows of the table by column.
struct Rows {
    kind: Words,
    visibility: Words,
    duration_s: Vec<f64>,
    visible: [Vec<i64>; 2],
    instants: [Vec<i64>; 5],
    quantities: [[Vec<f64>; 5]; 7],
}

/// What places see of eclipses: row k is the eclipse `which[k]` at the place k.
#[pyfunction]
pub(crate) fn local_circumstances(
    py: Python<'_>,
    eclipses: Vec<Py<Eclipse>>,
    which: PyReadonlyArray1<'_, i64>,
    coordinates: Coordinates<'_>,
) -> PyResult<Table> {
    let places = places(&coordinates)?;
    let of_row = |k: &i64| usize::try_from(*k).ok().and_then(|k| eclipses.get(k)).map(|e| &e.get().eclipse);
    let of_rows: Option<Vec<_>> = which.as_array().iter().map(of_row).collect();
    let of_rows = of_rows.ok_or_else(|| PyIndexError::new_err("which: no such eclipse"))?;
    py.detach(|| table(&of_rows, &places))
}

fn table(eclipses: &[&almanac::Eclipse], places: &[Place]) -> PyResult<Table> {
    let mut rows = Rows::new(places.len());
    for (k, (eclipse, place)) in eclipses.iter().zip(places).enumerate() {
        rows.add(k, eclipse, *place);
    }
    let Rows { kind, visibility, duration_s, visible: [from, to], instants, quantities } = rows;
    let mut columns = Columns::default();
    let midnight = |e: &&almanac::Eclipse| astro::time::Ut1(e.jd()).unix_ms() * 1000;
    columns.instants("eclipse", eclipses.iter().map(midnight).collect());
    columns.numbers("lat", "degree", places.iter().map(|place| place.lat).collect());
    columns.numbers("lng", "degree", places.iter().map(|place| place.lng).collect());
    columns.numbers("height", "m", places.iter().map(|place| place.height).collect());
    columns.words("local_type", kind);
    columns.numbers("duration_sec", "s", duration_s);
    columns.words("visibility", visibility);
    columns.instants("visible_from", from);
    columns.instants("visible_to", to);
    for ((contact, _), values) in CONTACTS.into_iter().zip(instants) {
        columns.instants(contact, values);
    }
    for ((quantity, unit), of_contacts) in QUANTITIES.into_iter().zip(quantities) {
        for ((contact, number), values) in CONTACTS.into_iter().zip(of_contacts) {
            let is_plain = number == 0 && OF_GREATEST.contains(&quantity);
            let name = if is_plain { quantity.into() } else { format!("{quantity}_{contact}") };
            columns.numbers(name, unit, values);
        }
    }
    columns.table()
}

impl Rows {
    /// Rows without an eclipse.
    fn new(count: usize) -> Self {
        let numbers = || vec![f64::NAN; count];
        let instants = || vec![NAT; count];
        Self {
            kind: Words::default(),
            visibility: Words::default(),
            duration_s: numbers(),
            visible: std::array::from_fn(|_| instants()),
            instants: std::array::from_fn(|_| instants()),
            quantities: std::array::from_fn(|_| std::array::from_fn(|_| numbers())),
        }
    }

    fn add(&mut self, k: usize, eclipse: &almanac::Eclipse, place: Place) {
        let seen = eclipse.local(place);
        self.visibility.push(Some(seen.visibility.reason));
        for (column, at) in self.visible.iter_mut().zip([seen.visibility.from, seen.visibility.to]) {
            column[k] = unix_us(at);
        }
        let is_central = seen.contacts.iter().any(|c| c.contact == 2);
        let sight = if is_central { eclipse.seen_from(place).sight() } else { None };
        let kind = sight.as_ref().map_or(LocalEclipseType::Partial, |sight| sight.kind);
        self.kind.push((!seen.contacts.is_empty()).then_some(local_type(kind)));
        if let Some(sight) = sight.filter(|sight| sight.kind != LocalEclipseType::Partial) {
            self.duration_s[k] = sight.central_s;
        }
        for contact in &seen.contacts {
            let Some(slot) = CONTACTS.iter().position(|c| c.1 == contact.contact) else { continue };
            self.instants[slot][k] = unix_us(Some(contact.date));
            for (column, value) in self.quantities.iter_mut().zip(of_contact(contact)) {
                column[slot][k] = value;
            }
        }
    }
}

/// In the order of [`QUANTITIES`].
fn of_contact(c: &Contact) -> [f64; 7] {
    let seen = &c.observational;
    let sun = seen.sun_az_alt;
    [c.t, seen.magnitude, seen.obscuration, sun.altitude, sun.azimuth, seen.p, seen.v]
}
