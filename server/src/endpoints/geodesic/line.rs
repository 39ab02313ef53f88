//! The line that is asked for, and its points.

use crate::api::context::Context;
use crate::api::input::Word;
use crate::api::point::Point;
use geography::geodesic::{Along, Ellipsoid, Halving, Route};
use web::problem::{Code, Problem};

/// Tolerance where none is given, degrees.
const USUAL_TOLERANCE_DEG: f64 = 0.05;
const USUAL_SEGMENTS: usize = 10;
/// Points that halving may give.
const MOST_POINTS: usize = 10_000;
/// Points that are counted at once; more in the pool for long answers.
const MOST_COUNTED_AT_ONCE: usize = 1000;

/// How points are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// By halving.
    Midpoint,
    /// At equal distances.
    Uniform,
}

impl Word for Method {
    const WORDS: &'static [&'static str] = &["midpoint", "uniform"];
    const VALUES: &'static [Self] = &[Self::Midpoint, Self::Uniform];
}

/// The line that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) ends: [Point; 2],
    pub(super) ellipsoid: Ellipsoid,
    pub(super) method: Method,
    /// Greatest turn of a part, degrees, if given.
    pub(super) tolerance_deg: Option<f64>,
    /// Parts, if given.
    pub(super) segments: Option<usize>,
}

impl Line {
    /// The tolerance in force; none where it has no effect.
    pub(super) fn tolerance_deg(&self) -> Option<f64> {
        let usual = self.tolerance_deg.unwrap_or(USUAL_TOLERANCE_DEG);
        (self.method == Method::Midpoint).then_some(usual)
    }

    /// The number of segments in force; none where it has no effect.
    pub(super) fn segments(&self) -> Option<usize> {
        (self.method == Method::Uniform).then_some(self.segments.unwrap_or(USUAL_SEGMENTS))
    }

    /// The geodesic.
    pub(super) fn route(&self) -> Route {
        Route::new(self.ellipsoid, self.ends.map(Point::degrees))
    }

    /// The points from the start to the end.
    pub(super) fn points(&self) -> Vec<Along> {
        let route = self.route();
        match self.segments() {
            Some(segments) => (0..=segments).map(|number| route.division(number, segments)).collect(),
            None => self.halved(&route).collect(),
        }
    }

    fn halved<'a>(&self, route: &'a Route) -> Halving<'a> {
        Halving::new(route, self.tolerance_deg().unwrap_or(USUAL_TOLERANCE_DEG))
    }

    /// How many points there are; refused if they are too many.
    pub(super) fn count(&self, context: &Context) -> Result<usize, Problem> {
        if let Some(segments) = self.segments() {
            return Ok(segments + 1);
        }
        let route = self.route();
        let first = self.halved(&route).take(MOST_COUNTED_AT_ONCE + 1).count();
        if first <= MOST_COUNTED_AT_ONCE {
            return Ok(first);
        }
        let line = *self;
        let count = move || line.halved(&line.route()).take(MOST_POINTS + 1).count();
        let (count, _slots) = context.long_answers().result(0, count)?;
        if count > MOST_POINTS {
            let tolerance_deg = self.tolerance_deg.unwrap_or(USUAL_TOLERANCE_DEG);
            let detail = format!("a tolerance of {tolerance_deg}° gives more than {MOST_POINTS} points");
            return Err(Problem::new(Code::TooLarge, detail));
        }
        Ok(count)
    }
}
