//! The operation `/solar-eclipse/elements/{julian-day}`: Besselian elements of a solar eclipse.

use crate::accounts::access::Access;
use crate::accounts::plan::Plan;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word, words};
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{JSON, Prepared};
use crate::generation::Data;
use crate::generation::elements::{EclipseElements, Shown};
use crate::http::one_of::one_of;
use crate::http::problem::{Code, Problem};
use serde::Serialize;
use utoipa::ToSchema;

/// The day of an eclipse.
pub(crate) const DAY: Parameter = Parameter::path(
    "julian-day",
    Kind::Day,
    "2460408.5",
    "Julian Day that names the eclipse: midnight UTC of its date, or any instant within 1.5 days of \
        greatest eclipse, so the midnights and noons of the day before and after too. A date is taken as \
        well (`2024-04-08`); the answer shows its Julian Day. Years 1500 … 2500.",
);
/// The forms of the answer.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Structured,
    Raw,
}

impl Word for Format {
    const WORDS: &'static [&'static str] = &["structured", "raw"];
    const VALUES: &'static [Self] = &[Self::Structured, Self::Raw];
}

one_of! {
    /// Forms of elements: an object, or a list of numbers.
    ElementsFormat, String, words::<Format>()
}

const FORMAT: Parameter = Parameter::optional(
    "format",
    Kind::Word(Format::WORDS),
    "raw",
    "`structured` (an object, the default) or `raw` (a list).",
);
const COST: f64 = 1.0;

/// The operation `/solar-eclipse/elements/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "solar-eclipse/elements",
    id: "solar-eclipse-elements",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/elements/{julian-day}"],
    summary: "Besselian elements of a solar eclipse",
    description: "Cubic polynomials in t, hours of TD from t0, fitted over t0 ± 3 h to ELP 2000-82B and \
        VSOP87D with the constants of the published canon (k1 = 0.272488, k2 = 0.272281, Sun 959.63″). \
        `mu` is the ephemeris hour angle: an observer's is mu + longitude − 1.002738 · 15 · ΔT / 3600. \
        `raw` has the order t0, tMax, dT, x0 … x3, y0 … y3, d0 … d3, l10 … l13, l20 … l23, mu0 … \
        mu3, tanF1, tanF2. 404 where no eclipse is near, which names the nearest.",
    parameters: &[DAY, FORMAT],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::NoData],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = ElementsQuery)]
struct Query {
    /// `solar-eclipse/elements`.
    name: &'static str,
    /// The Julian Day asked for.
    jd: f64,
    /// Form of the answer.
    #[schema(value_type = ElementsFormat)]
    format: &'static str,
    /// Credits.
    cost: f64,
}

/// An object, or with `format=raw` a list of numbers.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ElementsResponse)]
enum Response {
    Structured(Shown),
    Raw(Vec<f64>),
}

/// The elements of the eclipse that a Julian Day names.
pub(crate) fn eclipse_of(data: &Data, jd: f64) -> Result<&EclipseElements, Problem> {
    data.elements_on(jd).ok_or_else(|| {
        let nearest = data.nearest_elements(jd).map_or_else(String::new, |e| {
            let (date, midnight) = (&Instant::from_ut1(e.greatest_ut()).iso()[..], e.midnight_ut);
            let date = date.split('T').next().unwrap_or(date);
            format!("; the nearest is that of {date}, Julian Day {midnight}")
        });
        let detail = format!(
            "no solar eclipse of the years 1500 to 2500 is greatest within 1.5 days of Julian Day \
                {jd}{nearest}; /solar-eclipse/catalog/1500/2500 lists all"
        );
        Problem::new(Code::NoData, detail)
    })
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let day = input.required(&DAY, Input::day);
    let format = input.word(&FORMAT).unwrap_or(Format::Structured);
    let jd = input.check(day)?;
    let elements = eclipse_of(&context.data, jd)?;
    let response = match format {
        Format::Raw => Response::Raw(elements.raw().to_vec()),
        Format::Structured => Response::Structured(elements.shown()),
    };
    let query = Query { name: OPERATION.name, jd, format: format.word(), cost: COST };
    Ok(Prepared::json(&query, COST, move || Ok(response)))
}
