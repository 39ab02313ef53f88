//! Rise, transit and set: the response of `/rise-transit-set`.

#[cfg(feature = "service")]
use crate::accuracy::Accuracy;
use crate::canon::Canon;
use crate::error::Error;
use crate::horizontal::LocalHorizontal;
use crate::instant::Instant;
#[cfg(feature = "service")]
use crate::local::obstacle::Obstacle;
use crate::place::Place;
use crate::position::{Body, once_each, sky};
use astro::constants::MS_PER_DAY;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::sky::riseset::{BodyWatch, DayEvents, Event};
use astro::sky::theory::Theory;
use astro::time::Ut1;
use serde::Serialize;

/// Maximum number of days of a call, ten years: each takes milliseconds.
const MAX_DAYS: i64 = 3660;

/// An event, or a body that stays above or below the horizon.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema), schema(as = RiseTransitSetEvent))]
#[serde(rename_all = "camelCase")]
pub struct RiseSetEvent {
    /// Kind of event.
    #[cfg_attr(feature = "service", schema(value_type = RiseTransitSetKey))]
    pub key: &'static str,
    /// Instant, ISO 8601; null if the body stays above or below the horizon.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub date: Option<Instant>,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub local: Option<String>,
    /// Position of the centre of the body; only for events with an instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "service", schema(nullable = false))]
    pub az_alt: Option<LocalHorizontal>,
    /// Terrain at which the body rises or sets; only for rises and sets with `horizon=terrain`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub obstacle: Option<Obstacle>,
    /// Accuracy of the instant; only with `extras=accuracy` and for events with an instant. Refraction does
    /// not affect twilights and meridian passages.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub accuracy: Option<Accuracy>,
    /// The state that lasts to the end of the search, in place of an instant; only of next events.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RiseTransitSetKey, nullable = false)]
    pub reason: Option<&'static str>,
}

/// The keys of all events and states.
#[cfg(feature = "service")]
pub enum RiseTransitSetKey {}

/// Keys of twilights, hours and lower transits.
#[cfg(feature = "service")]
const MORE_KEYS: &str = "civil_dawn civil_dusk civil_always_above civil_always_below \
    nautical_dawn nautical_dusk nautical_always_above nautical_always_below \
    astronomical_dawn astronomical_dusk astronomical_always_above astronomical_always_below \
    golden_hour_begin golden_hour_end golden_hour_always golden_hour_never \
    blue_hour_begin blue_hour_end blue_hour_always blue_hour_never \
    solar_midnight lunar_lower_transit gc_lower_transit";

#[cfg(feature = "service")]
impl utoipa::PartialSchema for RiseTransitSetKey {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let all = Body::VALUES.iter().flat_map(|body| body.rise_set_keys()).chain(MORE_KEYS.split(' '));
        let description = "Kinds of events, and bodies that stay above or below the horizon.";
        crate::schema::one_of(utoipa::openapi::schema::Type::String, all, description)
    }
}

#[cfg(feature = "service")]
impl utoipa::ToSchema for RiseTransitSetKey {}

impl Body {
    /// Words for rise, transit, set, and for staying above or below the horizon.
    pub const fn rise_set_keys(self) -> [&'static str; 5] {
        match self {
            Self::Sun => ["sunrise", "solar_transit", "sunset", "sun_always_above", "sun_always_below"],
            Self::Moon => ["moonrise", "lunar_transit", "moonset", "moon_always_above", "moon_always_below"],
            Self::GalacticCenter => ["gc_rise", "gc_transit", "gc_set", "gc_always_above", "gc_always_below"],
        }
    }

    /// The events of a day with their words, after the state of a body that neither rises nor sets.
    pub fn keyed(self, day: DayEvents) -> Vec<(&'static str, Option<Ut1>)> {
        let [rise, transit, set, above, below] = self.rise_set_keys();
        let mut found = Vec::new();
        if day.events.iter().all(|event| event.0 == Event::Transit) {
            found.push((if day.starts_above { above } else { below }, None));
        }
        found.extend(day.events.into_iter().map(|(event, t)| match event {
            Event::Rise => (rise, Some(t)),
            Event::Transit => (transit, Some(t)),
            Event::Set => (set, Some(t)),
        }));
        found
    }
}

impl RiseSetEvent {
    /// An event at an instant, or a state that lasts all day; `place` returns the place of the body.
    pub fn new(
        key: &'static str,
        t: Option<Ut1>,
        horizon: &Horizon,
        place: impl Fn(Ut1) -> ApparentPlace,
    ) -> Self {
        Self {
            key,
            date: t.map(Instant::from_ut1),
            #[cfg(feature = "service")]
            local: None,
            az_alt: t.map(|t| LocalHorizontal::new(horizon, place(t))),
            #[cfg(feature = "service")]
            obstacle: None,
            #[cfg(feature = "service")]
            accuracy: None,
            #[cfg(feature = "service")]
            reason: None,
        }
    }
}

/// The events of each day of 24 hours from `from` to `to`, rounded up to whole days, at least one: in order
/// of time, after the states that last all day. Upper limb and 34′ of refraction over a level horizon.
///
/// The theory is the truncated one, within 1.1″ in 0–3000: 0.2 s in middle latitudes, 0.7 s before.
pub fn rise_set(
    canon: &Canon,
    place: Place,
    [from, to]: [Instant; 2],
    bodies: &[Body],
) -> Result<Vec<(Instant, Vec<RiseSetEvent>)>, Error> {
    canon.delta_t_at("from", from.ut1().plus_days(-1.0))?;
    canon.delta_t_at("to", to.ut1().plus_days(2.0))?;
    if to < from {
        return Err(Error::argument("to", format!("must not be before {}", from.iso())));
    }
    let days = ((to.unix_ms - from.unix_ms + MS_PER_DAY - 1) / MS_PER_DAY).max(1);
    if days > MAX_DAYS {
        return Err(Error::argument("to", format!("the span has {days} days; {MAX_DAYS} are the most")));
    }
    let horizon = Horizon::new(place.observer());
    let begin = |day: i64| Instant { unix_ms: from.unix_ms + day * MS_PER_DAY };
    (0..days)
        .map(|day| Ok((begin(day), of_day(canon, &horizon, [begin(day), begin(day + 1)], bodies)?)))
        .collect()
}

fn of_day(
    canon: &Canon,
    horizon: &Horizon,
    [from, to]: [Instant; 2],
    bodies: &[Body],
) -> Result<Vec<RiseSetEvent>, Error> {
    // ΔT changes by less than a millisecond per day.
    let delta_t_s = canon.delta_t_at("from", from.ut1())?;
    let mut all = Vec::new();
    for body in once_each(bodies) {
        let place = |t: Ut1| -> ApparentPlace {
            let place = sky(Theory::Truncated).place(body.target(), t, t.to_tt(delta_t_s));
            place.expect("the truncated theories have no limits")
        };
        let day = BodyWatch::new(place, horizon, from.ut1(), to.ut1()).day(&body.limb(0.0));
        let events = body.keyed(day).into_iter();
        all.extend(events.map(|(key, t)| RiseSetEvent::new(key, t, horizon, place)));
    }
    all.sort_by_key(|event| event.date);
    Ok(all)
}
