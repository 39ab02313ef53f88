//! Positions of Sun, Moon and Galactic Center: the response of `/body-position`.

use crate::canon::Canon;
use crate::error::{Error, shortened};
use crate::horizontal::LocalHorizontal;
use crate::instant::Instant;
use crate::place::Place;
use crate::words::words;
use astro::ephemeris::chebyshev_table::Columns;
use astro::ephemeris::truncated::TruncatedTheories;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::horizon::{Horizon, equatorial};
use astro::sky::position::Coordinates;
use astro::sky::riseset::Limb;
use astro::sky::theory::{Sky, Target, Theory};
use astro::theory::vsop87;
use astro::time::Tt;
use serde::Serialize;
use std::sync::OnceLock;

/// A body of the sky.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "mobile", derive(uniffi::Enum))]
pub enum Body {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// The Galactic Center.
    GalacticCenter,
}

words!(Body as "CelestialBodyWord", "Sun, Moon and Galactic Center.":
    Sun = "sun",
    Moon = "moon",
    GalacticCenter = "gc",
);

impl Body {
    /// The body of a word: `sun`, `moon` or `gc`.
    pub fn of(word: &str) -> Result<Self, Error> {
        Self::VALUES.iter().copied().find(|body| body.word() == word).ok_or_else(|| {
            Error::argument("bodies", format!("{:?} is none of sun, moon, gc", shortened(word)))
        })
    }

    /// The limb that rises and sets, over a horizon that is lower than the level one by an angle, radians.
    pub fn limb(self, dip: f64) -> Limb {
        match self {
            Self::Sun => Limb::sun(dip),
            Self::Moon => Limb::moon(dip),
            Self::GalacticCenter => Limb::point(dip),
        }
    }

    /// The body as a target of `astro`.
    pub fn target(self) -> Target {
        match self {
            Self::Sun => Target::Sun,
            Self::Moon => Target::Moon,
            Self::GalacticCenter => Target::Fixed(GALACTIC_CENTER),
        }
    }
}

/// The bodies without repetitions.
pub(crate) fn once_each(bodies: &[Body]) -> impl Iterator<Item = Body> {
    Body::VALUES.iter().copied().filter(|body| bodies.contains(body))
}

/// The sky by a theory without tables.
pub(crate) fn sky(theory: Theory) -> Sky<'static> {
    static THEORIES: OnceLock<(vsop87::Earth, TruncatedTheories)> = OnceLock::new();
    let (earth, truncated) =
        THEORIES.get_or_init(|| (vsop87::Earth::truncated(), TruncatedTheories::default()));
    let ephemeris =
        Columns { start_jd_tt: 0.0, sun: &[], moon: &[], nutation_longitude: &[], obliquity: &[] };
    Sky { theory, ephemeris, truncated_earth: earth, truncated }
}

/// The requested positions at one instant.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct Positions {
    /// The Sun; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sun: Option<Position>,
    /// The Moon; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moon: Option<Position>,
    /// The Galactic Center; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gc: Option<Position>,
}

/// A position; angles in degrees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The instant in dynamical time, ISO 8601.
    #[serde(rename = "dateTD")]
    pub date_td: String,
    /// Julian Ephemeris Day.
    pub jde: f64,
    /// Fields that only Sun and Moon have.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub ecliptic: Option<EclipticPosition>,
    /// Apparent equatorial coordinates of date.
    pub apparent_coordinates: Equatorial,
    /// Horizontal coordinates; only with a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_horizontal: Option<LocalHorizontal>,
}

/// Fields that only Sun and Moon have; angles in degrees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct EclipticPosition {
    /// Ecliptic coordinates.
    pub ecliptic_coordinates: Ecliptic,
    /// Ecliptic longitude with nutation and aberration, degrees.
    pub apparent_longitude: f64,
    /// Distance in astronomical units.
    pub radius_vector: f64,
    /// Obliquity of the ecliptic, degrees.
    pub obliquity_of_ecliptic: f64,
    /// Equatorial horizontal parallax, degrees.
    pub equatorial_horizontal_parallax: f64,
}

/// Ecliptic coordinates, degrees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct Ecliptic {
    /// Longitude, degrees.
    #[serde(rename = "λ")]
    pub lambda: f64,
    /// Latitude, degrees.
    #[serde(rename = "β")]
    pub beta: f64,
}

/// Equatorial coordinates, degrees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct Equatorial {
    /// Right ascension, degrees.
    pub ra: f64,
    /// Declination, degrees.
    pub decl: f64,
}

impl From<&Coordinates> for Ecliptic {
    fn from(c: &Coordinates) -> Self {
        Self { lambda: c.longitude.to_degrees(), beta: c.latitude.to_degrees() }
    }
}

impl From<&Coordinates> for Equatorial {
    fn from(c: &Coordinates) -> Self {
        Self { ra: c.right_ascension.to_degrees(), decl: c.declination.to_degrees() }
    }
}

impl Canon {
    /// Positions at an instant, as from the service with `alg=truncated`: within 1.1″ of JPL's ephemerides in
    /// 0–3000, 5.1″ before.
    pub fn positions(&self, at: Instant, bodies: &[Body], place: Option<Place>) -> Result<Positions, Error> {
        let ut = at.ut1();
        let delta_t_s = self.delta_t_at("at", ut)?;
        let td_ms = at.unix_ms + (delta_t_s * 1000.0).round() as i64;
        let tt = Tt::from_unix_ms(td_ms);
        let sky = sky(Theory::Truncated);
        let horizon = place.map(|place| Horizon::new(place.observer()));
        let mut all = Positions::default();
        for body in once_each(bodies) {
            const NO_LIMITS: &str = "the truncated theories have no limits";
            let (place, coordinates) = match body {
                Body::Sun => {
                    let sun = sky.sun(tt).expect(NO_LIMITS);
                    (sun.place(ut, tt), Some(sun.coordinates()))
                }
                Body::Moon => {
                    let moon = sky.moon(tt).expect(NO_LIMITS);
                    (moon.place(ut, tt), Some(moon.coordinates()))
                }
                Body::GalacticCenter => (GALACTIC_CENTER.place(ut, tt), None),
            };
            let apparent_coordinates = match &coordinates {
                Some(c) => c.into(),
                None => {
                    let (ra, decl) = equatorial(GALACTIC_CENTER.of_date_km(tt));
                    Equatorial { ra: ra.to_degrees(), decl: decl.to_degrees() }
                }
            };
            let slot = match body {
                Body::Sun => &mut all.sun,
                Body::Moon => &mut all.moon,
                Body::GalacticCenter => &mut all.gc,
            };
            *slot = Some(Position {
                date_td: Instant { unix_ms: td_ms }.iso(),
                jde: tt.0,
                ecliptic: coordinates.as_ref().map(EclipticPosition::of),
                apparent_coordinates,
                local_horizontal: horizon.as_ref().map(|horizon| LocalHorizontal::new(horizon, place)),
            });
        }
        Ok(all)
    }
}

impl EclipticPosition {
    fn of(c: &Coordinates) -> Self {
        Self {
            ecliptic_coordinates: c.into(),
            apparent_longitude: c.apparent_longitude.to_degrees(),
            radius_vector: c.distance_au,
            obliquity_of_ecliptic: c.obliquity.to_degrees(),
            equatorial_horizontal_parallax: c.parallax.to_degrees(),
        }
    }
}
