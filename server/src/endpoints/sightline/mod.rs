//! The operation `/sightline/{start}/{end}`: whether one point is visible from another over the ground.

mod answer;
mod query;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{Compute, Freshness, JSON, Prepared, Work};
use crate::endpoints::sightline::query::SightlineQuery;
use accounts::access::Access;
use accounts::plan::Plan;
use answer::Response;
use web::json;
use web::problem::Problem;

/// Credits for each hundred points, or part of a hundred.
const COST: f64 = 3.0;
/// Points that a request thread computes; more go to the pool for long answers.
const MAX_SHORT_SAMPLES: usize = 500;
const DEFAULT_OBS_HEIGHT_M: f64 = 1.7;

/// The operation `/sightline/{start}/{end}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "sightline",
    id: "sightline",
    group: Group::Ground,
    paths: &["/sightline/{start}/{end}"],
    summary: "Whether one point is visible from another over the ground",
    description: "Points of the ground, equally spaced on the geodesic of WGS 84 from the observer to the \
        target, both included. A point is visible if no nearer point has a greater apparent altitude. The \
        air bends light: with Re, the radius of curvature of the ellipsoid in the azimuth at the observer, R \
        = Re/(1 − k), θ = s/R and heights h above mean sea level (h0 of the eye), the apparent altitude is \
        atan2((R + h) cos θ − (R + h0), (R + h) sin θ). `obstruction` is the highest nearer point if it \
        hides the target. `clearance` is the height of the target above the ray over the highest nearer \
        point; if negative, the target is too low by that much. `minObserverHeight` is the minimum height of \
        the eye above the ground that makes the target visible, null above 20,000 m. Elevations are \
        interpolated bilinearly between the heights of the finest data at the place, to 0.1 m, and are 0 at \
        sea. A null elevation anywhere makes `visible` and the values that depend on it null. `source` is \
        the coarsest dataset used. If its heights are more than 100 m apart, as in ETOPO5 (9 km), which \
        every server has, there is a `warning`. Features smaller than the distance between points are \
        missed, as are trees and houses that the data do not contain. The cost is 3 for each hundred points \
        or part of it.",
    parameters: SightlineQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: Shape::envelope::<SightlineQuery, Response>,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: SightlineQuery = input.parameters()?;
    if query.obs_elevation.is_none() {
        query.obs_height = query.obs_height.or(Some(DEFAULT_OBS_HEIGHT_M));
    }
    let route = query.route()?;
    let cost = COST * f64::from(query.samples.div_ceil(100));
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let data = context.generation();
    let is_short = query.samples as usize <= data.elevation.max_at_once(MAX_SHORT_SAMPLES);
    let write: Compute = Box::new(move |buffer| {
        json::append(buffer, &Response::new(&query, &route, &data.elevation));
        Ok(())
    });
    let work = if is_short { Work::Compute(write) } else { Work::Long(write) };
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
