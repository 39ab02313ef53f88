//! Phase of the Moon.

use crate::math::portable::Portable;
use crate::math::vector::{Vector, cross, dot, norm, sub};

/// Illuminated part of the Moon's disc, 0 … 1, as seen from where both vectors (km, any common frame)
/// begin. Reference: Meeus, *Astronomical Algorithms* (1998), eqs. 48.1 and 48.3.
///
/// ```
/// // Meeus (1998), example 48.a: k = 0.6786 on 1992 April 12, 0h TD.
/// use astro::math::vector::from_spherical;
/// let degree = 1f64.to_radians();
/// let moon = from_spherical(134.6885 * degree, 13.7684 * degree, 368_410.0);
/// let sun = from_spherical(20.6579 * degree, 8.6964 * degree, 149_971_520.0);
/// assert!((astro::sky::phase::illuminated_fraction(sun, moon) - 0.6786).abs() < 5e-5);
/// ```
pub fn illuminated_fraction(sun: Vector, moon: Vector) -> f64 {
    (1.0 + cos_phase_angle(sun, moon)) / 2.0
}

/// Phase angle, 0 … π: at the Moon between the Sun and where both vectors (km, any common frame) begin. Exact
/// for them, to 1e-8 near 0 and π. Reference: Meeus (1998), eq. 48.3.
///
/// ```
/// // Meeus (1998), example 48.a: i = 69.0756° on 1992 April 12, 0h TD.
/// use astro::math::vector::from_spherical;
/// let degree = 1f64.to_radians();
/// let moon = from_spherical(134.6885 * degree, 13.7684 * degree, 368_410.0);
/// let sun = from_spherical(20.6579 * degree, 8.6964 * degree, 149_971_520.0);
/// assert!((astro::sky::phase::phase_angle(sun, moon).to_degrees() - 69.0756).abs() < 5e-4);
/// ```
pub fn phase_angle(sun: Vector, moon: Vector) -> f64 {
    cos_phase_angle(sun, moon).arccosine()
}

fn cos_phase_angle(sun: Vector, moon: Vector) -> f64 {
    let to_sun = sub(sun, moon);
    (-dot(moon, to_sun) / (norm(moon) * norm(to_sun))).clamp(-1.0, 1.0)
}

/// Returns whether the Moon is on its way from new to full: east of the Sun along the ecliptic. All three
/// vectors in one frame and of any length; exact for them.
///
/// At the instants of new and full Moon, where the longitudes are equal or opposite, the answer turns.
/// Source: the definition of the phases, Meeus, *Astronomical Algorithms* (1998), chapter 49.
///
/// ```
/// // A quarter of a circle east of the Sun: first quarter.
/// use astro::sky::phase::is_waxing;
/// let (sun, moon, pole) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.1], [0.0, 0.0, 1.0]);
/// assert!(is_waxing(sun, moon, pole) && !is_waxing(moon, sun, pole));
/// ```
pub fn is_waxing(sun: Vector, moon: Vector, ecliptic_pole: Vector) -> bool {
    dot(cross(sun, moon), ecliptic_pole) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::vector::from_spherical;

    #[test]
    fn the_textbook_moon_of_1992_april_12() {
        // Meeus, Astronomical Algorithms (1998), example 48.a: k = 0.6786.
        let degree = 1f64.to_radians();
        let moon = from_spherical(134.6885 * degree, 13.7684 * degree, 368_410.0);
        let sun = from_spherical(20.6579 * degree, 8.6964 * degree, 149_971_520.0);
        assert!((illuminated_fraction(sun, moon) - 0.6786).abs() < 5e-5);
        assert!(is_waxing(sun, moon, [0.0, -0.397_78, 0.917_48]));
        assert!(!is_waxing(moon, sun, [0.0, -0.397_78, 0.917_48]));
    }
}
