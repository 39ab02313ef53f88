//! Directions that do not move: stars far away, the Galactic Center.

use crate::earth::precession;
use crate::earth::rotation;
use crate::math::vector::{Vector, from_spherical, rotate};
use crate::sky::apparent_place::ApparentPlace;
use crate::time::{Tt, Ut1};

/// Far enough to have no parallax, km: 31 parsecs.
const FAR_KM: f64 = 1e15;

/// One standard error of a direction that does not move, arcseconds in each coordinate: the root mean square
/// of what is left out of it, annual aberration (20.5″ / √2) and nutation (17.2″ / √2). The proper motion of
/// a star comes on top.
pub const FIXED_SIGMA_ARCSEC: f64 = 18.9;

/// A direction of the mean equator and equinox of J2000.0, radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FixedDirection {
    /// Right ascension.
    pub right_ascension: f64,
    /// Declination.
    pub declination: f64,
}

/// The Galactic Center: 266.41683°, −29.00781°. Source: Reid & Brunthaler (2004), Astrophys. J. 616, 872,
/// for Sagittarius A*.
pub const GALACTIC_CENTER: FixedDirection = FixedDirection::from_degrees(266.416_83, -29.007_81);

impl FixedDirection {
    /// From right ascension and declination in degrees.
    pub const fn from_degrees(right_ascension_deg: f64, declination_deg: f64) -> Self {
        Self { right_ascension: right_ascension_deg.to_radians(), declination: declination_deg.to_radians() }
    }

    /// A vector in that direction at the mean equator and equinox of date, km, too long to have a parallax.
    ///
    /// Nutation and aberration, together 40″ at most, are left out; precession by
    /// [`precession::equatorial_2006`], whose years and accuracy hold.
    ///
    /// ```
    /// // Meeus, Astronomical Algorithms (1998), example 21.b: θ Persei on 2028 November 13.19 TD.
    /// use astro::sky::{fixed_direction::FixedDirection, horizon::equatorial};
    /// let star = FixedDirection::from_degrees(41.054_063, 49.227_750);
    /// let (ra, dec) = equatorial(star.of_date_km(astro::time::Tt(2_462_088.69)));
    /// assert!((ra.to_degrees() - 41.547_214).abs() < 3e-5);
    /// assert!((dec.to_degrees() - 49.348_483).abs() < 3e-5);
    /// ```
    pub fn of_date_km(self, t: Tt) -> Vector {
        rotate(
            &precession::equatorial_2006(t.centuries()),
            from_spherical(self.right_ascension, self.declination, FAR_KM),
        )
    }

    /// The direction of date with the mean sidereal time, which is measured from the same equinox.
    #[inline]
    pub fn place(self, ut: Ut1, tt: Tt) -> ApparentPlace {
        ApparentPlace { body_km: self.of_date_km(tt), gast: rotation::gmst(ut, tt) }
    }
}
