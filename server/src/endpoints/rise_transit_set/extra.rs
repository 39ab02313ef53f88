//! Events beside rise, transit and set: twilights, golden and blue hour, lower transits.

use crate::api::input::Word;
use crate::api::value::Words;
use crate::vocabulary::bodies::CelestialBody;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::riseset::{Limb, Watch};
use astro::time::Ut1;

/// Events that are given beside the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "RiseTransitSetExtra", snake)]
pub(super) enum Extra {
    CivilDawn,
    CivilDusk,
    NauticalDawn,
    NauticalDusk,
    AstronomicalDawn,
    AstronomicalDusk,
    GoldenHour,
    BlueHour,
    SolarMidnight,
    LunarLowerTransit,
    #[word("gc_lower_transit")]
    GalacticCenterLowerTransit,
    Twilights,
    All,
}

/// A twilight: the words that stand for its beginning in the morning and its end in the evening, the Sun's
/// altitude then, and the keys for a day on which the Sun stays above or below that.
struct Twilight {
    dawn: Extra,
    dusk: Extra,
    altitude_deg: f64,
    always_above: &'static str,
    always_below: &'static str,
}

const TWILIGHTS: [Twilight; 3] = [
    Twilight {
        dawn: Extra::CivilDawn,
        dusk: Extra::CivilDusk,
        altitude_deg: -6.0,
        always_above: "civil_always_above",
        always_below: "civil_always_below",
    },
    Twilight {
        dawn: Extra::NauticalDawn,
        dusk: Extra::NauticalDusk,
        altitude_deg: -12.0,
        always_above: "nautical_always_above",
        always_below: "nautical_always_below",
    },
    Twilight {
        dawn: Extra::AstronomicalDawn,
        dusk: Extra::AstronomicalDusk,
        altitude_deg: -18.0,
        always_above: "astronomical_always_above",
        always_below: "astronomical_always_below",
    },
];

/// A time while the Sun is between two altitudes: its word, them, and the keys for its beginning and end, and
/// for a day on which it lasts all the time or never comes.
struct Hour {
    word: Extra,
    altitudes_deg: [f64; 2],
    begin: &'static str,
    end: &'static str,
    always: &'static str,
    never: &'static str,
}

const HOURS: [Hour; 2] = [
    Hour {
        word: Extra::GoldenHour,
        altitudes_deg: [-4.0, 6.0],
        begin: "golden_hour_begin",
        end: "golden_hour_end",
        always: "golden_hour_always",
        never: "golden_hour_never",
    },
    Hour {
        word: Extra::BlueHour,
        altitudes_deg: [-6.0, -4.0],
        begin: "blue_hour_begin",
        end: "blue_hour_end",
        always: "blue_hour_always",
        never: "blue_hour_never",
    },
];

/// All keys of these events.
pub(super) fn keys() -> Vec<&'static str> {
    let twilights =
        TWILIGHTS.iter().flat_map(|t| [t.dawn.word(), t.dusk.word(), t.always_above, t.always_below]);
    let hours = HOURS.iter().flat_map(|h| [h.begin, h.end, h.always, h.never]);
    let lower = [CelestialBody::Sun, CelestialBody::Moon, CelestialBody::GalacticCenter].map(lower_transit);
    twilights.chain(hours).chain(lower.map(Word::word)).collect()
}

/// The word for the lower passage of the meridian of a body.
pub(super) fn lower_transit(body: CelestialBody) -> Extra {
    match body {
        CelestialBody::Sun => Extra::SolarMidnight,
        CelestialBody::Moon => Extra::LunarLowerTransit,
        CelestialBody::GalacticCenter => Extra::GalacticCenterLowerTransit,
    }
}

impl Extra {
    /// The body whose event it is; none of `all`.
    pub(super) fn body(self) -> Option<CelestialBody> {
        match self {
            Self::All => None,
            Self::LunarLowerTransit => Some(CelestialBody::Moon),
            Self::GalacticCenterLowerTransit => Some(CelestialBody::GalacticCenter),
            _ => Some(CelestialBody::Sun),
        }
    }
}

/// The events that are wanted.
#[derive(Debug, Clone)]
pub(super) struct Extras(pub(super) Vec<Extra>);

/// A key, and when it happens; none for what lasts all day.
pub(super) type Happening = (&'static str, Option<Ut1>);

impl Extras {
    fn wants(&self, extra: Extra) -> bool {
        let is_twilight = TWILIGHTS.iter().any(|t| t.dawn == extra || t.dusk == extra);
        let named = |word: Extra| self.0.contains(&word);
        named(extra) || named(Extra::All) || (is_twilight && named(Extra::Twilights))
    }

    /// The events of a body that is watched, in no order.
    pub(super) fn of<F: Fn(Ut1) -> ApparentPlace>(
        &self,
        body: CelestialBody,
        watch: &Watch<F>,
    ) -> Vec<Happening> {
        let mut found = Vec::new();
        if self.wants(lower_transit(body)) {
            let key = lower_transit(body).word();
            found.extend(watch.lower_transits().into_iter().map(|t| (key, Some(t))));
        }
        if body == CelestialBody::Sun {
            for twilight in &TWILIGHTS {
                self.twilight(twilight, watch, &mut found);
            }
            HOURS.iter().filter(|h| self.wants(h.word)).for_each(|h| hour(h, watch, &mut found));
        }
        found
    }

    fn twilight<F: Fn(Ut1) -> ApparentPlace>(
        &self,
        twilight: &Twilight,
        watch: &Watch<F>,
        found: &mut Vec<Happening>,
    ) {
        let (wants_dawn, wants_dusk) = (self.wants(twilight.dawn), self.wants(twilight.dusk));
        if !wants_dawn && !wants_dusk {
            return;
        }
        let limb = Limb::center_at(twilight.altitude_deg.to_radians());
        let crossings = watch.crossings(&limb);
        if crossings.is_empty() {
            let is_above = watch.starts_above(&limb);
            found.push((if is_above { twilight.always_above } else { twilight.always_below }, None));
        }
        found.extend(crossings.into_iter().filter_map(|(is_dawn, t)| {
            let (word, is_wanted) =
                if is_dawn { (twilight.dawn, wants_dawn) } else { (twilight.dusk, wants_dusk) };
            is_wanted.then(|| (word.word(), Some(t)))
        }));
    }
}

fn hour<F: Fn(Ut1) -> ApparentPlace>(hour: &Hour, watch: &Watch<F>, found: &mut Vec<Happening>) {
    let [low, high] = hour.altitudes_deg.map(|altitude| Limb::center_at(altitude.to_radians()));
    let (of_low, of_high) = (watch.crossings(&low), watch.crossings(&high));
    if of_low.is_empty() && of_high.is_empty() {
        let is_between = watch.starts_above(&low) && !watch.starts_above(&high);
        found.push((if is_between { hour.always } else { hour.never }, None));
    }
    let key = |begins: bool| if begins { hour.begin } else { hour.end };
    found.extend(of_low.into_iter().map(|(is_rising, t)| (key(is_rising), Some(t))));
    found.extend(of_high.into_iter().map(|(is_rising, t)| (key(!is_rising), Some(t))));
}
