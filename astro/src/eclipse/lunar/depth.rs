//! The depth of the Moon in the shadow, and the instant of greatest depth.

use super::shadow::LunarShadow;
use crate::Error;
use crate::constants::K_PENUMBRA;
use crate::math::portable::Portable;
use crate::math::search;

/// Tolerance of greatest eclipse and of the contacts: 4 ms.
pub(super) const TOLERANCE_HOURS: f64 = 1e-6;
/// Search interval for first and last contacts around greatest eclipse, hours: no penumbral phase lasts
/// longer than 6.3 h in all.
pub(super) const CONTACT_HOURS: f64 = 5.0;

/// The type of a lunar eclipse, by the depth of the Moon in the shadow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LunarEclipseType {
    /// Only the penumbra.
    Penumbral,
    /// Part of the Moon in the umbra.
    Partial,
    /// All of the Moon in the umbra.
    Total,
}

impl LunarEclipseType {
    /// The canon's letter.
    pub fn letter(self) -> char {
        match self {
            Self::Penumbral => 'N',
            Self::Partial => 'P',
            Self::Total => 'T',
        }
    }
}

/// Parts of the Moon's diameter in the penumbra and in the umbra.
pub(super) fn magnitudes(s: &LunarShadow) -> (f64, f64) {
    let part = |radius: f64| (radius + K_PENUMBRA - s.distance) / (2.0 * K_PENUMBRA);
    (part(s.penumbra), part(s.umbra))
}

/// The kind of an eclipse of that magnitude in the umbra.
pub(super) fn kind_of(umbral_magnitude: f64) -> LunarEclipseType {
    match umbral_magnitude {
        m if m >= 1.0 => LunarEclipseType::Total,
        m if m > 0.0 => LunarEclipseType::Partial,
        _ => LunarEclipseType::Penumbral,
    }
}

/// Hours of the least separation from the axis, within `most_hours` of 0.
pub(super) fn greatest_hours(separation: impl Fn(f64) -> f64, most_hours: f64) -> Result<f64, Error> {
    /// Half the step of the difference that approximates the slope: over 3.6 s the square of the separation
    /// is a parabola to a relative error of 1e-12, so the difference and the slope have the same zero.
    const HALF_STEP_HOURS: f64 = 1e-3;
    let slope = |h: f64| {
        separation(h + HALF_STEP_HOURS).integer_power(2) - separation(h - HALF_STEP_HOURS).integer_power(2)
    };
    search::root(slope, -most_hours, most_hours, TOLERANCE_HOURS)
}
