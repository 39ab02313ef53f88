//! The phase of the Moon on a day.

use crate::endpoints::prelude::*;
use crate::vocabulary::zone::Zone;
use astro::sky::events::{SkyEvent, SunMoonCourse, between};
use astro::sky::phase::illuminated_fraction;
use astro::sky::theory::{Target, Theory};

/// Time around a day that contains all principal phases before and after it, days: the longest lunation.
const LUNATION_DAYS: f64 = 29.9;
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
enum PhaseName {
    NewMoon,
    WaxingCrescent,
    FirstQuarter,
    WaxingGibbous,
    FullMoon,
    WaningGibbous,
    LastQuarter,
    WaningCrescent,
}

impl DayMoonPhase {
    /// Returns the phase on a day, which the ephemeris covers with a lunation at both ends.
    pub(super) fn new(data: &Data, delta_t: &DeltaTInForce, zone: &Zone, [from, to]: [Instant; 2]) -> Self {
        let noon = Instant { unix_ms: (from.unix_ms + to.unix_ms) / 2 };
        let delta_t_s = delta_t.at_ut1(noon.ut1());
        let tt = |at: Instant, days: f64| at.ut1().to_tt(delta_t_s).plus_days(days);
        let course = SunMoonCourse { sky: data.sky(Theory::Precise) };
        let found = between(&course, &PRINCIPAL, tt(from, -LUNATION_DAYS), tt(to, LUNATION_DAYS));
        let principal = |event| PRINCIPAL.iter().position(|e| *e == event);
        let of = |(event, t): (SkyEvent, astro::time::Tt)| {
            Some((principal(event)?, Instant::from_ut1(t.to_ut1(delta_t_s))))
        };
        let mut phases: Vec<_> = found.expect(COVERED).into_iter().filter_map(of).collect();
        phases.sort_by_key(|(_, at)| *at);
        let (last, at) = phases.iter().rfind(|(_, at)| *at < to).expect("a quarter lasts a week");
        let name = PhaseName::VALUES[2 * last + usize::from(*at < from)];
        let new_moon = phases.iter().rfind(|(phase, at)| *phase == 0 && *at <= noon);
        let next = phases.iter().filter(|(_, at)| *at >= from).take(PRINCIPAL.len());
        let sky = data.sky(Theory::Precise);
        let [sun, moon] = [Target::Sun, Target::Moon]
            .map(|target| sky.place(target, noon.ut1(), tt(noon, 0.0)).expect(COVERED).body_km);
        Self {
            name,
            illuminated_fraction: illuminated_fraction(sun, moon),
            age: new_moon.map_or(0.0, |(_, at)| noon.ut1().days_since(at.ut1())),
            next: next
                .map(|(phase, at)| NextPhase {
                    name: PhaseName::VALUES[2 * phase],
                    date: at.iso(),
                    local: zone.iso(*at).unwrap_or_default(),
                })
                .collect(),
        }
    }
}
