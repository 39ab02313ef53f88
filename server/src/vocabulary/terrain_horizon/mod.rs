//! `horizon=terrain`: the skyline of the place in place of the level horizon, for operations that take it.

mod sweep;

use crate::api::context::Context;
use crate::api::parameters::Parameters;
use crate::api::site::Site;
use crate::api::value::Words;
use crate::generation::elevation::Height;
use geography::sight::{Place, Skyline, Viewpoint};
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

pub(crate) use sweep::{Pieces, after_arc_of_skyline, after_skyline};

/// An eye that is given no height of its own is so high above the ground, m.
const EYE_M: f64 = 1.7;

/// After how many seconds it is worth trying again when too many skylines are being made.
const BUSY_RETRY_AFTER_S: u64 = 2;
/// Credits for a whole skyline: a million looks at the ground.
pub(crate) const WHOLE_COST: f64 = 100.0;
/// Credits for the part of a skyline behind the way of a body in a few hours.
pub(crate) const ARC_COST: f64 = 40.0;

/// The horizon that a request names.
#[derive(Debug, Clone, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct HorizonChoice {
    /// `level` (the default), or `terrain`: the skyline of the place, from heights of the ground at most 100
    /// m apart that the operator has installed (503 where there are none) and the open sea, so that `known`
    /// of an obstacle is where they end; rays to 150 km in every half degree, refraction k = 0.13, the eye at
    /// the height of the observer or 1.7 m above the ground, whichever is higher. Costs more, also where the
    /// skyline is known from before.
    #[param(example = "level")]
    pub(crate) horizon: Option<HorizonKind>,
    /// Height of the eye above mean sea level, m; only with `horizon=terrain`.
    #[param(computed)]
    pub(crate) eye: Option<f64>,
}

impl HorizonChoice {
    /// Returns the eye of the observer for `horizon=terrain`, which it notes for the echo; none for the level
    /// horizon.
    pub(crate) fn viewpoint(&mut self, context: &Context, site: Site) -> Result<Option<Viewpoint>, Problem> {
        let eye = match self.horizon {
            Some(HorizonKind::Terrain) => Some(viewpoint(context, site)?),
            Some(HorizonKind::Level) | None => None,
        };
        self.eye = eye.map(eye_m);
        Ok(eye)
    }
}

/// The words of [`HorizonKind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "HorizonWord")]
pub(crate) enum HorizonKind {
    /// The level one.
    Level,
    /// The skyline of the place.
    Terrain,
}

/// Ground that rises above the level of the eye.
const GROUND: &str = "ground";
/// Nothing does: flat ground, the sea, or a view from a height.
const HORIZON_ITSELF: &str = "horizon";
/// No height is known in the direction; the level horizon is taken.
const UNKNOWN: &str = "unknown";
crate::one_of::one_of! {
    /// What an obstacle is.
    ObstacleKind, String, [GROUND, HORIZON_ITSELF, UNKNOWN]
}

/// What stands highest in a direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = Obstacle)]
pub(crate) struct Obstacle {
    /// What it is: `ground` that rises above the level of the eye; the `horizon` where nothing does (flat
    /// ground, the sea, a view from a height); `unknown` where no height is known in the direction and the
    /// level horizon is taken.
    #[schema(value_type = ObstacleKind)]
    kind: &'static str,
    /// Its direction, degrees from north through east: that of the nearest ray.
    azimuth: f64,
    /// Its apparent altitude, degrees.
    altitude: f64,
    /// Its distance from the observer, m; 0 if it is `unknown`.
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
        let kind = match point {
            _ if point.distance_m == 0.0 => UNKNOWN,
            _ if point.altitude_deg > 0.0 => GROUND,
            _ => HORIZON_ITSELF,
        };
        Self {
            kind,
            azimuth,
            altitude: point.altitude_deg,
            distance: point.distance_m.round(),
            elevation: (point.elevation_m * 10.0).round() / 10.0,
            known: point.known_m.round(),
        }
    }

    /// The obstacle as a calendar tells it: `Skyline: ground 1000 m above the sea, 22.2 km away, altitude
    /// 2.4°`.
    pub(crate) fn in_words(&self) -> String {
        let Self { kind, altitude, distance, elevation, .. } = self;
        match *kind {
            GROUND => {
                let away = format!("{:.1} km away, altitude {altitude:.1}°", distance / 1000.0);
                format!("Skyline: ground {elevation:.0} m above the sea, {away}")
            }
            HORIZON_ITSELF => "Skyline: the horizon, nothing rises above the eye".to_owned(),
            _ => "Skyline: not known there, the level horizon is taken".to_owned(),
        }
    }
}

/// The height of an eye as the response shows it, m.
fn eye_m(eye: Viewpoint) -> f64 {
    (eye.elevation_m * 10.0).round() / 10.0
}

/// The eye of an observer over the ground; refused where its heights are not fine enough, and while too many
/// other skylines are being made.
fn viewpoint(context: &Context, site: Site) -> Result<Viewpoint, Problem> {
    let ground = context.data.elevation.at(site.lat, site.lng).filter(Height::is_fine);
    let Some(ground) = ground else {
        let detail = "horizon=terrain needs heights of the ground at most 100 m apart, and this server has \
            none at the place; the operator installs them with builder terrain --out DIR FILES (SRTM, \
            NASADEM, Copernicus GLO-30 or GLO-90, Terrarium tiles) and server --terrain DIR";
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
