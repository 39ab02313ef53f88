//! The operation `/solar-eclipse/path/{julian-day}`: the curves of an eclipse on the map.

mod answer;
mod cost;
mod csv;
mod czml;
mod describe;
mod format;
mod gpx;
mod json;
mod kml;
mod parameters;
mod request;
mod task;
mod xml;

use super::elements::{DAY, eclipse_of};
use crate::accounts::access::Access;
use crate::accounts::plan::Plan;
use crate::api::context::Context;
use crate::api::input::Input;
use crate::api::operation::Operation;
use crate::api::prepared::{Freshness, Prepared, Work};
use crate::endpoints::path::request::Request;
use crate::endpoints::path::task::Task;
use crate::http::problem::{Code, Problem};
use bytes::Bytes;

/// The operation `/solar-eclipse/path/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: request::NAME,
    id: "solar-eclipse-path",
    paths: &["/solar-eclipse/path/{julian-day}"],
    summary: "Central line, limits and all other curves of a solar eclipse on the map",
    description: "The curves of an eclipse of the years 1500 … 2500 in six formats; needs the Pro plan or \
        higher. They are those of an observer at height 0 on the WGS 84 ellipsoid, for a smooth mean limb of \
        the Moon, without refraction, with the Sun's centre above the true horizon; `magnitude` is the part \
        of the Sun's diameter that is covered. A curve that does not exist is left out and is no error: a \
        partial eclipse with `paths=c` gives an empty collection. North and south are decided once for a \
        whole curve, at greatest eclipse; in hybrid eclipses by stretch, and there `c`, `tn`, `ts` and \
        `area` come in numbered parts of one `kind` each (`c-1`, `c-2`).\n\n\
        **`geojson`** (RFC 7946): cut at the antimeridian, poles led along it, positions with six decimals, \
        boxes with west > east where they cross it. Edges are straight in longitude and latitude; libraries \
        that draw great arcs and take rings clockwise (d3-geo) need them rewound. `from` and `to` are the \
        first and last instant along a feature: of maximum on lines and limits, of beginning or end on `rs`, \
        of the state shown in `out`. **`json`**: the same with the Sun's place at each vertex of a line. \
        **`kml`** and **`gpx`** 1.1 for Google Earth and receivers. **`czml`**: the shadow as a polygon that \
        moves (`out`, added if it is left out), the centre as a moving point; never cut, because it is drawn \
        on a globe. **`csv`**: the layout of NASA's path tables, a row per `step` minutes of UT; the first \
        and the last row are the ends of limits and central line on the terminator, each with its own \
        instant. `csv` takes no notice of `paths` and of what belongs to them.\n\n\
        The cost is 10 credits for each 500 vertices begun; `cost=1` counts them. At most 200,000 vertices \
        are given. Penumbral contacts more than 3 h from greatest eclipse lie beyond the fit of the \
        elements, by 10 m or so.",
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
    let elements = eclipse_of(&context.data, request.jd)?;
    let delta_t_s = request.delta_t_s.unwrap_or(elements.delta_t_s);
    let sigma_s = match request.delta_t_s {
        Some(_) => None,
        None => Some(context.delta_t(elements.t_max.to_ut1(delta_t_s), DAY.name)?.sigma_s),
    };
    let task = Task::of_eclipse(&request, elements, delta_t_s, sigma_s, &context.data.catalog.computed_by);
    let curves = match elements.curves.get().filter(|_| request.is_usual()) {
        Some(kept) => kept.clone(),
        None if request.is_heavy() => context.long_answers().result(move || answer::make(&task))??,
        None => answer::make(&task)?,
    };
    if request.is_usual() {
        // The same for everybody as long as the generation is. Another thread may have been first.
        drop(elements.curves.set(curves.clone()));
    }
    let cost = cost::of(curves.vertices);
    let echo = Prepared::echo(&request.query(cost));
    let form = request.format.form();
    let prepared = Prepared::new(form, echo, cost, Freshness::Day, work(curves.body, form.has_envelope));
    Ok(if request.is_format_named { prepared.with_form_named() } else { prepared })
}

/// A short answer is sent as it is; a longer one piece by piece, encoded while it is sent.
fn work(bytes: Bytes, has_envelope: bool) -> Work {
    const PIECE_BYTES: usize = 32 * 1024;
    if bytes.len() <= PIECE_BYTES {
        return match has_envelope {
            true => Work::Compute(Box::new(move |buffer| {
                buffer.extend_from_slice(&bytes);
                Ok(())
            })),
            false => Work::Ready(bytes),
        };
    }
    let begins = (0..bytes.len()).step_by(PIECE_BYTES);
    Work::Stream(Box::new(begins.map(move |at| bytes.slice(at..bytes.len().min(at + PIECE_BYTES)))))
}
