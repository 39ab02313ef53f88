//! The operation `/elevation/{start}/{end}`: heights along a geodesic.

use super::sources::Sources;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::point::Point;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::generation::elevation::{Elevation, Height, Source};
use accounts::access::Access;
use accounts::plan::Plan;
use geography::geodesic::{Along, Ellipsoid, Route};
use serde::Serialize;
use utoipa::ToSchema;
use web::json;
use web::problem::Problem;

const START: Parameter = Parameter::path(
    "start",
    Kind::Point,
    "46.5,7.5",
    "Where the line begins, as `LAT,LNG`: degrees, negative south and west; longitudes up to 360 are taken.",
);
const END: Parameter = Parameter::path("end", Kind::Point, "45.5,8.5", "Where it ends.");
const SAMPLES: Parameter = Parameter::optional(
    "samples",
    Kind::Integer { from: 2, to: 10_000 },
    "11",
    "Number of points at equal distances, both ends included; 101 if left out.",
);
const USUAL_SAMPLES: i64 = 101;
/// So many samples take about half a millisecond; more are a long answer.
const MOST_SHORT_SAMPLES: usize = 500;

/// The operation `/elevation/{start}/{end}`.
pub(crate) const PROFILE: Operation = Operation {
    name: "elevation",
    id: "elevation-profile",
    group: Group::Ground,
    paths: &["/elevation/{start}/{end}"],
    summary: "Height of the ground along a line",
    description: "Heights as `/elevation?points=` gives them, at equal distances along the geodesic of WGS \
        84 from `start` to `end`. Needs the Starter plan or higher. `distance` is its length in metres; \
        `min` and `max` are the least and the greatest of the heights, `ascent` and `descent` the sums of \
        all steps up and down; these four are null if any height is. Finer steps than the data have add \
        nothing but points between. The cost is the number of samples less one.",
    parameters: &[START, END, SAMPLES],
    access: Access::Key(Plan::Starter),
    cost: 1.0,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = ElevationProfileQuery)]
struct Query {
    /// `elevation`.
    name: &'static str,
    /// Where the line begins.
    start: Point,
    /// Where it ends.
    end: Point,
    /// Number of points.
    #[schema(minimum = 2, maximum = 10000)]
    samples: i64,
    /// Credits.
    cost: f64,
}

/// Heights along the shortest line between two points.
#[derive(Serialize, ToSchema)]
#[schema(as = ElevationProfile)]
struct Response {
    /// Length of the line, metres.
    distance: f64,
    /// The least height, metres; null if any height is.
    min: Option<f64>,
    /// The greatest height, metres; null if any height is.
    max: Option<f64>,
    /// All steps up, metres; null if any height is.
    ascent: Option<f64>,
    /// All steps down, metres; null if any height is.
    descent: Option<f64>,
    /// The points from the start to the end.
    points: Vec<Sample>,
    /// The coarsest of what the heights come from.
    source: Source,
    /// All that the heights come from, the coarsest first; only where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sources: Option<Vec<Source>>,
}

/// The height of the ground at a point of a line.
#[derive(Serialize, ToSchema)]
#[schema(as = ProfilePoint)]
struct Sample {
    /// Latitude, degrees.
    lat: f64,
    /// Longitude, degrees.
    lng: f64,
    /// Distance from the start, metres.
    distance: f64,
    /// Metres above mean sea level; null where there are no data.
    elevation: Option<f64>,
    /// What the height comes from: its number among `sources`, from 0. Only where these are there and the
    /// height is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    source: Option<usize>,
}

impl Response {
    fn new(route: &Route, samples: usize, elevation: &Elevation) -> Self {
        let along: Vec<_> = (0..samples).map(|n| route.division(n, samples - 1)).collect();
        let mut cursor = elevation.cursor();
        let heights: Vec<_> = along.iter().map(|at| cursor.at(at.latitude_deg, at.longitude_deg)).collect();
        let sources = Sources::of(&heights);
        let sample = |(number, (at, height)): (usize, (&Along, &Option<Height>))| Sample {
            lat: to_decimals::<6>(at.latitude_deg),
            lng: to_decimals::<6>(at.longitude_deg),
            distance: to_decimals::<3>(at.distance_m),
            elevation: height.as_ref().map(Height::rounded_m),
            source: sources.number(number),
        };
        let points: Vec<_> = along.iter().zip(&heights).enumerate().map(sample).collect();
        let heights: Option<Vec<f64>> = points.iter().map(|point| point.elevation).collect();
        let of = |sum: fn(&[f64]) -> f64| heights.as_deref().map(|m| to_decimals::<1>(sum(m)));
        let least = |m: &[f64]| m.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = |m: &[f64]| m.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let up = |m: &[f64]| m.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).sum();
        let down = |m: &[f64]| m.windows(2).map(|pair| (pair[0] - pair[1]).max(0.0)).sum();
        Self {
            distance: to_decimals::<3>(route.distance_m),
            min: of(least),
            max: of(greatest),
            ascent: of(up),
            descent: of(down),
            points,
            source: sources.coarsest(),
            sources: sources.several(),
        }
    }
}

/// A number with so many decimals, never −0.
pub(in crate::endpoints) fn to_decimals<const DECIMALS: i32>(value: f64) -> f64 {
    let scale = 10f64.powi(DECIMALS);
    (value * scale).round() / scale + 0.0
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (start, end) = (input.required(&START, Input::point), input.required(&END, Input::point));
    let samples = input.integer(&SAMPLES).unwrap_or(USUAL_SAMPLES);
    let (start, end) = input.check((start, end))?;
    let cost = (samples - 1) as f64;
    let query = Query { name: PROFILE.name, start, end, samples, cost };
    let (data, samples) = (context.generation(), samples as usize);
    let is_short = samples <= data.elevation.most_at_once(MOST_SHORT_SAMPLES);
    let write = move |buffer: &mut Vec<u8>| {
        let route = Route::new(Ellipsoid::Wgs84, [start, end].map(Point::degrees));
        json::append(buffer, &Response::new(&route, samples, &data.elevation));
        Ok(())
    };
    let work = match is_short {
        true => Work::Compute(Box::new(write)),
        false => Work::Long(Box::new(write)),
    };
    Ok(Prepared::new(&JSON, Prepared::echo(&query), cost, Freshness::Day, work))
}
