//! The Moon against the Earth's shadow at one instant.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, SUN_PARALLAX, SUN_SEMIDIAMETER};
use crate::ephemeris::Places;
use crate::math::vector::{cross, dot, norm, scale};

/// Danjon's enlargement of the shadow, on the Moon's parallax: 1/85 for the atmosphere less 1/594 for the
/// Earth's flattening, rounded as the canon has it.
const PARALLAX_FACTOR: f64 = 1.01;

/// The Moon against the shadow at one instant.
pub(super) struct Shadow {
    /// Angle between the Moon's centre and the axis as seen from the Earth's centre, radians; greatest
    /// eclipse is its least value.
    pub(super) separation: f64,
    /// Between the Moon's centre and the axis as a length at the Moon, Earth equatorial radii.
    pub(super) distance: f64,
    pub(super) is_south: bool,
    /// Radius of the umbra at the Moon, Earth equatorial radii.
    pub(super) umbra: f64,
    /// Radius of the penumbra at the Moon, Earth equatorial radii.
    pub(super) penumbra: f64,
}

impl Shadow {
    /// The Moon against the shadow for apparent places of Sun and Moon.
    pub(super) fn of(p: &Places) -> Self {
        let (sun_km, moon_km) = (norm(p.sun_km), norm(p.moon_km));
        let axis = scale(-1.0 / sun_km, p.sun_km);
        let direction = scale(1.0 / moon_km, p.moon_km);
        // North of the axis: towards the projection of the celestial pole on the plane of the shadow.
        let north = direction[2] - axis[2] * dot(axis, direction);
        let sun_au = sun_km / AU_KM;
        let sin_parallax = EQUATORIAL_RADIUS_KM / moon_km;
        let parallax = sin_parallax.asin();
        let sine = norm(cross(axis, direction));
        Self {
            separation: sine.asin(),
            distance: sine / sin_parallax,
            is_south: north < 0.0,
            umbra: PARALLAX_FACTOR + (SUN_PARALLAX - SUN_SEMIDIAMETER) / sun_au / parallax,
            penumbra: PARALLAX_FACTOR + (SUN_PARALLAX + SUN_SEMIDIAMETER) / sun_au / parallax,
        }
    }

    /// Distance of the Moon's centre from the axis, Earth equatorial radii, negative south.
    pub(super) fn gamma(&self) -> f64 {
        if self.is_south { -self.distance } else { self.distance }
    }
}
