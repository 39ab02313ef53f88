//! The operation `/solar-eclipse/local-circumstances/details/{julian-day}`: what an observer sees
//! of an eclipse.

pub(crate) mod answer;
mod limb;
mod over_terrain;

use super::elements::{DAY, eclipse_of};
use crate::accounts::access::Access;
use crate::accounts::plan::Plan;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::flag::{FLAG, flag};
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{DELTA_T, Kind, Parameter, required_obs};
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::api::site::Site;
use crate::endpoints::local_circumstances::answer::{Response, Seen};
use crate::endpoints::local_circumstances::limb::Rugged;
use crate::endpoints::terrain_horizon::{
    ARC_COST, HORIZON, HorizonKind, HorizonWord, after_arc_of_skyline, viewpoint,
};
use crate::generation::elements::Shown;
use crate::http::json;
use crate::http::problem::{Code, Problem};
use astro::eclipse::local::ObservedEclipse;
use astro::sky::horizon::Horizon;
use bytes::Bytes;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

const OBS: Parameter = required_obs("23.2494,-106.4111,10");
const LIMB: Parameter = Parameter::optional(
    "limb",
    FLAG,
    "1",
    "1 = contacts with the mountains and valleys of the Moon's limb, and Baily's beads (0).",
);
const SUN_RADIUS: Parameter = Parameter::optional(
    "sunRadius",
    Kind::Number { from: 955.0, to: 965.0 },
    "959.95",
    "Semidiameter of the Sun at 1 au in arcseconds, for `limb=1` (959.63, as in the elements; 959.95 is \
        the modern value, from eclipses and transits); ignored without it.",
);
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
        They are for a smooth mean limb of the Moon; with `limb=1` C2 and C3 have in `limb` when they are \
        behind its mountains and valleys. A contact below the horizon is listed with `visible` \
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
        the reasons `whole`, `terrain` (it hides a part) and `behind-terrain` (all of it); contacts are then \
        listed also where none is visible, and refraction is that at the height of the eye. The cost is 20, \
        with `horizon=terrain` 60. \
        Contacts are within 0.5 s of direct topocentric computations in 1900–2100 for the same ΔT, except \
        where the limbs nearly graze.\n\n\
        **`limb=1`** needs profiles of the limb that the operator has installed (503 without them, which says \
        how). The profile is that of the observer's libration at the contact, between the four nearest; the \
        Sun has the semidiameter `sunRadius`. `limb.correctionSec` is `limb.date` minus `date`, and \
        `positionAngle`, as `P`, where the last or first light shows, or the ring closes or breaks. \
        `limb.durationSec` of the answer is from C2 to C3, null where mountains leave nothing of totality or \
        of the ring, near the edges of a path; then contacts have no `limb`. `beads` are pieces of the \
        Sun's limb that stand alone for 0.1 s at least, within 30 s before C2 and after C3: `from` is when a \
        bead is parted from its neighbours or appears, `to` when it goes out or joins one. Contacts follow \
        the profile to 0.01 s; what the profile is worth depends on the map of heights that the operator has \
        chosen. `limb=1` and `horizon=terrain` are not taken together.",
    parameters: &[DAY, OBS, HORIZON, LIMB, SUN_RADIUS, DELTA_T],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::NoData, Code::Unavailable],
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
    /// 1 with the mountains of the limb, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb: Option<u8>,
    /// Semidiameter of the Sun at 1 au for `limb=1`, arcseconds, if given.
    #[serde(rename = "sunRadius", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sun_radius: Option<f64>,
    /// ΔT, if given.
    #[serde(rename = "deltaT", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    delta_t: Option<f64>,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (day, site) = (input.required(&DAY, Input::day), input.required(&OBS, Input::site));
    let horizon = input.word::<HorizonKind>(&HORIZON);
    let limb = input.has(&LIMB).then(|| flag(input, &LIMB));
    let sun_radius = input.number(&SUN_RADIUS);
    if limb == Some(true) && horizon == Some(HorizonKind::Terrain) {
        input.wrong(LIMB.name, "is not taken with horizon=terrain; one of the two must go");
    }
    let given = input.number(&DELTA_T);
    let (jd, site) = input.check((day, site))?;
    let elements = eclipse_of(&context.data, jd)?.clone();
    let cost = if horizon == Some(HorizonKind::Terrain) { COST + ARC_COST } else { COST };
    let query = Query {
        name: OPERATION.name,
        jd,
        obs: site,
        elements: elements.shown(),
        horizon: horizon.map(Word::word),
        limb: limb.map(u8::from),
        sun_radius,
        delta_t: given,
        cost,
    };
    let delta_t_s = given.unwrap_or(elements.delta_t_s);
    let sigma_s = match given {
        Some(_) => None,
        None => Some(context.delta_t(elements.t_max.to_ut1(delta_t_s), DAY.name)?.sigma_s),
    };
    if horizon == Some(HorizonKind::Terrain) {
        let eye = viewpoint(context, site)?;
        let local = ObservedEclipse::new(&elements.polynomials, site.observer(), delta_t_s);
        let azimuths_deg = over_terrain::azimuths_deg(&local);
        let pieces = after_arc_of_skyline(context.generation(), eye, &azimuths_deg, move |skyline| {
            let local = ObservedEclipse::new(&elements.polynomials, site.observer(), delta_t_s);
            let seen = Seen { local, delta_t_s, sigma_s };
            let horizon = Horizon::new(site.at_height(eye.elevation_m).observer());
            let answer = Response::over_terrain(&elements, &seen, &horizon, &skyline);
            Box::new(std::iter::once(Bytes::from(json::bytes(&answer))))
        });
        return Ok(Prepared::long_stream(&query, cost, pieces));
    }
    if limb != Some(true) {
        return Ok(Prepared::json(&query, COST, move || {
            let local = ObservedEclipse::new(&elements.polynomials, site.observer(), delta_t_s);
            Ok(Response::new(&elements, &Seen { local, delta_t_s, sigma_s }))
        })
        .sized(8192));
    }
    let pack = Arc::clone(context.data.limb()?);
    let work = Work::Long(Box::new(move |buffer| {
        let local = ObservedEclipse::new(&elements.polynomials, site.observer(), delta_t_s);
        let seen = Seen { local, delta_t_s, sigma_s };
        let rugged = Rugged { pack: &pack, site, sun_radius_arcsec: sun_radius };
        json::append(buffer, &rugged.added_to(Response::new(&elements, &seen), &seen)?);
        Ok(())
    }));
    Ok(Prepared::new(&JSON, Prepared::echo(&query), COST, Freshness::Day, work).sized(16_384))
}
