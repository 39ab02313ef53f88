//! The discs of Sun and Moon at an instant.

use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::circumstances::Circumstances;
use crate::eclipse::local::limb::rugged_moon::{
    LimbStretch, RuggedMoon, SIN_HALF_STRETCH, STRETCH, STRETCHES,
};
use crate::math::angle::normalize;
use crate::math::portable::Portable;

/// Sun and Moon as an observer sees them at an instant, both in Earth equatorial radii of the plane through
/// the observer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Discs {
    /// From the Moon's centre to the Sun's: east, north.
    pub(super) sun: [f64; 2],
    /// A, the radius of the Sun's disc.
    pub(super) sun_radius: f64,
    /// B, by which the radius of the Moon is to be multiplied.
    pub(super) magnification: f64,
}

impl Discs {
    /// The discs under the circumstances of an observer, with a Sun of `sun_radius` Earth radii.
    ///
    /// From L2 = (z − ζ) tan f2 − k sec f2 and sin f2 = (s − k) / G, where z is the height of the Moon over
    /// the fundamental plane, G its distance from the Sun and s the radius of the Sun. L2 is linear in k and
    /// s but for the angle of the cone, which changes it by less than 1e-9. Source: *Explanatory Supplement*
    /// (2013), eqs. 11.77–11.81.
    pub(super) fn new(elements: &Polynomials, c: &Circumstances, sun_radius: f64) -> Self {
        let radii = elements.radii;
        let sec_f1 = elements.tan_f1.hypotenuse(1.0);
        let sin_f1 = elements.tan_f1 / sec_f1;
        let moon_height = c.l1 / elements.tan_f1 - radii.k1 / sin_f1;
        let to_sun = (radii.sun + radii.k1) / sin_f1;
        let sec_f2 = elements.tan_f2.hypotenuse(1.0);
        let a_unit_of_the_sun = (moon_height - c.zeta) / to_sun * sec_f2.integer_power(3);
        let magnification = sec_f2 + a_unit_of_the_sun;
        let sun = c.umbra + radii.k2 * magnification;
        Self {
            sun: [-c.u, -c.v],
            sun_radius: sun + (sun_radius - radii.sun) * a_unit_of_the_sun,
            magnification,
        }
    }

    /// From the Moon's centre to the far limb of the Sun in a direction (east, north).
    #[inline]
    pub(super) fn reach(&self, [east, north]: [f64; 2]) -> f64 {
        let along = self.sun[0] * east + self.sun[1] * north;
        let across = self.sun[0] * north - self.sun[1] * east;
        along + (self.sun_radius * self.sun_radius - across * across).max(0.0).sqrt()
    }

    /// Returns how far the Sun reaches beyond the Moon's limb in one of its directions; negative where not.
    #[inline]
    pub(super) fn uncovered(&self, moon: &RuggedMoon, k: usize) -> f64 {
        self.reach(moon.directions[k]) - self.magnification * moon.radii[k]
    }

    /// No direction of a stretch of the limb has a greater width, `sign` times that of the Sun beyond the
    /// limb.
    pub(super) fn most(&self, stretch: &LimbStretch, sign: f64) -> f64 {
        let [east, north] = self.sun;
        let [along, square] =
            [east * stretch.middle[0] + north * stretch.middle[1], east * east + north * north];
        let aside = SIN_HALF_STRETCH * square.sqrt();
        if sign > 0.0 {
            along + aside + self.sun_radius - self.magnification * stretch.least
        } else {
            let edge = (self.sun_radius * self.sun_radius - square).max(0.0).sqrt();
            self.magnification * stretch.greatest - (along - aside) - edge
        }
    }

    /// The direction in which `sign` times the width of the Sun beyond the limb is greatest.
    pub(super) fn widest(&self, moon: &RuggedMoon, sign: f64) -> usize {
        let mut widest = (0, f64::NEG_INFINITY);
        let mut look = |stretch: usize| {
            for k in STRETCH * stretch..STRETCH * (stretch + 1) {
                let width = sign * self.uncovered(moon, k);
                if width > widest.1 {
                    widest = (k, width);
                }
            }
            widest.1
        };
        let most: [f64; STRETCHES] = std::array::from_fn(|k| self.most(&moon.stretches[k], sign));
        // First where it may be greatest, so that few others are left that may be greater.
        let first = (1..STRETCHES).fold(0, |a, b| if most[b] > most[a] { b } else { a });
        let mut greatest = look(first);
        for (k, most) in most.into_iter().enumerate() {
            if most > greatest && k != first {
                greatest = look(k);
            }
        }
        widest.0
    }

    /// The part of the Sun's disc that is beyond the Moon's limb.
    pub(super) fn uncovered_part(&self, moon: &RuggedMoon) -> f64 {
        let sectors = moon.directions.iter().zip(&moon.radii).map(|(direction, radius)| {
            let (sun, limb) = (self.reach(*direction), self.magnification * radius);
            (sun * sun - limb * limb).max(0.0)
        });
        sectors.sum::<f64>() / (moon.radii.len() as f64 * self.sun_radius * self.sun_radius)
    }

    /// Position angle of a point of the Sun's limb, seen from the Sun's centre, that is in a direction from
    /// the Moon's; celestial north through east, 0 … 2π.
    pub(super) fn position_angle(&self, direction: [f64; 2]) -> f64 {
        let distance = self.reach(direction);
        let [east, north] = [0, 1].map(|i| distance * direction[i] - self.sun[i]);
        normalize(east.arctangent2(north))
    }
}
