//! The operation `/lunar-eclipse/local-circumstances/{julian-day}`: what an observer sees of a lunar eclipse.

mod answer;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter, required_obs};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::generation::catalog::LunarFacts;
use crate::vocabulary::delta_t::DELTA_T;
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use accounts::access::Access;
use accounts::plan::Plan;
use answer::{Response, Seen};
use astro::eclipse::lunar::LunarCourse;
use astro::time::Ut1;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const DAY: Parameter = Parameter::path(
    "julian-day",
    Kind::Day,
    "2460748.5",
    "Julian Day that names the eclipse: midnight UTC of its date, or any instant within 1.5 days of \
        greatest eclipse. A date is taken as well (`2025-03-14`); the answer shows its Julian Day.",
);
const OBS: Parameter = required_obs("38.9,-77.04,20");
const COST: f64 = 5.0;
/// How far a Julian Day may be from greatest eclipse and still name the eclipse.
const MOST_DAYS_FROM_GREATEST: f64 = 1.5;

/// The operation `/lunar-eclipse/local-circumstances/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "lunar-eclipse/local-circumstances",
    id: "lunar-eclipse-local-circumstances",
    group: Group::LunarEclipses,
    paths: &["/lunar-eclipse/local-circumstances/{julian-day}"],
    summary: "What an observer sees of a lunar eclipse",
    description: "The contacts of the Moon with the penumbra (P1, P4) and the umbra (U1 … U4) and greatest \
        eclipse, in order of time, each with the place of the Moon over the observer's horizon and the place \
        of the Earth that has it in its zenith; needs the Starter plan or higher. Contacts that the eclipse \
        does not have are left out; those below the horizon are listed with `visible` false. `altitude` is \
        airless and topocentric, of the Moon's centre; `visible` is its upper limb above the horizon, with \
        34′ of refraction. The shadow is enlarged by Danjon's rule (the Moon's parallax × 1.01) and the \
        Moon's radius is 0.272488 Earth radii, as in the published canon. Sun and Moon are those of the \
        ephemeris and distances those of geometry, neither the canon's, and so greatest eclipse differs from \
        the catalog by up to 3 s and contacts by more where the Moon grazes the shadow, up to 15 s; they \
        are within 0.45 s of direct geometry from JPL DE440 in 1900–2100 for the same shadow and ΔT \
        (1.3 s where the Moon only just becomes total). The edge of the real shadow is diffuse: by eye \
        contacts are uncertain by half a minute. For the years that the ephemeris covers, 1500 … 2500 in \
        most installations; 404 for others and where no eclipse is near.",
    parameters: &[DAY, OBS, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::NoData],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = LunarCircumstancesQuery)]
struct Query {
    /// `lunar-eclipse/local-circumstances`.
    name: &'static str,
    /// The Julian Day asked for.
    jd: f64,
    /// The observer.
    obs: Site,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (day, site) = (input.required(&DAY, Input::day), input.required(&OBS, Input::site));
    let asked = input.delta_t();
    let (jd, site) = input.check((day, site))?;
    let delta_t = DeltaTInForce::new(asked, context);
    let of_model_s = delta_t.node(Ut1(jd), DAY.name)?.delta_t_s;
    let coverage = context.data.coverage(0.0);
    if !coverage.contains(&Ut1(jd).to_tt(of_model_s)) {
        return Err(outside_ephemeris(context, of_model_s));
    }
    let facts = eclipse_of(context, jd, delta_t.at_ut1(Ut1(jd)))?;
    let greatest = facts.greatest.to_ut1(of_model_s);
    let (delta_t_s, sigma_s) = (delta_t.at_ut1(greatest), delta_t.sigma_s(greatest));
    let columns = context.data.ephemeris.columns();
    let course =
        LunarCourse::near(&columns, facts.greatest).map_err(|_| outside_ephemeris(context, delta_t_s))?;
    let course = course.ok_or_else(|| {
        let detail = "by the ephemeris the Moon misses the penumbra, which it grazes by the canon's theories";
        Problem::new(Code::NoData, detail)
    })?;
    let rates: Vec<_> = course.moments.iter().map(|moment| moment.rates(&columns)).collect();
    let query = Query { name: OPERATION.name, jd, obs: site, delta_t: asked, cost: COST };
    Ok(Prepared::json(&query, COST, move || {
        Ok(Response::new(&facts, &course, &rates, &Seen::by(site, delta_t_s, sigma_s)))
    }))
}

/// That the ephemeris does not hold what is asked for.
fn outside_ephemeris(context: &Context, delta_t_s: f64) -> Problem {
    let (from, to) = context.data.ephemeris.columns().range();
    let [from, to] = [from, to].map(|t| t.to_ut1(delta_t_s).decimal_year());
    let detail = format!(
        "the ephemeris of this server covers the years {:.0} to {:.0}; /lunar-eclipse/catalog/-1999/3000 \
            lists the eclipses of all",
        from.ceil(),
        to.floor() - 1.0
    );
    Problem::new(Code::NoData, detail)
}

/// The eclipse that a Julian Day names.
fn eclipse_of(context: &Context, jd: f64, delta_t_s: f64) -> Result<LunarFacts, Problem> {
    let nearest = context.data.lunar_catalog.nearest(Ut1(jd).to_tt(delta_t_s));
    let coverage = context.data.coverage(0.0);
    let greatest = |e: &LunarFacts| e.greatest.to_ut1(delta_t_s);
    nearest.copied().filter(|e| (greatest(e).0 - jd).abs() <= MOST_DAYS_FROM_GREATEST).ok_or_else(|| {
        let nearest = nearest.filter(|e| coverage.contains(&e.greatest)).map_or_else(String::new, |e| {
            let (date, midnight) = (Instant::from_ut1(greatest(e)).date(), greatest(e).midnight().0);
            format!("; the nearest is that of {date}, Julian Day {midnight}")
        });
        let detail = format!(
            "no lunar eclipse is greatest within 1.5 days of Julian Day {jd}{nearest}; \
                /lunar-eclipse/catalog/-1999/3000 lists all"
        );
        Problem::new(Code::NoData, detail)
    })
}
