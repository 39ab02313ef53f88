//! Sun and Moon at an instant by a given theory.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, SUN_PARALLAX_1976_ARCSEC};
use crate::earth::nutation::Nutation;
use crate::earth::precession::obliquity_2006;
use crate::earth::rotation;
use crate::ephemeris::chebyshev_table::BodyPlace;
use crate::ephemeris::sun;
use crate::math::angle::normalize;
use crate::math::portable::Portable;
use crate::math::vector::{Vector, about_x, from_spherical, rotate, to_spherical};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::equatorial;
use crate::theory::meeus;
use crate::time::{Tt, Ut1};

/// The Sun, by whichever theory has answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SolarPosition {
    /// Meeus, chapter 25, "low accuracy".
    Meeus(meeus::Sun),
    /// Truncated VSOP87, with the reductions of Meeus, chapter 25, "higher accuracy".
    Vsop87 {
        /// In the ecliptic.
        sun: sun::ApparentSun,
        /// Apparent right ascension, 0 … 2π.
        right_ascension: f64,
        /// Apparent declination.
        declination: f64,
    },
    /// The ephemeris, or the truncated theories, which give the same.
    Ephemeris(BodyPlace),
}

/// The Moon, by whichever theory has answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LunarPosition {
    /// Meeus, chapter 47.
    Meeus(meeus::Moon),
    /// The ephemeris, or the truncated theories, which give the same.
    Ephemeris(BodyPlace),
}

/// Coordinates of date of a body; angles in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coordinates {
    /// Ecliptic longitude. For the Sun the apparent one; for the Moon without nutation.
    pub longitude: f64,
    /// Ecliptic latitude.
    pub latitude: f64,
    /// Longitude with nutation and aberration.
    pub apparent_longitude: f64,
    /// Apparent right ascension: 0 … 2π, but −π … π of the Moon by Meeus.
    pub right_ascension: f64,
    /// Apparent declination.
    pub declination: f64,
    /// Distance, au.
    pub distance_au: f64,
    /// Distance, km.
    pub distance_km: f64,
    /// Obliquity of the ecliptic: the true one, but the mean one of the Sun by Meeus.
    pub obliquity: f64,
    /// Equatorial horizontal parallax.
    pub parallax: f64,
}

#[inline]
fn gast_of(p: &BodyPlace, ut: Ut1, tt: Tt) -> f64 {
    rotation::gast(ut, tt, p.nutation_longitude, p.obliquity)
}

/// Coordinates of a body of the ephemeris, with the apparent longitude in both fields.
fn coordinates_of(p: &BodyPlace) -> Coordinates {
    let (longitude, latitude, distance_km) = to_spherical(rotate(&about_x(p.obliquity), p.km));
    let (right_ascension, declination) = equatorial(p.km);
    Coordinates {
        longitude,
        latitude,
        apparent_longitude: longitude,
        right_ascension,
        declination,
        distance_au: distance_km / AU_KM,
        distance_km,
        obliquity: p.obliquity,
        parallax: (EQUATORIAL_RADIUS_KM / distance_km).arcsine(),
    }
}

impl SolarPosition {
    /// The Sun by VSOP87.
    pub fn vsop87(sun: sun::ApparentSun) -> Self {
        let (right_ascension, declination) =
            meeus::equatorial(sun.longitude, sun.latitude, sun.true_obliquity);
        Self::Vsop87 { sun, right_ascension: normalize(right_ascension), declination }
    }

    /// Apparent geocentric position, true equator and equinox of date, km.
    #[inline]
    pub fn body_km(&self) -> Vector {
        match self {
            Self::Meeus(s) => from_spherical(s.right_ascension, s.declination, s.radius_vector_au * AU_KM),
            Self::Vsop87 { sun, right_ascension, declination } => {
                from_spherical(*right_ascension, *declination, sun.radius_vector_au * AU_KM)
            }
            Self::Ephemeris(p) => p.km,
        }
    }

    /// The place for an observer; `tt` must be the instant of the position, `ut` the same in UT1.
    #[inline]
    pub fn place(&self, ut: Ut1, tt: Tt) -> ApparentPlace {
        let gast = match self {
            Self::Meeus(_) => meeus::apparent_sidereal_time(ut, tt),
            Self::Vsop87 { sun, .. } => rotation::gast(ut, tt, sun.nutation_longitude, sun.true_obliquity),
            Self::Ephemeris(p) => gast_of(p, ut, tt),
        };
        ApparentPlace { body_km: self.body_km(), gast }
    }

    /// [`SolarPosition::place`] beside the Moon's position at the same instant. If both are by Meeus, it uses
    /// the nutation of the Moon instead of computing it again; the bits are the same.
    pub fn place_beside(&self, moon: &LunarPosition, ut: Ut1, tt: Tt) -> ApparentPlace {
        match (self, moon) {
            (Self::Meeus(_), LunarPosition::Meeus(_)) => {
                ApparentPlace { body_km: self.body_km(), gast: moon.place(ut, tt).gast }
            }
            _ => self.place(ut, tt),
        }
    }

    /// Coordinates of date.
    pub fn coordinates(&self) -> Coordinates {
        match self {
            Self::Meeus(s) => Coordinates {
                longitude: s.longitude,
                latitude: 0.0,
                apparent_longitude: s.longitude,
                right_ascension: s.right_ascension,
                declination: s.declination,
                distance_au: s.radius_vector_au,
                distance_km: s.radius_vector_au * AU_KM,
                obliquity: s.mean_obliquity,
                parallax: s.parallax,
            },
            Self::Vsop87 { sun, right_ascension, declination } => Coordinates {
                longitude: sun.longitude,
                latitude: sun.latitude,
                apparent_longitude: sun.longitude,
                right_ascension: *right_ascension,
                declination: *declination,
                distance_au: sun.radius_vector_au,
                distance_km: sun.radius_vector_au * AU_KM,
                obliquity: sun.true_obliquity,
                parallax: (SUN_PARALLAX_1976_ARCSEC / 3600.0 / sun.radius_vector_au).to_radians(),
            },
            Self::Ephemeris(p) => coordinates_of(p),
        }
    }
}

impl LunarPosition {
    /// Apparent geocentric position, true equator and equinox of date, km.
    #[inline]
    pub fn body_km(&self) -> Vector {
        match self {
            Self::Meeus(m) => from_spherical(m.right_ascension, m.declination, m.distance_km),
            Self::Ephemeris(p) => p.km,
        }
    }

    /// The place for an observer; `tt` must be the instant of the position, `ut` the same in UT1.
    #[inline]
    pub fn place(&self, ut: Ut1, tt: Tt) -> ApparentPlace {
        let gast = match self {
            Self::Meeus(m) => rotation::gast(ut, tt, m.nutation.longitude, m.true_obliquity),
            Self::Ephemeris(p) => gast_of(p, ut, tt),
        };
        ApparentPlace { body_km: self.body_km(), gast }
    }

    /// Coordinates of date.
    pub fn coordinates(&self) -> Coordinates {
        match self {
            Self::Meeus(m) => Coordinates {
                longitude: m.longitude,
                latitude: m.latitude,
                apparent_longitude: m.apparent_longitude,
                right_ascension: m.right_ascension,
                declination: m.declination,
                distance_au: m.distance_km / AU_KM,
                distance_km: m.distance_km,
                obliquity: m.true_obliquity,
                parallax: m.parallax,
            },
            Self::Ephemeris(p) => {
                let of_date = coordinates_of(p);
                Coordinates {
                    longitude: normalize(of_date.apparent_longitude - p.nutation_longitude),
                    ..of_date
                }
            }
        }
    }

    /// The arguments of [`meeus::moon_arguments`]; `tt` must be the instant of the position.
    pub fn arguments(&self, tt: Tt) -> [f64; 4] {
        match self {
            Self::Meeus(m) => {
                [m.mean_elongation, m.mean_anomaly_sun, m.mean_anomaly_moon, m.argument_of_latitude]
            }
            Self::Ephemeris(_) => meeus::moon_arguments(tt),
        }
    }

    /// The nutation that the position contains; `tt` must be the instant of the position.
    pub fn nutation(&self, tt: Tt) -> Nutation {
        match self {
            Self::Meeus(m) => m.nutation,
            Self::Ephemeris(p) => Nutation {
                longitude: p.nutation_longitude,
                obliquity: p.obliquity - obliquity_2006(tt.centuries()),
            },
        }
    }
}
