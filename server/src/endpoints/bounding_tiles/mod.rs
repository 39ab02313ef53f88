//! The operation `/bounding-tiles`: the tiles of a map that cover a box or contain points.

mod response;

use crate::api::place::Area;
use crate::endpoints::bounding_tiles::response::{MAX_ZOOM, TileScheme};
use crate::endpoints::prelude::*;
use response::{BoundingTiles, TileCover};

/// Credits for a box, or for each [`POINTS`].
const COST: f64 = 1.0;
/// Points that cost [`COST`].
const POINTS: usize = 100;
const MAX_TILES: u32 = 1024;
const DEFAULT_MAX_TILES: u32 = 16;
const MAX_POINTS: usize = 1000;

/// The operation `/bounding-tiles`.
pub(crate) const OPERATION: Operation =
    Operation::json::<BoundingTilesQuery, BoundingTiles>("bounding-tiles", &["/bounding-tiles"], prepare)
        .documented(Group::Tiles, include_str!("description.md"))
        .cost(COST)
        .refusals(&[Code::TooLarge]);

/// The parameters of `/bounding-tiles`.
#[derive(Parameters)]
#[parameters(check = fit_together(each))]
struct BoundingTilesQuery {
    /// `SOUTH,WEST,NORTH,EAST` in degrees, latitudes first as in all parameters (each `bbox` of a response is
    /// west, south, east, north, as in GeoJSON and TileJSON). A west greater than east crosses the
    /// antimeridian. Either this or `points` is required.
    #[param(example = "51.4,-0.2,51.6,0.1", shown, null)]
    bbox: Option<Area>,
    /// 1 … 1,000 points as `LAT,LNG`, separated by semicolons (or `|`). The tiles cover the smallest box
    /// around them, across the antimeridian if that is smaller. Errors identify a point by its index from 0.
    #[param(example = "51.5,-0.1;48.9,2.3", max = MAX_POINTS, null)]
    points: Option<Vec<Point>>,
    /// Zoom. The default is the greatest zoom with at most `max` tiles.
    #[param(example = "10", shown, min = 0, max = MAX_ZOOM, null)]
    z: Option<u32>,
    /// Maximum number of tiles, only without `z`; the default is 16.
    #[param(example = "16", min = 1, max = MAX_TILES, null)]
    max: Option<u32>,
    /// `1` (or `true`): only tiles that contain a point. Requires `points`.
    #[param(example = "1", default)]
    each: Flag,
    /// Numbering of rows: `xyz` from the north (the default), `tms` from the south.
    #[param(example = "tms", default = TileScheme::Xyz)]
    scheme: TileScheme,
}

fn fit_together(input: &mut Input, each: &Flag) {
    let [bbox, points] = [&BoundingTilesQuery::BBOX, &BoundingTilesQuery::POINTS];
    match (input.has(bbox), input.has(points)) {
        (false, false) => input.wrong(bbox.name, "add bbox or points, for example bbox=51.4,-0.2,51.6,0.1"),
        (true, true) => input.wrong(bbox.name, "cannot be combined with points; remove one of the two"),
        _ => {}
    }
    if input.has(&BoundingTilesQuery::MAX) && input.has(&BoundingTilesQuery::Z) {
        input.wrong(BoundingTilesQuery::MAX.name, "only without z");
    }
    if each.0 && !input.has(points) {
        input.wrong(BoundingTilesQuery::EACH.name, "only with points");
    }
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let mut query: BoundingTilesQuery = input.parameters()?;
    if query.z.is_none() {
        query.max.get_or_insert(DEFAULT_MAX_TILES);
    }
    let points = query.points.as_ref().map_or(0, Vec::len);
    let cost = COST * points.div_ceil(POINTS).max(1) as f64;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let work = Work::compute(points <= POINTS, move |buffer| {
        json::append(buffer, &covered(&query)?);
        Ok(())
    });
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}

fn covered(query: &BoundingTilesQuery) -> Result<BoundingTiles, Problem> {
    let of_points = || TileCover::of_points(query.points.as_deref()?, query.each.0);
    let cover = query.bbox.map(|Area(area)| TileCover::of_area(area)).or_else(of_points);
    let cover = cover.expect("a request without both is refused");
    let z = query.z.map_or_else(|| cover.zoom(query.max.unwrap_or(DEFAULT_MAX_TILES).into()), |z| z as u8);
    let count = cover.count(z);
    if count > MAX_TILES.into() {
        let detail = format!("{count} tiles of zoom {z}; one call gives at most {MAX_TILES}");
        return Err(Problem::new(Code::TooLarge, detail));
    }
    Ok(cover.response(z, query.scheme))
}
