//! The parameters of `/geodesic`, and the points on the line.

use crate::endpoints::prelude::*;
use geography::geodesic::{Along, Ellipsoid, Halving, Route};

const DEFAULT_TOLERANCE_DEG: f64 = 0.05;
const DEFAULT_SEGMENTS: u32 = 10;
/// Name of the operation.
pub(super) const NAME: &str = "geodesic";

/// Maximum number of points from `method=midpoint`.
const MAX_POINTS: usize = 10_000;
/// Maximum number of points that a request thread counts; longer lines go to the pool for long responses.
const MAX_COUNTED_IN_REQUEST: usize = 1000;

/// The parameters of `/geodesic`.
#[derive(Clone, Copy, Parameters)]
#[parameters(check = fits_method(method))]
pub(super) struct GeodesicQuery {
    /// Start of the line as `LAT,LNG`: degrees, negative south and west. Longitudes up to 360 are accepted.
    #[param(path, example = "37.6,-122.3")]
    pub(super) start: Point,
    /// End of the line.
    #[param(path, example = "35.6,-3")]
    pub(super) end: Point,
    /// `uniform` divides the line into equal parts; `midpoint` halves it until each part is nearly straight.
    #[param(example = "uniform")]
    pub(super) method: GeodesicMethod,
    /// `array` returns points with distance and direction, `geojson` a line for a map.
    #[param(example = "geojson")]
    pub(super) format: GeodesicFormat,
    /// `1` (or `true`) adds the height of the ground to each point, for twice the cost.
    #[param(name = "with-el", example = "1", default)]
    pub(super) with_el: Flag,
    /// Ellipsoid that represents the Earth; the default is `WGS84`. `Sphere` has a radius of 6371 km.
    #[param(example = "GRS80", default = Ellipsoid::Wgs84)]
    pub(super) ellipsoid: Ellipsoid,
    /// With `midpoint`: maximum change of direction along a part, degrees; the default is 0.05.
    #[param(example = "1", min = 0.001, max = 90.0)]
    pub(super) tolerance: Option<f64>,
    /// With `uniform`: number of parts; the default is 10.
    #[param(example = "3", shown, min = 1, max = 10_000)]
    pub(super) segments: Option<u32>,
}

/// Method that selects the points of a geodesic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub(super) enum GeodesicMethod {
    Midpoint,
    Uniform,
}

/// Formats of the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub(super) enum GeodesicFormat {
    #[word("geojson")]
    GeoJson,
    Array,
}

impl ResponseFormat for GeodesicFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::GeoJson => &GEOJSON,
            Self::Array => &JSON,
        }
    }
}

/// Names of ellipsoids.
#[derive(Words)]
#[words(remote = Ellipsoid)]
pub(crate) enum EllipsoidName {
    #[word("WGS84")]
    Wgs84,
    #[word("GRS80")]
    Grs80,
    #[word("GRS67")]
    Grs67,
    #[word("ANS")]
    Ans,
    #[word("WGS72")]
    Wgs72,
    #[word("Clarke1858")]
    Clarke1858,
    #[word("Clarke1880")]
    Clarke1880,
    #[word("Sphere")]
    Sphere,
    #[word("IAU1976")]
    Iau1976,
}

fn fits_method(input: &mut Input, method: &GeodesicMethod) {
    let (other, detail) = match method {
        GeodesicMethod::Midpoint => (GeodesicQuery::SEGMENTS, "only with method=uniform"),
        GeodesicMethod::Uniform => (GeodesicQuery::TOLERANCE, "only with method=midpoint"),
    };
    if input.has(&other) {
        input.wrong(other.name, detail);
    }
}

impl GeodesicQuery {
    /// Reads the parameters and sets the default of the one that belongs to the method.
    pub(super) fn read(input: &mut Input) -> Result<Self, Problem> {
        let mut query: Self = input.parameters()?;
        match query.method {
            GeodesicMethod::Midpoint => query.tolerance = query.tolerance.or(Some(DEFAULT_TOLERANCE_DEG)),
            GeodesicMethod::Uniform => query.segments = query.segments.or(Some(DEFAULT_SEGMENTS)),
        }
        Ok(query)
    }

    /// The geodesic.
    pub(super) fn route(&self) -> Route {
        Route::new(self.ellipsoid, [self.start, self.end].map(Point::degrees))
    }

    /// The points from the start to the end.
    pub(super) fn points(&self) -> Vec<Along> {
        let route = self.route();
        match self.segments.map(|segments| segments as usize) {
            Some(segments) => (0..=segments).map(|number| route.division(number, segments)).collect(),
            None => self.halved(&route).collect(),
        }
    }

    fn tolerance_deg(&self) -> f64 {
        self.tolerance.unwrap_or(DEFAULT_TOLERANCE_DEG)
    }

    fn halved<'a>(&self, route: &'a Route) -> Halving<'a> {
        Halving::new(route, self.tolerance_deg())
    }

    /// Returns the number of points if it is counted quickly.
    pub(super) fn quick_count(&self) -> Option<usize> {
        if let Some(segments) = self.segments {
            return Some(segments as usize + 1);
        }
        let first = self.halved(&self.route()).take(MAX_COUNTED_IN_REQUEST + 1).count();
        (first <= MAX_COUNTED_IN_REQUEST).then_some(first)
    }

    /// Returns the number of points, or an error if there are more than [`MAX_POINTS`].
    pub(super) fn count(&self) -> Result<usize, Problem> {
        let count = self.halved(&self.route()).take(MAX_POINTS + 1).count();
        if count > MAX_POINTS {
            let tolerance_deg = self.tolerance_deg();
            let detail = format!("a tolerance of {tolerance_deg}° gives more than {MAX_POINTS} points");
            return Err(Problem::new(Code::TooLarge, detail));
        }
        Ok(count)
    }
}
