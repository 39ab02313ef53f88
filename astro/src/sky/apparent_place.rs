//! The apparent place of a body, with the rotation of the Earth that belongs to it.

use crate::math::vector::Vector;

/// Where a body stands, and how far the Earth has turned: what an observer needs to find it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApparentPlace {
    /// Geocentric, true equator and equinox of date, km.
    pub body_km: Vector,
    /// Greenwich sidereal time, radians, measured from the same equinox.
    pub gast: f64,
}
