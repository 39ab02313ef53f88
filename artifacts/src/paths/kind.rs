//! What is seen on a curve.

use astro::eclipse::path::CentralKind;

/// What is seen on or within a curve at maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The Sun is covered.
    Total,
    /// A ring remains.
    Annular,
    /// A part of the Sun is covered.
    Partial,
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::Annular => "annular",
            Self::Partial => "partial",
        }
    }

    /// What it is a phase of, as a noun.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Total => "totality",
            Self::Annular => "annularity",
            Self::Partial => "the partial eclipse",
        }
    }

    /// The shadow in which it is seen.
    pub(super) fn shadow(self) -> &'static str {
        match self {
            Self::Total => "umbra",
            Self::Annular => "antumbra",
            Self::Partial => "penumbra",
        }
    }
}

impl From<CentralKind> for Kind {
    fn from(kind: CentralKind) -> Self {
        match kind {
            CentralKind::Total => Self::Total,
            CentralKind::Annular => Self::Annular,
        }
    }
}
