//! Irradiation of a day or a part of it.

use super::sunlight::Sunlight;
use crate::api::instant::Instant;
use astro::constants::SECONDS_PER_DAY;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::finder::{Finder, Passage};
use astro::sky::riseset::{self, Limb};
use astro::sunlight::day::{Peak, Sum, daylight_s, sum};
use astro::time::Ut1;

/// Maximum step if an eclipse is possible: 2 minutes, days.
const ECLIPSE_STEP_DAYS: f64 = 1.0 / 720.0;
/// Margin around a day in which sunrise and sunset are searched.
pub(super) const MARGIN_DAYS: f64 = 0.1;

impl Sunlight {
    /// Returns the irradiation between two instants, at most a day apart, and the maximum irradiance.
    pub(super) fn sum(&self, from: Instant, to: Instant, step_s: f64) -> (Sum, Option<Peak>) {
        let (from, to) = (from.ut1(), to.ut1());
        let may_be_eclipsed = self.with_eclipse && self.is_near_new_moon(from);
        let step_days = step_s / SECONDS_PER_DAY;
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

    /// Returns the periods with the Sun's apparent centre above the horizon, split where it crosses the plane
    /// of the surface.
    fn stretches(&self, from: Ut1, to: Ut1) -> Vec<(Ut1, Ut1)> {
        let within = |caps: Vec<Cap>| {
            let mut found: Vec<Passage> = Vec::new();
            let airless = |t: Ut1| self.view.airless(self.place(t));
            Finder::new(caps, from, to).search(airless, to, &mut found);
            found
        };
        // A horizontal surface faces the Sun whenever it is up.
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

    /// Returns the time from sunrise to sunset, as defined by `/rise-transit-set`, s.
    pub(super) fn daylight_s(&self, from: Instant, to: Instant) -> f64 {
        let (from, to) = (from.ut1(), to.ut1());
        let day = riseset::events(|t| self.place(t), &self.view.horizon, &Limb::sun(0.0), from, to);
        daylight_s(&day, from, to)
    }
}
