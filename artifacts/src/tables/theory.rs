//! What the Sun and the Moon of an eclipse come from.

use crate::cell::{Cell, unknown_word};
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
    const ALL: [Self; 3] = [Self::Canon, Self::Series, Self::Kernel];

    /// The word in the table.
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

    fn problem(array: &StringArray) -> Option<String> {
        unknown_word(array, &Self::ALL.map(Self::word))
    }

    fn read(array: &StringArray, row: usize) -> Self {
        let known = Self::ALL.into_iter().find(|theory| theory.word() == array.value(row));
        known.expect("a column with other words has a problem")
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(StringArray::from_iter_values(values.map(Self::word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::span::Span;

    #[test]
    fn a_column_with_an_unknown_word_has_a_problem() {
        let words = StringArray::from(vec!["canon", "series", "kernel"]);
        assert_eq!(Theory::problem(&words), None);
        assert_eq!(Theory::read(&words, 1), Theory::Series);
        let problem = Span::problem(&StringArray::from(vec!["canon", "default", "all"]));
        assert_eq!(problem.as_deref(), Some("row 2: \"all\" is none of default, canon"));
    }
}
