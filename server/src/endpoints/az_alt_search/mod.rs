//! The operation `/az-alt-search/{start-date}/{end-date}`: when Sun, Moon or Galactic Center stand in a
//! direction, or at an azimuth or altitude.

mod answer;
mod parameters;
mod request;
mod search;
mod sought;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word, words};
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::endpoints::az_alt_search::answer::Match;
use crate::endpoints::az_alt_search::parameters as p;
use crate::endpoints::az_alt_search::request::{Met, Request};
use crate::endpoints::az_alt_search::search::{MARGIN_DAYS, Search, pieces};
use crate::endpoints::az_alt_search::sought::Sought;
use crate::one_of::one_of;
use crate::vocabulary::bodies::CelestialBodyWord;
use crate::vocabulary::coverage::{Choice, TheoryOfEvents};
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T, DELTA_T_MODEL};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::passage::view::Reference;
use astro::sky::theory::Theory;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const COST: f64 = 5.0;
/// A search over so many days, counted for each body, is done at once; a longer one in the pool.
fn most_days_at_once(theory: Theory) -> i64 {
    match theory {
        Theory::Precise => 64,
        Theory::Standard | Theory::TruncatedSun | Theory::Truncated => 8,
    }
}

/// The operation `/az-alt-search/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "az-alt-search",
    id: "az-alt-search",
    group: Group::SunAndMoon,
    paths: &["/az-alt-search/{start-date}/{end-date}"],
    summary: "When a body stands in a direction, or at an azimuth or altitude",
    description: "When the Sun sets at the end of a street, when the Moon stands over a summit: every \
        unbroken stretch of time in which the azimuth is within `azTol` of `az` and the altitude within \
        `altTol` of `alt`, or one of them; with `az` alone also the altitude at least `minAlt`. Needs the \
        Starter plan or higher. `date` is the instant at which the body is closest to the direction; with \
        one quantity the first at which that is met, or else is nearest. A match counts if `date` is in the \
        range and `ill` and `sun` hold then; `from` and `to` may lie outside, up to a day: what lasts longer \
        is cut there. Azimuths and altitudes are those of the body's centre and, as `ref` says, what the eye \
        sees (refraction by Saemundsson), topocentric or geocentric ones. Instants are found to 0.1 s, and \
        `accuracy` says how sure `date` is; no stretch of 5 s or more is missed, at the poles and in the \
        zenith as elsewhere. From the ephemeris in its range (`alg` = `precise`), otherwise by truncated \
        theories (`truncated`). At most 3,660 days; the cost is 5 times the number of days times that of \
        bodies. Without a match the list is empty.",
    parameters: &[
        p::START,
        p::END,
        p::OBS,
        p::BODY,
        p::AZ,
        p::ALT,
        p::AZ_TOL,
        p::ALT_TOL,
        p::REF,
        p::MIN_ALT,
        p::ILL,
        p::SUN,
        DELTA_T,
        DELTA_T_MODEL,
    ],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Match>().list() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = AzAltSearchQuery)]
#[serde(rename_all = "camelCase")]
struct Query {
    /// `az-alt-search`.
    name: &'static str,
    /// Where the search begins.
    #[serde(rename = "start-date")]
    start: String,
    /// The end.
    #[serde(rename = "end-date")]
    end: String,
    /// The observer.
    obs: Site,
    /// Bodies.
    #[schema(value_type = Vec<CelestialBodyWord>)]
    body: Vec<&'static str>,
    /// Azimuth, degrees, or null.
    az: Option<f64>,
    /// Altitude, degrees, or null.
    alt: Option<f64>,
    /// How far the azimuth may be off, degrees; null without an azimuth.
    az_tol: Option<f64>,
    /// How far the altitude may be off, degrees; null without an altitude.
    alt_tol: Option<f64>,
    /// Which direction is meant.
    #[serde(rename = "ref")]
    #[schema(value_type = ReferenceWord)]
    reference: &'static str,
    /// Least altitude, degrees; null where an altitude is given.
    min_alt: Option<f64>,
    /// Least and greatest illuminated fraction of the Moon, 0 … 1, or null.
    ill: Option<[f64; 2]>,
    /// Least and greatest altitude of the Sun, degrees, or null.
    sun: Option<[f64; 2]>,
    /// `precise` or `truncated`.
    #[schema(value_type = TheoryOfEvents)]
    alg: &'static str,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

one_of! {
    /// The place of a body to which an altitude refers: seen with refraction, from the observer, from the
    /// centre of the Earth.
    ReferenceWord, String, words::<Reference>()
}

impl Query {
    fn new(request: &Request, alg: &'static str, cost: f64) -> Self {
        let (value, tolerance) = (|met: Met| met.value_deg, |met: Met| met.tolerance_deg);
        Self {
            name: OPERATION.name,
            start: request.days.start.iso(),
            end: request.days.end.iso(),
            obs: request.site,
            body: request.bodies.iter().map(|b| b.word()).collect(),
            az: request.az.map(value),
            alt: request.alt.map(value),
            az_tol: request.az.map(tolerance),
            alt_tol: request.alt.map(tolerance),
            reference: request.reference.word(),
            min_alt: request.min_alt_deg,
            ill: request.ill,
            sun: request.sun_deg,
            alg,
            delta_t: request.delta_t,
            cost,
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let request = Request::read(input)?;
    let names = [p::START.name, p::END.name];
    let ends = [request.days.start, request.days.last()];
    let choice = Choice::new(context, ends, MARGIN_DAYS, request.delta_t, names)?;
    let theory = choice.theory;
    let work = request.days.count * request.bodies.len() as i64;
    let cost = COST * work as f64;
    let query = Query::new(&request, theory.word(), cost);
    let (view, aim) = (request.view(), request.aim());
    let pieces = pieces(Search::new(Sought { choice, view, aim, request }));
    let is_short = work <= most_days_at_once(theory);
    Ok(if is_short {
        Prepared::stream(&query, cost, pieces)
    } else {
        Prepared::long_stream(&query, cost, pieces)
    })
}
