//! Events in addition to rise, transit and set: twilights, golden and blue hour, lower transits.

use crate::endpoints::prelude::*;
use astro::sky::riseset::BodyWatch;

/// Additional events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(snake)]
pub(crate) enum RiseTransitSetExtra {
    Rise,
    Transit,
    Set,
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

/// A twilight: the words for its start in the morning and its end in the evening, the Sun's altitude, and the
/// keys for a day on which the Sun stays above or below that altitude.
struct Twilight {
    dawn: RiseTransitSetExtra,
    dusk: RiseTransitSetExtra,
    altitude_deg: f64,
    always_above: &'static str,
    always_below: &'static str,
}

const TWILIGHTS: [Twilight; 3] = [
    Twilight {
        dawn: RiseTransitSetExtra::CivilDawn,
        dusk: RiseTransitSetExtra::CivilDusk,
        altitude_deg: -6.0,
        always_above: "civil_always_above",
        always_below: "civil_always_below",
    },
    Twilight {
        dawn: RiseTransitSetExtra::NauticalDawn,
        dusk: RiseTransitSetExtra::NauticalDusk,
        altitude_deg: -12.0,
        always_above: "nautical_always_above",
        always_below: "nautical_always_below",
    },
    Twilight {
        dawn: RiseTransitSetExtra::AstronomicalDawn,
        dusk: RiseTransitSetExtra::AstronomicalDusk,
        altitude_deg: -18.0,
        always_above: "astronomical_always_above",
        always_below: "astronomical_always_below",
    },
];

/// A period with the Sun between two altitudes: its word, the altitudes, the keys for its start and end, and
/// the keys for a day on which it lasts all day or does not occur.
struct Hour {
    word: RiseTransitSetExtra,
    altitudes_deg: [f64; 2],
    begin: &'static str,
    end: &'static str,
    always: &'static str,
    never: &'static str,
}

const HOURS: [Hour; 2] = [
    Hour {
        word: RiseTransitSetExtra::GoldenHour,
        altitudes_deg: [-4.0, 6.0],
        begin: "golden_hour_begin",
        end: "golden_hour_end",
        always: "golden_hour_always",
        never: "golden_hour_never",
    },
    Hour {
        word: RiseTransitSetExtra::BlueHour,
        altitudes_deg: [-6.0, -4.0],
        begin: "blue_hour_begin",
        end: "blue_hour_end",
        always: "blue_hour_always",
        never: "blue_hour_never",
    },
];

/// Returns the word for the lower meridian passage of a body.
pub(super) fn lower_transit(body: CelestialBody) -> RiseTransitSetExtra {
    match body {
        CelestialBody::Sun => RiseTransitSetExtra::SolarMidnight,
        CelestialBody::Moon => RiseTransitSetExtra::LunarLowerTransit,
        CelestialBody::GalacticCenter => RiseTransitSetExtra::GalacticCenterLowerTransit,
    }
}

impl RiseTransitSetExtra {
    /// Returns the body of the event; none for `all`, and for events of every body.
    pub(super) fn body(self) -> Option<CelestialBody> {
        match self {
            Self::All | Self::Rise | Self::Transit | Self::Set => None,
            Self::LunarLowerTransit => Some(CelestialBody::Moon),
            Self::GalacticCenterLowerTransit => Some(CelestialBody::GalacticCenter),
            _ => Some(CelestialBody::Sun),
        }
    }
}

pub(crate) struct EventKind {
    /// The word that includes it.
    pub(crate) word: RiseTransitSetExtra,
    pub(crate) key: &'static str,
    pub(super) body: CelestialBody,
    /// The altitudes between which the Sun's centre is then, degrees; only of twilights and hours.
    pub(super) altitudes_deg: Option<[f64; 2]>,
}

impl EventKind {
    pub(super) fn of(body: CelestialBody) -> impl Iterator<Item = Self> {
        use RiseTransitSetExtra::{Rise, Set, Transit};
        let kind = move |(word, key, altitudes_deg)| Self { word, key, body, altitudes_deg };
        let [rise, transit, set, ..] = body.rise_set_keys();
        let lower = lower_transit(body);
        let of_all = [(Rise, rise), (Transit, transit), (Set, set), (lower, lower.word())];
        let twilights = TWILIGHTS
            .iter()
            .flat_map(|t| [t.dawn, t.dusk].map(|word| (word, word.word(), Some([t.altitude_deg; 2]))));
        let hours =
            HOURS.iter().flat_map(|h| [h.begin, h.end].map(|key| (h.word, key, Some(h.altitudes_deg))));
        let of_sun = twilights.chain(hours).filter(move |_| body == CelestialBody::Sun);
        of_all.into_iter().map(|(word, key)| (word, key, None)).chain(of_sun).map(kind)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct RequestedEvents(pub(crate) Vec<RiseTransitSetExtra>);

/// A key and the instant of the event; none for a state that lasts all day.
pub(super) type ExtraEvent = (&'static str, Option<Ut1>);

impl RequestedEvents {
    /// Returns whether an event is among them.
    pub(crate) fn includes(&self, extra: RiseTransitSetExtra) -> bool {
        let is_twilight = TWILIGHTS.iter().any(|t| t.dawn == extra || t.dusk == extra);
        let named = |word: RiseTransitSetExtra| self.0.contains(&word);
        named(extra)
            || named(RiseTransitSetExtra::All)
            || (is_twilight && named(RiseTransitSetExtra::Twilights))
    }

    /// Returns the events of a body in arbitrary order.
    pub(super) fn of<F: Fn(Ut1) -> ApparentPlace>(
        &self,
        body: CelestialBody,
        watch: &BodyWatch<F>,
    ) -> Vec<ExtraEvent> {
        let mut found = Vec::new();
        if self.includes(lower_transit(body)) {
            let key = lower_transit(body).word();
            found.extend(watch.lower_transits().into_iter().map(|t| (key, Some(t))));
        }
        if body == CelestialBody::Sun {
            for twilight in &TWILIGHTS {
                self.twilight(twilight, watch, &mut found);
            }
            HOURS.iter().filter(|h| self.includes(h.word)).for_each(|h| hour(h, watch, &mut found));
        }
        found
    }

    fn twilight<F: Fn(Ut1) -> ApparentPlace>(
        &self,
        twilight: &Twilight,
        watch: &BodyWatch<F>,
        found: &mut Vec<ExtraEvent>,
    ) {
        let (has_dawn, has_dusk) = (self.includes(twilight.dawn), self.includes(twilight.dusk));
        if !has_dawn && !has_dusk {
            return;
        }
        let limb = Limb::center_at(twilight.altitude_deg.to_radians());
        let crossings = watch.crossings(&limb);
        if crossings.is_empty() {
            let is_above = watch.starts_above(&limb);
            found.push((if is_above { twilight.always_above } else { twilight.always_below }, None));
        }
        found.extend(crossings.into_iter().filter_map(|(is_dawn, t)| {
            let (word, is_included) =
                if is_dawn { (twilight.dawn, has_dawn) } else { (twilight.dusk, has_dusk) };
            is_included.then(|| (word.word(), Some(t)))
        }));
    }
}

fn hour<F: Fn(Ut1) -> ApparentPlace>(hour: &Hour, watch: &BodyWatch<F>, found: &mut Vec<ExtraEvent>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoints::rise_transit_set::RiseSetEvent;
    use std::collections::BTreeSet;

    #[test]
    fn the_schema_of_keys_has_those_of_all_events_and_no_others() {
        let mut schemas = Vec::new();
        RiseSetEvent::schemas(&mut schemas);
        let schema = schemas.iter().find(|(name, _)| name == "RiseTransitSetKey").expect("the schema");
        let schema = serde_json::to_value(&schema.1).expect("JSON");
        let known: BTreeSet<&str> =
            schema["enum"].as_array().expect("words").iter().filter_map(|word| word.as_str()).collect();
        let twilights =
            TWILIGHTS.iter().flat_map(|t| [t.dawn.word(), t.dusk.word(), t.always_above, t.always_below]);
        let hours = HOURS.iter().flat_map(|h| [h.begin, h.end, h.always, h.never]);
        let of_body = |body: &CelestialBody| {
            body.rise_set_keys().into_iter().chain([lower_transit(*body).word()]).collect::<Vec<_>>()
        };
        let bodies = CelestialBody::VALUES.iter().flat_map(of_body);
        assert_eq!(known, twilights.chain(hours).chain(bodies).collect());
    }
}
