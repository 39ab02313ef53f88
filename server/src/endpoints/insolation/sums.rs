//! What falls in a day or a part of one.

use super::parameters::{ECLIPSE, STEP, panel, span};
use super::query::Range;
use super::sunlight::Sunlight;
use crate::api::flag::flag;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::vocabulary::days::Days;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::finder::{Finder, Passage};
use astro::sky::riseset::{self, Limb};
use astro::sunlight::day::{Peak, Sum, daylight_s, sum};
use astro::time::Ut1;
use web::problem::Problem;

/// Step of the integration where nothing is said, s.
const USUAL_STEP_S: i64 = 3600;
/// Greatest step when there may be an eclipse: 2 minutes, days.
const ECLIPSE_STEP_DAYS: f64 = 1.0 / 720.0;
const SECONDS_PER_DAY: i64 = 86_400;
/// Credits of a day.
const COST: f64 = 3.0;
/// Credits of the least call.
pub(super) const LEAST_COST: f64 = COST;
/// How far beyond a day sunrise and sunset are looked for.
pub(super) const MARGIN_DAYS: f64 = 0.1;

/// The parameters of a sum over at most so many days.
pub(super) fn read(input: &mut Input, most_days: i64) -> Result<Range, Problem> {
    let span = span(input);
    let step_s = input.integer(&STEP).unwrap_or(USUAL_STEP_S);
    if SECONDS_PER_DAY % step_s != 0 {
        input.wrong(STEP.name, format!("{step_s} must divide {SECONDS_PER_DAY}; 1800 would be right"));
    }
    let (panel, with_eclipse) = (panel(input), flag(input, &ECLIPSE));
    let delta_t = input.delta_t();
    let ((start, end), site) = input.check(span)?;
    let days = Days::counted(start, end, most_days)?;
    Ok(Range { days, site, interval_s: step_s as f64, panel, with_eclipse, delta_t })
}

/// Credits of a sum.
pub(super) fn cost(range: &Range) -> f64 {
    COST * range.days.count as f64 * (USUAL_STEP_S as f64 / range.interval_s).max(1.0)
}

impl Sunlight {
    /// What falls from an instant to another, a day later at most, and the greatest irradiance between them.
    pub(super) fn sum(&self, from: Instant, to: Instant, step_s: f64) -> (Sum, Option<Peak>) {
        let (from, to) = (from.ut1(), to.ut1());
        let may_be_eclipsed = self.with_eclipse && self.is_near_new_moon(from);
        let step_days = step_s / SECONDS_PER_DAY as f64;
        let step_days = if may_be_eclipsed { step_days.min(ECLIPSE_STEP_DAYS) } else { step_days };
        let light = |t: Ut1| self.light(&self.sun(t));
        let (mut total, mut peak): (Sum, Option<Peak>) = (Sum::default(), None);
        for stretch in self.stretches(from, to) {
            let (part, greatest) = sum(light, stretch, step_days);
            total += part;
            peak = peak.filter(|p| p.global_w_m2 >= greatest.global_w_m2).or(Some(greatest));
        }
        (total, peak)
    }

    /// When the Sun's centre is seen above the horizon, cut where it comes through the plane of the surface.
    fn stretches(&self, from: Ut1, to: Ut1) -> Vec<(Ut1, Ut1)> {
        let within = |caps: Vec<Cap>| {
            let mut found: Vec<Passage> = Vec::new();
            let airless = |t: Ut1| self.view.airless(self.place(t));
            Finder::new(caps, from, to).search(airless, to, &mut found);
            found
        };
        // What lies flat has the Sun before it as long as it is up.
        let is_tilted = self.surface.tilt > 0.0;
        let front = || within(vec![Cap::half_about(self.surface.perpendicular())]);
        let front = if is_tilted { front() } else { Vec::new() };
        let mut cuts = front.iter().flat_map(|p| [p.from, p.to]).collect::<Vec<_>>();
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let up = within(Cap::above(self.view.airless_altitude(0.0)).into_iter().collect());
        let cut = |p: &Passage| {
            let (first, last) = (p.from, p.to);
            let inside = cuts.iter().copied().filter(move |t| *t > first && *t < last);
            [first].into_iter().chain(inside).chain([last]).collect::<Vec<_>>()
        };
        up.iter()
            .map(cut)
            .flat_map(|ends| ends.windows(2).map(|e| (e[0], e[1])).collect::<Vec<_>>())
            .collect()
    }

    /// For how long the Sun is up, from sunrise to sunset as `/rise-transit-set` has them, s.
    pub(super) fn daylight_s(&self, from: Instant, to: Instant) -> f64 {
        let (from, to) = (from.ut1(), to.ut1());
        let day = riseset::events(|t| self.place(t), &self.view.horizon, &Limb::sun(0.0), from, to);
        daylight_s(&day, from, to)
    }
}
