//! The operations `/elevation?points=` and `/elevation/{points}`: heights at points.

use super::sources::HeightSources;
use crate::api::parameter::Place;
use crate::endpoints::prelude::*;

/// Maximum number of points in a request.
const MAX_POINTS: usize = 1000;
const IN_PATH: Parameter = Parameter { place: Place::Path, ..ElevationQuery::POINTS };

pub(crate) const OF_QUERY: Operation =
    Operation::json::<ElevationQuery, Elevations>("elevation", &["/elevation"], prepare)
        .documented(Group::Ground, include_str!("points.md"))
        .plan(Plan::Starter)
        .cost(1.0)
        .post(&super::rows::OPERATION);

pub(crate) const OF_PATH: Operation = Operation {
    id: "elevation-points",
    group: Group::Ground,
    paths: &["/elevation/{points}"],
    parameters: &[IN_PATH],
    documentation: include_str!("points_in_path.md"),
    post: None,
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
struct Elevations {
    /// The points in the order of the request.
    points: Vec<PointElevation>,
    /// The coarsest source of the heights.
    source: ElevationSource,
    /// All sources of the heights, the coarsest first; only if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sources: Option<Vec<ElevationSource>>,
}

impl Elevations {
    fn new(points: &[Point], data: &Data) -> Self {
        let mut cursor = data.elevation.cursor();
        let heights: Vec<_> = points.iter().map(|p| cursor.at(p.lat, p.lng)).collect();
        let sources = HeightSources::of(&heights);
        let point = |(number, (p, height)): (usize, (&Point, &Option<GroundHeight>))| {
            // At sea the height is exact.
            let coarse = height.as_ref().filter(|height| !height.is_own() && !height.is_open_sea());
            PointElevation {
                lat: p.lat,
                lng: p.lng,
                elevation: height.as_ref().map(GroundHeight::rounded_m),
                source: sources.number(number),
                sigma: coarse.and_then(|height| height.world_sigma_m(&cursor, p.lat, p.lng)).map(f64::ceil),
                town: coarse.and_then(|_| TownHeight::near(data, p)),
            }
        };
        let points = points.iter().zip(&heights).enumerate().map(point).collect();
        Self { points, source: sources.coarsest(), sources: sources.several() }
    }
}

/// The height of the ground at a point.
#[derive(Serialize, ToSchema)]
struct PointElevation {
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
    /// Standard error of the height, metres; only of heights from ETOPO5.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sigma: Option<f64>,
    /// The nearest town; only for heights from ETOPO5, within 2 km, and if GeoNames has its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    town: Option<TownHeight>,
}

/// The height of a town near a point.
#[derive(Serialize, ToSchema)]
struct TownHeight {
    /// Number in GeoNames.
    #[schema(minimum = 1, maximum = 2147483647)]
    id: i32,
    /// Name of the town, its region and its country.
    name: String,
    /// Metres above mean sea level.
    #[schema(minimum = -500, maximum = 9000)]
    elevation: i32,
    /// Standard error of this height at the point, metres.
    sigma: f64,
}

impl TownHeight {
    fn near(data: &Data, point: &Point) -> Option<Self> {
        let towns = &data.towns;
        let (town, sigma_m) = towns.height_near(point.degrees())?;
        let name = towns.label(&town);
        Some(Self { id: town.geonames_id, name, elevation: town.height_m?, sigma: sigma_m.ceil() })
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: ElevationQuery = input.parameters()?;
    let cost = query.points.len() as f64;
    let echo = Prepared::echo(&query.in_query(OF_QUERY.name, cost));
    let data = context.generation();
    let is_short = query.points.len() <= data.elevation.max_at_once(MAX_POINTS);
    let work = Work::json(is_short, move || Elevations::new(&query.points, &data));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
