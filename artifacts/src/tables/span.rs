//! Which eclipses of `elements` the interface serves by default.

use crate::cell::{Cell, unknown_word};
use crate::schema::Kind;
use arrow_array::{ArrayRef, StringArray};
use std::sync::Arc;

/// The years to which an eclipse of `elements` belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// Those that the interface serves by default, [`super::elements::YEARS`].
    Default,
    /// The other years of the canon, which the interface serves with `era=canon`.
    Canon,
}

impl Span {
    const ALL: [Self; 2] = [Self::Default, Self::Canon];

    /// The word in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Canon => "canon",
        }
    }
}

impl Cell<'_> for Span {
    const KIND: Kind = Kind::Text;
    const NULLABLE: bool = false;
    type Array = StringArray;

    fn problem(array: &StringArray) -> Option<String> {
        unknown_word(array, &Self::ALL.map(Self::word))
    }

    fn read(array: &StringArray, row: usize) -> Self {
        let known = Self::ALL.into_iter().find(|span| span.word() == array.value(row));
        known.expect("a column with other words has a problem")
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(StringArray::from_iter_values(values.map(Self::word)))
    }
}
