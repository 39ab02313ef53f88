//! The theory of the Sun and the Moon of an eclipse.

use crate::cell::words;
use astro::ephemeris::residual::{TheoryName, elongation_sigma, kernel_sigma};
use astro::time::Tt;

/// The theory of the places of Sun and Moon behind a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TheoryKind {
    /// The theories of the published canon.
    Canon,
    /// The theories closest to the sky.
    Series,
    /// A numerical ephemeris, which the manifest names.
    Kernel,
}

words!(TheoryKind: Canon = "canon", Series = "series", Kernel = "kernel");

impl TheoryKind {
    /// One standard error of the Moon's position relative to the Sun, radians.
    pub fn sigma(self, at: Tt) -> f64 {
        match self {
            Self::Canon => elongation_sigma(TheoryName::Canon, at),
            Self::Series => elongation_sigma(TheoryName::Sky, at),
            Self::Kernel => kernel_sigma(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;
    use crate::tables::span::Span;
    use arrow_array::StringArray;

    #[test]
    fn a_column_with_an_unknown_word_has_a_problem() {
        let words = StringArray::from(vec!["canon", "series", "kernel"]);
        assert_eq!(TheoryKind::problem(&words), None);
        assert_eq!(TheoryKind::read(&words, 1), TheoryKind::Series);
        let problem = Span::problem(&StringArray::from(vec!["canon", "default", "all"]));
        assert_eq!(problem.as_deref(), Some("row 2: \"all\" is none of default, canon"));
    }
}
