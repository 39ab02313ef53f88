//! Besselian elements: the Moon's shadow on the fundamental plane.
//!
//! [`crate::eclipse::fundamental`] has a figure of the plane. Lengths are Earth equatorial radii,
//! angles radians, times hours of TD.
//!
//! Reference: *Explanatory Supplement to the Astronomical Almanac* (Urban & Seidelmann 2013), section 11.2;
//! Meeus, *Elements of Solar Eclipses* (1989).

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, K_PENUMBRA, K_UMBRA, LIGHT_KM_S, SUN_RADIUS};
use crate::ephemeris::Places;
use crate::math::angle;
use crate::math::polynomial::{derivative, value};
use crate::math::portable::Portable;
use crate::math::real;
use crate::math::vector::{dot, norm, scale, sub};
use crate::time::Tt;

/// The radii of Sun and Moon with which a set of elements was made, Earth equatorial radii.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Radii {
    /// The Moon's for the penumbra.
    pub k1: f64,
    /// The Moon's for the umbra.
    pub k2: f64,
    /// The Sun's.
    pub sun: f64,
}

impl Radii {
    /// Those of the published eclipse canon, from [`crate::constants`].
    pub const CANON: Self = Self { k1: K_PENUMBRA, k2: K_UMBRA, sun: SUN_RADIUS };

    /// Semidiameter of the Sun at 1 au, radians: how the radius of the Sun is printed.
    ///
    /// ```
    /// // Auwers (1891): 959.63″.
    /// use astro::eclipse::besselian::Radii;
    /// use astro::math::angle::ARCSEC;
    /// assert!((Radii::CANON.sun_semidiameter() / ARCSEC - 959.63).abs() < 1e-9);
    /// ```
    pub fn sun_semidiameter(&self) -> f64 {
        (self.sun * EQUATORIAL_RADIUS_KM / AU_KM).arcsine()
    }

    /// Returns this Moon before a Sun of the given semidiameter at 1 au, radians.
    pub fn with_sun_semidiameter(self, semidiameter: f64) -> Self {
        Self { sun: semidiameter.sine() * AU_KM / EQUATORIAL_RADIUS_KM, ..self }
    }
}

/// The elements at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elements<R = f64> {
    /// Shadow axis on the fundamental plane, east positive.
    pub x: R,
    /// Shadow axis on the fundamental plane, north positive.
    pub y: R,
    /// Declination of the axis, radians.
    pub d: R,
    /// Ephemeris hour angle of the axis, radians: Greenwich sidereal time with TD in the place of UT1, minus
    /// right ascension.
    pub mu: R,
    /// Radius of the penumbra on the fundamental plane.
    pub l1: R,
    /// Radius of the umbra on the fundamental plane, negative where the umbra is a full shadow (total).
    pub l2: R,
    /// Tangent of the angle of the penumbral cone.
    pub tan_f1: R,
    /// Tangent of the angle of the umbral cone.
    pub tan_f2: R,
}

/// Elements from apparent places of Sun and Moon.
///
/// `gast`: Greenwich apparent sidereal time in radians, with TD in place of UT1. Exact for the given
/// places; µ in 0 … 2π. Source: *Explanatory Supplement* (2013), eqs. 11.1–11.20.
///
/// ```
/// use astro::constants::{AU_KM, EQUATORIAL_RADIUS_KM};
/// use astro::eclipse::besselian::{Radii, at};
/// use astro::ephemeris::Places;
///
/// // The Moon 60 Earth radii away, right before a Sun at 1 au over the equator: a central shadow.
/// let places = Places {
///     sun_km: [AU_KM, 0.0, 0.0],
///     moon_km: [60.0 * EQUATORIAL_RADIUS_KM, 0.0, 0.0],
///     nutation_longitude: 0.0,
///     obliquity: 0.409,
/// };
/// let e = at(&places, 1.0, &Radii::CANON);
/// assert_eq!((e.x, e.y, e.d, e.mu), (0.0, 0.0, 0.0, 1.0));
/// // Half angles of the cones: 16.04′ and 15.96′ of the usual 0.0046.
/// assert!((e.tan_f1 - 0.004_675_5).abs() < 1e-6 && (e.tan_f2 - 0.004_652_2).abs() < 1e-6);
/// ```
pub fn at(places: &Places, gast: f64, radii: &Radii) -> Elements {
    let moon = scale(1.0 / EQUATORIAL_RADIUS_KM, places.moon_km);
    let sun = scale(1.0 / EQUATORIAL_RADIUS_KM, places.sun_km);
    let g = sub(sun, moon);
    let distance = norm(g);
    let axis = scale(1.0 / distance, g);
    let a = axis[1].arctangent2(axis[0]);
    let d = axis[2].arctangent2(axis[0].hypotenuse(axis[1]));
    let ((sin_a, cos_a), (sin_d, cos_d)) = (a.sine_cosine(), d.sine_cosine());
    let x = dot(moon, [-sin_a, cos_a, 0.0]);
    let y = dot(moon, [-cos_a * sin_d, -sin_a * sin_d, cos_d]);
    let z = dot(moon, axis);
    let (sin_f1, sin_f2) = ((radii.sun + radii.k1) / distance, (radii.sun - radii.k2) / distance);
    let (tan_f1, tan_f2) = (sin_f1.arcsine().tangent(), sin_f2.arcsine().tangent());
    Elements {
        x,
        y,
        d,
        mu: angle::normalize(gast - a),
        l1: (z + radii.k1 / sin_f1) * tan_f1,
        l2: (z - radii.k2 / sin_f2) * tan_f2,
        tan_f1,
        tan_f2,
    }
}

/// Elements with their rates per hour of TD. The angles of the cones change by 1e-7 in an hour; their rates
/// are left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moving<R = f64> {
    /// The elements.
    pub at: Elements<R>,
    /// Rate of `x`.
    pub x_rate: R,
    /// Rate of `y`.
    pub y_rate: R,
    /// Rate of `d`, radians per hour.
    pub d_rate: R,
    /// Rate of `mu`, radians per hour.
    pub mu_rate: R,
    /// Rate of `l1`.
    pub l1_rate: R,
    /// Rate of `l2`.
    pub l2_rate: R,
}

/// Elements as published: cubic polynomials in hours of TD from `t0`, constant term first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Polynomials {
    /// A whole hour of TD.
    pub t0: Tt,
    /// Shadow axis, east.
    pub x: [f64; 4],
    /// Shadow axis, north.
    pub y: [f64; 4],
    /// Declination of the axis, radians.
    pub d: [f64; 4],
    /// Ephemeris hour angle, radians.
    pub mu: [f64; 4],
    /// Penumbral radius.
    pub l1: [f64; 4],
    /// Umbral radius.
    pub l2: [f64; 4],
    /// Tangent of the penumbral cone.
    pub tan_f1: f64,
    /// Tangent of the umbral cone.
    pub tan_f2: f64,
    /// Radii of Sun and Moon that `l1`, `l2` and the cones were made with.
    pub radii: Radii,
    /// Greatest difference of `x` or `y` from the exact course over t0 ± 3 h.
    pub fit_residual: f64,
}

impl Polynomials {
    /// Elements and their rates `t` hours of TD from t0. Meant for −3 … 3 h; beyond, the error of a cubic
    /// grows with the fourth power of t, to some 1e-5 Earth radii at 5 h. µ is not brought into one turn.
    ///
    /// ```
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // γ = 0.3431 and greatest eclipse at 18:18:29 TD: least distance of the axis from the centre, where
    /// // x x′ + y y′ = 0.
    /// let greatest = APRIL_2024.at((18.0 * 60.0 + 29.0) / 3600.0);
    /// let e = greatest.at;
    /// assert!((e.x.hypot(e.y) - 0.3431).abs() < 1e-4);
    /// assert!((e.x * greatest.x_rate + e.y * greatest.y_rate).abs() < 1e-4);
    /// ```
    #[inline(always)]
    pub fn at<R: real::Real>(&self, t: R) -> Moving<R> {
        Moving {
            at: Elements {
                x: value(&self.x, t),
                y: value(&self.y, t),
                d: value(&self.d, t),
                mu: value(&self.mu, t),
                l1: value(&self.l1, t),
                l2: value(&self.l2, t),
                tan_f1: t.splat(self.tan_f1),
                tan_f2: t.splat(self.tan_f2),
            },
            x_rate: derivative(&self.x, t),
            y_rate: derivative(&self.y, t),
            d_rate: derivative(&self.d, t),
            mu_rate: derivative(&self.mu, t),
            l1_rate: derivative(&self.l1, t),
            l2_rate: derivative(&self.l2, t),
        }
    }

    /// Returns this eclipse with other radii of Sun and Moon: the axis stays, the cones change.
    ///
    /// As exact as the elements themselves, see [`at`]: l1 = z tan f1 + k1 sec f1 and l2 = z tan f2 −
    /// k2 sec f2, with z the height of the Moon over the plane, hold for every coefficient. Source:
    /// *Explanatory Supplement* (2013), eqs. 11.15–11.20.
    pub fn with_radii(&self, radii: Radii) -> Self {
        if radii == self.radii {
            return *self;
        }
        let old = self.radii;
        let penumbra = ShadowCone { tan: self.tan_f1, sun: old.sun + old.k1, moon: old.k1 };
        let umbra = ShadowCone { tan: self.tan_f2, sun: old.sun - old.k2, moon: -old.k2 };
        let (l1, tan_f1) = penumbra.changed(&self.l1, radii.sun + radii.k1, radii.k1);
        let (l2, tan_f2) = umbra.changed(&self.l2, radii.sun - radii.k2, -radii.k2);
        Self { l1, l2, tan_f1, tan_f2, radii, ..*self }
    }
}

/// Hours that light needs for an Earth equatorial radius.
const LIGHT_HOURS: f64 = EQUATORIAL_RADIUS_KM / LIGHT_KM_S / 3600.0;

impl Polynomials {
    /// Returns this eclipse with the light time to observers: within 1 m of topocentric places by the same
    /// theory, where elements of geocentric apparent places are off by up to 22 m.
    ///
    /// Light passes an observer at the height ζ up to 21 ms before it comes to the plane, so that the axis is
    /// where it will pass the plane later: at x + x′ζ, y + y′ζ with the light time of an Earth radius as
    /// unit. These points lie on a line, which is the axis of the result: it is turned by up to 0.7″.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::ObservedEclipse;
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // In Dallas, ζ = 0.82, light is 17 ms ahead of the plane. Totality begins 23 ms earlier, because the
    /// // shadow overtakes the place.
    /// let dallas = Observer::from_degrees(32.8, -96.8, 0.0);
    /// let second = |elements| {
    ///     let contacts = ObservedEclipse::new(elements, dallas, 69.2).contacts();
    ///     contacts.and_then(|c| c.central).expect("totality").second.t
    /// };
    /// let earlier_s = 3600.0 * (second(&APRIL_2024) - second(&APRIL_2024.with_light_time()));
    /// assert!((earlier_s - 0.023).abs() < 0.002, "{earlier_s}");
    /// ```
    pub fn with_light_time(&self) -> Self {
        let [east, north] = [self.x, self.y].map(|c| [c[1], 2.0 * c[2], 3.0 * c[3]].map(|c| c * LIGHT_HOURS));
        let (sin_d, cos_d) = self.d[0].sine_cosine();
        // The frame turns about the axis as its right ascension changes; what changes in hours is 1e-8.
        let twist = east[0] * sin_d / cos_d;
        let mut turned = *self;
        for k in 0..4 {
            turned.x[k] = self.x[k] + twist * self.y[k];
            turned.y[k] = self.y[k] - twist * self.x[k];
        }
        for k in 0..3 {
            turned.d[k] += north[k];
            turned.mu[k] -= east[k] / cos_d;
        }
        turned
    }
}

/// A cone of shadow: the tangent of its angle, what the Sun and the Moon together make its sine of, and the
/// radius of the Moon, which is counted negative for the umbra.
struct ShadowCone {
    tan: f64,
    sun: f64,
    moon: f64,
}

impl ShadowCone {
    /// The radius on the fundamental plane and the tangent of the angle for other radii.
    fn changed(&self, radius: &[f64; 4], sun: f64, moon: f64) -> ([f64; 4], f64) {
        let sec = self.tan.hypotenuse(1.0);
        let sine = self.tan / sec * sun / self.sun;
        let cosine = (1.0 - sine * sine).sqrt();
        let tan = sine / cosine;
        let mut changed = radius.map(|coefficient| coefficient * tan / self.tan);
        changed[0] += moon / cosine - self.moon * sec * tan / self.tan;
        (changed, tan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eclipse::published::APRIL_2024;
    use crate::math::angle::ARCSEC;
    use crate::math::vector::from_spherical;
    use proptest::prelude::*;

    /// A Sun at 1 au and a Moon `distance` Earth radii away, a little aside.
    fn places(ra: f64, dec: f64, aside: f64, distance: f64) -> Places {
        Places {
            sun_km: from_spherical(ra, dec, 1.5e8),
            moon_km: from_spherical(ra + aside, dec - aside, distance * EQUATORIAL_RADIUS_KM),
            nutation_longitude: 0.0,
            obliquity: 0.4,
        }
    }

    proptest! {
        #[test]
        fn the_distance_of_the_moon_comes_back_from_the_cone(
            ra in 0.0f64..6.2,
            dec in -0.4f64..0.4,
            distance in 56.0f64..64.0,
            k1 in 0.2720f64..0.2726,
        ) {
            let e = at(&places(ra, dec, 1e-3, distance), 0.0, &Radii { k1, ..Radii::CANON });
            let height = e.l1 / e.tan_f1 - k1 * e.tan_f1.hypot(1.0) / e.tan_f1;
            prop_assert!((e.x.hypot(e.y).hypot(height) - distance).abs() < 1e-11);
        }

        #[test]
        fn other_radii_give_the_elements_that_they_are_made_with(
            distance in 56.0f64..64.0,
            aside in -1e-3f64..1e-3,
            (k1, k2) in (0.2720f64..0.2730, 0.2720f64..0.2730),
            arcsec in 955.0f64..965.0,
        ) {
            let places = places(1.0, 0.2, aside, distance);
            let radii = Radii { k1, k2, ..Radii::CANON }.with_sun_semidiameter(arcsec * ARCSEC);
            prop_assert!((radii.sun_semidiameter() / ARCSEC - arcsec).abs() < 1e-9);
            let [canon, expected] = [Radii::CANON, radii].map(|radii| at(&places, 1.0, &radii));
            let constant = |value| [value, 0.0, 0.0, 0.0];
            let found = Polynomials {
                x: constant(canon.x),
                y: constant(canon.y),
                d: constant(canon.d),
                mu: constant(canon.mu),
                l1: constant(canon.l1),
                l2: constant(canon.l2),
                tan_f1: canon.tan_f1,
                tan_f2: canon.tan_f2,
                ..APRIL_2024
            }
            .with_radii(radii)
            .at(0.0)
            .at;
            let numbers = |e: Elements| [e.x, e.y, e.l1, e.l2, e.tan_f1, e.tan_f2];
            for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
                prop_assert!((found - expected).abs() < 1e-14, "{found} for {expected}");
            }
        }
    }
}
