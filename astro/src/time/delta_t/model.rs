//! Models of ΔT that a reader may choose from.

/// A model of ΔT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// The service's own: textbook table, observations, predictions, and polynomials beyond them.
    Default,
    /// The polynomials of Espenak & Meeus (2006) alone, for the n-dot of their canon.
    Em2006,
    /// The spline of Stephenson, Morrison & Hohenkerk (2016) with the addendum of 2021.
    Smh2016,
}

impl Model {
    /// All models.
    pub const ALL: [Self; 3] = [Self::Default, Self::Em2006, Self::Smh2016];

    /// The published name of the model.
    pub fn word(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Em2006 => "em2006",
            Self::Smh2016 => "smh2016",
        }
    }
}
