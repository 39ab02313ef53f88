//! The Moon against the Earth's shadow at one instant: by geometry, and by the measure of the canon.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, SUN_PARALLAX, SUN_SEMIDIAMETER};
use crate::ephemeris::Places;
use crate::math::portable::Portable;
use crate::math::vector::{Vector, cross, dot, norm, scale};

/// Danjon's enlargement of the shadow, on the Moon's parallax: 1/85 for the atmosphere less 1/594 for the
/// Earth's flattening, rounded as the canon has it.
const PARALLAX_FACTOR: f64 = 1.01;
/// The traditional enlargement of the shadow, on the Moon's parallax: one fiftieth.
const TRADITIONAL_PARALLAX_FACTOR: f64 = 1.02;

/// The Moon against the shadow at one instant.
pub(super) struct LunarShadow {
    /// Distance of the Moon's centre from the axis as seen from the Earth's centre, radians; greatest eclipse
    /// is its least value.
    pub(super) separation: f64,
    /// Between the Moon's centre and the axis as a length at the Moon, Earth equatorial radii.
    pub(super) distance: f64,
    pub(super) is_south: bool,
    /// Radius of the umbra at the Moon, Earth equatorial radii.
    pub(super) umbra: f64,
    /// Radius of the penumbra at the Moon, Earth equatorial radii.
    pub(super) penumbra: f64,
}

impl LunarShadow {
    /// The Moon against the shadow by geometry, for apparent places of Sun and Moon.
    pub(super) fn of(p: &Places) -> Self {
        let MoonOffset { sine, is_south, sin_parallax, sun_au, .. } = MoonOffset::of(p);
        let parallax = sin_parallax.arcsine();
        Self {
            separation: sine.arcsine(),
            distance: sine / sin_parallax,
            is_south,
            umbra: PARALLAX_FACTOR + (SUN_PARALLAX - SUN_SEMIDIAMETER) / sun_au / parallax,
            penumbra: PARALLAX_FACTOR + (SUN_PARALLAX + SUN_SEMIDIAMETER) / sun_au / parallax,
        }
    }

    /// The shadow by the measure of the canon, which is found from its tables.
    ///
    /// The hour circle through the axis of the shadow divides the way from the axis to the Moon: north along
    /// the circle to the point nearest the Moon, then east at a right angle to it. The canon's separation is
    /// made of the sine of the first arc and the *tangent* of the second, which is the true separation
    /// divided by the cosine of the second: up to 0.00035 of it at the outer contacts. Radii of the shadow
    /// are its angles in radians divided by the sine of the Moon's parallax, the unit of the separation.
    /// Against 1,508 eclipses of Espenak & Meeus, *Five Millennium Canon of Lunar Eclipses* (2009), this
    /// leaves 0.8 s of the 3.1 s by which geometry differs in greatest eclipse, and 6 s of the 25 s in the
    /// duration of the penumbral phase, of which 3 s are rounding.
    pub(super) fn of_canon(p: &Places) -> Self {
        let MoonOffset { sine, sine_east, is_south, sin_parallax, sun_au } = MoonOffset::of(p);
        let separation = sine / (1.0 - sine_east * sine_east).sqrt();
        let moon = PARALLAX_FACTOR * sin_parallax.arcsine();
        Self {
            separation,
            distance: separation / sin_parallax,
            is_south,
            umbra: (moon + (SUN_PARALLAX - SUN_SEMIDIAMETER) / sun_au) / sin_parallax,
            penumbra: (moon + (SUN_PARALLAX + SUN_SEMIDIAMETER) / sun_au) / sin_parallax,
        }
    }

    /// Radius of the penumbra by the traditional enlargement, Earth equatorial radii.
    pub(super) fn traditional_penumbra(&self) -> f64 {
        self.penumbra + TRADITIONAL_PARALLAX_FACTOR - PARALLAX_FACTOR
    }

    /// Distance of the Moon's centre from the axis, Earth equatorial radii, negative south.
    pub(super) fn gamma(&self) -> f64 {
        if self.is_south { -self.distance } else { self.distance }
    }
}

/// Position of the Moon relative to the axis of the shadow.
struct MoonOffset {
    /// Sine of the angle between the Moon's centre and the axis.
    sine: f64,
    /// Sine of the Moon's angle from the hour circle through the axis, positive east.
    sine_east: f64,
    is_south: bool,
    /// Sine of the Moon's horizontal parallax.
    sin_parallax: f64,
    sun_au: f64,
}

impl MoonOffset {
    fn of(p: &Places) -> Self {
        const POLE: Vector = [0.0, 0.0, 1.0];
        let (sun_km, moon_km) = (norm(p.sun_km), norm(p.moon_km));
        let axis = scale(-1.0 / sun_km, p.sun_km);
        let direction = scale(1.0 / moon_km, p.moon_km);
        let east = cross(POLE, axis);
        // North of the axis: towards the projection of the celestial pole on the plane of the shadow.
        let north = direction[2] - axis[2] * dot(axis, direction);
        Self {
            sine: norm(cross(axis, direction)),
            sine_east: dot(direction, east) / norm(east),
            is_south: north < 0.0,
            sin_parallax: EQUATORIAL_RADIUS_KM / moon_km,
            sun_au: sun_km / AU_KM,
        }
    }
}
