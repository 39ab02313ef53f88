//! The phase of the Moon on a day.

use super::place::PlaceFinder;
use crate::endpoints::prelude::*;
use astro::sky::events::{SkyEvent, SunMoonCourse, between};
use astro::sky::phase::illuminated_fraction;

/// Time around a day that contains all principal phases before and after it, days: more than there are
/// between two equal phases, 29.93 between quarters (Meeus 1998, chapter 49, −1000 … 3000).
const LUNATION_DAYS: f64 = 30.0;
/// The principal phases, in the order of [`PhaseName`].
const PRINCIPAL: [SkyEvent; 4] =
    [SkyEvent::NewMoon, SkyEvent::FirstQuarter, SkyEvent::FullMoon, SkyEvent::LastQuarter];

/// The phase of the Moon on a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayMoonPhase {
    /// A principal phase if its instant falls on the day, or the phase between two of them.
    name: PhaseName,
    /// Illuminated fraction of the Moon's disc in the middle of the day, 0 … 1.
    illuminated_fraction: f64,
    /// Time since new Moon in the middle of the day, a number of days.
    age: f64,
    /// The next four principal phases from the start of the day.
    next: Vec<NextPhase>,
}

/// A principal phase.
#[derive(Serialize, ToSchema)]
struct NextPhase {
    /// Its name.
    name: PhaseName,
    /// UTC.
    date: String,
    /// Local time in the zone of the day, ISO 8601 with the offset from UTC.
    local: String,
}

/// Phases of the Moon.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
#[words(snake, name = "MoonPhaseName")]
pub(super) enum PhaseName {
    NewMoon,
    WaxingCrescent,
    FirstQuarter,
    WaxingGibbous,
    FullMoon,
    WaningGibbous,
    LastQuarter,
    WaningCrescent,
}

impl PhaseName {
    /// Returns the phase of a day: a principal phase on it, or the phase before the first one after it.
    pub(super) fn of_day(phases: &[(Self, Instant)], [from, to]: [Instant; 2]) -> Self {
        let (next, at) = phases.iter().find(|(_, at)| *at >= from).expect("a quarter lasts a week");
        let count = Self::VALUES.len();
        Self::VALUES[(*next as usize + count - usize::from(*at >= to)) % count]
    }
}

/// Returns the principal phases from some days after an instant to a lunation after another, in order of
/// time. The ephemeris must cover them.
pub(super) fn principal_phases(
    place: &PlaceFinder,
    [from, to]: [Instant; 2],
    days: f64,
) -> Vec<(PhaseName, Instant)> {
    let noon = Instant { unix_ms: (from.unix_ms + to.unix_ms) / 2 };
    let delta_t_s = place.delta_t.at_ut1(noon.ut1());
    let tt = |at: Instant, days: f64| at.ut1().to_tt(delta_t_s).plus_days(days);
    let course = SunMoonCourse { sky: place.sky() };
    let found = between(&course, &PRINCIPAL, tt(from, days), tt(to, LUNATION_DAYS)).expect(COVERED);
    let name = |event| Some(PhaseName::VALUES[2 * PRINCIPAL.iter().position(|e| *e == event)?]);
    let of = |(event, t): (SkyEvent, Tt)| Some((name(event)?, Instant::from_ut1(t.to_ut1(delta_t_s))));
    let mut phases: Vec<_> = found.into_iter().filter_map(of).collect();
    phases.sort_by_key(|(_, at)| *at);
    phases
}

impl DayMoonPhase {
    /// Returns the phase on a day, which the ephemeris covers with a lunation at both ends.
    pub(super) fn new(place: &PlaceFinder, [from, to]: [Instant; 2]) -> Self {
        let noon = Instant { unix_ms: (from.unix_ms + to.unix_ms) / 2 }.ut1();
        let phases = principal_phases(place, [from, to], -LUNATION_DAYS);
        let new_moon =
            phases.iter().rfind(|(name, at)| *name == PhaseName::NewMoon && *at <= Instant::from_ut1(noon));
        let (sky, tt) = (place.sky(), noon.to_tt(place.delta_t.at_ut1(noon)));
        let [sun, moon] =
            [Target::Sun, Target::Moon].map(|target| sky.place(target, noon, tt).expect(COVERED).body_km);
        let next = phases.iter().filter(|(_, at)| *at >= from).take(PRINCIPAL.len());
        let local = |at| place.zone.iso(at).unwrap_or_default();
        Self {
            name: PhaseName::of_day(&phases, [from, to]),
            illuminated_fraction: illuminated_fraction(sun, moon),
            age: new_moon.map_or(0.0, |(_, at)| noon.days_since(at.ut1())),
            next: next
                .map(|(name, at)| NextPhase { name: *name, date: at.iso(), local: local(*at) })
                .collect(),
        }
    }
}
