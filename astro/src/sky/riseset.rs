//! Rise, upper transit and set.
//!
//! A day is sampled every hour. Between two samples on different sides of the horizon lies a crossing; where
//! three samples bend towards the horizon without reaching it, the culmination between them is found and
//! looked at, so that a short visit above or below the horizon is not missed. Every crossing is then a
//! bracketed root.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, HORIZON_REFRACTION, K_MEAN_LIMB, SUN_SEMIDIAMETER};
use crate::math::search;
use crate::math::vector::Vector;
use crate::sky::horizon::{Horizon, Local};
use crate::time::Ut1;

const STEP_DAYS: f64 = 1.0 / 24.0;
/// 0.02 s.
const TOLERANCE_DAYS: f64 = 2e-7;
/// Sine of an altitude over the horizon within which a bend is looked at: a body rises 0.5° in the half hour
/// about its culmination at most.
const BEND: f64 = 0.03;

/// What is to rise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limb {
    /// Radius of the body, km.
    pub radius_km: f64,
    sin_horizon: f64,
    cos_horizon: f64,
}

impl Limb {
    /// The upper limb of a body at a horizon that lies `dip` radians below the level one, with 34′ of
    /// refraction.
    pub fn new(radius_km: f64, dip: f64) -> Self {
        let (sin_horizon, cos_horizon) = (HORIZON_REFRACTION + dip).sin_cos();
        Self { radius_km, sin_horizon, cos_horizon }
    }

    /// The Sun's.
    pub fn sun(dip: f64) -> Self {
        Self::new(SUN_SEMIDIAMETER.sin() * AU_KM, dip)
    }

    /// The Moon's.
    pub fn moon(dip: f64) -> Self {
        Self::new(K_MEAN_LIMB * EQUATORIAL_RADIUS_KM, dip)
    }

    /// A point at any distance.
    pub fn point(dip: f64) -> Self {
        Self::new(0.0, dip)
    }

    /// Sine of the altitude of the centre minus its sine when the limb stands on the horizon.
    #[inline]
    fn margin(&self, body: Local) -> f64 {
        let distance = body.distance_km();
        let sin_radius = self.radius_km / distance;
        let sin_threshold = -(self.sin_horizon * (1.0 - sin_radius * sin_radius).max(0.0).sqrt()
            + self.cos_horizon * sin_radius);
        body.up / distance - sin_threshold
    }
}

/// Where a body is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Geocentric, true equator and equinox of date, km.
    pub body_km: Vector,
    /// Greenwich apparent sidereal time, radians.
    pub gast: f64,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The upper limb comes up.
    Rise,
    /// Upper passage of the meridian.
    Transit,
    /// The upper limb goes down.
    Set,
}

/// A stretch of time and all that happens in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    /// Events in order of time.
    pub events: Vec<(Event, Ut1)>,
    /// Whether the body is above the horizon at the beginning.
    pub starts_above: bool,
}

/// A sample: instant, place over the horizon, margin, and the east component of the geocentric direction.
#[derive(Clone, Copy)]
struct Sample {
    t: f64,
    margin: f64,
    east: f64,
    meridian: f64,
}

/// All rises, transits and sets from `from` (included) to `to` (excluded), for a body whose place `course`
/// gives for a little more than that time.
///
/// Accuracy: 0.02 s and what `course` is worth. Culminations within 0.0001° of the horizon may or may not
/// count as a rise and a set.
pub fn events(course: impl Fn(Ut1) -> Place, horizon: &Horizon, limb: &Limb, from: Ut1, to: Ut1) -> Day {
    let sample = |t: f64| {
        let place = course(Ut1(t));
        let [meridian, east, _] = horizon.turned(place.body_km, place.gast);
        Sample { t, margin: limb.margin(horizon.topocentric(place.body_km, place.gast)), east, meridian }
    };
    let margin = |t: f64| sample(t).margin;
    let steps = ((to.0 - from.0) / STEP_DAYS).ceil().max(1.0);
    let step = (to.0 - from.0) / steps;
    let at = |k: f64| sample(from.0 + k * step);
    let mut found: Vec<(Event, Ut1)> = Vec::new();
    let mut crossing = |a: (f64, f64), b: (f64, f64)| {
        let kind = match (a.1 >= 0.0, b.1 >= 0.0) {
            (false, true) => Event::Rise,
            (true, false) => Event::Set,
            _ => return,
        };
        if let Ok(t) = search::root(margin, a.0, b.0, TOLERANCE_DAYS) {
            found.push((kind, Ut1(t)));
        }
    };
    let mut transits: Vec<(Event, Ut1)> = Vec::new();
    let (mut before, mut here) = (at(-1.0), at(0.0));
    let starts_above = here.margin >= 0.0;
    for k in 0..=steps as usize {
        let after = at(k as f64 + 1.0);
        if let Some(peak) = bend(margin, before, here, after) {
            // A visit between two samples: the crossings on both sides of it. The step that it lies in sees
            // no change of sign by itself.
            let ends = if peak.0 < here.t { (before, here) } else { (here, after) };
            crossing((ends.0.t, ends.0.margin), peak);
            crossing(peak, (ends.1.t, ends.1.margin));
        }
        crossing((here.t, here.margin), (after.t, after.margin));
        if here.east > 0.0
            && after.east <= 0.0
            && here.meridian > 0.0
            && let Ok(t) = search::root(|t| sample(t).east, here.t, after.t, TOLERANCE_DAYS)
        {
            transits.push((Event::Transit, Ut1(t)));
        }
        (before, here) = (here, after);
    }
    let mut events: Vec<_> =
        found.into_iter().chain(transits).filter(|(_, t)| *t >= from && *t < to).collect();
    events.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
    Day { events, starts_above }
}

/// The instant and margin of a culmination that reaches to the other side of the horizon while the three
/// samples about it do not.
fn bend(margin: impl Fn(f64) -> f64, before: Sample, here: Sample, after: Sample) -> Option<(f64, f64)> {
    let (a, b, c) = (before.margin, here.margin, after.margin);
    let side = if a < 0.0 && b < 0.0 && c < 0.0 {
        1.0
    } else if a >= 0.0 && b >= 0.0 && c >= 0.0 {
        -1.0
    } else {
        return None;
    };
    if b * side < a * side || b * side <= c * side || b.abs() > BEND {
        return None;
    }
    let t = search::minimum(|t| -side * margin(t), before.t, after.t, TOLERANCE_DAYS).ok()?;
    let peak = margin(t);
    (peak * side > 0.0).then_some((t, peak))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::Observer;
    use crate::earth::rotation::gmst;
    use crate::math::vector::from_spherical;

    /// A star that stands still.
    fn star(declination_deg: f64) -> impl Fn(Ut1) -> Place {
        move |t| Place {
            body_km: from_spherical(1.0, declination_deg.to_radians(), 1e15),
            gast: gmst(t, t.to_tt(64.0)),
        }
    }

    fn kinds(declination_deg: f64, latitude_deg: f64, days: f64) -> Vec<Event> {
        let horizon = Horizon::new(Observer::from_degrees(latitude_deg, 0.0, 0.0));
        let day = events(
            star(declination_deg),
            &horizon,
            &Limb::point(0.0),
            Ut1(2_460_400.5),
            Ut1(2_460_400.5 + days),
        );
        day.events.into_iter().map(|e| e.0).collect()
    }

    #[test]
    fn a_star_of_the_equator_is_up_for_half_of_a_day() {
        let horizon = Horizon::new(Observer::from_degrees(40.0, 0.0, 0.0));
        let day = events(star(0.0), &horizon, &Limb::point(0.0), Ut1(2_460_400.5), Ut1(2_460_402.5));
        let at = |kind| day.events.iter().find(|e| e.0 == kind).map(|e| e.1.0).unwrap_or_default();
        // 12 h of sidereal time, and the refraction at both ends.
        let up_min = (at(Event::Set) - at(Event::Rise)).rem_euclid(0.997_27) * 1440.0;
        assert!((up_min - (718.04 + 2.0 * 34.0 / 15.0 / 40f64.to_radians().cos())).abs() < 0.1, "{up_min}");
    }

    #[test]
    fn stars_about_the_pole_only_pass_the_meridian() {
        assert_eq!(kinds(80.0, 50.0, 1.0).iter().filter(|k| **k != Event::Transit).count(), 0);
        assert!(!kinds(80.0, 50.0, 1.0).is_empty());
        assert_eq!(kinds(-80.0, 50.0, 1.0).iter().filter(|k| **k != Event::Transit).count(), 0);
    }

    #[test]
    fn a_visit_of_minutes_is_found_wherever_it_falls_between_the_samples() {
        // The star culminates 0.001° above the horizon, for two or three minutes.
        for k in 0..48 {
            let latitude = 60.0;
            let declination = -30.0 - 34.0 / 60.0 + 0.001;
            let horizon = Horizon::new(Observer::from_degrees(latitude, 0.0, 0.0));
            let from = 2_460_400.5 + f64::from(k) / 100.0;
            let day = events(star(declination), &horizon, &Limb::point(0.0), Ut1(from), Ut1(from + 0.997_2));
            let count = |kind| day.events.iter().filter(|e| e.0 == kind).count();
            assert_eq!((count(Event::Rise), count(Event::Set)), (1, 1), "{k}: {day:?}");
        }
    }
}
