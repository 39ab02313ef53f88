//! The operation `/solar-eclipse/local-circumstances/details/{julian-day}`: what an observer sees
//! of an eclipse.

pub(crate) mod answer;
mod over_terrain;

use super::elements::{DAY, eclipse_of};
use crate::accounts::access::Access;
use crate::accounts::plan::Plan;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{DELTA_T, Parameter, required_obs};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::endpoints::local_circumstances::answer::{Response, Seen};
use crate::endpoints::terrain_horizon::{HORIZON, HorizonKind, HorizonWord, after_skyline, viewpoint};
use crate::generation::elements::Shown;
use crate::http::json;
use crate::http::problem::{Code, Problem};
use astro::eclipse::local::ObservedEclipse;
use astro::sky::horizon::Horizon;
use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

const OBS: Parameter = required_obs("23.2494,-106.4111,10");
const COST: f64 = 20.0;

/// The operation `/solar-eclipse/local-circumstances/details/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "solar-eclipse/local-circumstances/details",
    id: "solar-eclipse-local-circumstances-details",
    paths: &["/solar-eclipse/local-circumstances/details/{julian-day}"],
    summary: "What an observer sees of a solar eclipse",
    description: "Contacts with all intermediate quantities and what is seen at each, for the eclipses of \
        the years 1500 … 2500; needs the Starter plan or higher. `type` is that of the whole eclipse. \
        `magnitude` is the part of the Sun's diameter that is covered. Contacts come in order of time: 1 \
        (C1), 2 (C2), 0 (greatest), 3 (C3), 4 (C4); C2 and C3 only where the eclipse is total or annular. \
        They are for a smooth mean limb of the Moon. A contact below the horizon is listed with `visible` \
        false; an observer who sees nothing at all gets no contacts. `visibility` is the part of the eclipse \
        with the Sun's upper limb above the horizon (34′ of refraction): `from`, `to` and `reason`, one of \
        `whole`, `sunrise` (it begins at sunrise), `sunset`, `sunrise-and-sunset`, `interrupted` (the Sun \
        sets and rises again in between), `below-horizon`, `no-eclipse`. In `circumstances`, lengths are \
        equatorial radii of the Earth, t hours of TD from t0, angles degrees (`θrad` radians), primed \
        quantities rates per hour. `P` of C2 and C3 of a total eclipse is where the last and first light \
        shows, opposite to the Moon's centre. In `observational`, positions are airless and topocentric. \
        With `horizon=terrain` the skyline of the place takes the place of the level horizon: `visible` is \
        by it, each contact has an `obstacle` with what stands highest in the Sun's direction and how far \
        away, and `visibility` reaches from the first to the last instant at which the Sun is seen, with \
        the reasons `whole`, `terrain` (it hides a part) and `behind-terrain` (all of it). \
        Contacts are within 0.5 s of direct topocentric computations in 1900–2100 for the same ΔT, except \
        where the limbs nearly graze.",
    parameters: &[DAY, OBS, HORIZON, DELTA_T],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::NoData],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

#[derive(Serialize, ToSchema)]
#[schema(as = LocalCircumstancesQuery)]
struct Query {
    /// `solar-eclipse/local-circumstances/details`.
    name: &'static str,
    /// The Julian Day asked for.
    jd: f64,
    /// The observer.
    obs: Site,
    /// The elements of the eclipse.
    elements: Shown,
    /// The horizon, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<HorizonWord>)]
    horizon: Option<&'static str>,
    /// ΔT, if given.
    #[serde(rename = "deltaT", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    delta_t: Option<f64>,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (day, site) = (input.required(&DAY, Input::day), input.required(&OBS, Input::site));
    let (horizon, given) = (input.word::<HorizonKind>(&HORIZON), input.number(&DELTA_T));
    let (jd, site) = input.check((day, site))?;
    let elements = eclipse_of(&context.data, jd)?.clone();
    let query = Query {
        name: OPERATION.name,
        jd,
        obs: site,
        elements: elements.shown(),
        horizon: horizon.map(Word::word),
        delta_t: given,
        cost: COST,
    };
    let delta_t_s = given.unwrap_or(elements.delta_t_s);
    let sigma_s = match given {
        Some(_) => None,
        None => Some(context.delta_t(elements.t_max.to_ut1(delta_t_s), DAY.name)?.sigma_s),
    };
    if horizon == Some(HorizonKind::Terrain) {
        let eye = viewpoint(context, site)?;
        let pieces = after_skyline(context.generation(), eye, move |skyline| {
            let local = ObservedEclipse::new(&elements.polynomials, site.observer(), delta_t_s);
            let seen = Seen { local, delta_t_s, sigma_s };
            let level = Response::new(&elements, &seen);
            let answer = level.over_terrain(&seen, &Horizon::new(site.observer()), &skyline);
            Box::new(std::iter::once(Bytes::from(json::bytes(&answer))))
        });
        return Ok(Prepared::long_stream(&query, COST, pieces));
    }
    Ok(Prepared::json(&query, COST, move || {
        let local = ObservedEclipse::new(&elements.polynomials, site.observer(), delta_t_s);
        Ok(Response::new(&elements, &Seen { local, delta_t_s, sigma_s }))
    })
    .sized(8192))
}
