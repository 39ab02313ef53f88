//! Kinds of events.

use crate::endpoints::prelude::*;
use astro::sky::events::SkyEvent;

/// Kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(snake)]
pub(super) enum CelestialEventKey {
    MarchEquinox,
    JuneSolstice,
    SeptemberEquinox,
    DecemberSolstice,
    Perihelion,
    Aphelion,
    /// Greatest eclipse of the Sun.
    SolarEclipse,
    NewMoon,
    FirstQuarter,
    FullMoon,
    LastQuarter,
    LunarPerigee,
    LunarApogee,
    LunarAscendingNode,
    LunarDescendingNode,
    LunarMaxNorth,
    LunarMaxSouth,
    /// Greatest eclipse of the Moon.
    LunarEclipse,
    #[word("gc_solar_conjunction")]
    GalacticCenterConjunction,
    #[word("gc_solar_opposition")]
    GalacticCenterOpposition,
}

/// Upper limit of the time between two seasonal events of the same kind, days.
const MAX_YEAR_DAYS: f64 = 372.0;
/// Upper limit for monthly events, days: an anomalistic month lasts at most 28.6 days, a lunation 29.9.
const MAX_MONTH_DAYS: f64 = 31.0;

impl CelestialEventKey {
    /// Returns the body of the event.
    pub(super) fn body(self) -> CelestialBody {
        match self {
            Self::MarchEquinox
            | Self::JuneSolstice
            | Self::SeptemberEquinox
            | Self::DecemberSolstice
            | Self::Perihelion
            | Self::Aphelion
            | Self::SolarEclipse => CelestialBody::Sun,
            Self::GalacticCenterConjunction | Self::GalacticCenterOpposition => CelestialBody::GalacticCenter,
            _ => CelestialBody::Moon,
        }
    }

    /// Returns the event of the ephemeris; none for eclipses.
    pub(super) fn sky_event(self) -> Option<SkyEvent> {
        Some(match self {
            Self::MarchEquinox => SkyEvent::MarchEquinox,
            Self::JuneSolstice => SkyEvent::JuneSolstice,
            Self::SeptemberEquinox => SkyEvent::SeptemberEquinox,
            Self::DecemberSolstice => SkyEvent::DecemberSolstice,
            Self::Perihelion => SkyEvent::Perihelion,
            Self::Aphelion => SkyEvent::Aphelion,
            Self::NewMoon => SkyEvent::NewMoon,
            Self::FirstQuarter => SkyEvent::FirstQuarter,
            Self::FullMoon => SkyEvent::FullMoon,
            Self::LastQuarter => SkyEvent::LastQuarter,
            Self::LunarPerigee => SkyEvent::Perigee,
            Self::LunarApogee => SkyEvent::Apogee,
            Self::LunarAscendingNode => SkyEvent::AscendingNode,
            Self::LunarDescendingNode => SkyEvent::DescendingNode,
            Self::LunarMaxNorth => SkyEvent::MaxNorth,
            Self::LunarMaxSouth => SkyEvent::MaxSouth,
            Self::GalacticCenterConjunction => SkyEvent::GalacticCenterConjunction,
            Self::GalacticCenterOpposition => SkyEvent::GalacticCenterOpposition,
            Self::SolarEclipse | Self::LunarEclipse => return None,
        })
    }

    /// Returns a period in days that contains at least one event of this kind.
    pub(super) fn max_interval_days(self) -> f64 {
        match self.body() {
            CelestialBody::Moon => MAX_MONTH_DAYS,
            CelestialBody::Sun | CelestialBody::GalacticCenter => MAX_YEAR_DAYS,
        }
    }

    /// Returns the kind in plain English: `First quarter`.
    pub(super) fn title(self) -> String {
        let plain = match self {
            Self::GalacticCenterConjunction => "sun in conjunction with the Galactic Center".to_owned(),
            Self::GalacticCenterOpposition => "sun in opposition to the Galactic Center".to_owned(),
            Self::LunarMaxNorth => "moon farthest north".to_owned(),
            Self::LunarMaxSouth => "moon farthest south".to_owned(),
            _ => self.word().replace('_', " "),
        };
        let (first, rest) = plain.split_at(1);
        first.to_ascii_uppercase() + rest
    }
}
