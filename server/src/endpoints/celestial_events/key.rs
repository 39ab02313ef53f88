//! Kinds of events.

use crate::api::value::{Value, named};
use crate::endpoints::prelude::*;
use astro::sky::events::SkyEvent;
use serde_json::json;

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
    /// The Sun's longitude is a multiple of a step.
    SolarLongitude,
    /// The Moon's elongation in longitude is a multiple of a step.
    LunarElongation,
}

/// Steps of the Sun's longitude, degrees: the 24 solar terms are 15° apart. All divide 180.
const SOLAR_STEPS: [u16; 7] = [1, 5, 10, 15, 30, 45, 90];
/// Steps of the Moon's elongation, degrees: 12 is a tithi, 6 a karana, 90 a quarter. All divide 180.
const LUNAR_STEPS: [u16; 5] = [6, 12, 30, 45, 90];

/// Events of one kind: those of a key, or the multiples of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EventKind {
    pub(super) key: CelestialEventKey,
    /// The step, degrees; 0 of a key that has none.
    pub(super) step_deg: u16,
}

impl EventKind {
    /// Reads the word of a key, or `solar-longitude:15`.
    fn parse(text: &str) -> Option<Self> {
        let (name, step) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
        let key: CelestialEventKey = named(&name.replace('-', "_"))?;
        let step_deg = step.parse().ok().filter(|step| match key.steps() {
            [] => !text.contains([':', '-']),
            steps => steps.contains(step),
        })?;
        Some(Self { key, step_deg })
    }

    /// Returns the text of the parameter.
    pub(super) fn text(self) -> String {
        match self.step_deg {
            0 => self.key.word().to_owned(),
            step => format!("{}:{step}", self.key.word().replace('_', "-")),
        }
    }

    /// Returns the event of the ephemeris; none for eclipses.
    pub(super) fn sky_event(self) -> Option<SkyEvent> {
        match self.key {
            CelestialEventKey::SolarLongitude => Some(SkyEvent::SolarLongitude(self.step_deg)),
            CelestialEventKey::LunarElongation => Some(SkyEvent::LunarElongation(self.step_deg)),
            key => key.sky_event(),
        }
    }
}

/// Separated by commas, or the parameter repeated; each kind once, in the order given.
impl Value for Vec<EventKind> {
    const IS_LIST: bool = true;
    type Echo = [String];

    fn accepted(_: &Parameter) -> Accepted {
        let all = CelestialEventKey::VALUES.iter().flat_map(|key| key.kinds());
        let all: Vec<_> = all.map(EventKind::text).collect();
        let items = json!({ "type": "string", "enum": all });
        Accepted {
            schema: json!({ "type": "array", "items": items, "minItems": 1 }),
            words: format!("One or more of `{}`, with commas between", all.join("`, `")),
        }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let of = |key: &CelestialEventKey| match key.steps() {
            [] => key.word().to_owned(),
            steps => format!("{}:STEP (STEP one of {steps:?})", key.word().replace('_', "-")),
        };
        let right =
            || format!("one of {}", CelestialEventKey::VALUES.iter().map(of).collect::<Vec<_>>().join(", "));
        input.list(p, "words", EventKind::parse, right)
    }

    fn echo(&self) -> impl Serialize {
        self.iter().map(|kind| kind.text()).collect::<Vec<_>>()
    }
}

/// Upper limit of the time between two seasonal events of the same kind, days.
pub(super) const MAX_YEAR_DAYS: f64 = 372.0;
/// Upper limit for monthly events, days: an anomalistic month lasts at most 28.6 days, a lunation 29.9.
const MAX_MONTH_DAYS: f64 = 31.0;

impl CelestialEventKey {
    /// Returns the steps of which multiples may be requested; none of other keys.
    fn steps(self) -> &'static [u16] {
        match self {
            Self::SolarLongitude => &SOLAR_STEPS,
            Self::LunarElongation => &LUNAR_STEPS,
            _ => &[],
        }
    }

    /// Returns the kinds of a key: one for each of its steps.
    pub(super) fn kinds(self) -> impl Iterator<Item = EventKind> {
        let steps = if self.steps().is_empty() { &[0] } else { self.steps() };
        steps.iter().map(move |step_deg| EventKind { key: self, step_deg: *step_deg })
    }

    pub(super) fn body(self) -> CelestialBody {
        match self {
            Self::MarchEquinox
            | Self::JuneSolstice
            | Self::SeptemberEquinox
            | Self::DecemberSolstice
            | Self::Perihelion
            | Self::Aphelion
            | Self::SolarEclipse
            | Self::SolarLongitude => CelestialBody::Sun,
            Self::GalacticCenterConjunction | Self::GalacticCenterOpposition => CelestialBody::GalacticCenter,
            _ => CelestialBody::Moon,
        }
    }

    /// Returns the event of the ephemeris; none for eclipses and multiples.
    fn sky_event(self) -> Option<SkyEvent> {
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
            Self::SolarEclipse | Self::LunarEclipse | Self::SolarLongitude | Self::LunarElongation => {
                return None;
            }
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
