//! The parameters of `/sightline`, and what they ask for.

use crate::api::input::Input;
use crate::api::parameter::{Kind, Parameter};
use crate::api::point::Point;
use geography::geodesic::{Ellipsoid, Route};
use geography::sight::USUAL_REFRACTION;
use web::problem::Problem;

pub(super) const START: Parameter = Parameter::path(
    "start",
    Kind::Point,
    "46.5475,7.9854",
    "The observer as `LAT,LNG`, degrees; longitudes up to 360 are taken as well.",
);
pub(super) const END: Parameter = Parameter::path(
    "end",
    Kind::Point,
    "46.9479,7.4446",
    "The target as `LAT,LNG`, degrees, 1 m … 500 km away.",
);
pub(super) const OBS_HEIGHT: Parameter = Parameter::optional(
    "obsHeight",
    Kind::Number { from: 0.0, to: 20_000.0 },
    "1.7",
    "Height of the eye above the ground, metres; 1.7 if left out.",
);
pub(super) const OBS_ELEVATION: Parameter = Parameter::optional(
    "obsElevation",
    Kind::Number { from: -12_000.0, to: 30_000.0 },
    "3571",
    "Height of the eye above mean sea level, metres, in place of `obsHeight`.",
);
pub(super) const TARGET_HEIGHT: Parameter = Parameter::optional(
    "targetHeight",
    Kind::Number { from: 0.0, to: 10_000.0 },
    "100",
    "Height of the target above the ground, metres; 0 if left out.",
);
pub(super) const SAMPLES: Parameter = Parameter::optional(
    "samples",
    Kind::Integer { from: 2, to: 2_000 },
    "201",
    "How many points of the ground are looked at, both ends included; 201 if left out.",
);
pub(super) const REFRACTION: Parameter = Parameter::optional(
    "refraction",
    Kind::Number { from: -1.0, to: 0.9 },
    "0.13",
    "Coefficient of refraction k: how much a ray of light is bent, as part of the curvature of the Earth. \
        0.13 if left out, 0 without air.",
);

/// How high the eye is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum EyeHeight {
    /// Metres above the ground.
    OverGround(f64),
    /// Metres above mean sea level.
    OverSea(f64),
}

/// The parameters of a request.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) start: Point,
    pub(super) end: Point,
    pub(super) way: Route,
    pub(super) eye: EyeHeight,
    pub(super) target_height_m: f64,
    pub(super) samples: u32,
    pub(super) refraction: f64,
}

const USUAL_EYE_M: f64 = 1.7;
const USUAL_SAMPLES: i64 = 201;
/// Distances between the ends, m.
const DISTANCES_M: std::ops::RangeInclusive<f64> = 1.0..=500_000.0;

impl Request {
    pub(super) fn read(input: &mut Input) -> Result<Self, Problem> {
        let (start, end) = (input.required(&START, Input::point), input.required(&END, Input::point));
        let (over_ground, over_sea) = (input.number(&OBS_HEIGHT), input.number(&OBS_ELEVATION));
        let target_height_m = input.number(&TARGET_HEIGHT).unwrap_or(0.0);
        let samples = input.integer(&SAMPLES).unwrap_or(USUAL_SAMPLES) as u32;
        let refraction = input.number(&REFRACTION).unwrap_or(USUAL_REFRACTION);
        if input.has(&OBS_HEIGHT) && input.has(&OBS_ELEVATION) {
            input.wrong(OBS_ELEVATION.name, "only without obsHeight: both say how high the eye is");
        }
        let (start, end) = input.check((start, end))?;
        let way = Route::new(Ellipsoid::Wgs84, [start, end].map(Point::degrees));
        if !DISTANCES_M.contains(&way.distance_m) {
            let apart = match way.distance_m {
                metres if metres < 1.0 => format!("{metres:.3} m"),
                metres => format!("{:.3} km", metres / 1000.0),
            };
            let detail = format!("it is {apart} from start; the ends must be 1 m to 500 km apart");
            return Err(Problem::parameter(END.name, detail));
        }
        let usual = EyeHeight::OverGround(over_ground.unwrap_or(USUAL_EYE_M));
        let eye = over_sea.map_or(usual, EyeHeight::OverSea);
        Ok(Self { start, end, way, eye, target_height_m, samples, refraction })
    }
}
