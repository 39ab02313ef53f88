//! Words of requests for theories and bodies, and how a place over the horizon is written.

use crate::generation::Data;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use astro::sky::theory::{Sky, Target, Theory};
use serde::Serialize;
use utoipa::ToSchema;

/// The words for a theory, the values of `alg`.
pub const THEORY_WORDS: [&str; 3] = ["standard", "vsop-87a-tr", "precise"];

/// The word for a theory.
pub fn theory_word(theory: Theory) -> &'static str {
    let [standard, truncated, precise] = THEORY_WORDS;
    match theory {
        Theory::Standard => standard,
        Theory::Truncated => truncated,
        Theory::Precise => precise,
    }
}

/// The theory of one of [`THEORY_WORDS`].
pub fn theory_of(word: &str) -> Theory {
    [Theory::Standard, Theory::Truncated, Theory::Precise]
        .into_iter()
        .find(|t| theory_word(*t) == word)
        .expect("the parameter takes the declared words only")
}

/// A body that can be named in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// The Galactic Center.
    GalacticCenter,
}

/// The words for a body, the values of `body`.
pub const BODY_WORDS: [&str; 3] = ["sun", "moon", "gc"];

impl Subject {
    /// The body of one of [`BODY_WORDS`].
    pub fn of(word: &str) -> Self {
        let at = BODY_WORDS.iter().position(|w| *w == word);
        [Self::Sun, Self::Moon, Self::GalacticCenter]
            [at.expect("the parameter takes the declared words only")]
    }

    /// What to look at.
    pub fn target(self) -> Target {
        match self {
            Self::Sun => Target::Sun,
            Self::Moon => Target::Moon,
            Self::GalacticCenter => Target::Fixed(GALACTIC_CENTER),
        }
    }
}

/// The sky of a generation by a theory.
pub fn sky(data: &Data, theory: Theory) -> Sky<'_> {
    Sky { theory, ephemeris: data.ephemeris.columns(), truncated_earth: &data.truncated_sun }
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

impl From<Horizontal> for AzAlt {
    fn from(direction: Horizontal) -> Self {
        Self { azimuth: direction.azimuth.to_degrees(), altitude: direction.altitude.to_degrees() }
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
    /// How the observer of `horizon` sees a body.
    pub fn new(horizon: &Horizon, place: ApparentPlace) -> Self {
        let geocentric = horizon.geocentric(place.body_km, place.gast).direction();
        let topocentric = horizon.topocentric(place.body_km, place.gast).direction();
        let refraction = horizon.refraction(topocentric.altitude);
        Self {
            geocentric: geocentric.into(),
            apparent: Horizontal { altitude: topocentric.altitude + refraction, ..topocentric }.into(),
            parallax: topocentric.into(),
            refraction: refraction.to_degrees(),
        }
    }
}
