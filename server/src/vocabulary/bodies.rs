//! The celestial bodies that several operations take as words.

use crate::api::input::{Word, words};
use crate::one_of::one_of;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::theory::Target;

/// A celestial body that a parameter can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CelestialBody {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// The Galactic Center.
    GalacticCenter,
}

impl Word for CelestialBody {
    const WORDS: &'static [&'static str] = &["sun", "moon", "gc"];
    const VALUES: &'static [Self] = &[Self::Sun, Self::Moon, Self::GalacticCenter];
}

one_of! {
    /// Sun, Moon and Galactic Center.
    CelestialBodyWord, String, words::<CelestialBody>()
}

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
