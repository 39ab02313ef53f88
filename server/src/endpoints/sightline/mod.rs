//! The operation `/sightline/{start}/{end}`: whether one point is seen from another over the ground.

mod answer;
mod parameters;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::point::Point;
use crate::api::prepared::{Compute, Freshness, JSON, Prepared, Work};
use accounts::access::Access;
use accounts::plan::Plan;
use answer::Response;
use parameters::{self as p, EyeHeight, Request};
use serde::Serialize;
use utoipa::ToSchema;
use web::json;
use web::problem::Problem;

/// Credits for each hundred points, or part of a hundred.
const COST: f64 = 3.0;
/// So many points are looked at at once; more in the pool.
const MOST_AT_ONCE: usize = 500;

/// The operation `/sightline/{start}/{end}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "sightline",
    id: "sightline",
    group: Group::Ground,
    paths: &["/sightline/{start}/{end}"],
    summary: "Whether one point is seen from another over the ground",
    description: "Points of the ground, equally spaced on the geodesic of WGS 84 from the observer to the \
        target, both included; a point is visible when no nearer one stands higher. Light is bent by the \
        air: with Re, the radius of curvature of the ellipsoid in the azimuth at the observer, R = \
        Re/(1 − k), θ = s/R and heights h above mean sea level (h0 of the eye), the apparent altitude is \
        atan2((R + h) cos θ − (R + h0), (R + h) sin θ). `obstruction` is the highest nearer point if it \
        hides the target; `clearance` how far the target reaches above the ray over the highest nearer \
        point, negative if it would have to be so much higher; `minObserverHeight` the least height of the \
        eye above the ground from which it is seen, null above 20,000 m. Elevations are bilinear between the \
        heights of the finest data at the place, to 0.1 m, and 0 at sea; a null elevation anywhere makes \
        `visible` and what follows from it null. `source` is the coarsest of the data that were used: with \
        heights more than 100 m apart, as those of ETOPO5 that every server has (9 km), there is a \
        `warning`. What is smaller than the distance between points is not seen, nor are trees and houses \
        that the data do not have. The cost is 3 for each hundred points or part of it.",
    parameters: &[
        p::START,
        p::END,
        p::OBS_HEIGHT,
        p::OBS_ELEVATION,
        p::TARGET_HEIGHT,
        p::SAMPLES,
        p::REFRACTION,
    ],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = SightlineQuery)]
#[serde(rename_all = "camelCase")]
struct Query {
    /// `sightline`.
    name: &'static str,
    /// The observer.
    start: Point,
    /// The target.
    end: Point,
    /// Height of the eye above the ground, m; null if that above the sea is given.
    obs_height: Option<f64>,
    /// Height of the eye above mean sea level, m, or null.
    obs_elevation: Option<f64>,
    /// Height of the target above the ground, m.
    target_height: f64,
    /// Points.
    samples: u32,
    /// Coefficient of refraction, a pure number.
    refraction: f64,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let request = Request::read(input)?;
    let cost = COST * f64::from(request.samples.div_ceil(100));
    let (obs_height, obs_elevation) = match request.eye {
        EyeHeight::OverGround(height_m) => (Some(height_m), None),
        EyeHeight::OverSea(height_m) => (None, Some(height_m)),
    };
    let query = Query {
        name: OPERATION.name,
        start: request.start,
        end: request.end,
        obs_height,
        obs_elevation,
        target_height: request.target_height_m,
        samples: request.samples,
        refraction: request.refraction,
        cost,
    };
    let data = context.generation();
    let is_short = request.samples as usize <= data.elevation.most_at_once(MOST_AT_ONCE);
    let answer: Compute = Box::new(move |buffer| {
        json::append(buffer, &Response::new(&request, &data.elevation));
        Ok(())
    });
    let work = if is_short { Work::Compute(answer) } else { Work::Long(answer) };
    Ok(Prepared::new(&JSON, Prepared::echo(&query), cost, Freshness::Day, work))
}
