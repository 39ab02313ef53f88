//! The quantities of a view: names, units and meanings of their columns, and their computation.

use crate::eclipse::local::ObservedEclipse;
use crate::math::real::{Mask, Real};

/// Greatest difference of the magnitude from one at C2 and C3 of a total eclipse, where it is one by
/// definition.
const NEAR_ONE: f64 = 1e-6;

/// Calls a macro with arguments in parentheses and the quantities of a view: name of the column, short name,
/// unit, and meaning, in which the name of the contact point follows the first of two texts. The magnitude is
/// the first, the angles of the contact point are the last.
#[macro_export]
macro_rules! quantities {
    ($with:ident!$arguments:tt) => {
        $with! { $arguments
            magnitude, "magnitude", "1", ["covered part of the Sun's diameter "];
            obscuration, "obscuration", "1", ["covered part of the Sun's disc "];
            sun_altitude_deg, "sun_alt", "degree", ["altitude of the Sun "];
            sun_azimuth_deg, "sun_az", "degree", ["azimuth of the Sun from north through east "];
            north_angle_deg, "p", "degree", ["P: position angle of " " from celestial north through east "];
            vertex_angle_deg, "v", "degree", ["V: position angle of " " from the vertex "];
        }
    };
}

macro_rules! names {
    (() $($name:ident, $short:literal, $unit:literal, $meaning:tt;)+) => {
        &[$((stringify!($name), $short, $unit)),+]
    };
}

/// Name of the column, short name and unit of each quantity, in the order of [`quantities_at`].
pub const QUANTITIES: &[(&str, &str, &str)] = quantities!(names!());

/// The quantities at an instant. `is_inner`: at the second and third contact of a total eclipse the limbs
/// meet on the far side, and the magnitude is one by definition.
#[inline(always)]
pub(super) fn quantities_at<R: Real>(
    here: &ObservedEclipse<'_, R>,
    t: R,
    is_inner: bool,
) -> [R; QUANTITIES.len()] {
    let c = here.each_at(t);
    let seen = here.sun_and_moon(&c);
    let sun = here.horizontal(&c, seen.sun);
    let (zero, one, turn) = (t.splat(0.0), t.splat(1.0), t.splat(360.0));
    let magnitude = c.magnitude();
    let p = here.position_angle(&c).degrees() + if is_inner { 180.0 } else { 0.0 };
    let p = p.less(turn).select(p, p - turn);
    let v = p - here.parallactic_angle(&c).degrees();
    let v = v.less(zero).select(v + turn, v);
    let is_one = (magnitude - 1.0).absolute().less(t.splat(if is_inner { NEAR_ONE } else { 0.0 }));
    [
        is_one.select(one, magnitude),
        seen.obscuration(),
        sun.altitude.degrees(),
        sun.azimuth.degrees(),
        p,
        turn.at_most(v).select(v - turn, v),
    ]
}
