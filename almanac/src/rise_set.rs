//! Rise, transit and set: the response of `/rise-transit-set`.

use crate::canon::Canon;
use crate::error::Error;
use crate::horizontal::LocalHorizontal;
use crate::instant::Instant;
use crate::place::Place;
use crate::position::{Body, once_each, sky};
use astro::constants::MS_PER_DAY;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::sky::riseset::{BodyWatch, Event, Limb};
use astro::sky::theory::Theory;
use astro::time::Ut1;
use serde::Serialize;

/// Maximum number of days of a call, ten years: each takes milliseconds.
const MAX_DAYS: i64 = 3660;

/// An event, or a body that stays above or below the horizon.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct RiseSetEvent {
    /// Kind of event: `sunrise`, `solar_transit`, `sunset`, `sun_always_above`, `sun_always_below`, and so on
    /// for `moon` and `gc`.
    pub key: &'static str,
    /// UTC; null if the body stays above or below the horizon.
    pub date: Option<Instant>,
    /// Position of the centre of the body; only for events with an instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub az_alt: Option<LocalHorizontal>,
}

/// Words for rise, transit, set, and for staying above or below the horizon.
fn keys(body: Body) -> [&'static str; 5] {
    match body {
        Body::Sun => ["sunrise", "solar_transit", "sunset", "sun_always_above", "sun_always_below"],
        Body::Moon => ["moonrise", "lunar_transit", "moonset", "moon_always_above", "moon_always_below"],
        Body::GalacticCenter => ["gc_rise", "gc_transit", "gc_set", "gc_always_above", "gc_always_below"],
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
    let mut all: Vec<(Option<Ut1>, RiseSetEvent)> = Vec::new();
    for body in once_each(bodies) {
        let place = |t: Ut1| -> ApparentPlace {
            let place = sky(Theory::Truncated).place(body.target(), t, t.to_tt(delta_t_s));
            place.expect("the truncated theories have no limits")
        };
        let limb = match body {
            Body::Sun => Limb::sun(0.0),
            Body::Moon => Limb::moon(0.0),
            Body::GalacticCenter => Limb::point(0.0),
        };
        let day = BodyWatch::new(place, horizon, from.ut1(), to.ut1()).day(&limb);
        let [rise, transit, set, above, below] = keys(body);
        if day.events.iter().all(|event| event.0 == Event::Transit) {
            let key = if day.starts_above { above } else { below };
            all.push((None, RiseSetEvent { key, date: None, az_alt: None }));
        }
        all.extend(day.events.into_iter().map(|(event, t)| {
            let key = match event {
                Event::Rise => rise,
                Event::Transit => transit,
                Event::Set => set,
            };
            let az_alt = Some(LocalHorizontal::new(horizon, place(t)));
            (Some(t), RiseSetEvent { key, date: Some(Instant::from_ut1(t)), az_alt })
        }));
    }
    let at = |event: &(Option<Ut1>, RiseSetEvent)| event.0.map_or(f64::MIN, |t| t.0);
    all.sort_by(|a, b| at(a).total_cmp(&at(b)));
    Ok(all.into_iter().map(|event| event.1).collect())
}
