//! Sun and Moon of an ephemeris that was integrated numerically, such as JPL's DE440: apparent places from
//! the barycentric courses that its kernel holds.

mod segment;

pub use segment::{Segment, Tdb, Trajectory, numbers};

use crate::constants::{J2000, LIGHT_KM_S, SECONDS_PER_DAY};
use crate::earth::nutation::Iau2000a;
use crate::earth::precession::LongTermPrecession;
use crate::ephemeris::orientation::{ARC_DAYS, Orientation};
use crate::ephemeris::{Ephemerides, EphemerisArc, Places};
use crate::math::vector::{Vector, ahead, dot, norm, rotate, scale, sub};
use crate::time::Tt;

/// The light of the Sun takes 8 minutes and TDB differs by milliseconds: this many days are kept from the
/// ends of a kernel.
const MARGIN_DAYS: f64 = 0.02;
/// Steps in which light time is found. Each leaves 1/10,000 of the error of the one before, the first one
/// that of the Moon's whole way in 1.3 s.
const LIGHT_TIME_STEPS: usize = 3;

/// The courses of a kernel from which Sun and Moon are seen from the Earth, in the ICRF.
#[derive(Debug, Clone)]
pub struct Bodies {
    /// The Sun against the barycentre of the solar system: 10 against 0 in SPK's numbers.
    pub sun: Trajectory,
    /// The barycentre of Earth and Moon against that of the solar system: 3 against 0.
    pub earth_moon: Trajectory,
    /// The Earth against the barycentre of Earth and Moon: 399 against 3.
    pub earth: Trajectory,
    /// The Moon against the barycentre of Earth and Moon: 301 against 3.
    pub moon: Trajectory,
}

impl Bodies {
    /// First and last instant at which an arc may have its centre: all four bodies have their courses two
    /// days on either side of it. Both are noons (whole Julian Dates); the first comes after the last if
    /// there is none.
    pub fn centers(&self) -> [Tt; 2] {
        let ranges = [&self.sun, &self.earth_moon, &self.earth, &self.moon].map(Trajectory::range_s);
        let from = ranges.iter().map(|r| r[0]).fold(f64::NEG_INFINITY, f64::max);
        let to = ranges.iter().map(|r| r[1]).fold(f64::INFINITY, f64::min);
        let jd = |tdb_s: f64| J2000 + tdb_s / SECONDS_PER_DAY;
        let reach = ARC_DAYS + MARGIN_DAYS;
        [Tt((jd(from) + reach).ceil()), Tt((jd(to) - reach).floor())]
    }

    /// Returns whether an arc may have its centre at `t`.
    pub fn covers(&self, t: Tt) -> bool {
        let [from, to] = self.centers();
        (from..=to).contains(&t)
    }

    fn earth_km(&self, t: Tdb) -> Vector {
        ahead(self.earth_moon.position_km(t), self.earth.position_km(t), 1.0)
    }

    fn earth_km_s(&self, t: Tdb) -> Vector {
        ahead(self.earth_moon.velocity_km_s(t), self.earth.velocity_km_s(t), 1.0)
    }

    fn moon_km(&self, t: Tdb) -> Vector {
        ahead(self.earth_moon.position_km(t), self.moon.position_km(t), 1.0)
    }
}

/// Reduction of the courses of a kernel to apparent places of date.
pub struct KernelTheories<'a> {
    /// The courses.
    pub bodies: &'a Bodies,
    /// Nutation.
    pub nutation: &'a Iau2000a,
    /// Precession.
    pub precession: &'a LongTermPrecession,
}

/// Positions within two days of an instant.
struct KernelArc<'a> {
    center: Tt,
    bodies: &'a Bodies,
    orientation: Orientation<'a>,
}

impl Ephemerides for KernelTheories<'_> {
    /// `center` as in [`Bodies::covers`]; elsewhere the outermost polynomials continue, wrong without an
    /// error.
    fn arc(&self, center: Tt) -> impl EphemerisArc {
        let orientation = Orientation::new(self.nutation, self.precession, center);
        KernelArc { center, bodies: self.bodies, orientation }
    }
}

impl EphemerisArc for KernelArc<'_> {
    fn center(&self) -> Tt {
        self.center
    }

    fn places(&self, hours: f64) -> Places {
        self.places_after_days(hours / 24.0)
    }

    fn mean_obliquity(&self, hours: f64) -> f64 {
        self.orientation.mean_obliquity(hours)
    }

    /// Within two days of the centre. Gravitational deflection is left out, as in
    /// [`crate::ephemeris::apparent`].
    fn places_after_days(&self, days: f64) -> Places {
        let axes = self.orientation.after_days(days);
        let ahead_s = self.center.plus_days(days).tdb_minus_tt_s();
        let now = Tdb {
            past_j2000_s: (self.center.0 - J2000) * SECONDS_PER_DAY,
            after_s: days * SECONDS_PER_DAY + ahead_s,
        };
        let (earth_km, earth_km_s) = (self.bodies.earth_km(now), self.bodies.earth_km_s(now));
        let seen = |course: &dyn Fn(Tdb) -> Vector| {
            rotate(&axes.of_date, seen_in_motion(when_light_left(course, now, earth_km), earth_km_s))
        };
        Places {
            sun_km: seen(&|t| self.bodies.sun.position_km(t)),
            moon_km: seen(&|t| self.bodies.moon_km(t)),
            nutation_longitude: axes.nutation_longitude,
            obliquity: axes.obliquity,
        }
    }
}

/// The vector from the Earth, where it is `now`, to a body where its light left it, km.
fn when_light_left(course: &dyn Fn(Tdb) -> Vector, now: Tdb, earth_km: Vector) -> Vector {
    let from_earth = |delay_s: f64| sub(course(now.before(delay_s)), earth_km);
    (0..LIGHT_TIME_STEPS).fold(from_earth(0.0), |km, _| from_earth(norm(km) / LIGHT_KM_S))
}

/// Transforms a vector to the frame of the moving Earth: the Lorentz transform of the event at which the
/// light left. Its direction includes annual aberration, by the relativistic formula, and its length is the
/// path of the light in the Earth's frame.
///
/// That length is the distance of [`Places`], between Earth and body when the light left (up to terms of
/// v²/c², 4 m of the Moon's), and it is the one that gives parallaxes: aberration makes small angles in the
/// direction `n` smaller by 1 + n·v/c, and so does the distance, which is longer by as much. Source:
/// *Explanatory Supplement* (2013), section 7.2.3.2, for the direction.
fn seen_in_motion(km: Vector, velocity_km_s: Vector) -> Vector {
    let beta = scale(1.0 / LIGHT_KM_S, velocity_km_s);
    let gamma = 1.0 / (1.0 - dot(beta, beta)).sqrt();
    let along = gamma * norm(km) + gamma * gamma / (gamma + 1.0) * dot(km, beta);
    ahead(km, beta, along)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aberration_is_that_of_the_iaus_routine() {
        // SOFA's check of its routine ab: a direction, a velocity in units of c, and the direction that is
        // seen; its potential of the Sun is left out here, which changes the ninth digit.
        let direction = [-0.763_219_685_467_379_5, -0.608_694_539_830_603_8, -0.216_764_085_806_398_8];
        let velocity = [2.104_401_889_365_378_6e-5, -8.910_892_330_442_932e-5, -3.863_371_479_771_657e-5];
        let seen = seen_in_motion(direction, scale(LIGHT_KM_S, velocity));
        let expected = [-0.763_163_109_421_955_6, -0.608_755_308_250_559_1, -0.216_792_626_936_847_13];
        let difference = norm(sub(scale(1.0 / norm(seen), seen), expected));
        assert!(difference < 1e-8, "{difference}");
    }

    #[test]
    fn the_way_of_the_light_is_longer_towards_where_the_earth_goes() {
        let km = [400_000.0, 0.0, 0.0];
        let seen = seen_in_motion(km, [29.979_245_8, 0.0, 0.0]);
        assert!((norm(seen) / norm(km) - 1.000_1).abs() < 1e-8, "{}", norm(seen));
    }
}
