//! `horizon=terrain`: the skyline of the place in place of the level horizon, for operations that take it.

mod sweep;

use crate::api::context::Context;
use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter};
use crate::api::site::Site;
use crate::generation::elevation::Height;
use crate::http::problem::{Code, Problem};
use geography::sight::{Place, Skyline, Viewpoint};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use sweep::{after_arc_of_skyline, after_skyline};

/// An eye that is given no height of its own is so high above the ground, m.
const EYE_M: f64 = 1.7;

/// After how many seconds it is worth trying again when too many skylines are being made.
const BUSY_RETRY_AFTER_S: u64 = 2;
/// Credits for a whole skyline: a million looks at the ground.
pub(crate) const WHOLE_COST: f64 = 100.0;
/// Credits for the part of a skyline behind the way of a body in a few hours.
pub(crate) const ARC_COST: f64 = 40.0;

/// The parameter.
pub(crate) const HORIZON: Parameter = Parameter::optional(
    "horizon",
    Kind::Word(HorizonKind::WORDS),
    "level",
    "`level` (the default), or `terrain`: the skyline of the place, from heights of the ground at most 100 m \
        apart that the operator has installed (503 where there are none) and the open sea, so that \
        `known` of an obstacle is where they end; rays to 150 km in every half degree, refraction k = 0.13, \
        the eye at the height of the observer or 1.7 m above the ground, whichever is higher. Costs more, also \
        where the skyline is known from before.",
);

/// The horizon that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HorizonKind {
    /// The level one.
    Level,
    /// The skyline of the place.
    Terrain,
}

impl Word for HorizonKind {
    const WORDS: &'static [&'static str] = &["level", "terrain"];
    const VALUES: &'static [Self] = &[Self::Level, Self::Terrain];
}

crate::http::one_of::one_of! {
    /// The words of [`HorizonKind`].
    HorizonWord, String, crate::api::input::words::<HorizonKind>()
}

/// What stands highest in a direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = Obstacle)]
pub(crate) struct Obstacle {
    /// Its direction, degrees from north through east: that of the nearest ray.
    azimuth: f64,
    /// Its apparent altitude, degrees.
    altitude: f64,
    /// Its distance from the observer, m.
    distance: f64,
    /// Its height above mean sea level, m.
    elevation: f64,
    /// How far heights at most 100 m apart, or the open sea, are known in this direction, m: 150,000 or less.
    known: f64,
}

impl Obstacle {
    /// The obstacle at an azimuth, degrees.
    pub(crate) fn at(skyline: &Skyline, azimuth_deg: f64) -> Self {
        let (azimuth, point) = skyline.nearest(azimuth_deg);
        Self {
            azimuth,
            altitude: point.altitude_deg,
            distance: point.distance_m.round(),
            elevation: (point.elevation_m * 10.0).round() / 10.0,
            known: point.known_m.round(),
        }
    }
}

/// The eye of an observer over the ground; refused where its heights are not fine enough, and while too many
/// other skylines are being made.
pub(crate) fn viewpoint(context: &Context, site: Site) -> Result<Viewpoint, Problem> {
    let ground = context.data.elevation.at(site.lat, site.lng).filter(Height::is_fine);
    let Some(ground) = ground else {
        let detail = "horizon=terrain needs heights of the ground at most 100 m apart, and this server has \
            none at the place; the operator installs them with builder terrain --out DIR FILES (SRTM, NASADEM, \
            Copernicus GLO-30 or GLO-90, Terrarium tiles) and server --terrain DIR";
        return Err(Problem::new(Code::Unavailable, detail));
    };
    let place = Place { latitude_deg: site.lat, longitude_deg: site.lng };
    let eye = Viewpoint { place, elevation_m: site.height.max(ground.height_m + EYE_M) };
    if !context.data.skylines.has_room(&eye) {
        let detail = "the skylines of as many other places as is allowed are being made";
        return Err(Problem::new(Code::Busy, detail).retry_after(BUSY_RETRY_AFTER_S));
    }
    Ok(eye)
}
