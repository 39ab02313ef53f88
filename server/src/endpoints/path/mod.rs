//! The operation `/solar-eclipse/path/{julian-day}`: the curves of an eclipse on the map.

mod cost;
mod curves;
mod describe;
mod json;
mod query;
mod task;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::Operation;
use crate::api::parameters::Parameters;
use crate::api::prepared::{Prepared, Whole, Work};
use crate::endpoints::path::query::NAME;
use crate::generation::elements::Curves;
use crate::vocabulary::delta_t::DeltaTInForce;
use crate::vocabulary::formats::Chosen;
use accounts::access::Access;
use accounts::plan::Plan;
use hyper::header::{self, HeaderValue};
use query::PathQuery;
use std::sync::{Arc, OnceLock};
use task::Task;
use web::problem::{Code, Problem};

/// The operation `/solar-eclipse/path/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: NAME,
    id: "solar-eclipse-path",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/path/{julian-day}"],
    summary: "Central line, limits and all other curves of a solar eclipse on the map",
    description: "Returns the curves of a solar eclipse on the map, in six formats. The years are 1500 … \
        2500, or with `era=canon` −1999 … 3000. Requires the Pro plan or higher.\n\n\
        The curves are for an observer at height 0 on the WGS 84 ellipsoid, a smooth mean limb of the Moon, \
        no refraction, and the Sun's centre above the true horizon. `magnitude` is the part of the Sun's \
        diameter that is covered. A curve that does not exist is left out and is not an error: a partial \
        eclipse with `paths=c` gives an empty collection. North and south are decided once for a whole \
        curve, at greatest eclipse. In hybrid eclipses they are decided by stretch, and `c`, `tn`, `ts` and \
        `area` come in numbered parts of one `kind` each (`c-1`, `c-2`). Parameters without effect (`eqm` \
        without `eqn` or `eqs`, `step` without `csv`) are checked and then ignored.\n\n\
        **`geojson`** (RFC 7946): curves are cut at the antimeridian, poles are led along it, positions have \
        six decimals, and boxes have west > east where they cross the antimeridian. Edges are straight in \
        longitude and latitude; libraries that draw great arcs and expect clockwise rings (d3-geo) need them \
        rewound. `from` and `to` are the first and last instant along a feature: of maximum on lines and \
        limits, of beginning or end on `rs`, of the state shown in `out`. **`json`**: the same with the \
        Sun's position at each vertex of a line; each polygon of a region that is cut has a separate entry. \
        **`kml`** and **`gpx`** 1.1 for Google Earth and receivers: in `kml` an outline is shown from half \
        an `outStep` before its instant to half of one after, and only from U1 to U4. In `gpx` tracks run \
        forward in time, a track that would run backward has no times, and 180° is 179.999999°. **`czml`**: \
        the shadow is a polygon from U1 to U4 whose 48 vertices move from sample to sample, and the centre a \
        moving point. `out` is added if it is left out; samples are at the multiples of `outStep`, and 1, 2, \
        4, … s from U1 and U4. Nothing is cut, because it is drawn on a globe. **`csv`**: the layout of \
        NASA's path tables, with a row every `step` minutes of UT. `begin` and `end` are the ends of limits \
        and central line on the terminator, each at a different instant; `ut` is the first or the last of \
        them. `csv` ignores `paths` and the parameters that refine it.\n\n\
        The cost is 10 credits per 500 vertices begun (with `csv`: places). The curves are sampled to count \
        them, also for `cost=1` and for calls that are then rejected for lack of credits; the response is \
        written only after payment. A response has at most 200,000 vertices; sampling ends with the curve \
        that exceeds the limit. A response that takes more than a few milliseconds counts as a long one, and \
        as one more for each 4 MB. Penumbral contacts more than 3 h from greatest eclipse lie beyond the fit \
        of the elements and are off by about 10 m. The sources of the curves, and their shift east or west \
        by the error of ΔT, are in `eclipse` of `geojson`, in `accuracy` of `json`, and as text in `kml` and \
        `gpx`.",
    parameters: PathQuery::ALL,
    access: Access::Key(Plan::Pro),
    cost: cost::MIN,
    refusals: &[Code::NoData, Code::TooLarge],
    form: &query::GEOJSON,
    describe: describe::shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query = PathQuery::new(input, context)?;
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    let delta_t = DeltaTInForce::new(query.delta_t, context).of_eclipse_with_sigma(&elements);
    let task = Task::of_eclipse(&query, &elements, delta_t, &context.data.catalog.computed_by);
    let disposition = task.disposition();
    // The response without other parameters is cached as long as the generation lives.
    let kept = query.is_default().then(|| Arc::clone(&elements.curves));
    let (vertices, work) = match kept.as_ref().and_then(|kept| kept.get()) {
        Some(curves) => (curves.vertices, Work::Ready(curves.body.clone())),
        None => sampled(task, cost::long_bytes(&query), kept, context)?,
    };
    let cost = cost::of(vertices);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let disposition = HeaderValue::from_str(&disposition).expect("names of files are of letters and digits");
    let chosen = Chosen { format: query.format(), is_named: input.has(&PathQuery::FORMAT) };
    Ok(chosen.prepared(echo, cost, work).with_header(header::CONTENT_DISPOSITION, disposition))
}

/// Samples the curves. Returns the number of vertices, and the work that is left to do after payment.
/// `long_bytes` is the approximate size of a response that takes long; `kept` is where to cache the response.
fn sampled(
    task: Task,
    long_bytes: Option<usize>,
    kept: Option<Arc<OnceLock<Curves>>>,
    context: &Context,
) -> Result<(usize, Work), Problem> {
    let (sampled, slots) = match long_bytes {
        Some(bytes) => context.long_answers().result(bytes, move || task.sampled())?,
        None => (task.sampled(), Vec::new()),
    };
    let sampled = sampled?;
    let (vertices, max_bytes) = (sampled.vertices(), sampled.max_bytes());
    let write = move || {
        let body = sampled.write()?;
        if let Some(kept) = kept {
            // Another thread may have been first.
            drop(kept.set(Curves { vertices, body: body.clone() }));
        }
        Ok(body)
    };
    Ok((vertices, Work::Whole(Whole { slots, max_bytes, write: Box::new(write) })))
}
