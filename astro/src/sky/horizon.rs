//! The horizon of one observer: position of a body relative to it, refraction, dip.

use crate::constants::{EQUATORIAL_RADIUS_KM, LIGHT_KM_S, ROTATION_RATE_RAD_S};
use crate::earth::Observer;
use crate::math::angle::{ARCSEC, normalize};
use crate::math::portable::Portable;
use crate::math::vector::{Vector, norm};
use crate::sky::horizontal::{Horizontal, position_angle};
use std::f64::consts::FRAC_PI_2;

/// The frame of an observer; made once, used for any number of instants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Horizon {
    longitude: f64,
    sin_latitude: f64,
    cos_latitude: f64,
    /// Distance from the axis and height over the equator, km.
    from_axis_km: f64,
    over_equator_km: f64,
    /// Speed of the observer as part of that of light.
    aberration: f64,
    height_m: f64,
}

/// A vector in the frame of the observer, km.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HorizonVector {
    /// Towards the north point.
    pub north_km: f64,
    /// Towards the east point.
    pub east_km: f64,
    /// Towards the zenith of the ellipsoid.
    pub up_km: f64,
}

impl HorizonVector {
    /// Azimuth and altitude.
    #[inline]
    pub fn direction(self) -> Horizontal {
        let level_km = (self.north_km * self.north_km + self.east_km * self.east_km).sqrt();
        Horizontal {
            azimuth: normalize(self.east_km.arctangent2(self.north_km)),
            altitude: self.up_km.arctangent2(level_km),
        }
    }

    /// Length, km.
    #[inline]
    pub fn distance_km(self) -> f64 {
        (self.north_km * self.north_km + self.east_km * self.east_km + self.up_km * self.up_km).sqrt()
    }
}

impl Horizon {
    /// For an observer on or near the ellipsoid; the height also thins the air of [`Horizon::refraction`].
    /// The place is that of [`Observer::geocentric`], the speed that of the Earth's rotation there.
    pub fn new(observer: Observer) -> Self {
        let (rho_cos, rho_sin) = observer.geocentric();
        let (sin_latitude, cos_latitude) = observer.latitude.sine_cosine();
        let from_axis_km = rho_cos * EQUATORIAL_RADIUS_KM;
        Self {
            longitude: observer.longitude,
            sin_latitude,
            cos_latitude,
            from_axis_km,
            over_equator_km: rho_sin * EQUATORIAL_RADIUS_KM,
            aberration: ROTATION_RATE_RAD_S * from_axis_km / LIGHT_KM_S,
            height_m: observer.height_m,
        }
    }

    /// A body as it is seen from the place, airless, diurnal aberration included. `body_km`: geocentric, true
    /// equator and equinox of date; `gast`: Greenwich apparent sidereal time, radians.
    ///
    /// For any body from the Moon outwards, at any time. Rigorous but for the motion of the pole (0.5″ at
    /// most) and the light time between observer and centre of the Earth (0.02 s). Reference: *Explanatory
    /// Supplement* (2013), section 7.1.
    ///
    /// ```
    /// // Meeus, Astronomical Algorithms (1998), example 13.b: Venus at Washington on 1987 April 10, 19h21m
    /// // UT; azimuth 68.0337° from south, altitude 15.1249°. Far enough away to have no parallax.
    /// use astro::math::vector::from_spherical;
    /// let horizon = astro::sky::horizon::Horizon::new(astro::earth::Observer::from_degrees(
    ///     38.0 + 55.0 / 60.0 + 17.0 / 3600.0,
    ///     -(77.0 + 3.0 / 60.0 + 56.0 / 3600.0),
    ///     0.0,
    /// ));
    /// let venus = from_spherical(347.319_337_5f64.to_radians(), -6.719_892f64.to_radians(), 1e15);
    /// let seen = horizon.topocentric(venus, 128.736_887_5f64.to_radians()).direction();
    /// assert!((seen.azimuth.to_degrees() - 248.0337).abs() < 2e-4);
    /// assert!((seen.altitude.to_degrees() - 15.1249).abs() < 2e-4);
    /// ```
    #[inline]
    pub fn topocentric(&self, body_km: Vector, gast: f64) -> HorizonVector {
        self.leveled(self.as_seen(body_km, gast))
    }

    /// Hour angle and parallactic angle of a body as [`Horizon::topocentric`] has it; both −π … π and
    /// positive west of the meridian. Arguments and accuracy as there. Reference: [`position_angle`].
    ///
    /// ```
    /// // Six hours west of the meridian of the equator, the Moon's north points to the north point: right.
    /// use astro::math::vector::from_spherical;
    /// let horizon = astro::sky::horizon::Horizon::new(astro::earth::Observer::from_degrees(0.0, 0.0, 0.0));
    /// let far = from_spherical(0.0, 0.0, 1e15);
    /// let (hour_angle, parallactic_angle) = horizon.hour_and_parallactic_angle(far, 1.5);
    /// assert!((hour_angle - 1.5).abs() < 2e-6);
    /// assert!((parallactic_angle.to_degrees() - 90.0).abs() < 1e-9);
    /// ```
    pub fn hour_and_parallactic_angle(&self, body_km: Vector, gast: f64) -> (f64, f64) {
        let [x, y, z] = self.as_seen(body_km, gast);
        let (level, distance) = (x.hypotenuse(y), norm([x, y, z]));
        let zenith = (self.sin_latitude, self.cos_latitude);
        let parallactic_angle =
            position_angle(zenith, (z / distance, level / distance), (-y / level, x / level));
        ((-y).arctangent2(x), parallactic_angle)
    }

    /// Cosine of the geodetic latitude.
    pub fn cos_latitude(&self) -> f64 {
        self.cos_latitude
    }

    /// Sine of the angle between the Earth's axis and a direction of length one, north, east and up. Exact.
    pub fn sin_from_pole(&self, [north, _, up]: Vector) -> f64 {
        let along = north * self.cos_latitude + up * self.sin_latitude;
        (1.0 - along * along).max(0.0).sqrt()
    }

    /// Local sidereal time, 0 … 2π, from that of Greenwich, radians. Exact.
    pub fn sidereal_time(&self, greenwich: f64) -> f64 {
        normalize(greenwich + self.longitude)
    }

    /// A body as the centre of the Earth would see it over the observer's horizon: as
    /// [`Horizon::topocentric`], without parallax and diurnal aberration. Arguments as there; exact.
    /// Reference: Meeus, *Astronomical Algorithms* (1998), eqs. 13.5 and 13.6.
    ///
    /// ```
    /// // On the meridian of the equator, a body at declination 20° is 70° high, in the north.
    /// use astro::earth::Observer;
    /// use astro::math::vector::from_spherical;
    /// use astro::sky::horizon::Horizon;
    /// let horizon = Horizon::new(Observer::from_degrees(0.0, 0.0, 0.0));
    /// let moon = from_spherical(1.0, 20f64.to_radians(), 384_400.0);
    /// let geocentric = horizon.geocentric(moon, 1.0).direction();
    /// assert!((geocentric.altitude.to_degrees() - 70.0).abs() < 1e-9);
    /// // Parallax lowers it by 57′ × cos 70°.
    /// let lowered = geocentric.altitude - horizon.topocentric(moon, 1.0).direction().altitude;
    /// assert!((lowered.to_degrees() * 60.0 - 19.7).abs() < 0.2);
    /// ```
    #[inline]
    pub fn geocentric(&self, body_km: Vector, gast: f64) -> HorizonVector {
        self.leveled(self.turned(body_km, gast))
    }

    /// Days in which a body cannot come to an altitude between `low` and `high`, radians, without air; 0 if
    /// it may within a day. `body_km` as of [`Horizon::topocentric`], at the beginning; `per_day` is the
    /// greatest change of its declination in a day, radians.
    ///
    /// From the culminations, Meeus, *Astronomical Algorithms* (1998), eq. 13.6 with H = 0 and 12 h, less the
    /// greatest parallax: never too many days.
    pub fn quiet_days(&self, body_km: Vector, [low, high]: [f64; 2], per_day: f64) -> f64 {
        let latitude = self.sin_latitude.arctangent2(self.cos_latitude);
        let (_, declination) = equatorial(body_km);
        let upper = FRAC_PI_2 - (latitude - declination).abs();
        let lower = (latitude + declination).abs() - FRAC_PI_2;
        let parallax = (norm(self.observer_km(0.0)) / norm(body_km)).arcsine();
        ((low - upper).max(lower - parallax - high) / per_day).max(0.0)
    }

    /// Position of the observer in the true equator and equinox of date, km from the centre of the Earth.
    /// `gast`: Greenwich apparent sidereal time, radians. Good to the motion of the pole, 15 m. Reference:
    /// Meeus, *Astronomical Algorithms* (1998), chapter 11.
    pub fn observer_km(&self, gast: f64) -> Vector {
        let (s, c) = (gast + self.longitude).sine_cosine();
        [self.from_axis_km * c, self.from_axis_km * s, self.over_equator_km]
    }

    /// A vector of the true equator and equinox of date turned to the observer's meridian: along the meridian
    /// in the plane of the equator, east, and towards the pole, in the unit of the vector. `gast`: Greenwich
    /// apparent sidereal time, radians. Exact.
    ///
    /// The second is zero in the meridian and falls at the upper transit.
    #[inline]
    pub fn turned(&self, [x, y, z]: Vector, gast: f64) -> Vector {
        let (s, c) = (gast + self.longitude).sine_cosine();
        [x * c + y * s, y * c - x * s, z]
    }

    /// A body from the place, as [`Horizon::turned`], with diurnal aberration.
    #[inline(always)]
    fn as_seen(&self, body_km: Vector, gast: f64) -> Vector {
        let [meridian, east, pole] = self.turned(body_km, gast);
        let (x, z) = (meridian - self.from_axis_km, pole - self.over_equator_km);
        let distance = (x * x + east * east + z * z).sqrt();
        [x, east + distance * self.aberration, z]
    }

    /// A vector as of [`Self::turned`] over the horizon.
    #[inline]
    pub(crate) fn leveled(&self, [meridian, east, pole]: Vector) -> HorizonVector {
        HorizonVector {
            north_km: pole * self.cos_latitude - meridian * self.sin_latitude,
            east_km: east,
            up_km: meridian * self.cos_latitude + pole * self.sin_latitude,
        }
    }

    /// Refraction at an airless altitude, radians: at 10 °C and the pressure of the height (1010
    /// hPa at sea level).
    ///
    /// Below −1° the value there is carried down to zero at the nadir, so that the function has no pole.
    /// Accuracy about 0.1′ above 15° and 2′ at the horizon, where the weather decides. Source:
    /// Saemundsson (1986), as in Meeus (1998), eq. 16.4; the barometric formula of the standard atmosphere
    /// (ISO 2533).
    ///
    /// ```
    /// // Meeus (1998), example 16.a: the Sun's upper limb at a true altitude of 33.246′ is lifted by
    /// // 24.618′.
    /// let sea = astro::sky::horizon::Horizon::new(astro::earth::Observer::from_degrees(0.0, 0.0, 0.0));
    /// let lift = sea.refraction((33.246 / 60.0f64).to_radians()).to_degrees() * 60.0;
    /// assert!((lift - 24.618).abs() < 0.001);
    /// ```
    pub fn refraction(&self, altitude: f64) -> f64 {
        let degrees = altitude.to_degrees();
        let above = degrees.max(-1.0);
        let minutes = 1.02 / (above + 10.3 / (above + 5.11)).to_radians().tangent();
        let faded = if degrees < -1.0 { minutes * (degrees + 90.0) / 89.0 } else { minutes };
        let pressure = (1.0 - 2.255_77e-5 * self.height_m).max(0.0).power(5.255_88);
        (faded.max(0.0) * pressure / 60.0).to_radians()
    }
}

/// By how much the horizon of a sea lies below the level one, radians, refraction included, for eyes
/// `height_m` above it. Source: *Explanatory Supplement* (2013), section 12.3: 1.76′ √h.
///
/// ```
/// let dip = astro::sky::horizon::dip(100.0);
/// assert!((dip.to_degrees() * 60.0 - 17.6).abs() < 1e-9);
/// ```
pub fn dip(height_m: f64) -> f64 {
    1.76 * 60.0 * ARCSEC * height_m.max(0.0).sqrt()
}

/// Right ascension in 0 … 2π and declination of a vector in an equatorial frame.
pub fn equatorial(v: Vector) -> (f64, f64) {
    (normalize(v[1].arctangent2(v[0])), v[2].arctangent2(v[0].hypotenuse(v[1])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::vector::from_spherical;
    use proptest::prelude::*;

    #[test]
    fn refraction_is_29_minutes_at_the_horizon_and_nothing_overhead() {
        let sea = Horizon::new(Observer::from_degrees(50.0, 10.0, 0.0));
        assert!((sea.refraction(0.0).to_degrees() * 60.0 - 28.98).abs() < 0.05);
        assert!(sea.refraction(std::f64::consts::FRAC_PI_2) < 1e-5);
        let mountain = Horizon::new(Observer::from_degrees(50.0, 10.0, 5000.0));
        assert!((mountain.refraction(0.1) / sea.refraction(0.1) - 0.533).abs() < 0.002);
        assert!((dip(100.0).to_degrees() * 60.0 - 17.6).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn nothing_is_torn_at_any_altitude(a in -90.0f64..90.0, height in -500.0f64..100_000.0) {
            let h = Horizon::new(Observer::from_degrees(0.0, 0.0, height));
            let (r, next) = (h.refraction(a.to_radians()), h.refraction((a + 1e-6).to_radians()));
            prop_assert!(r.is_finite() && (0.0..0.03).contains(&r) && (r - next).abs() < 1e-7);
        }

        #[test]
        fn turning_keeps_lengths(
            ra in 0.0f64..6.2,
            dec in -1.5f64..1.5,
            gast in 0.0f64..6.2,
            lat in -90.0f64..=90.0,
        ) {
            let horizon = Horizon::new(Observer::from_degrees(lat, 33.0, 0.0));
            let body = from_spherical(ra, dec, 384_400.0);
            prop_assert!((horizon.geocentric(body, gast).distance_km() - norm(body)).abs() < 1e-6);
        }
    }
}
