//! The operation `/elevation/{start}/{end}`: heights along a geodesic.

use super::sources::{HeightSources, to_decimals};
use crate::endpoints::prelude::*;
use geography::geodesic::{Along, Ellipsoid, Route};

/// Samples that a request thread computes in about half a millisecond; more go to the pool.
const MAX_SHORT_SAMPLES: usize = 500;

pub(crate) const PROFILE: Operation = Operation::json::<ElevationProfileQuery, ElevationProfile>(
    "elevation",
    &["/elevation/{start}/{end}"],
    prepare,
)
.id("elevation-profile")
.documented(Group::Ground, include_str!("profile.md"))
.plan(Plan::Starter)
.cost(1.0);

/// The parameters of `/elevation/{start}/{end}`.
#[derive(Parameters)]
struct ElevationProfileQuery {
    /// Start of the line as `LAT,LNG`: degrees, negative south and west. Longitudes up to 360 are accepted.
    #[param(path, example = "46.5,7.5")]
    start: Point,
    /// End of the line.
    #[param(path, example = "45.5,8.5")]
    end: Point,
    /// Number of points at equal distances, both ends included; the default is 101.
    #[param(example = "11", min = 2, max = 10_000, default = 101)]
    samples: u32,
}

/// Heights along the shortest line between two points.
#[derive(Serialize, ToSchema)]
struct ElevationProfile {
    /// Length of the line, metres.
    distance: f64,
    /// The lowest height, metres; null if any height is null.
    min: Option<f64>,
    /// The highest height, metres; null if any height is null.
    max: Option<f64>,
    /// Sum of all steps up, metres; null if any height is null.
    ascent: Option<f64>,
    /// Sum of all steps down, metres; null if any height is null.
    descent: Option<f64>,
    /// The points from the start to the end.
    points: Vec<ProfilePoint>,
    /// The coarsest source of the heights.
    source: ElevationSource,
    /// All sources of the heights, the coarsest first; only if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sources: Option<Vec<ElevationSource>>,
}

/// The height of the ground at a point of a line.
#[derive(Serialize, ToSchema)]
struct ProfilePoint {
    /// Latitude, degrees.
    lat: f64,
    /// Longitude, degrees.
    lng: f64,
    /// Distance from the start, metres.
    distance: f64,
    /// Metres above mean sea level; null where there are no data.
    elevation: Option<f64>,
    /// Index of the source of the height in `sources`, from 0; only with `sources` and a known height.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    source: Option<usize>,
}

impl ElevationProfile {
    fn new(route: &Route, samples: usize, elevation: &Elevation) -> Self {
        let along: Vec<_> = (0..samples).map(|n| route.division(n, samples - 1)).collect();
        let mut cursor = elevation.cursor();
        let heights: Vec<_> = along.iter().map(|at| cursor.at(at.latitude_deg, at.longitude_deg)).collect();
        let sources = HeightSources::of(&heights);
        let sample = |(number, (at, height)): (usize, (&Along, &Option<GroundHeight>))| ProfilePoint {
            lat: to_decimals::<6>(at.latitude_deg),
            lng: to_decimals::<6>(at.longitude_deg),
            distance: to_decimals::<3>(at.distance_m),
            elevation: height.as_ref().map(GroundHeight::rounded_m),
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

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: ElevationProfileQuery = input.parameters()?;
    let cost = f64::from(query.samples - 1);
    let echo = Prepared::echo(&query.in_query(PROFILE.name, cost));
    let (data, samples) = (context.generation(), query.samples as usize);
    let is_short = samples <= data.elevation.max_at_once(MAX_SHORT_SAMPLES);
    let work = Work::json(is_short, move || {
        let route = Route::new(Ellipsoid::Wgs84, [query.start, query.end].map(Point::degrees));
        ElevationProfile::new(&route, samples, &data.elevation)
    });
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
