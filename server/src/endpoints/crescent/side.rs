//! The side of the new Moon on which a crescent is seen, and the Sun and the Moon around it.

use crate::endpoints::prelude::*;
use astro::sky::events::{SkyEvent, SunMoonCourse, between};

/// Longest time from the nearest new Moon in which the criteria hold, hours. The oldest crescent of Yallop's
/// observations has an age of 81 hours.
pub(super) const MAX_AGE_H: f64 = 82.0;

/// The description of `which`.
pub(super) const WHICH: &str = "`evening` (the default) for the first crescent, after sunset, or `morning` \
    for the last one, before sunrise.";

/// The side of the new Moon on which a crescent is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub(super) enum CrescentSide {
    /// The first crescent, after sunset.
    #[default]
    Evening,
    /// The last crescent, before sunrise.
    Morning,
}

impl CrescentSide {
    pub(super) fn is_morning(self) -> bool {
        self == Self::Morning
    }

    /// The day from noon to noon, in local mean time, with the evening or the morning of a local date: the
    /// Sun of midsummer may set after midnight.
    pub(super) fn night(self, [from, to]: [Ut1; 2], longitude_deg: f64) -> [Ut1; 2] {
        let middle = Ut1((from.0 + to.0) / 2.0);
        let phase = (middle.0 + longitude_deg / 360.0).fract();
        // The noon nearest to the middle of the date.
        let noon = middle.plus_days(if phase > 0.5 { 1.0 - phase } else { -phase });
        if self.is_morning() { [noon.plus_days(-1.0), noon] } else { [noon, noon.plus_days(1.0)] }
    }

    /// Hours from new Moon to an instant, or from an instant to new Moon.
    pub(super) fn hours(self, new_moon: Ut1, at: Ut1) -> f64 {
        let hours = at.days_since(new_moon) * 24.0;
        if self.is_morning() { -hours } else { hours }
    }
}

/// Returns the new Moon nearest to an instant, for a ΔT in seconds. The ephemeris covers a month around.
pub(super) fn nearest_new_moon(data: &Data, at: Ut1, delta_t_s: f64) -> Ut1 {
    /// More than half of the longest lunation, days.
    const HALF_DAYS: f64 = 16.0;
    let course = SunMoonCourse { sky: data.sky(Theory::Precise) };
    let [from, to] = [-HALF_DAYS, HALF_DAYS].map(|days| at.to_tt(delta_t_s).plus_days(days));
    let found = between(&course, &[SkyEvent::NewMoon], from, to).expect(COVERED);
    let instants = found.into_iter().map(|(_, t)| t.to_ut1(delta_t_s));
    let distance = |t: &Ut1| t.days_since(at).abs();
    instants.min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("a lunation is shorter")
}

/// Returns the apparent places of the Sun and the Moon by the ephemeris, for a ΔT in seconds.
pub(super) fn course(data: &Data, delta_t_s: f64) -> impl Fn(Target, Ut1) -> ApparentPlace {
    let sky = data.sky(Theory::Precise);
    move |target, t| sky.place(target, t, t.to_tt(delta_t_s)).expect(COVERED)
}
