//! The operation `/geodesic/{start}/{end}`: points along the shortest way between two points.

mod answer;
mod line;
mod parameters;
mod schema;

use crate::api::context::Context;
use crate::api::flag::flag;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::Operation;
use crate::api::prepared::{Prepared, Work};
use crate::vocabulary::formats::Chosen;
use accounts::access::Access;
use accounts::plan::Plan;
use answer::{NAME, Query, entries, feature};
use line::{Line, Method};
use parameters::{ELLIPSOID, END, FORMAT, Format, GEOJSON, METHOD, SEGMENTS, START, TOLERANCE, WITH_EL};
use std::sync::Arc;
use web::json;
use web::problem::{Code, Problem};

/// Points that are computed and written in about half a millisecond; more are a long answer.
const MOST_SHORT_POINTS: usize = 400;

/// The operation `/geodesic/{start}/{end}`.
pub(crate) const OPERATION: Operation = Operation {
    name: NAME,
    id: "geodesic",
    group: Group::Ground,
    paths: &["/geodesic/{start}/{end}", "/geodesic/{start}//{end}"],
    summary: "Points along the shortest way between two points",
    description: "The geodesic on an ellipsoid by the method of Karney (2013), right to a micrometre, also \
        between points that are nearly opposite; needs the Pro plan or higher. `method=uniform` cuts it into \
        `segments` of equal length. `method=midpoint` halves it until the directions at both ends of each \
        part differ by less than `tolerance`, at most 16 times: a chart with straight edges then looks \
        smooth. At most 10,000 points, or 10,001 with 10,000 segments.\n\n\
        **`format=array`**: an array of points with their `distance` from the start in metres and `bearing`, \
        the direction in which the line goes on, 0 … 360° from north through east. **`format=geojson`**: a \
        feature without envelope, cut at the antimeridian as RFC 7946 asks for. With `with-el=1` points have \
        the height of the ground as `/elevation` gives it; positions without data have none. Of the \
        positions, those of `points` are the same as in the array; where the line is cut, one more ends the \
        piece before and one begins the next.\n\n\
        **Equal ends** make a line of no length: `midpoint` gives two points, `uniform` one more than \
        `segments`, all at the same place, with a `bearing` that means nothing.\n\n\
        The cost is 1 for each point but the first, and twice that with `with-el=1`.",
    parameters: &[START, END, METHOD, FORMAT, WITH_EL, ELLIPSOID, TOLERANCE, SEGMENTS],
    access: Access::Key(Plan::Pro),
    cost: 1.0,
    refusals: &[Code::TooLarge],
    form: &GEOJSON,
    describe: schema::shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (start, end) = (input.required(&START, Input::point), input.required(&END, Input::point));
    let (method, format) = (input.required(&METHOD, Input::word), input.required(&FORMAT, Input::word));
    let with_el = flag(input, &WITH_EL);
    let ellipsoid = parameters::ellipsoid(input);
    let (tolerance_deg, segments) = (input.number(&TOLERANCE), input.integer(&SEGMENTS));
    if method.as_ref() == Some(&Method::Midpoint) && input.has(&SEGMENTS) {
        input.wrong(SEGMENTS.name, "only with method=uniform");
    }
    if method.as_ref() == Some(&Method::Uniform) && input.has(&TOLERANCE) {
        input.wrong(TOLERANCE.name, "only with method=midpoint");
    }
    let ((start, end), (method, format)) = input.check(((start, end), (method, format)))?;
    let ends = [start, end];
    let line = Line { ends, ellipsoid, method, tolerance_deg, segments: segments.map(|n| n as usize) };
    let points = line.count(context)?;
    let each = if with_el { 2.0 } else { 1.0 };
    let cost = (points - 1).max(1) as f64 * each;
    let echo = Prepared::echo(&Query::new(&line, format, with_el, cost));
    let most =
        if with_el { context.data.elevation.most_at_once(MOST_SHORT_POINTS) } else { MOST_SHORT_POINTS };
    let elevation = with_el.then(|| Arc::clone(&context.data.elevation));
    let write = move |buffer: &mut Vec<u8>| {
        match format {
            Format::GeoJson => feature(buffer, &line, elevation.as_deref())?,
            Format::Array => {
                json::append(buffer, &entries(&line, elevation.as_deref()));
            }
        }
        Ok(())
    };
    let work = match points <= most {
        true => Work::Compute(Box::new(write)),
        false => Work::Long(Box::new(write)),
    };
    Ok(Chosen { format, is_named: true }.prepared(echo, cost, work))
}
