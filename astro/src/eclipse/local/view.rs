//! The view of the observer at an instant.

use crate::constants::{EQUATORIAL_RADIUS_KM, HORIZON_REFRACTION};
use crate::eclipse::local::circumstances::{Circumstances, ObservedEclipse};
use crate::eclipse::local::obscuration::obscuration;
use crate::math::real::Real;
use crate::math::vector::{cross, dot, norm};
use crate::sky::horizontal::{Horizontal, position_angle};

/// The view at an instant; angles in radians, airless and topocentric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalView {
    /// Part of the Sun's diameter that is covered, along the line of centres: (L1 − m) / (L1 + L2).
    /// Negative without an eclipse.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered.
    pub obscuration: f64,
    /// Between the centres.
    pub separation: f64,
    /// The Sun over the horizon.
    pub sun: Horizontal,
    /// The Moon over the horizon.
    pub moon: Horizontal,
    /// Apparent semidiameter of the Sun.
    pub sun_semidiameter: f64,
    /// Apparent semidiameter of the Moon, with the elements' k2.
    pub moon_semidiameter: f64,
    /// The distance of the Moon from the observer, km.
    pub moon_distance_km: f64,
    /// Position angle of the Moon's centre from the Sun's, celestial north through east, 0 … 2π.
    pub position_angle: f64,
    /// Parallactic angle of the Sun.
    pub parallactic_angle: f64,
}

impl LocalView {
    /// Returns whether the Sun's upper limb is above the level horizon, with 34′ of refraction. Source:
    /// *Explanatory Supplement* (2013), section 12.3.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::ObservedEclipse;
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // At 18h TD it is noon in Texas and night in Tokyo.
    /// let up_at = |latitude, longitude| {
    ///     let e = ObservedEclipse::new(
    ///         &APRIL_2024,
    ///         Observer::from_degrees(latitude, longitude, 0.0),
    ///         69.2,
    ///     );
    ///     e.view(&e.at(0.0)).is_up()
    /// };
    /// assert!(up_at(32.8, -96.8) && !up_at(35.7, 139.7));
    /// ```
    pub fn is_up(&self) -> bool {
        self.upper_limb() > 0.0
    }

    /// Altitude of the Sun's upper limb over the visible horizon, radians.
    pub(super) fn upper_limb(&self) -> f64 {
        self.sun.altitude + HORIZON_REFRACTION + self.sun_semidiameter
    }
}

impl ObservedEclipse<'_> {
    /// The view under the circumstances of [`ObservedEclipse::at`].
    ///
    /// The Moon's centre lies on the axis at the height that `l1`, the cone's angle and the elements' own k1
    /// give, the Sun's behind it at the distance that the cone and both radii give. Accuracy: that of the
    /// elements; in the Moon's distance 16 km, because the angle of the cone is that of one instant
    /// ([`view_with_moon_at`](Self::view_with_moon_at) is better). Source: *Explanatory Supplement* (2013),
    /// section 11.3; Meeus, *Astronomical Algorithms* (1998), eq. 14.1.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::ObservedEclipse;
    /// use astro::eclipse::published::AUGUST_1999;
    ///
    /// // NASA RP 1398, table 1, at greatest eclipse: geocentric parallax of the Moon 58′44.24″ and
    /// // semidiameter of the Sun 15′46.77″. An observer at the centre of the Earth (the radius of the
    /// // ellipsoid below its equator) sees them so, although k1 is another than the canon's.
    /// let center = Observer::from_degrees(0.0, 0.0, -6_378_137.0);
    /// let there = ObservedEclipse::new(&AUGUST_1999, center, 64.6);
    /// let view = there.view(&there.at(4.0 / 60.0 + 9.0 / 3600.0));
    /// let parallax = (6378.137 / view.moon_distance_km).asin().to_degrees();
    /// assert!((parallax - (58.0 + 44.24 / 60.0) / 60.0).abs() < 0.2 / 3600.0);
    /// assert!((view.sun_semidiameter.to_degrees() - (15.0 + 46.77 / 60.0) / 60.0).abs() < 0.1 / 3600.0);
    /// ```
    pub fn view(&self, c: &Circumstances) -> LocalView {
        let seen = self.sun_and_moon(c);
        let moon_distance = norm(seen.moon);
        LocalView {
            magnitude: c.magnitude(),
            obscuration: seen.obscuration(),
            separation: seen.separation,
            sun: self.horizontal(c, seen.sun),
            moon: self.horizontal(c, seen.moon),
            sun_semidiameter: seen.sun_semidiameter,
            moon_semidiameter: seen.moon_semidiameter,
            moon_distance_km: moon_distance * EQUATORIAL_RADIUS_KM,
            position_angle: self.position_angle(c),
            parallactic_angle: self.parallactic_angle(c),
        }
    }

    /// [`view`](Self::view) with the Moon at a distance from the centre of the Earth, km: with that of an
    /// ephemeris its distance from the observer and its semidiameter are as exact as the ephemeris.
    pub fn view_with_moon_at(&self, c: &Circumstances, geocentric_km: f64) -> LocalView {
        let geocentric = geocentric_km / EQUATORIAL_RADIUS_KM;
        let height = (geocentric * geocentric - c.x * c.x - c.y * c.y).sqrt() - c.zeta;
        let distance = norm([c.u, c.v, height]);
        LocalView {
            moon_semidiameter: (self.elements.radii.k2 / distance).arcsine(),
            moon_distance_km: distance * EQUATORIAL_RADIUS_KM,
            ..self.view(c)
        }
    }
}

/// Sun and Moon as an observer has them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SunAndMoon<R> {
    /// The direction of the Sun in the fundamental frame, Earth equatorial radii.
    pub(crate) sun: [R; 3],
    /// The direction of the Moon.
    moon: [R; 3],
    /// Between the centres, radians.
    pub(crate) separation: R,
    /// Apparent semidiameter of the Sun, radians.
    pub(crate) sun_semidiameter: R,
    /// Apparent semidiameter of the Moon, radians.
    pub(crate) moon_semidiameter: R,
}

impl<R: Real> SunAndMoon<R> {
    /// Part of the Sun's disc that is covered.
    #[inline(always)]
    pub(crate) fn obscuration(&self) -> R {
        obscuration(self.sun_semidiameter, self.moon_semidiameter, self.separation)
    }
}

impl<R: Real> ObservedEclipse<'_, R> {
    /// Sun and Moon under the circumstances of [`ObservedEclipse::at`].
    #[inline(always)]
    pub(crate) fn sun_and_moon(&self, c: &Circumstances<R>) -> SunAndMoon<R> {
        let (tan_f1, radii) = (self.elements.tan_f1, self.elements.radii);
        let sin_f1 = tan_f1 / tan_f1.hypotenuse(1.0);
        let moon_height = c.l1 / tan_f1 - radii.k1 / sin_f1;
        let sun_height = moon_height + (radii.sun + radii.k1) / sin_f1;
        let moon = [c.u, c.v, moon_height - c.zeta];
        let sun = [c.u, c.v, sun_height - c.zeta];
        SunAndMoon {
            sun,
            moon,
            separation: norm(cross(moon, sun)).arctangent2(dot(moon, sun)),
            sun_semidiameter: (c.u.splat(radii.sun) / norm(sun)).arcsine(),
            moon_semidiameter: (c.u.splat(radii.k2) / norm(moon)).arcsine(),
        }
    }

    /// A direction of the fundamental frame over the horizon.
    #[inline(always)]
    pub(crate) fn horizontal(&self, c: &Circumstances<R>, direction: [R; 3]) -> Horizontal<R> {
        c.axis().horizontal(direction, c.hour_angle(), self.sin_cos_latitude)
    }

    /// Position angle of the Moon's centre from the Sun's, celestial north through east, 0 … 2π.
    #[inline(always)]
    pub(crate) fn position_angle(&self, c: &Circumstances<R>) -> R {
        c.u.arctangent2(c.v).normalized()
    }

    /// Altitude of the Sun's upper limb over the visible horizon, radians: [`LocalView::upper_limb`] without
    /// the rest of [`ObservedEclipse::view`].
    #[inline(always)]
    pub(crate) fn upper_limb(&self, c: &Circumstances<R>) -> R {
        let (tan_f1, radii) = (self.elements.tan_f1, self.elements.radii);
        let sin_f1 = tan_f1 / (tan_f1 * tan_f1 + 1.0).sqrt();
        let sun = [c.u, c.v, c.l1 / tan_f1 + radii.sun / sin_f1 - c.zeta];
        let (meridian, pole) = (sun[2] * c.cos_d - sun[1] * c.sin_d, sun[2] * c.sin_d + sun[1] * c.cos_d);
        let equator = meridian * c.cos_theta + sun[0] * c.sin_theta;
        let (s, k) = self.sin_cos_latitude;
        let distance = norm(sun);
        let altitude = ((equator * k + pole * s) / distance).arcsine();
        altitude + HORIZON_REFRACTION + (distance.splat(radii.sun) / distance).arcsine()
    }

    /// Angle at the Sun between celestial north and the vertical, positive west of the meridian.
    #[inline(always)]
    pub(crate) fn parallactic_angle(&self, c: &Circumstances<R>) -> R {
        position_angle(self.sin_cos_latitude, (c.sin_d, c.cos_d), (c.sin_theta, c.cos_theta))
    }
}
