//! The words for events, and what each stands for.

use crate::api::input::{Word, words};
use crate::one_of::one_of;
use crate::vocabulary::bodies::CelestialBody;
use astro::sky::events::SkyEvent;

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EventKey {
    /// What the ephemeris tells.
    Sky(SkyEvent),
    /// Greatest eclipse of the Sun.
    SolarEclipse,
    /// Greatest eclipse of the Moon.
    LunarEclipse,
}

impl Word for EventKey {
    const WORDS: &'static [&'static str] = &[
        "march_equinox",
        "june_solstice",
        "september_equinox",
        "december_solstice",
        "perihelion",
        "aphelion",
        "solar_eclipse",
        "new_moon",
        "first_quarter",
        "full_moon",
        "last_quarter",
        "lunar_perigee",
        "lunar_apogee",
        "lunar_ascending_node",
        "lunar_descending_node",
        "lunar_max_north",
        "lunar_max_south",
        "lunar_eclipse",
        "gc_solar_conjunction",
        "gc_solar_opposition",
    ];
    const VALUES: &'static [Self] = &[
        Self::Sky(SkyEvent::MarchEquinox),
        Self::Sky(SkyEvent::JuneSolstice),
        Self::Sky(SkyEvent::SeptemberEquinox),
        Self::Sky(SkyEvent::DecemberSolstice),
        Self::Sky(SkyEvent::Perihelion),
        Self::Sky(SkyEvent::Aphelion),
        Self::SolarEclipse,
        Self::Sky(SkyEvent::NewMoon),
        Self::Sky(SkyEvent::FirstQuarter),
        Self::Sky(SkyEvent::FullMoon),
        Self::Sky(SkyEvent::LastQuarter),
        Self::Sky(SkyEvent::Perigee),
        Self::Sky(SkyEvent::Apogee),
        Self::Sky(SkyEvent::AscendingNode),
        Self::Sky(SkyEvent::DescendingNode),
        Self::Sky(SkyEvent::MaxNorth),
        Self::Sky(SkyEvent::MaxSouth),
        Self::LunarEclipse,
        Self::Sky(SkyEvent::GalacticCenterConjunction),
        Self::Sky(SkyEvent::GalacticCenterOpposition),
    ];
}

one_of! {
    /// Kinds of events.
    CelestialEventKey, String, words::<EventKey>()
}

/// What is longer than the time from a seasonal event to the next of its kind, days.
const LONGEST_YEAR_DAYS: f64 = 372.0;
/// The same for the events of a month: an anomalistic month lasts 28.6 days at most, a lunation 29.9.
const LONGEST_MONTH_DAYS: f64 = 31.0;

impl EventKey {
    /// The body to which the event belongs.
    pub(super) fn body(self) -> CelestialBody {
        match self {
            Self::SolarEclipse => CelestialBody::Sun,
            Self::LunarEclipse => CelestialBody::Moon,
            Self::Sky(event) => match event {
                SkyEvent::MarchEquinox
                | SkyEvent::JuneSolstice
                | SkyEvent::SeptemberEquinox
                | SkyEvent::DecemberSolstice
                | SkyEvent::Perihelion
                | SkyEvent::Aphelion => CelestialBody::Sun,
                SkyEvent::GalacticCenterConjunction | SkyEvent::GalacticCenterOpposition => {
                    CelestialBody::GalacticCenter
                }
                _ => CelestialBody::Moon,
            },
        }
    }

    /// Days in which an event of this kind surely comes, if the ephemeris tells it.
    pub(super) fn longest_days(self) -> f64 {
        match self.body() {
            CelestialBody::Moon => LONGEST_MONTH_DAYS,
            CelestialBody::Sun | CelestialBody::GalacticCenter => LONGEST_YEAR_DAYS,
        }
    }

    /// The word in plain English: `First quarter`.
    pub(super) fn title(self) -> String {
        let plain = match self.word() {
            "gc_solar_conjunction" => "sun in conjunction with the Galactic Center".to_owned(),
            "gc_solar_opposition" => "sun in opposition to the Galactic Center".to_owned(),
            "lunar_max_north" => "moon farthest north".to_owned(),
            "lunar_max_south" => "moon farthest south".to_owned(),
            word => word.replace('_', " "),
        };
        let (first, rest) = plain.split_at(1);
        first.to_ascii_uppercase() + rest
    }
}
