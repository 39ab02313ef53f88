//! Local circumstances of many places and eclipses.

use crate::canon::Eclipse;
use crate::places::{Coordinates, places};
use crate::table::{Columns, NAT, Table, Words, unix_us};
use almanac::Place;
use astro::batch::{self, LocalColumns, QUANTITIES};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// Names of contacts and of greatest eclipse in order of time, by their numbers in `almanac`.
const CONTACTS: [(&str, u8); 5] = [("c1", 1), ("c2", 2), ("max", 0), ("c3", 3), ("c4", 4)];
/// Quantities that the service gives for greatest eclipse; their names have no suffix then.
const OF_GREATEST: [&str; 4] = ["magnitude", "obscuration", "sun_alt", "sun_az"];

/// Words of `local_type`, from partial on, in the order of [`LocalType`](astro::batch::LocalType).
const LOCAL_TYPES: [&str; 3] = ["partial", "annular", "total"];
/// Words of `visibility`, in the order of [`VisibilityType`](astro::batch::VisibilityType).
const VISIBILITIES: [&str; 7] =
    ["no-eclipse", "below-horizon", "whole", "sunrise", "sunset", "sunrise-and-sunset", "interrupted"];
/// Number of places in one call of the kernel, so that its columns fit into the processor's cache.
const BLOCK_ROWS: usize = 1024;

/// Rows of the table by column.
struct Rows {
    kind: Vec<i8>,
    visibility: Vec<i8>,
    duration_s: Vec<f64>,
    visible: [Vec<i64>; 2],
    instants: [Vec<i64>; 5],
    /// The instant in hours, and the quantities, of each contact.
    quantities: Vec<[Vec<f64>; 5]>,
}

/// Returns the local circumstances of eclipses: row k is the eclipse `which[k]` at the place k.
#[pyfunction]
pub(crate) fn local_circumstances(
    py: Python<'_>,
    eclipses: Vec<Py<Eclipse>>,
    which: PyReadonlyArray1<'_, i64>,
    coordinates: Coordinates<'_>,
) -> PyResult<Table> {
    let places = places(&coordinates)?;
    let eclipses: Vec<_> = eclipses.iter().map(|e| &e.get().eclipse).collect();
    let number = |k: &i64| usize::try_from(*k).ok().filter(|k| *k < eclipses.len());
    let which: Option<Vec<_>> = which.as_array().iter().map(number).collect();
    let which = which.filter(|which| which.len() == places.len());
    let which = which.ok_or_else(|| PyIndexError::new_err("which: no such eclipse"))?;
    py.detach(|| table(&eclipses, &which, &places))
}

fn table(eclipses: &[&almanac::Eclipse], which: &[usize], places: &[Place]) -> PyResult<Table> {
    let mut rows = Rows::new(places.len());
    // The kernel computes one eclipse for many places.
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|k| which[*k]);
    let (mut observers, mut found) = (batch::Places::default(), LocalColumns::default());
    for of_eclipse in order.chunk_by(|a, b| which[*a] == which[*b]) {
        let eclipse = eclipses[which[of_eclipse[0]]];
        for block in of_eclipse.chunks(BLOCK_ROWS) {
            let of = |coordinate: fn(&Place) -> f64| -> Vec<f64> {
                block.iter().map(|k| coordinate(&places[*k])).collect()
            };
            observers.fill(&of(|place| place.lat), &of(|place| place.lng), &of(|place| place.height));
            found.clear();
            batch::local(eclipse.elements(), eclipse.delta_t_s(), &observers, &mut found);
            rows.set(block, eclipse, &mut found);
        }
    }
    let Rows { kind, visibility, duration_s, visible: [from, to], instants, quantities } = rows;
    let mut columns = Columns::default();
    let midnight = |k: &usize| astro::time::Ut1(eclipses[*k].jd()).unix_ms() * 1000;
    columns.instants("eclipse", which.iter().map(midnight).collect());
    columns.numbers("lat", "degree", places.iter().map(|place| place.lat).collect());
    columns.numbers("lng", "degree", places.iter().map(|place| place.lng).collect());
    columns.numbers("height", "m", places.iter().map(|place| place.height).collect());
    columns.words("local_type", Words::new(&LOCAL_TYPES, kind));
    columns.numbers("duration_sec", "s", duration_s);
    columns.words("visibility", Words::new(&VISIBILITIES, visibility));
    columns.instants("visible_from", from);
    columns.instants("visible_to", to);
    for ((contact, _), values) in CONTACTS.into_iter().zip(instants) {
        columns.instants(contact, values);
    }
    let named = [("t", "h")].into_iter().chain(QUANTITIES.iter().map(|(_, short, unit)| (*short, *unit)));
    for ((quantity, unit), of_contacts) in named.zip(quantities) {
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
            kind: vec![-1; count],
            visibility: vec![-1; count],
            duration_s: numbers(),
            visible: std::array::from_fn(|_| instants()),
            instants: std::array::from_fn(|_| instants()),
            quantities: vec![std::array::from_fn(|_| numbers()); 1 + QUANTITIES.len()],
        }
    }

    /// Sets the rows `block` to what the kernel found for their places.
    fn set(&mut self, block: &[usize], eclipse: &almanac::Eclipse, found: &mut LocalColumns) {
        let instant = |t: f64| if t.is_nan() { NAT } else { unix_us(Some(eclipse.instant(t))) };
        set(&mut self.kind, block, &found.local_type, |kind| kind as i8 - 1);
        set(&mut self.visibility, block, &found.visibility, |visibility| visibility as i8);
        set(&mut self.duration_s, block, &found.duration_s, |s| s);
        for (column, hours) in self.visible.iter_mut().zip([&found.visible_from_h, &found.visible_to_h]) {
            set(column, block, hours, instant);
        }
        for (slot, contact) in found.contacts.iter_mut().enumerate() {
            set(&mut self.instants[slot], block, &contact.t_h, instant);
            for (column, values) in self.quantities.iter_mut().zip(contact.columns()) {
                set(&mut column[slot], block, values, |value| value);
            }
        }
    }
}

fn set<T: Copy, U>(column: &mut [U], block: &[usize], values: &[T], convert: impl Fn(T) -> U) {
    block.iter().zip(values).for_each(|(k, value)| column[*k] = convert(*value));
}
