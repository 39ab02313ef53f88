//! The columns of the results.

use crate::schema::{Column, ColumnType, TableSchema};
use crate::tables::credits;
use astro::batch::QUANTITIES;
use astro::quantities;

/// The columns of a view at an instant: the prefix of the names, the contact point and the instant in words,
/// and the [`astro::quantities`].
macro_rules! view {
    (($prefix:literal, $point:literal, $at:literal)
     $($name:ident, $short:literal, $unit:literal, [$($meaning:literal)+];)+) => {
        [$(number(concat!($prefix, stringify!($name)), $unit, view!(@ $point, $at, $($meaning)+))),+]
    };
    (@ $point:literal, $at:literal, $before:literal $($after:literal)?) => {
        concat!($before, $($point, $after,)? $at)
    };
}

/// The tables of results, in the order of the dictionary.
pub const ALL: [&TableSchema; 3] = [&LOCAL, &SEARCH, &MOMENTS];

/// The circumstances of an eclipse at every place.
pub const LOCAL: TableSchema = TableSchema {
    name: "local",
    title: "Circumstances of solar eclipses at places, one row for each place and eclipse",
    notes: "All values but visibility are null if nothing of the eclipse is visible. Contacts below the \
            horizon have values if another part of the eclipse is visible.",
    columns: &joined::<{ 16 + 5 * QUANTITIES.len() }>(&[
        &PLACE,
        &ECLIPSE,
        &COORDINATES,
        &VISIBLE,
        &INSTANTS,
        &quantities!(view!("", "the Moon's centre from the Sun's", "at greatest eclipse")),
        &quantities!(view!("c1_", "the contact on the Sun's limb", "at first contact")),
        &quantities!(view!("c2_", "the contact on the Sun's limb", "at second contact")),
        &quantities!(view!("c3_", "the contact on the Sun's limb", "at third contact")),
        &quantities!(view!("c4_", "the contact on the Sun's limb", "at fourth contact")),
    ]),
    ..RESULTS
};

/// The eclipses that places see.
pub const SEARCH: TableSchema = TableSchema {
    name: "search",
    title: "Solar eclipses that places see, one row for each place and eclipse of which something is visible",
    notes: "magnitude, obscuration and the Sun are those of max, the greatest visible phase: greatest \
            eclipse, or sunrise or sunset if the Sun is down then. c1 … c4 are null below the horizon.",
    columns: &joined::<{ 15 + QUANTITIES.len() }>(&[
        &PLACE,
        &ECLIPSE,
        &[text("eclipse_type", false, "type of the whole eclipse: P partial, A annular, T total, H hybrid")],
        &COORDINATES,
        &VISIBLE,
        &INSTANTS,
        // Without P and V, the last ones.
        quantities!(view!("", "the Moon's centre from the Sun's", "at max")).split_at(QUANTITIES.len() - 2).0,
    ]),
    ..RESULTS
};

/// The views at given instants.
pub const MOMENTS: TableSchema = TableSchema {
    name: "moments",
    title: "A solar eclipse at given places and instants, one row for each",
    notes: "Values are those of the geometry, also with the Sun below the horizon. Null for a row that is \
            not valid.",
    columns: &joined::<{ 8 + QUANTITIES.len() }>(&[
        &PLACE,
        &ECLIPSE,
        &COORDINATES,
        &[instant("time", true, "the instant of the row", "given")],
        &quantities!(view!("", "the Moon's centre from the Sun's", "at the instant")),
        &[number("separation_deg", "degree", "angle between the centres of Sun and Moon")],
    ]),
    ..RESULTS
};

const RESULTS: TableSchema = TableSchema {
    name: "",
    title: "",
    notes: "",
    licence: credits::COMPUTED,
    attribution: credits::CANON_AND_IERS,
    columns: &[],
    arrow: false,
    parquet: true,
    sorted_by: "catalog_number",
    ties: true,
};

impl Column {
    /// Returns whether its values repeat from row to row: words, and values of the place or the eclipse.
    #[cfg(feature = "write")]
    pub(super) fn repeats(&self) -> bool {
        let is_of = |columns: &[Self]| columns.iter().any(|column| column.name == self.name);
        self.kind == ColumnType::Repeated || is_of(&PLACE) || is_of(&ECLIPSE) || is_of(&COORDINATES)
    }
}

/// Source of what follows from the elements.
const ELEMENTS: &str = "elements; Explanatory Supplement 2013, section 11.3; airless, level horizon";

const PLACE: [Column; 1] = [Column {
    name: "place",
    kind: ColumnType::Int32,
    nullable: false,
    unit: "1",
    meaning: "number of the place in the order of the request or the file, from 0",
    source: "counted",
}];

const ECLIPSE: [Column; 2] = [
    Column {
        name: "catalog_number",
        kind: ColumnType::Int32,
        nullable: false,
        unit: "1",
        meaning: "catalog number in eclipses",
        source: "as in elements",
    },
    instant("eclipse", false, "0h UT of the date of greatest eclipse", "as in elements"),
];

const COORDINATES: [Column; 3] = [
    coordinate("latitude_deg", "degree", "latitude of the place, WGS 84"),
    coordinate("longitude_deg", "degree", "longitude of the place, WGS 84, positive to the east"),
    coordinate("height_m", "m", "height of the place above sea level, used as height above the ellipsoid"),
];

const VISIBLE: [Column; 5] = [
    text("local_type", true, "type of the visible part: partial | annular | total"),
    text(
        "visibility",
        false,
        "which part is above the horizon: whole | sunrise | sunset | sunrise-and-sunset | interrupted | \
         below-horizon | no-eclipse",
    ),
    instant("visible_from", true, "first visible instant", ELEMENTS),
    instant("visible_to", true, "last visible instant", ELEMENTS),
    number("duration_s", "s", "visible duration of totality or annularity; null in a partial eclipse"),
];

const INSTANTS: [Column; 5] = [
    instant("c1", true, "first contact", ELEMENTS),
    instant("c2", true, "second contact; null in a partial eclipse", ELEMENTS),
    instant("max", true, "greatest eclipse; see notes", ELEMENTS),
    instant("c3", true, "third contact; null in a partial eclipse", ELEMENTS),
    instant("c4", true, "fourth contact", ELEMENTS),
];

const fn number(name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: ColumnType::Float64, nullable: true, unit, meaning, source: ELEMENTS }
}

const fn coordinate(name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
    Column { source: "given", ..number(name, unit, meaning) }
}

const fn instant(name: &'static str, nullable: bool, meaning: &'static str, source: &'static str) -> Column {
    Column { name, kind: ColumnType::TimestampMs, nullable, unit: "ms (UT)", meaning, source }
}

const fn text(name: &'static str, nullable: bool, meaning: &'static str) -> Column {
    Column { name, kind: ColumnType::Repeated, nullable, unit: "text", meaning, source: ELEMENTS }
}

/// The columns of some lists in one.
const fn joined<const N: usize>(lists: &[&[Column]]) -> [Column; N] {
    let mut all = [PLACE[0]; N];
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        let mut k = 0;
        while k < lists[list].len() {
            all[count] = lists[list][k];
            (count, k) = (count + 1, k + 1);
        }
        list += 1;
    }
    assert!(count == N, "the number of columns");
    all
}
