//! Rise and set over a skyline: mountains, houses, the level sea far below.

use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::{Horizon, HorizonVector};
use crate::sky::riseset::{DayEvents, Event};
use crate::time::Ut1;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

/// The first interval of the search, days.
const HOUR_DAYS: f64 = 1.0 / 24.0;
/// The shortest interval: a body up or down for less may be missed.
const MIN_DAYS: f64 = 1.0 / 1440.0;
/// 0.02 s.
const TOLERANCE_DAYS: f64 = 2e-7;
/// More than the altitude of a body changes in a day: the turn of the Earth, the Moon's own motion, and what
/// refraction adds near the horizon; radians.
pub(crate) const FASTEST: f64 = 1.3 * TAU;
/// More than a limb is above the centre of a body, refraction included, radians.
const LIMB: f64 = 0.1;

/// A skyline, and the body that comes over it.
pub struct Rim<'a, S> {
    /// The observer.
    pub horizon: &'a Horizon,
    /// Radius of the body, km.
    pub radius_km: f64,
    /// Apparent altitude of the skyline at an azimuth, both in radians.
    pub skyline: S,
    /// Least and greatest altitude of the skyline, radians.
    pub bounds: [f64; 2],
}

/// Apparent altitudes of a skyline at equal steps of azimuth from north through east, at least two.
#[derive(Debug, Clone, PartialEq)]
pub struct SkylineProfile {
    /// The altitudes, degrees.
    pub altitudes_deg: Arc<[f64]>,
    /// The least and the greatest, radians.
    bounds: [f64; 2],
}

impl SkylineProfile {
    /// A skyline with these altitudes, degrees.
    pub fn new(altitudes_deg: Arc<[f64]>) -> Self {
        let bounds = [f64::min, f64::max].map(|of| altitudes_deg.iter().copied().reduce(of).unwrap_or(0.0));
        Self { bounds: bounds.map(f64::to_radians), altitudes_deg }
    }

    /// The altitude at an azimuth, both in radians, interpolated.
    pub fn altitude(&self, azimuth: f64) -> f64 {
        let count = self.altitudes_deg.len();
        let at = azimuth.rem_euclid(TAU) / TAU * count as f64;
        let (before, part) = (at as usize % count, at.fract());
        let [a, b] = [before, (before + 1) % count].map(|k| self.altitudes_deg[k]);
        (a + part * (b - a)).to_radians()
    }

    /// The greatest slope of the skyline at azimuths within `reach` of one, radians.
    fn steepest(&self, azimuth: f64, reach: f64) -> f64 {
        let count = self.altitudes_deg.len() as i64;
        let step = TAU / count as f64;
        let [first, last] = [azimuth - reach, azimuth + reach].map(|edge| (edge / step).floor() as i64);
        let altitude_deg = |k: i64| self.altitudes_deg[k.rem_euclid(count) as usize];
        let rise_deg = |k: i64| (altitude_deg(k + 1) - altitude_deg(k)).abs();
        (first..=last.min(first + count)).map(rise_deg).fold(0.0, f64::max).to_radians() / step
    }

    /// Returns whether a limb with an azimuth and an apparent altitude at two instants, radians, cannot have
    /// crossed the skyline between them, if its altitude changes by at most `rise` and it moves by at most
    /// `path`, radians.
    pub(crate) fn is_clear(&self, limbs: [(f64, f64); 2], [rise, path]: [f64; 2]) -> bool {
        let ([(_, a), (_, b)], [least, greatest]) = (limbs, self.bounds);
        if (a + b - rise) / 2.0 > greatest || (a + b + rise) / 2.0 < least {
            return true;
        }
        let farthest = a.abs().max(b.abs()) + rise / 2.0 + LIMB;
        if farthest >= FRAC_PI_2 {
            return false;
        }
        let turn = path / farthest.cosine();
        let slope = limbs.map(|(azimuth, _)| self.steepest(azimuth, turn / 2.0));
        let [a, b] = limbs.map(|(azimuth, limb)| limb - self.altitude(azimuth));
        (a >= 0.0) == (b >= 0.0) && a.abs() + b.abs() >= rise + slope[0].max(slope[1]) * turn
    }

    /// The skyline of an observer for a body with a radius in km; 0 for its centre.
    pub fn rim<'a>(&'a self, horizon: &'a Horizon, radius_km: f64) -> Rim<'a, impl Fn(f64) -> f64 + 'a> {
        Rim { horizon, radius_km, skyline: |azimuth| self.altitude(azimuth), bounds: self.bounds }
    }
}

/// The instants at which a body comes over a skyline and goes behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Passages {
    /// `true` if any of it is over the skyline at the beginning.
    pub starts_above: bool,
    /// The instants in order of time, and whether it comes up then.
    pub crossings: Vec<(bool, Ut1)>,
}

impl From<Passages> for DayEvents {
    fn from(Passages { starts_above, crossings }: Passages) -> Self {
        let event = |(is_rise, t)| (if is_rise { Event::Rise } else { Event::Set }, t);
        Self { events: crossings.into_iter().map(event).collect(), starts_above }
    }
}

impl<S: Fn(f64) -> f64> Rim<'_, S> {
    /// Apparent altitude of a body's upper limb above the skyline at the azimuth of its centre, radians, with
    /// the refraction of [`Horizon::refraction`].
    ///
    /// This uses the highest point of the limb. On a steep edge, other parts of it are seen up to a minute
    /// earlier or later. Accuracy: that of the refraction, 2′ at the horizon.
    pub fn margin(&self, body: HorizonVector) -> f64 {
        let (azimuth, limb) = self.limb(body);
        limb - (self.skyline)(azimuth)
    }

    /// Azimuth of the centre, and apparent altitude of the upper limb.
    pub(crate) fn limb(&self, body: HorizonVector) -> (f64, f64) {
        let centre = body.direction();
        let airless = centre.altitude + (self.radius_km / body.distance_km()).min(1.0).arcsine();
        (centre.azimuth, airless + self.horizon.refraction(airless))
    }

    /// Returns when the upper limb of a body crosses the skyline, from an instant (included) to another
    /// (excluded); `course` gives its place.
    ///
    /// Each instant is within 0.02 s of where [`Rim::margin`] changes its sign. A visit of less than a
    /// minute, between two peaks, may be missed.
    pub fn passages(&self, course: impl Fn(Ut1) -> ApparentPlace, from: Ut1, to: Ut1) -> Passages {
        let look = |t: f64| {
            let place = course(Ut1(t));
            self.limb(self.horizon.topocentric(place.body_km, place.gast))
        };
        let margin = |t: f64| {
            let (azimuth, limb) = look(t);
            limb - (self.skyline)(azimuth)
        };
        let hours = (to.days_since(from) / HOUR_DAYS).ceil().max(1.0);
        let step = to.days_since(from) / hours;
        let mut samples = vec![Sample::of(margin, from.0)];
        for hour in 0..hours as u32 {
            let begin = from.0 + f64::from(hour) * step;
            self.sample(&look, [begin, begin + step], &mut samples);
        }
        let starts_above = samples[0].value > 0.0;
        let changes = search::sign_changes(margin, samples, TOLERANCE_DAYS);
        let crossings =
            changes.map(|c| (c.is_rising, Ut1(c.t))).filter(|c| c.1 >= from && c.1 < to).collect();
        Passages { starts_above, crossings }
    }

    /// Adds samples of a stretch up to its end: a minute apart where the body may be at the skyline, fewer
    /// where it is too high or too low for it.
    fn sample(&self, look: &impl Fn(f64) -> (f64, f64), [begin, end]: [f64; 2], samples: &mut Vec<Sample>) {
        let (azimuth, limb) = look(end);
        let (_, at_begin) = look(begin);
        let half = FASTEST * (end - begin) / 2.0;
        let [least, greatest] = self.bounds;
        let is_clear = limb.min(at_begin) - half > greatest || limb.max(at_begin) + half < least;
        if is_clear || end - begin <= MIN_DAYS * 1.001 {
            samples.push(Sample { t: end, value: limb - (self.skyline)(azimuth) });
            return;
        }
        let middle = (begin + end) / 2.0;
        self.sample(look, [begin, middle], samples);
        self.sample(look, [middle, end], samples);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::AU_KM;
    use crate::earth::Observer;
    use crate::earth::rotation::gmst;
    use crate::math::vector::from_spherical;

    /// Radius of the Sun, km, about.
    const SUN_KM: f64 = 696_000.0;

    fn course(declination_deg: f64) -> impl Fn(Ut1) -> ApparentPlace {
        move |t| ApparentPlace {
            body_km: from_spherical(1.0, declination_deg.to_radians(), AU_KM),
            gast: gmst(t, t.to_tt(69.0)),
        }
    }

    /// A skyline with peaks and gaps, radians.
    fn peaks(azimuth: f64) -> f64 {
        0.03 + 0.02 * (23.0 * azimuth).sin() + 0.015 * (61.0 * azimuth).cos()
    }

    #[test]
    fn passages_agree_with_a_look_each_second_for_any_latitude() {
        let (from, to) = (Ut1(2_460_400.5), Ut1(2_460_401.5));
        let mut count = 0;
        for (latitude, declination) in
            [(0.0, 5.0), (46.5, 20.0), (-33.0, -10.0), (67.5, 22.0), (80.0, 2.0), (90.0, 2.0)]
        {
            let horizon = Horizon::new(Observer::from_degrees(latitude, 8.0, 500.0));
            let rim = Rim { horizon: &horizon, radius_km: SUN_KM, skyline: peaks, bounds: [-0.005, 0.065] };
            let course = course(declination);
            let found = rim.passages(&course, from, to);
            let is_above = |second: u32| {
                let place = course(from.plus_seconds(f64::from(second)));
                rim.margin(horizon.topocentric(place.body_km, place.gast)) > 0.0
            };
            let scan: Vec<_> = (0..86_400).map(is_above).collect();
            let changes: Vec<_> = (1..86_400).filter(|s| scan[*s] != scan[s - 1]).collect();
            // Events shorter than a minute may be missed; none here is that short.
            assert!(changes.windows(2).all(|w| w[1] - w[0] > 60), "{latitude}");
            assert_eq!((found.starts_above, found.crossings.len()), (scan[0], changes.len()), "{latitude}");
            for ((is_rising, t), second) in found.crossings.iter().zip(&changes) {
                assert_eq!(*is_rising, scan[*second]);
                assert!((t.seconds_since(from) - (*second as f64 - 0.5)).abs() < 0.53, "{latitude}");
            }
            count += changes.len();
        }
        println!("{count} passages");
        assert!(count > 12);
    }

    #[test]
    fn a_body_that_stays_high_or_low_crosses_nothing() {
        let horizon = Horizon::new(Observer::from_degrees(70.0, 0.0, 0.0));
        let rim = Rim { horizon: &horizon, radius_km: SUN_KM, skyline: |_| 0.0, bounds: [0.0, 0.0] };
        let of = |declination| rim.passages(course(declination), Ut1(2_460_400.5), Ut1(2_460_401.5));
        assert_eq!(of(40.0), Passages { starts_above: true, crossings: vec![] });
        assert_eq!(of(-40.0), Passages { starts_above: false, crossings: vec![] });
    }
}
