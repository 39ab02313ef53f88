//! The parameters of `/sightline`.

use crate::endpoints::prelude::*;
use geography::geodesic::{Ellipsoid, Route};
use geography::sight::USUAL_REFRACTION;

/// Accepted distances between the ends, m.
const DISTANCES_M: std::ops::RangeInclusive<f64> = 1.0..=500_000.0;

/// The parameters of `/sightline`.
#[derive(Parameters)]
#[parameters(check = has_one_eye())]
pub(super) struct SightlineQuery {
    /// The observer as `LAT,LNG`, degrees. Longitudes up to 360 are accepted.
    #[param(path, example = "46.5475,7.9854")]
    pub(super) start: Point,
    /// The target as `LAT,LNG`, degrees, 1 m … 500 km away.
    #[param(path, example = "46.9479,7.4446")]
    pub(super) end: Point,
    /// Height of the eye above the ground, metres; the default is 1.7.
    #[param(example = "1.7", min = 0.0, max = 20_000.0, null)]
    pub(super) obs_height: Option<f64>,
    /// Height of the eye above mean sea level, metres; replaces `obsHeight`.
    #[param(example = "3571", min = -12_000.0, max = 30_000.0, null)]
    pub(super) obs_elevation: Option<f64>,
    /// Height of the target above the ground, metres; the default is 0.
    #[param(example = "100", min = 0.0, max = 10_000.0, default)]
    pub(super) target_height: f64,
    /// Number of points of the ground, both ends included; the default is 201.
    #[param(example = "201", min = 2, max = 2_000, default = 201)]
    pub(super) samples: u32,
    /// Coefficient of refraction k, a pure number: the curvature of a ray of light over the curvature of the
    /// Earth. The default is 0.13; 0 means no air.
    #[param(example = "0.13", min = -1.0, max = 0.9, default = USUAL_REFRACTION)]
    pub(super) refraction: f64,
}

fn has_one_eye(input: &mut Input) {
    let [height, elevation] = [&SightlineQuery::OBS_HEIGHT, &SightlineQuery::OBS_ELEVATION];
    if input.has(height) && input.has(elevation) {
        input.wrong(elevation.name, "only without obsHeight: both set the height of the eye");
    }
}

impl SightlineQuery {
    /// The geodesic between the ends, or an error if they are too near or too far from each other.
    pub(super) fn route(&self) -> Result<Route, Problem> {
        let route = Route::new(Ellipsoid::Wgs84, [self.start, self.end].map(Point::degrees));
        if DISTANCES_M.contains(&route.distance_m) {
            return Ok(route);
        }
        let apart = match route.distance_m {
            metres if metres < 1.0 => format!("{metres:.3} m"),
            metres => format!("{:.3} km", metres / 1000.0),
        };
        let detail = format!("it is {apart} from start; the ends must be 1 m to 500 km apart");
        Err(Problem::parameter(Self::END.name, detail))
    }
}
