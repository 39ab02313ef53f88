//! The operation `/lunar-eclipse/local-circumstances/{julian-day}`: a lunar eclipse for an observer.

mod answer;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::{Day, Instant};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::OBSERVER;
use crate::api::parameters::Parameters;
use crate::api::place::Site;
use crate::api::prepared::{JSON, Prepared};
use crate::generation::catalog::LunarFacts;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use accounts::access::Access;
use accounts::plan::Plan;
use answer::{Response, View};
use astro::eclipse::lunar::LunarCourse;
use astro::time::Ut1;
use web::problem::{Code, Problem};

const COST: f64 = 5.0;
/// How far a Julian Day may be from greatest eclipse and still name the eclipse.
const MAX_DAYS_FROM_GREATEST: f64 = 1.5;

/// The operation `/lunar-eclipse/local-circumstances/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "lunar-eclipse/local-circumstances",
    id: "lunar-eclipse-local-circumstances",
    group: Group::LunarEclipses,
    paths: &["/lunar-eclipse/local-circumstances/{julian-day}"],
    summary: "Local circumstances of a lunar eclipse",
    description: "Returns the contacts of the Moon with the penumbra (P1, P4) and the umbra (U1 … U4) and \
        greatest eclipse, in order of time. Each has the Moon's position over the observer's horizon and the \
        place of the Earth that has the Moon in its zenith. Requires the Starter plan or higher.\n\n\
        Contacts that the eclipse does not have are left out; contacts below the horizon have `visible` \
        false. `altitude` is airless and topocentric, for the Moon's centre; `visible` means that its upper \
        limb is above the horizon, with 34′ of refraction. The shadow is enlarged by Danjon's rule (the \
        Moon's parallax × 1.01) and the Moon's radius is 0.272488 Earth radii, as in the published canon. \
        Unlike the canon, the operation uses the Sun and the Moon of the ephemeris and geometric distances. \
        Greatest eclipse therefore differs from the catalog by up to 3 s, and contacts by up to 15 s where \
        the Moon grazes the shadow. Contacts are within 0.45 s of direct geometry from JPL DE440 in \
        1900–2100 for the same shadow and ΔT (1.3 s where the Moon only just becomes total). The edge of the \
        real shadow is diffuse: by eye, contacts are uncertain by half a minute.\n\n\
        The operation covers the years of the ephemeris, 1500 … 2500 in most installations. It returns 404 \
        for other years, and if no eclipse is near.",
    parameters: LunarCircumstancesQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::NoData],
    form: &JSON,
    describe: Shape::envelope::<LunarCircumstancesQuery, Response>,
    prepare,
};

/// The parameters of `/lunar-eclipse/local-circumstances`.
#[derive(Parameters)]
struct LunarCircumstancesQuery {
    /// Julian Day that identifies the eclipse: midnight UTC of its date, or any instant within 1.5 days of
    /// greatest eclipse. A date is accepted too (`2025-03-14`); the response contains its Julian Day.
    #[param(path, name = "julian-day", example = "2460748.5", echo = "jd")]
    jd: Day,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    #[param(flatten)]
    delta_t: AskedDeltaT,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: LunarCircumstancesQuery = input.parameters()?;
    let (jd, site) = (query.jd.0, query.obs);
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let of_model_s = delta_t.node(Ut1(jd), LunarCircumstancesQuery::JD.name)?.delta_t_s;
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
    Ok(Prepared::json(&query.in_query(OPERATION.name, COST), COST, move || {
        Ok(Response::new(&facts, &course, &rates, &View::new(site, delta_t_s, sigma_s)))
    }))
}

/// Returns the problem of an instant that the ephemeris does not cover.
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

/// Returns the eclipse that a Julian Day identifies.
fn eclipse_of(context: &Context, jd: f64, delta_t_s: f64) -> Result<LunarFacts, Problem> {
    let nearest = context.data.lunar_catalog.nearest(Ut1(jd).to_tt(delta_t_s));
    let coverage = context.data.coverage(0.0);
    let greatest = |e: &LunarFacts| e.greatest.to_ut1(delta_t_s);
    nearest.copied().filter(|e| (greatest(e).0 - jd).abs() <= MAX_DAYS_FROM_GREATEST).ok_or_else(|| {
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
