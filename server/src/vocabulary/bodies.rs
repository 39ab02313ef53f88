//! Celestial bodies as parameters of operations.

use crate::api::value::Words;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::theory::Target;

/// Sun, Moon and Galactic Center.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "CelestialBodyWord")]
pub(crate) enum CelestialBody {
    Sun,
    Moon,
    #[word("gc")]
    GalacticCenter,
}

impl CelestialBody {
    /// Returns the name of the body.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Sun => "Sun",
            Self::Moon => "Moon",
            Self::GalacticCenter => "Galactic Center",
        }
    }

    /// Returns the body as a target of `astro`.
    pub(crate) fn target(self) -> Target {
        match self {
            Self::Sun => Target::Sun,
            Self::Moon => Target::Moon,
            Self::GalacticCenter => Target::Fixed(GALACTIC_CENTER),
        }
    }
}
