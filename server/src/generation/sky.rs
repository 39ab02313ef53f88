//! Where bodies are, by the theory that a request has chosen, and how an observer sees them.

use crate::generation::Data;
use astro::earth::precession;
use astro::earth::rotation;
use astro::ephemeris::canon;
use astro::ephemeris::chebyshev_table::Body;
use astro::ephemeris::sun;
use astro::math::vector::{Vector, from_spherical, rotate};
use astro::sky::horizon::Horizon;
use astro::sky::riseset::Place;
use astro::theory::meeus;
use astro::time::{Tt, Ut1};
use serde::Serialize;
use utoipa::ToSchema;

/// By which theory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theory {
    /// Meeus, chapters 25 and 47.
    Standard,
    /// The Sun by truncated VSOP87, everything else as [`Theory::Standard`].
    Truncated,
    /// The ephemeris of the generation.
    Precise,
}

impl Theory {
    /// The words for `alg`.
    pub const WORDS: [&'static str; 3] = ["standard", "vsop-87a-tr", "precise"];

    /// The word.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// A direction of the mean equator and equinox of J2000.0, radians: right ascension, declination.
    Fixed([f64; 2]),
}

/// The Galactic Centre, J2000.0, degrees. Source: the interface specification; Reid & Brunthaler (2004) for
/// Sgr A*.
pub const GALACTIC_CENTER_DEG: [f64; 2] = [266.416_83, -29.007_81];

/// Far enough to have no parallax, km.
const FAR_KM: f64 = 1e15;

/// Positions from a generation.
pub struct Sky<'a> {
    /// The generation.
    pub data: &'a Data,
    /// The theory.
    pub theory: Theory,
}

impl Sky<'_> {
    /// Geocentric place and the rotation of the Earth that belongs to it.
    ///
    /// A fixed direction is precessed to the mean equinox of date, and the sidereal time is then the mean
    /// one.
    pub fn place(&self, target: Target, ut: Ut1, tt: Tt) -> Place {
        let body = match target {
            Target::Sun => Body::Sun,
            Target::Moon => Body::Moon,
            Target::Fixed(direction) => {
                return Place { body_km: fixed(direction, tt), gast: rotation::gmst(ut, tt) };
            }
        };
        if self.theory == Theory::Precise
            && let Ok((body_km, psi, eps)) = self.data.ephemeris.columns().place(body, tt)
        {
            return Place { body_km, gast: rotation::gast(ut, tt, psi, eps) };
        }
        match body {
            Body::Sun if self.theory == Theory::Truncated => {
                let s = sun::apparent(&self.data.truncated_sun, tt);
                let (ra, dec) = meeus::equatorial(s.longitude, s.latitude, s.true_obliquity);
                let gast = rotation::gast(ut, tt, s.nutation_longitude, s.true_obliquity);
                Place { body_km: from_spherical(ra, dec, s.radius_vector_au * canon::AU_KM), gast }
            }
            Body::Sun => {
                let s = meeus::sun(tt);
                let body_km =
                    from_spherical(s.right_ascension, s.declination, s.radius_vector_au * canon::AU_KM);
                Place { body_km, gast: Self::standard_gast(ut, tt) }
            }
            Body::Moon => {
                let m = meeus::moon(tt);
                let gast = rotation::gast(ut, tt, m.nutation_longitude, m.true_obliquity);
                Place { body_km: from_spherical(m.right_ascension, m.declination, m.distance_km), gast }
            }
        }
    }

    /// Apparent sidereal time with the nutation of IAU 1980.
    pub fn standard_gast(ut: Ut1, tt: Tt) -> f64 {
        let (psi, eps) = meeus::nutation(tt.centuries());
        rotation::gast(ut, tt, psi, precession::obliquity_laskar(tt.centuries()) + eps)
    }
}

/// A fixed direction at the mean equator and equinox of date.
pub fn fixed([ra, dec]: [f64; 2], tt: Tt) -> Vector {
    rotate(&precession::equatorial_2006(tt.centuries()), from_spherical(ra, dec, FAR_KM))
}

/// Azimuth from north through east, and altitude; degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct AzAlt {
    azimuth: f64,
    altitude: f64,
}

impl AzAlt {
    /// From radians.
    pub fn new((azimuth, altitude): (f64, f64)) -> Self {
        Self { azimuth: azimuth.to_degrees(), altitude: altitude.to_degrees() }
    }
}

/// How an observer sees a body; degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct LocalHorizontal {
    /// The direction from the centre of the Earth, without air and without parallax.
    #[serde(rename = "true")]
    geocentric: AzAlt,
    /// What the eye sees: parallax and refraction included.
    apparent: AzAlt,
    /// Parallax included, without air.
    parallax: AzAlt,
    /// What refraction adds to the altitude.
    refraction: f64,
}

impl LocalHorizontal {
    /// Of a geocentric place.
    pub fn new(horizon: &Horizon, place: Place) -> Self {
        let geocentric = horizon.geocentric(place.body_km, place.gast).azimuth_altitude();
        let (azimuth, altitude) = horizon.topocentric(place.body_km, place.gast).azimuth_altitude();
        let refraction = horizon.refraction(altitude);
        Self {
            geocentric: AzAlt::new(geocentric),
            apparent: AzAlt::new((azimuth, altitude + refraction)),
            parallax: AzAlt::new((azimuth, altitude)),
            refraction: refraction.to_degrees(),
        }
    }
}
