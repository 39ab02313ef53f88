//! The columns of an input by name, and what each of them accepts.

use crate::{Error, Input};
use astro::time::iso_text_ms;

/// Name of the column of results with the error of a row.
pub const ERROR_COLUMN: &str = "error";

/// Number of columns that a reader accepts.
pub(crate) const COUNT: usize = 5;

/// A column that a reader accepts. The order is the order of [`Column::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Id,
    Latitude,
    Longitude,
    Height,
    Time,
}

impl Column {
    pub(crate) const ALL: [Self; COUNT] =
        [Self::Id, Self::Latitude, Self::Longitude, Self::Height, Self::Time];

    /// The accepted names, the usual one first.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Id => &["id"],
            Self::Latitude => &["lat", "lat_deg", "latitude", "latitude_deg"],
            Self::Longitude => {
                &["lng", "lng_deg", "lon", "lon_deg", "long", "long_deg", "longitude", "longitude_deg"]
            }
            Self::Height => {
                &["height", "height_m", "elevation", "elevation_m", "altitude", "altitude_m", "alt", "alt_m"]
            }
            Self::Time => &["time", "date"],
        }
    }

    /// The usual name.
    pub(crate) fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Returns the column of a name in any case.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let is_named = |column: &Self| column.names().iter().any(|n| n.eq_ignore_ascii_case(name));
        Self::ALL.into_iter().find(is_named)
    }

    /// Least and greatest number of a place.
    pub(crate) fn range(self) -> [f64; 2] {
        match self {
            Self::Latitude => [-90.0, 90.0],
            Self::Longitude => [-180.0, 360.0],
            _ => [-12_000.0, 100_000.0],
        }
    }

    /// The values of the column in words.
    fn valid(self, input: &Input) -> String {
        let unit = if self == Self::Height { "metres" } else { "degrees" };
        match self {
            Self::Id => format!("an integer or text of at most {} bytes", Input::MAX_ID_BYTES),
            Self::Time => {
                let [from, to] = input.time_range_ms.map(iso_text_ms);
                format!("a time from {from}Z to {to}Z such as 2026-08-12T17:30:00Z")
            }
            _ => format!("a number from {} to {} {unit}", self.range()[0], self.range()[1]),
        }
    }

    /// The error of a row with another value.
    pub(crate) fn wrong(self, value: &str, input: &Input) -> String {
        format!("{}: {} is not {}", self.name(), shortened(value), self.valid(input))
    }

    /// The error of a row without a value.
    pub(crate) fn missing(self, input: &Input) -> String {
        format!("{}: missing; write {}", self.name(), self.valid(input))
    }

    /// Returns whether rows must have the column.
    pub(crate) fn is_required(self, input: &Input) -> bool {
        match self {
            Self::Latitude | Self::Longitude => input.has_place,
            Self::Time => input.has_time,
            Self::Id | Self::Height => false,
        }
    }

    /// Returns whether a reader looks at the column.
    pub(crate) fn is_read(self, input: &Input) -> bool {
        self == Self::Id || self.is_required(input) || (self == Self::Height && input.has_place)
    }
}

/// The beginning of a value for an error.
pub(crate) fn shortened(value: &str) -> String {
    const MAX_SHOWN: usize = 40;
    match value.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// The positions of the columns in a table.
pub(crate) type Positions = [Option<usize>; COUNT];

/// Finds the columns among the names of a table. Required columns must exist, and each only once.
pub(crate) fn positions<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
    input: &Input,
) -> Result<Positions, Error> {
    let mut found = Positions::default();
    for (position, name) in names.clone().enumerate() {
        let Some(column) = Column::of_name(name.trim()).filter(|c| c.is_read(input)) else { continue };
        if let Some(first) = found[column as usize].replace(position) {
            let first = names.clone().nth(first).unwrap_or_default();
            return Err(Error::Malformed(format!(
                "columns {first} and {name} both are the {}; rename or remove one",
                column.name()
            )));
        }
    }
    for column in Column::ALL {
        if column.is_required(input) && found[column as usize].is_none() {
            let all = names.collect::<Vec<_>>().join(", ");
            return Err(Error::Malformed(format!(
                "the column {} is missing; the columns are {}. Name one {}",
                column.name(),
                shortened(&all),
                column.names().join(" or ")
            )));
        }
    }
    Ok(found)
}
