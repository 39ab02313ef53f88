//! The operation `/bounding-tiles`: the tiles of a map that cover a box or hold points.

mod parameters;
mod wanted;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::flag::flag;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::point::Point;
use crate::api::prepared::{JSON, Prepared};
use accounts::access::Access;
use accounts::plan::Plan;
use parameters::{BBOX, EACH, MAX, MOST_TILES, POINTS, SCHEME, Scheme, TileScheme, Z};
use serde::Serialize;
use utoipa::ToSchema;
use wanted::{Response, Wanted};
use web::problem::{Code, Problem};

const COST: f64 = 1.0;
const USUAL_MOST_TILES: i64 = 16;

/// The operation `/bounding-tiles`.
pub(crate) const OPERATION: Operation = Operation {
    name: "bounding-tiles",
    id: "bounding-tiles",
    group: Group::Tiles,
    paths: &["/bounding-tiles"],
    summary: "Tiles of a map that cover a box or hold points",
    description: "Tiles of the square map of Web Mercator, row by row from the north-west, whichever way \
        `scheme` numbers them. A tile belongs to a box if it overlaps it: a box that ends at the edge of a \
        tile does not reach into the next. Latitudes beyond ±85.05112878° count as these. `columns` and \
        `rows` are those of the box, also with `each=1`. **Two orders of a box:** the parameter `bbox` and \
        its echo are south, west, north, east, as all parameters have latitudes first; each `bbox` of \
        `response` is west, south, east, north, as in GeoJSON. At most 1,024 tiles.",
    parameters: &[BBOX, POINTS, Z, MAX, EACH, SCHEME],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = BoundingTilesQuery)]
struct Query {
    /// `bounding-tiles`.
    name: &'static str,
    /// South, west, north and east in degrees as given, or null: the order of the parameter. The boxes of
    /// `response` begin with west.
    #[schema(min_items = 4, max_items = 4)]
    bbox: Option<Vec<f64>>,
    /// The points, or null.
    points: Option<Vec<Point>>,
    /// Zoom, if given.
    z: Option<u8>,
    /// Most tiles where no zoom is given, else null.
    #[schema(minimum = 1, maximum = 1024)]
    max: Option<i64>,
    /// 1 if only tiles that hold a point are wanted, else 0.
    each: u8,
    /// From where rows count.
    #[schema(value_type = TileScheme)]
    scheme: &'static str,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let (bbox, points) = (input.area(&BBOX), input.points(&POINTS));
    let (z, max) = (input.integer(&Z), input.integer(&MAX));
    let each = flag(input, &EACH);
    let scheme = input.word(&SCHEME).unwrap_or(Scheme::Xyz);
    match (input.has(&BBOX), input.has(&POINTS)) {
        (false, false) => input.wrong(BBOX.name, "this or points is required; bbox=51.4,-0.2,51.6,0.1"),
        (true, true) => input.wrong(BBOX.name, "not together with points"),
        _ => {}
    }
    if input.has(&MAX) && input.has(&Z) {
        input.wrong(MAX.name, "only without z");
    }
    if each && !input.has(&POINTS) {
        input.wrong(EACH.name, "only with points");
    }
    input.check(())?;
    let of_points = || Wanted::of_points(points.as_deref()?, each);
    let wanted = bbox.map(Wanted::of_area).or_else(of_points);
    let wanted = wanted.expect("a request with neither or with wrong ones is refused");
    let most = max.unwrap_or(USUAL_MOST_TILES);
    let query = Query {
        name: OPERATION.name,
        bbox: bbox.map(|area| area.to_vec()),
        points,
        z: z.map(|z| z as u8),
        max: z.is_none().then_some(most),
        each: u8::from(each),
        scheme: scheme.word(),
        cost: COST,
    };
    let z = query.z.unwrap_or_else(|| wanted.zoom(most as u64));
    let count = wanted.count(z);
    if count > MOST_TILES as u64 {
        let detail = format!("{count} tiles of zoom {z}; one call gives at most {MOST_TILES}");
        return Err(Problem::new(Code::TooLarge, detail));
    }
    Ok(Prepared::json(&query, COST, move || Ok(wanted.response(z, scheme))))
}
