//! The instant of a passage: when a body comes closest to the direction that was aimed at.

use crate::math::angle::normalize_signed;
use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::math::vector::{Vector, cross, dot, from_spherical, norm};
use crate::sky::horizontal::Horizontal;
use crate::sky::passage::finder::Passage;
use crate::time::Ut1;

/// Time between two samples of a passage: half an hour, in which a body passes at most one culmination.
const STEP_DAYS: f64 = 1.0 / 48.0;
/// Minimum number of samples of a passage.
const MIN_SAMPLES: f64 = 4.0;
/// 0.02 s.
const TOLERANCE_DAYS: f64 = 2e-7;

/// The target, radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// An azimuth, from north through east.
    Azimuth(f64),
    /// An altitude.
    Altitude(f64),
    /// Both.
    Direction(Horizontal),
}

/// Angle between two directions, radians: exact also for small ones and for nearly opposite ones.
pub fn separation(a: Horizontal, b: Horizontal) -> f64 {
    let vector = |d: Horizontal| -> Vector { from_spherical(d.azimuth, d.altitude, 1.0) };
    let (a, b) = (vector(a), vector(b));
    norm(cross(a, b)).arctangent2(dot(a, b))
}

impl Aim {
    /// Returns the angle of a direction from the aim, radians: with a sign for one quantity only.
    fn off(self, direction: Horizontal) -> f64 {
        match self {
            Self::Azimuth(azimuth) => normalize_signed(direction.azimuth - azimuth),
            Self::Altitude(altitude) => direction.altitude - altitude,
            Self::Direction(aim) => separation(direction, aim),
        }
    }

    /// The instant of a passage: the first at which the quantity has the target value, otherwise the instant
    /// at which it is nearest; for both quantities the instant of least separation. Within 0.05 s, plus the
    /// error of `direction`, which returns azimuth and altitude.
    pub fn instant(self, direction: impl Fn(Ut1) -> Horizontal, passage: Passage) -> Ut1 {
        let off = |t: f64| self.off(direction(Ut1(t)));
        let days = passage.to.days_since(passage.from);
        let count = (days / STEP_DAYS).ceil().max(MIN_SAMPLES);
        let mut least: Option<Sample> = None;
        let mut last = Sample::of(off, passage.from.0);
        for k in 1..=count as u64 {
            let here = Sample::of(off, passage.from.0 + days * k as f64 / count);
            if (last.value > 0.0) != (here.value > 0.0) {
                return Ut1(search::root_between(off, last, here, TOLERANCE_DAYS).unwrap_or(here.t));
            }
            for sample in [last, here] {
                least = least.filter(|l| l.value.abs() <= sample.value.abs()).or(Some(sample));
            }
            last = here;
        }
        let least = least.unwrap_or(last);
        let (a, b) = (least.t - days / count, least.t + days / count);
        Ut1(nearest(off, least, a.max(passage.from.0), b.min(passage.to.0)))
    }
}

/// The instant between `a` and `b` at which the function is nearest to zero; between them it has been seen to
/// be least at `seen`.
fn nearest(off: impl Fn(f64) -> f64, seen: Sample, a: f64, b: f64) -> f64 {
    let Ok(t) = search::minimum(|t| off(t).abs(), a, b, TOLERANCE_DAYS) else { return seen.t };
    let found = Sample::of(&off, t);
    if (found.value > 0.0) != (seen.value > 0.0) {
        // It has come across zero for a short time.
        return search::root_between(&off, Sample::of(&off, a), found, TOLERANCE_DAYS).unwrap_or(t);
    }
    if found.value.abs() <= seen.value.abs() { t } else { seen.t }
}
