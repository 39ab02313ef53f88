//! Points where a way over the ground meets a curve of an eclipse, found from the circumstances along it.

use crate::eclipse::Eclipse;
use crate::sphere::{PlaceDeg, destination, distance_km};
use astro::eclipse::local::LocalEclipseType;
use astro::math::search;

/// Accuracy along the way, km.
const TOLERANCE_KM: f64 = 0.001;
/// Step of the search along the central line, ms, and on either side of greatest eclipse.
const STEP_MS: f64 = 60_000.0;
const STEPS: i32 = 180;

/// A great circle from a place: its direction in degrees, and the height of observers on it.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) from: PlaceDeg,
    pub(crate) height_m: f64,
    pub(crate) direction_deg: f64,
}

impl Way {
    fn at(&self, km: f64) -> [f64; 3] {
        let [latitude, longitude] = destination(self.from, self.direction_deg, km);
        [latitude, longitude, self.height_m]
    }
}

impl Eclipse {
    /// Distance along a way at which it meets a curve between two distances, km; NaN if it does not: 0 the
    /// central line, 1 a limit of totality or annularity, 2 a limit of the partial eclipse, 3 a line of equal
    /// magnitude.
    pub(crate) fn meets(&self, curve: u32, magnitude: f64, way: Way, [low, high]: [f64; 2]) -> f64 {
        let found = |km: f64| {
            let local = self.seen_from(way.at(km));
            let contacts = local.contacts()?;
            let magnitude = local.view(&contacts.greatest).magnitude;
            Some((contacts.kind, magnitude, contacts.greatest.m))
        };
        let edge = |is_inside: &dyn Fn(f64) -> bool| {
            let sign = |km: f64| if is_inside(km) { 1.0 } else { -1.0 };
            search::root(sign, low, high, TOLERANCE_KM).unwrap_or(f64::NAN)
        };
        match curve {
            0 => {
                // The penumbra may end on the way: beyond it the distance from the axis counts as large.
                let distance = |km: f64| found(km).map_or(1e9, |f| f.2);
                let nearest = search::minimum(distance, low, high, TOLERANCE_KM).unwrap_or(f64::NAN);
                // A minimum at an end is no meeting.
                let is_inside = (nearest - low).min(high - nearest) > 2.0 * TOLERANCE_KM;
                if is_inside { nearest } else { f64::NAN }
            }
            1 => edge(&|km| found(km).is_some_and(|f| f.0 != LocalEclipseType::Partial)),
            2 => edge(&|km| found(km).is_some()),
            _ => edge(&|km| found(km).is_some_and(|f| f.1 > magnitude)),
        }
    }

    /// The point of the central line with the Sun at least a degree high that is nearest to a place, and its
    /// distance in km; none without one. `middle_ms` is the instant of greatest eclipse.
    pub(crate) fn nearest_central(&self, middle_ms: f64, place: PlaceDeg) -> Option<(PlaceDeg, f64)> {
        let look = |ms: f64| {
            let [latitude, longitude] = self.axis(ms);
            let is_high = self.altitude_deg(ms, [latitude, longitude, 0.0]) >= 1.0;
            is_high.then(|| ([latitude, longitude], distance_km([latitude, longitude], place), ms))
        };
        let steps = (-STEPS..=STEPS).filter_map(|k| look(middle_ms + f64::from(k) * STEP_MS));
        let mut best = steps.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let mut step_ms = STEP_MS / 2.0;
        while step_ms > 1.0 {
            let both = [best.2 - step_ms, best.2 + step_ms].into_iter().filter_map(look);
            best = both.fold(best, |best, found| if found.1 < best.1 { found } else { best });
            step_ms /= 2.0;
        }
        Some((best.0, best.1))
    }
}
