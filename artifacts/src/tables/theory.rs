//! What the Sun and the Moon of an eclipse come from.

use crate::cell::Cell;
use crate::schema::Kind;
use arrow_array::{ArrayRef, StringArray};
use std::sync::Arc;

/// What the places of Sun and Moon behind a row were computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theory {
    /// The theories of the published canon.
    Canon,
    /// The theories closest to the sky.
    Series,
    /// A numerical ephemeris, which the manifest names.
    Kernel,
}

impl Theory {
    /// The word that stands for it in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Canon => "canon",
            Self::Series => "series",
            Self::Kernel => "kernel",
        }
    }
}

impl Cell<'_> for Theory {
    const KIND: Kind = Kind::Text;
    const NULLABLE: bool = false;
    type Array = StringArray;

    /// Anything but the two other words is the canon.
    fn read(array: &StringArray, row: usize) -> Self {
        let is = |theory: &Self| array.value(row) == theory.word();
        [Self::Series, Self::Kernel].into_iter().find(is).unwrap_or(Self::Canon)
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(StringArray::from_iter_values(values.map(Self::word)))
    }
}
