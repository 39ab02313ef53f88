//! The apparent place of a body, with the rotation of the Earth that belongs to it.

use crate::math::vector::Vector;

/// Apparent place of a body and rotation angle of the Earth, from which an observer can find the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApparentPlace {
    /// Geocentric, true equator and equinox of date, km.
    pub body_km: Vector,
    /// Greenwich sidereal time, radians, measured from the same equinox.
    pub gast: f64,
}
