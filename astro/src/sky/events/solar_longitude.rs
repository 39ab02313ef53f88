//! Solar longitude as students of meteors count it: apparent, from the mean equinox of J2000.0.

use crate::Error;
use crate::earth::precession::{equatorial_2006, obliquity_2006};
use crate::ephemeris::Body;
use crate::math::angle::normalize_signed;
use crate::math::search;
use crate::math::vector::{about_x, about_z, rotate, to_spherical, transposed};
use crate::sky::events::course::SunMoonCourse;
use crate::time::Tt;
use std::f64::consts::TAU;

/// Days in which the Sun comes back to the same longitude of J2000.0. Source: *Explanatory Supplement*
/// (2013), table 15.3, the sidereal year.
const SIDEREAL_YEAR_DAYS: f64 = 365.256_363;
/// By how much the Sun may run ahead of its mean motion or behind it between two instants: twice the greatest
/// equation of the centre, 1.9°, and half a degree.
const MAX_DAYS_FROM_MEAN: f64 = 4.5;
/// Tolerance of an instant before the last secant: 0.1 s.
const TOLERANCE_DAYS: f64 = 1e-6;

/// Apparent geocentric longitude of the Sun over the ecliptic of J2000.0, from the mean equinox of J2000.0,
/// radians, 0 … 2π.
///
/// Aberration is included, nutation is not. As good as the ephemeris, and within 0.06″ of a long-term
/// precession in 1000–3000. Outside the ephemeris: [`Error::OutOfRange`]. Source: the definition of the
/// International Meteor Organization; Steyaert (1991), WGN 19, 31.
pub fn at(course: &SunMoonCourse, t: Tt) -> Result<f64, Error> {
    let place = course.sky.body(Body::Sun, t)?;
    let centuries = t.centuries();
    let of_date = rotate(&about_z(place.nutation_longitude), rotate(&about_x(place.obliquity), place.km));
    let equator_of_date = rotate(&about_x(-obliquity_2006(centuries)), of_date);
    let j2000 = rotate(&transposed(&equatorial_2006(centuries)), equator_of_date);
    Ok(to_spherical(rotate(&about_x(obliquity_2006(0.0)), j2000)).0)
}

/// The instant nearest to `near` at which the solar longitude is `longitude` radians, to a millisecond of the
/// ephemeris. It lies within 188 days of `near`; if the ephemeris does not reach so far:
/// [`Error::OutOfRange`].
pub fn nearest(course: &SunMoonCourse, longitude: f64, near: Tt) -> Result<Tt, Error> {
    let days = normalize_signed(longitude - at(course, near)?) / TAU * SIDEREAL_YEAR_DAYS;
    reached(course, longitude, near.plus_days(days))
}

/// The instant at which the solar longitude has grown by `angle` (radians, −2π … 2π, negative for an earlier
/// one) from `longitude`, which it has at `start`. To a millisecond of the ephemeris; outside of it:
/// [`Error::OutOfRange`].
pub fn grown(course: &SunMoonCourse, longitude: f64, angle: f64, start: Tt) -> Result<Tt, Error> {
    reached(course, longitude + angle, start.plus_days(angle / TAU * SIDEREAL_YEAR_DAYS))
}

/// The instant within [`MAX_DAYS_FROM_MEAN`] of `about` at which the longitude is reached.
fn reached(course: &SunMoonCourse, longitude: f64, about: Tt) -> Result<Tt, Error> {
    let ends = [-MAX_DAYS_FROM_MEAN, MAX_DAYS_FROM_MEAN].map(|days| about.plus_days(days));
    for end in ends {
        at(course, end)?;
    }
    let beyond = |t: f64| at(course, Tt(t)).map_or(f64::NAN, |now| normalize_signed(now - longitude));
    search::root(beyond, ends[0].0, ends[1].0, TOLERANCE_DAYS).map(Tt)
}
