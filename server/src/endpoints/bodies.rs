//! The bodies that more than one operation takes by their words.

use crate::api::input::Word;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::theory::Target;

/// A body.
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

impl CelestialBody {
    /// What to look at.
    pub(crate) fn target(self) -> Target {
        match self {
            Self::Sun => Target::Sun,
            Self::Moon => Target::Moon,
            Self::GalacticCenter => Target::Fixed(GALACTIC_CENTER),
        }
    }
}
