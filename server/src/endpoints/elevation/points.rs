//! The operations `/elevation?points=` and `/elevation/{points}`: heights at points.

use super::sources::Sources;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::point::Point;
use crate::api::prepared::{Compute, Freshness, JSON, Prepared, Work};
use crate::generation::elevation::{self, Elevation, Source};
use accounts::access::Access;
use accounts::plan::Plan;
use serde::Serialize;
use utoipa::ToSchema;
use web::json;
use web::problem::Problem;

/// Points of a call.
const MOST_POINTS: usize = 1000;
const KIND: Kind = Kind::Points { most: MOST_POINTS };
const EXAMPLE: &str = "46.8523,9.5300;31.75,35.25";
const MEANING: &str = "1 … 1,000 points as `LAT,LNG`, separated by semicolons (or `|`): degrees, negative \
    south and west; longitudes up to 360 are taken. A wrong one is named by its number from 0: `points[3]`.";
const IN_QUERY: Parameter = Parameter::required("points", KIND, EXAMPLE, MEANING);
const IN_PATH: Parameter = Parameter::path("points", KIND, EXAMPLE, MEANING);

/// The operation `/elevation?points=`.
pub(crate) const OF_QUERY: Operation = Operation {
    name: "elevation",
    id: "elevation",
    group: Group::Ground,
    paths: &["/elevation"],
    summary: "Height of the ground at points",
    description: "Metres above mean sea level with one decimal: 0 at sea, negative on land below its level, \
        null where there are no data. Needs the Starter plan or higher. Between the nodes of the data \
        heights are bilinear, at a node those of the node. `source` says what the heights come from and how \
        far they may be wrong; where the operator has data of several kinds, it is the coarsest that any \
        point needs, `sources` lists them all, and each point has the number of its own. With the data that \
        come with the service, ETOPO5, that is tens of metres on plains, up to a thousand in mountains, and \
        more on summits: Mont Blanc (4,806 m) has 1,904 m. In deep lakes such as Superior and Ontario they \
        are those of the bed or 0. The cost is 1 for each point.",
    parameters: &[IN_QUERY],
    access: Access::Key(Plan::Starter),
    cost: 1.0,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare: |input, context| prepare(input, context, &IN_QUERY),
};

/// The operation `/elevation/{points}`.
pub(crate) const OF_PATH: Operation = Operation {
    id: "elevation-points",
    group: Group::Ground,
    paths: &["/elevation/{points}"],
    summary: "Height of the ground at points of the path",
    description: "The same as `/elevation?points=`. Needs the Starter plan or higher.",
    parameters: &[IN_PATH],
    prepare: |input, context| prepare(input, context, &IN_PATH),
    ..OF_QUERY
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = ElevationQuery)]
struct Query {
    /// `elevation`.
    name: &'static str,
    /// The points.
    points: Vec<Point>,
    /// Credits.
    cost: f64,
}

/// Heights of points.
#[derive(Serialize, ToSchema)]
#[schema(as = Elevations)]
struct Response {
    /// The points in the order given.
    points: Vec<Height>,
    /// The coarsest of what the heights come from.
    source: Source,
    /// All that the heights come from, the coarsest first; only where there are several.
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
    /// What the height comes from: its number among `sources`, from 0. Only where these are there and the
    /// height is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    source: Option<usize>,
}

fn prepare(input: &mut Input, context: &Context, parameter: &Parameter) -> Result<Prepared, Problem> {
    let points = input.required(parameter, Input::points);
    let points = input.check(points)?;
    let cost = points.len() as f64;
    let query = Query { name: OF_QUERY.name, points, cost };
    let (points, data) = (query.points.clone(), context.generation());
    let is_short = points.len() <= data.elevation.most_at_once(MOST_POINTS);
    let answer: Compute = Box::new(move |buffer| {
        json::append(buffer, &Response::new(&points, &data.elevation));
        Ok(())
    });
    let work = if is_short { Work::Compute(answer) } else { Work::Long(answer) };
    Ok(Prepared::new(&JSON, Prepared::echo(&query), cost, Freshness::Day, work))
}
