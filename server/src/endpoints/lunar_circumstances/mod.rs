//! The operation `/lunar-eclipse/local-circumstances/{julian-day}`: a lunar eclipse for an observer.

pub(crate) mod response;

use crate::api::instant::day_in_words;
use crate::endpoints::prelude::*;
use response::{LunarCircumstances, LunarObserver};

const COST: f64 = 5.0;
/// Greatest distance of a Julian Day from greatest eclipse at which it still names the eclipse.
const MAX_DAYS_FROM_GREATEST: f64 = 1.5;

pub(crate) const OPERATION: Operation = Operation::json::<LunarCircumstancesQuery, LunarCircumstances>(
    "lunar-eclipse/local-circumstances",
    &["/lunar-eclipse/local-circumstances/{julian-day}"],
    prepare,
)
.id("lunar-eclipse-local-circumstances")
.documented(Group::LunarEclipses, include_str!("description.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::NoData]);

/// The parameters of `/lunar-eclipse/local-circumstances`.
#[derive(Parameters)]
struct LunarCircumstancesQuery {
    /// Julian Day that identifies the eclipse: midnight UTC of its date, or any instant within 1.5 days of
    /// greatest eclipse. A date is accepted too (`2025-03-14`); the response contains its Julian Day.
    #[param(path, name = "julian-day", example = "2460748.5", echo = "jd")]
    jd: Day,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    /// `appearance` adds the Moon as it is seen at each contact: bright limb, tilt, libration and others;
    /// `accuracy`, which the response always contains.
    #[param(example = "appearance")]
    extras: Option<Vec<LunarExtra>>,
    #[param(flatten)]
    zone: ZoneInput,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// Additional fields of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "LunarEclipseExtraWord")]
enum LunarExtra {
    /// The Moon as it is seen at each contact.
    Appearance,
    /// The accuracy, which the response always contains.
    Accuracy,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LunarCircumstancesQuery = input.parameters()?;
    let zone = query.zone.resolve(context, Some(query.obs))?;
    let site = query.obs;
    let has_appearance = query.extras.iter().flatten().any(|extra| *extra == LunarExtra::Appearance);
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let eclipse = LunarEclipse::of(context, query.jd.0, &delta_t, LunarCircumstancesQuery::JD.name)?;
    let LunarEclipse { facts, course, delta_t_s, sigma_s } = eclipse;
    let sky = context.data.sky(Theory::Precise);
    let rates: Vec<_> = course.moments.iter().map(|moment| moment.rates(&sky)).collect();
    Ok(Prepared::json(&query.in_query(OPERATION.name, COST), COST, move || {
        let observer = LunarObserver::new(site, delta_t_s, sigma_s).with_appearance(has_appearance);
        Ok(LunarCircumstances::new(&facts, &course, &rates, &observer).in_zone(zone.as_ref()))
    }))
}

/// A lunar eclipse by the ephemeris, with ΔT and, if it comes from a model, its standard error in seconds.
pub(crate) struct LunarEclipse {
    pub(crate) facts: LunarFacts,
    pub(crate) course: LunarCourse,
    pub(crate) delta_t_s: f64,
    pub(crate) sigma_s: Option<f64>,
}

impl LunarEclipse {
    /// Returns the eclipse that a Julian Day identifies; `parameter` is the name of the day.
    pub(crate) fn of(
        context: &Context,
        jd: f64,
        delta_t: &DeltaTInForce,
        parameter: &'static str,
    ) -> Result<Self, Problem> {
        let of_model_s = delta_t.node(Ut1(jd), parameter)?.delta_t_s;
        let coverage = context.data.coverage(0.0);
        if !coverage.contains(&Ut1(jd).to_tt(of_model_s)) {
            return Err(outside_ephemeris(context, of_model_s));
        }
        let facts = eclipse_of(context, jd, delta_t.at_ut1(Ut1(jd)))?;
        let greatest = facts.greatest.to_ut1(of_model_s);
        let (delta_t_s, sigma_s) = (delta_t.at_ut1(greatest), delta_t.sigma_s(greatest));
        let course = LunarCourse::near(&context.data.sky(Theory::Precise), facts.greatest)
            .map_err(|_| outside_ephemeris(context, delta_t_s))?;
        let course = course.ok_or_else(|| {
            let detail =
                "by the ephemeris the Moon misses the penumbra, which it grazes by the canon's theories";
            Problem::new(Code::NoData, detail)
        })?;
        Ok(Self { facts, course, delta_t_s, sigma_s })
    }
}

/// Returns the problem of an instant that the ephemeris does not cover.
fn outside_ephemeris(context: &Context, delta_t_s: f64) -> Problem {
    let (from, to) = context.data.ephemeris.columns().range();
    let [from, to] = [from, to].map(|t| t.to_ut1(delta_t_s).decimal_year());
    let detail = format!(
        "the ephemeris of this server covers the years {:.0} to {:.0}; /lunar-eclipse/catalog/-1999/3000 \
            lists the eclipses of all, and /celestial-events?events=lunar_eclipse&circumstances=1 shows \
            them from a place",
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
            "there is no lunar eclipse within 1.5 days of {}{nearest}; /lunar-eclipse/catalog/-1999/3000 \
                lists all",
            day_in_words(jd)
        );
        Problem::new(Code::NoData, detail)
    })
}
