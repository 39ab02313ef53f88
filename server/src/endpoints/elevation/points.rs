//! The operations `/elevation?points=` and `/elevation/{points}`: heights at points.

use super::sources::Sources;
use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Parameter, Place};
use crate::api::parameters::Parameters;
use crate::api::place::Point;
use crate::api::prepared::{Compute, Freshness, JSON, Prepared, Work};
use crate::generation::elevation::{self, Elevation, Source};
use accounts::access::Access;
use accounts::plan::Plan;
use serde::Serialize;
use utoipa::ToSchema;
use web::json;
use web::problem::Problem;

/// Maximum number of points in a request.
const MAX_POINTS: usize = 1000;
const IN_PATH: Parameter = Parameter { place: Place::Path, ..ElevationQuery::POINTS };

/// The operation `/elevation?points=`.
pub(crate) const OF_QUERY: Operation = Operation {
    name: "elevation",
    id: "elevation",
    group: Group::Ground,
    paths: &["/elevation"],
    summary: "Height of the ground at points",
    description: "Heights in metres above mean sea level with one decimal: 0 at sea, negative on land below \
        sea level, null where there are no data. Requires the Starter plan or higher. Heights between the \
        nodes of the data are interpolated bilinearly. `source` names the data and states their accuracy. If \
        the operator has several datasets, `source` is the coarsest that any point uses, `sources` lists all \
        of them, and each point has the number of its own. The data that come with the service, ETOPO5, are \
        accurate to tens of metres on plains; errors reach a thousand metres in mountains and more on \
        summits: Mont Blanc (4,806 m) has 1,904 m. In deep lakes such as Superior and Ontario they are the \
        heights of the bed, or 0. The cost is 1 for each point.",
    parameters: ElevationQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: 1.0,
    refusals: &[],
    form: &JSON,
    describe: Shape::envelope::<ElevationQuery, Response>,
    prepare,
};

/// The operation `/elevation/{points}`.
pub(crate) const OF_PATH: Operation = Operation {
    id: "elevation-points",
    group: Group::Ground,
    paths: &["/elevation/{points}"],
    summary: "Height of the ground at points in the path",
    description: "The same as `/elevation?points=`. Requires the Starter plan or higher.",
    parameters: &[IN_PATH],
    ..OF_QUERY
};

/// The parameters of `/elevation?points=`.
#[derive(Parameters)]
struct ElevationQuery {
    /// 1 … 1,000 points as `LAT,LNG`, separated by semicolons (or `|`): degrees, negative south and west.
    /// Longitudes up to 360 are accepted. Errors identify a point by its index from 0: `points[3]`.
    #[param(example = "46.8523,9.5300;31.75,35.25", max = MAX_POINTS)]
    points: Vec<Point>,
}

/// Heights of points.
#[derive(Serialize, ToSchema)]
#[schema(as = Elevations)]
struct Response {
    /// The points in the order of the request.
    points: Vec<Height>,
    /// The coarsest source of the heights.
    source: Source,
    /// All sources of the heights, the coarsest first; only if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sources: Option<Vec<Source>>,
}

impl Response {
    fn new(points: &[Point], elevation: &Elevation) -> Self {
        let mut cursor = elevation.cursor();
        let heights: Vec<_> = points.iter().map(|p| cursor.at(p.lat, p.lng)).collect();
        let sources = Sources::of(&heights);
        let point = |(number, (p, height)): (usize, (&Point, &Option<_>))| Height {
            lat: p.lat,
            lng: p.lng,
            elevation: height.as_ref().map(elevation::Height::rounded_m),
            source: sources.number(number),
        };
        let points = points.iter().zip(&heights).enumerate().map(point).collect();
        Self { points, source: sources.coarsest(), sources: sources.several() }
    }
}

/// The height of the ground at a point.
#[derive(Serialize, ToSchema)]
#[schema(as = PointElevation)]
struct Height {
    /// Latitude, degrees.
    lat: f64,
    /// Longitude, degrees.
    lng: f64,
    /// Metres above mean sea level; null where there are no data.
    elevation: Option<f64>,
    /// Index of the source of the height in `sources`, from 0; only with `sources` and a known height.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    source: Option<usize>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: ElevationQuery = input.parameters()?;
    let cost = query.points.len() as f64;
    let echo = Prepared::echo(&query.in_query(OF_QUERY.name, cost));
    let data = context.generation();
    let is_short = query.points.len() <= data.elevation.max_at_once(MAX_POINTS);
    let write: Compute = Box::new(move |buffer| {
        json::append(buffer, &Response::new(&query.points, &data.elevation));
        Ok(())
    });
    let work = if is_short { Work::Compute(write) } else { Work::Long(write) };
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
