//! The operation `/geodesic/{start}/{end}`: points along the shortest path between two points.

mod answer;
mod query;
mod schema;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::Operation;
use crate::api::parameters::Parameters;
use crate::api::prepared::{Prepared, Work};
use crate::endpoints::geodesic::query::NAME;
use crate::vocabulary::formats::Chosen;
use accounts::access::Access;
use accounts::plan::Plan;
use answer::{entries, feature};
use query::{Format, GEOJSON, GeodesicQuery};
use std::sync::Arc;
use web::json;
use web::problem::{Code, Problem};

/// Points that a request thread computes and writes in about half a millisecond; more go to the pool for
/// long answers.
const MAX_SHORT_POINTS: usize = 400;

/// The operation `/geodesic/{start}/{end}`.
pub(crate) const OPERATION: Operation = Operation {
    name: NAME,
    id: "geodesic",
    group: Group::Ground,
    paths: &["/geodesic/{start}/{end}", "/geodesic/{start}//{end}"],
    summary: "Points along the shortest path between two points",
    description: "Points on the geodesic of an ellipsoid. The method of Karney (2013) is accurate to a \
        micrometre, even between nearly antipodal points. Requires the Pro plan or higher. `method=uniform` \
        divides the line into `segments` of equal length. `method=midpoint` halves it, at most 16 times, \
        until the directions at both ends of each part differ by less than `tolerance`, so that a chart with \
        straight edges looks smooth. At most 10,000 points, or 10,001 with 10,000 segments.\n\n\
        **`format=array`** returns an array of points, each with its `distance` from the start in metres and \
        its `bearing`, the direction in which the line continues (0 … 360° from north through east). \
        **`format=geojson`** returns a feature without the envelope, cut at the antimeridian as RFC 7946 \
        requires. With `with-el=1`, points have the height of the ground as `/elevation` returns it; \
        positions without data have none. The positions are the points of the array; where the line is cut, \
        one more position ends the piece before and one more begins the next.\n\n\
        **Equal ends** give a line of zero length: `midpoint` returns two points, `uniform` one more than \
        `segments`, all at the same place and with a meaningless `bearing`.\n\n\
        The cost is 1 for each point except the first, and twice that with `with-el=1`.",
    parameters: GeodesicQuery::ALL,
    access: Access::Key(Plan::Pro),
    cost: 1.0,
    refusals: &[Code::TooLarge],
    form: &GEOJSON,
    describe: schema::shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query = GeodesicQuery::read(input)?;
    let points = query.count(context)?;
    let (each, max_short) = match query.with_el.0 {
        true => (2.0, context.data.elevation.max_at_once(MAX_SHORT_POINTS)),
        false => (1.0, MAX_SHORT_POINTS),
    };
    let cost = (points - 1).max(1) as f64 * each;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let elevation = query.with_el.0.then(|| Arc::clone(&context.data.elevation));
    let write = move |buffer: &mut Vec<u8>| {
        match query.format {
            Format::GeoJson => feature(buffer, &query, elevation.as_deref())?,
            Format::Array => json::append(buffer, &entries(&query, elevation.as_deref())),
        }
        Ok(())
    };
    let work = match points <= max_short {
        true => Work::Compute(Box::new(write)),
        false => Work::Long(Box::new(write)),
    };
    Ok(Chosen { format: query.format, is_named: true }.prepared(echo, cost, work))
}
