//! Motion of Sun and Moon as quantities with a zero at each event.

use crate::Error;
use crate::constants::{LIGHT_KM_S, SECONDS_PER_DAY};
use crate::earth::precession::obliquity_2006;
use crate::ephemeris::Body;
use crate::ephemeris::chebyshev_table::BodyPlace;
use crate::math::angle::normalize;
use crate::math::portable::Portable;
use crate::math::vector::{Vector, about_x, about_z, ahead, norm, rotate, scale, sub, to_spherical, unit};
use crate::sky::fixed_direction::GALACTIC_CENTER;
use crate::sky::horizon::equatorial;
use crate::sky::theory::Sky;
use crate::time::Tt;

/// Half of the interval of a rate's difference quotient: 86 s. Over it a distance or a declination is a
/// parabola to 1e-7 of its bend, which moves an extreme by 0.03 s at most.
const HALF_STEP_DAYS: f64 = 1e-3;
/// Share of the Moon in the mass of Earth and Moon: 1 / (1 + 81.300568). Source: Park et al. (2021), Astron.
/// J. 161, 105, table 2.
const MOON_SHARE: f64 = 1.0 / 82.300_568;
/// Steps on either side, and days between them, over which the Sun's distance is smoothed.
const SMOOTHING_STEPS: i32 = 8;
const SMOOTHING_STEP_DAYS: f64 = 2.0;
const SMOOTHED_DAYS: f64 = SMOOTHING_STEPS as f64 * SMOOTHING_STEP_DAYS;
/// The step for the velocity of the Earth: 2.4 h, in which its bend is 1e-6 of it.
const VELOCITY_STEP_DAYS: f64 = 0.1;

/// Sun and Moon by the ephemeris, outside of which every function has [`Error::OutOfRange`], or by the
/// truncated theories in −2000 … +3000: see [`Sky::body`].
#[derive(Debug, Clone, Copy)]
pub struct SunMoonCourse<'a> {
    /// Apparent places, true equator and equinox of date.
    pub sky: Sky<'a>,
}

/// Longitude and latitude of the true ecliptic of date, radians.
fn ecliptic(place: &BodyPlace) -> (f64, f64) {
    let (longitude, latitude, _) = to_spherical(rotate(&about_x(place.obliquity), place.km));
    (longitude, latitude)
}

impl SunMoonCourse<'_> {
    /// Apparent longitude of the Sun, true equinox of date, 0 … 2π; within 0.01″ of JPL DE440 in 1900–2100.
    pub fn sun_longitude(&self, t: Tt) -> Result<f64, Error> {
        Ok(normalize(ecliptic(&self.sky.body(Body::Sun, t)?).0))
    }

    /// Apparent longitude of the Moon less that of the Sun, −2π … 2π.
    pub fn elongation(&self, t: Tt) -> Result<f64, Error> {
        Ok(ecliptic(&self.sky.body(Body::Moon, t)?).0 - self.sun_longitude(t)?)
    }

    /// Apparent latitude of the Moon over the true ecliptic of date, radians.
    pub fn moon_latitude(&self, t: Tt) -> Result<f64, Error> {
        Ok(ecliptic(&self.sky.body(Body::Moon, t)?).1)
    }

    /// Apparent declination of the Moon, radians.
    pub fn moon_declination(&self, t: Tt) -> Result<f64, Error> {
        Ok(equatorial(self.sky.body(Body::Moon, t)?.km).1)
    }

    /// Apparent longitude of the Sun less that of the Galactic Center, −2π … 2π.
    ///
    /// Precession, nutation and annual aberration of both are included; the Earth's velocity is that about
    /// the Sun, which leaves out 0.01″. Source of the aberration: *Explanatory Supplement* (2013), eq. 7.37.
    pub fn from_galactic_center(&self, t: Tt) -> Result<f64, Error> {
        let sun = self.sky.body(Body::Sun, t)?;
        let of_date = rotate(&about_x(obliquity_2006(t.centuries())), GALACTIC_CENTER.of_date_km(t));
        let direction = rotate(&about_z(-sun.nutation_longitude), unit(of_date));
        let velocity = rotate(&about_x(sun.obliquity), self.earth_velocity_km_s(t)?);
        let (center, ..) = to_spherical(ahead(direction, velocity, 1.0 / LIGHT_KM_S));
        Ok(self.sun_longitude(t)? - center)
    }

    /// Velocity of the Earth about the Sun, true equator and equinox of date; within 0.02 km/s of that about
    /// the centre of the solar system.
    fn earth_velocity_km_s(&self, t: Tt) -> Result<Vector, Error> {
        let seen = |days: f64| Ok::<_, Error>(self.sky.body(Body::Sun, t.plus_days(days))?.km);
        // Where the Sun is seen tells where the Earth was when the light left.
        let light_days = norm(seen(0.0)?) / LIGHT_KM_S / SECONDS_PER_DAY;
        let (before, after) =
            (seen(light_days - VELOCITY_STEP_DAYS)?, seen(light_days + VELOCITY_STEP_DAYS)?);
        Ok(scale(1.0 / (2.0 * VELOCITY_STEP_DAYS * SECONDS_PER_DAY), sub(before, after)))
    }

    /// Distance between the centres of Earth and body at one and the same instant, km.
    ///
    /// The ephemeris has the distance of the body when its light left, so this uses the instant at which the
    /// light arrives. Within 0.014 km of JPL DE440 in 1900–2100 for the Moon, 4.3 km for the
    /// Sun.
    pub fn distance_km(&self, body: Body, t: Tt) -> Result<f64, Error> {
        self.geometric_km(body, t).map(norm)
    }

    /// The position of a body at the instant itself, not when its light left, km.
    fn geometric_km(&self, body: Body, t: Tt) -> Result<Vector, Error> {
        let seen_km = self.sky.body(body, t)?.km;
        // In the light time the distance changes by 1e-6 of itself at most: a second round would add 1 µs.
        let light_days = norm(seen_km) / LIGHT_KM_S / SECONDS_PER_DAY;
        Ok(self.sky.body(body, t.plus_days(light_days))?.km)
    }

    /// Rate of the Moon's distance, km a day, over three minutes about `t`.
    pub fn moon_distance_rate(&self, t: Tt) -> Result<f64, Error> {
        rate(|t| self.distance_km(Body::Moon, t), t)
    }

    /// Rate of the Sun's distance, km a day; near its zeros within 0.25 km a day of JPL DE440 in 1900–2100.
    ///
    /// VSOP87 leaves out small terms with periods of days to weeks, 3 km in all, which move the zeros by a
    /// minute and a half. The distance from the centre of gravity of Earth and Moon has no such terms: its
    /// rate is the slope of a cubic through 33 days of it. The Moon's contribution is known far better,
    /// and comes from the Moon. Within 16 days of the ends of the ephemeris it is the rate of the
    /// ephemeris itself. Source of the cubic: Savitzky & Golay (1964), Anal. Chem. 36, 1627.
    pub fn sun_distance_rate(&self, t: Tt) -> Result<f64, Error> {
        let is_covered = |days: f64| self.distances_km(t.plus_days(days)).is_ok();
        if !is_covered(-SMOOTHED_DAYS) || !is_covered(SMOOTHED_DAYS) {
            return rate(|t| self.distance_km(Body::Sun, t), t);
        }
        let of_moon = rate(|t| self.distances_km(t).map(|(earth, barycentre)| earth - barycentre), t)?;
        Ok(self.barycentre_rate(t)? + of_moon)
    }

    /// Slope of a cubic through the Sun's distance from the centre of gravity of Earth and Moon, km a day.
    fn barycentre_rate(&self, t: Tt) -> Result<f64, Error> {
        let (mut first, mut third) = (0.0, 0.0);
        let (mut s2, mut s4, mut s6) = (0.0, 0.0, 0.0);
        for k in -SMOOTHING_STEPS..=SMOOTHING_STEPS {
            let x = f64::from(k) * SMOOTHING_STEP_DAYS;
            let km = self.distances_km(t.plus_days(x))?.1;
            first += x * km;
            third += x.integer_power(3) * km;
            s2 += x.integer_power(2);
            s4 += x.integer_power(4);
            s6 += x.integer_power(6);
        }
        Ok((s6 * first - s4 * third) / (s2 * s6 - s4 * s4))
    }

    /// Distances of the Sun from the Earth, and from the centre of gravity of Earth and Moon, km.
    fn distances_km(&self, t: Tt) -> Result<(f64, f64), Error> {
        let (sun, moon) = (self.geometric_km(Body::Sun, t)?, self.geometric_km(Body::Moon, t)?);
        Ok((norm(sun), norm(ahead(sun, moon, -MOON_SHARE))))
    }

    /// Rate of the Moon's declination, radians a day, over three minutes about `t`.
    pub fn moon_declination_rate(&self, t: Tt) -> Result<f64, Error> {
        rate(|t| self.moon_declination(t), t)
    }
}

fn rate(f: impl Fn(Tt) -> Result<f64, Error>, t: Tt) -> Result<f64, Error> {
    let (before, after) = (t.plus_days(-HALF_STEP_DAYS), t.plus_days(HALF_STEP_DAYS));
    Ok((f(after)? - f(before)?) / after.days_since(before))
}
