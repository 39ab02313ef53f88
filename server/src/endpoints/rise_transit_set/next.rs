//! The next events after an instant: a day at a time, without the days on which none is possible.

use super::entry::EventFinder;
use super::extra::{EventKind, RequestedEvents, RiseTransitSetExtra};
use crate::endpoints::prelude::*;
use astro::math::vector::norm;

/// Time in which events are searched, days: two years.
pub(crate) const NEXT_DAYS: i64 = 731;
/// A step of the search, ms: longer than the Moon takes from one transit to the next, 25.2 hours at most.
const STEP_MS: i64 = 26 * 3_600_000;
/// Skips between two steps: each needs one place, a step fifty. The next step begins after a short one.
const MAX_SKIPS: usize = 64;
const MIN_SKIP_DAYS: f64 = 0.25;
/// Margin of a threshold, which changes by less with the distance of the Moon, degrees.
const MARGIN_DEG: f64 = 0.1;
/// Margin over a skyline: refraction and radius of the body, degrees.
const SKYLINE_MARGIN_DEG: f64 = 1.2;

/// A search for the first event of several kinds.
pub(crate) struct NextSearch {
    /// Finds the events that are still missing.
    finder: EventFinder,
    /// The kinds of events, with the first event of each.
    items: Vec<(EventKind, Option<RiseSetEvent>)>,
    /// Start of the next step.
    at: Instant,
    until: Instant,
    /// The states during the last step.
    states: Vec<&'static str>,
}

impl NextSearch {
    /// Returns a search from an instant (included) to another for the events of the bodies of `finder` that
    /// are included.
    pub(crate) fn new(
        finder: EventFinder,
        [at, until]: [Instant; 2],
        is_included: impl Fn(&EventKind) -> bool,
    ) -> Self {
        let kinds = finder.courses.iter().flat_map(|course| EventKind::of(course.body)).filter(is_included);
        let items = kinds.map(|kind| (kind, None)).collect();
        Self { finder, items, at, until, states: Vec::new() }
    }

    /// Searches to the end.
    pub(crate) fn run(mut self, sky: &Sky, delta_t: &DeltaTInForce) -> Vec<RiseSetEvent> {
        while self.advance(sky, delta_t) {}
        self.events()
    }

    /// Takes a step, and returns whether another one follows.
    pub(super) fn advance(&mut self, sky: &Sky, delta_t: &DeltaTInForce) -> bool {
        let Self { finder, items, at: from, until, .. } = self;
        let missing = || items.iter().filter(|(_, found)| found.is_none()).map(|(kind, _)| kind);
        finder.courses.retain(|course| missing().any(|kind| kind.body == course.body));
        finder.extras = Some(RequestedEvents(missing().map(|kind| kind.word).collect()));
        let to = Instant { unix_ms: (from.unix_ms + STEP_MS).min(until.unix_ms) };
        let delta_t = delta_t.with_sigma(from.ut1());
        self.states.clear();
        for event in finder.entries(sky, *from, to, delta_t) {
            match items.iter_mut().find(|(kind, found)| kind.key == event.key && found.is_none()) {
                Some((_, found)) => *found = Some(event),
                None if event.date.is_none() => self.states.push(event.key),
                None => {}
            }
        }
        // The last step shows why events are missing.
        let last_ms = (until.unix_ms - STEP_MS).max(to.unix_ms);
        let missing: Vec<_> = items.iter().filter(|(_, found)| found.is_none()).collect();
        *from = to;
        for _ in 0..MAX_SKIPS {
            let of = |(kind, _): &&(EventKind, _)| quiet_days_of(kind, finder, sky, from.ut1(), delta_t.0);
            let quiet = missing.iter().map(of).reduce(f64::min).unwrap_or(0.0).min(NEXT_DAYS as f64);
            from.unix_ms = (from.unix_ms + (quiet * MS_PER_DAY as f64) as i64).min(last_ms);
            if quiet < MIN_SKIP_DAYS || from.unix_ms == last_ms {
                break;
            }
        }
        !missing.is_empty() && to < *until
    }

    /// Returns the events in chronological order, after those that do not occur, with the reason.
    pub(super) fn events(&mut self) -> Vec<RiseSetEvent> {
        let reason = |key| self.states.iter().copied().find(|state| is_state_of(state, key));
        let none = |key| RiseSetEvent { key, reason: reason(key), ..RiseSetEvent::default() };
        let event = |(kind, found): (EventKind, Option<_>)| found.unwrap_or_else(|| none(kind.key));
        let mut events: Vec<_> = self.items.drain(..).map(event).collect();
        events.sort_by_key(|event| event.date);
        events
    }
}

/// Returns the days after an instant on which no event of a kind is possible.
fn quiet_days_of(kind: &EventKind, finder: &EventFinder, sky: &Sky, at: Ut1, delta_t_s: f64) -> f64 {
    let body_km = sky.place(kind.body.target(), at, at.to_tt(delta_t_s)).expect(COVERED).body_km;
    let limb = finder.courses.iter().find(|course| course.body == kind.body).map(|course| course.limb);
    let is_limb = matches!(kind.word, RiseTransitSetExtra::Rise | RiseTransitSetExtra::Set);
    let (span, margin_deg) = match (kind.altitudes_deg, &finder.skyline, limb) {
        (Some(deg), ..) => (deg.map(f64::to_radians), MARGIN_DEG),
        (None, Some(skyline), _) if is_limb => {
            (skyline.bounds_deg().map(f64::to_radians), SKYLINE_MARGIN_DEG)
        }
        (None, None, Some(limb)) if is_limb => ([limb.altitude(norm(body_km)); 2], MARGIN_DEG),
        // The body passes the meridian every day.
        _ => return 0.0,
    };
    let margin = margin_deg.to_radians();
    // Greatest change of the declination: the rate of the longitude at perihelion and at perigee (1.02° and
    // 15.4° a day), times the sine of the greatest inclination to the equator (23.5° and 28.8°); precession.
    let per_day_deg: f64 = match kind.body {
        CelestialBody::Sun => 0.42,
        CelestialBody::Moon => 7.5,
        CelestialBody::GalacticCenter => 1e-3,
    };
    finder.horizon.quiet_days(body_km, [span[0] - margin, span[1] + margin], per_day_deg.to_radians())
}

/// Returns whether a state that lasts all day is that of the body or the altitude of an event.
fn is_state_of(state: &str, key: &str) -> bool {
    let name = match key {
        "sunrise" | "sunset" => "sun",
        "moonrise" | "moonset" => "moon",
        _ => key.rsplit_once('_').map_or(key, |(name, _)| name),
    };
    state.strip_prefix(name).is_some_and(|rest| rest.starts_with("_always") || rest == "_never")
}
