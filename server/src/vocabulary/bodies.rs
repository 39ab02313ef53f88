//! The celestial bodies that several operations take as words.

use crate::api::value::Words;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::theory::Target;

/// Sun, Moon and Galactic Center.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "CelestialBodyWord")]
pub(crate) enum CelestialBody {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// The Galactic Center.
    #[word("gc")]
    GalacticCenter,
}

/// The name of the schema.
pub(crate) type CelestialBodyWord = CelestialBody;

impl CelestialBody {
    /// The body as people write it.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Sun => "Sun",
            Self::Moon => "Moon",
            Self::GalacticCenter => "Galactic Center",
        }
    }

    /// The body as the target of `astro`.
    pub(crate) fn target(self) -> Target {
        match self {
            Self::Sun => Target::Sun,
            Self::Moon => Target::Moon,
            Self::GalacticCenter => Target::Fixed(GALACTIC_CENTER),
        }
    }
}
