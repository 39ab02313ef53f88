//! The source of a value of ΔT.

/// The source of a value of ΔT, from the most to the least trustworthy in its own years.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeltaTOrigin {
    /// Meeus, *Astronomical Algorithms* (1998), table 10.A.
    Table,
    /// Observed by the IERS.
    Observed,
    /// Predicted by the IERS and the USNO.
    Predicted,
    /// Espenak & Meeus (2006) polynomials, or the blend towards them.
    Polynomial,
    /// Spline of Stephenson, Morrison & Hohenkerk (2016), coefficients of 2020.
    Spline,
    /// The length of the day by the same authors, integrated beyond the spline.
    Extrapolated,
}

impl DeltaTOrigin {
    /// All sources, in the order of their codes in the published table.
    pub const ALL: [Self; 6] =
        [Self::Table, Self::Observed, Self::Predicted, Self::Polynomial, Self::Spline, Self::Extrapolated];

    /// The published name of the source.
    pub fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Observed => "observed",
            Self::Predicted => "predicted",
            Self::Polynomial => "polynomial",
            Self::Spline => "spline",
            Self::Extrapolated => "extrapolated",
        }
    }

    /// The source of a value between two nodes: the less certain of theirs.
    pub(crate) fn less_certain(self, other: Self) -> Self {
        match (self, other) {
            (Self::Extrapolated, _) | (_, Self::Extrapolated) => Self::Extrapolated,
            (Self::Polynomial, _) | (_, Self::Polynomial) => Self::Polynomial,
            (Self::Predicted, _) | (_, Self::Predicted) => Self::Predicted,
            (_, other) => other,
        }
    }
}
