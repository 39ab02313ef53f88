//! The operation `/solar-eclipse/path/{julian-day}`: the curves of an eclipse on the map.

mod cost;
mod describe;
mod format;
mod json;
mod parameters;
mod request;
mod task;
mod wanted;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::Operation;
use crate::api::prepared::{Freshness, Prepared, Whole, Work};
use crate::endpoints::path::request::Request;
use crate::endpoints::path::task::Task;
use crate::generation::elements::Curves;
use crate::vocabulary::delta_t::DeltaTInForce;
use accounts::access::Access;
use accounts::plan::Plan;
use hyper::header::{self, HeaderValue};
use std::sync::{Arc, OnceLock};
use web::problem::{Code, Problem};

/// The operation `/solar-eclipse/path/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: request::NAME,
    id: "solar-eclipse-path",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/path/{julian-day}"],
    summary: "Central line, limits and all other curves of a solar eclipse on the map",
    description: "The curves of an eclipse of the years 1500 … 2500, or with `era=canon` of −1999 … 3000, in \
        six formats; needs the Pro plan or higher. They are those of an observer at height 0 on the WGS 84 \
        ellipsoid, for a smooth mean limb of the Moon, without refraction, with the Sun's centre above the \
        true horizon; `magnitude` is the part of the Sun's diameter that is covered. A curve that does not \
        exist is left out and is no error: a partial eclipse with `paths=c` gives an empty collection. North \
        and south are decided once for a whole curve, at greatest eclipse; in hybrid eclipses by stretch, \
        and there `c`, `tn`, `ts` and `area` come in numbered parts of one `kind` each (`c-1`, `c-2`). \
        Parameters that have nothing to act on beside the others (`eqm` without `eqn` or `eqs`, `step` \
        without `csv`) are checked and then ignored.\n\n\
        **`geojson`** (RFC 7946): cut at the antimeridian, poles led along it, positions with six decimals, \
        boxes with west > east where they cross it. Edges are straight in longitude and latitude; libraries \
        that draw great arcs and take rings clockwise (d3-geo) need them rewound. `from` and `to` are the \
        first and last instant along a feature: of maximum on lines and limits, of beginning or end on `rs`, \
        of the state shown in `out`. **`json`**: the same with the Sun's place at each vertex of a line; \
        each polygon of a region that is cut has an entry of its own. **`kml`** and **`gpx`** 1.1 for Google \
        Earth and receivers: in `kml` an outline is shown from half an `outStep` before its instant to half \
        of one after, and only from U1 to U4; in `gpx` tracks run forward in time, what would run back has \
        no time, and 180° is 179.999999°. **`czml`**: the shadow as a polygon from U1 to U4 whose 48 \
        vertices move from sample to sample (`out`, added if it is left out: at the multiples of `outStep`, \
        and 1, 2, 4, … s from U1 and U4), the centre as a moving point; never cut, because it is drawn on \
        a globe. **`csv`**: the layout of NASA's path tables, a row per `step` minutes of UT; `begin` and \
        `end` are the ends of limits and central line on the terminator, each with its own instant, of which \
        `ut` is the first or the last. `csv` ignores `paths` and what belongs to it.\n\n\
        The cost is 10 credits for each 500 vertices begun (with `csv`: places). The curves are sampled to \
        count them, also for `cost=1` and for calls that are then refused for want of credits; no answer is \
        written until it is paid. At most 200,000 vertices are given; sampling ends with the curve that goes \
        beyond. An answer that takes more than a few milliseconds counts as a long one, and as one more for \
        each 4 MB. Penumbral contacts more than 3 h from greatest eclipse lie beyond the fit of the \
        elements, by 10 m or so. On what the curves rest, and how far the error of ΔT moves them east or \
        west, stands in `eclipse` of `geojson`, in `accuracy` of `json`, and in words in `kml` and `gpx`.",
    parameters: parameters::ALL,
    access: Access::Key(Plan::Pro),
    cost: cost::LEAST,
    refusals: &[Code::NoData, Code::TooLarge],
    form: &format::GEOJSON,
    describe: describe::shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let request = Request::read(input, context.headers)?;
    let elements = request.elements.eclipse_of(&context.data, request.jd)?;
    let delta_t = DeltaTInForce::new(request.delta_t, context);
    let delta_t_s = delta_t.of_eclipse(&elements);
    let sigma_s = delta_t.sigma_s(elements.t_max.to_ut1(delta_t_s));
    let task = Task::of_eclipse(&request, &elements, delta_t_s, sigma_s, &context.data.catalog.computed_by);
    let (form, disposition) = (format::form(request.format), task.disposition());
    // The same for everybody as long as the generation is.
    let kept = request.is_usual().then(|| Arc::clone(&elements.curves));
    let (vertices, work) = match kept.as_ref().and_then(|kept| kept.get()) {
        Some(curves) => (curves.vertices, Work::Ready(curves.body.clone())),
        None => sampled(task, request.long_bytes(), kept, context)?,
    };
    let cost = cost::of(vertices);
    let echo = Prepared::echo(&request.query(cost));
    let disposition = HeaderValue::from_str(&disposition).expect("names of files are of letters and digits");
    let prepared = Prepared::new(form, echo, cost, Freshness::Day, work)
        .with_header(header::CONTENT_DISPOSITION, disposition);
    Ok(if request.is_format_named { prepared.with_form_named() } else { prepared })
}

/// The number of vertices of an answer, and what is left to be done when it is paid. A long one has about so
/// many bytes. An answer that is `kept` need not be made again.
fn sampled(
    task: Task,
    long_bytes: Option<usize>,
    kept: Option<Arc<OnceLock<Curves>>>,
    context: &Context,
) -> Result<(usize, Work), Problem> {
    let (sampled, slots) = match long_bytes {
        Some(about) => context.long_answers().result(about, move || task.sampled())?,
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
