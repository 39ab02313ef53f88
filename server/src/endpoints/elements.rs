//! The operation `/solar-eclipse/elements/{julian-day}`: Besselian elements of a solar eclipse.

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word, words};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared};
use crate::api::value::Day;
use crate::generation::elements::EclipseElements;
use crate::one_of::one_of;
use crate::vocabulary::accuracy::{AccuracyExtra, AccuracyExtraWord};
use crate::vocabulary::besselian::{Shown, Structured};
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use crate::vocabulary::eclipse_accuracy::{EclipseAccuracy, EclipseErrors};
use crate::vocabulary::eclipse_theory::{AskedElements, ERA, Era, K1, K2, SUN_RADIUS, THEORY};
use accounts::access::Access;
use accounts::plan::Plan;
use serde::Serialize;
use std::borrow::Cow;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use web::problem::{Code, Problem};

/// The day of an eclipse.
#[derive(Debug, Clone, Copy, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct EclipseDay {
    /// Julian Day that names the eclipse: midnight UTC of its date, or any instant within 1.5 days of
    /// greatest eclipse, so the midnights and noons of the day before and after too. A date is taken as well
    /// (`2024-04-08`; before 1582 October 15 too it is Gregorian, `-000584-05-22`); the answer shows its
    /// Julian Day. Years 1500 … 2500, or with `era=canon` −1999 … 3000.
    #[param(path, name = "julian-day", example = "2460408.5", echo = "jd")]
    pub(crate) jd: Day,
}

pub(crate) const DAY: Parameter = EclipseDay::JD;
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
    "structured",
    "`structured` (an object, the default) or `raw` (a list).",
);
const EXTRAS: Parameter = Parameter::optional(
    "extras",
    Kind::Words(AccuracyExtra::WORDS),
    "accuracy",
    "`accuracy`: on what the elements rest and how sure they are, with `format=structured`; added without \
        being asked for with `era=canon`.",
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
        VSOP87D with the constants of the published canon (k1 = 0.272488, k2 = 0.272281, Sun 959.63″), or \
        with `theory=precise` to the theories closest to the sky, for the same radii or others. \
        `mu` is the ephemeris hour angle: an observer's is mu + longitude − 1.002738 · 15 · ΔT / 3600. \
        `raw` has the order t0, tMax, dT, x0 … x3, y0 … y3, d0 … d3, l10 … l13, l20 … l23, mu0 … \
        mu3, tanF1, tanF2. 404 where no eclipse is near, which names the nearest. With `extras=accuracy` \
        or `era=canon`, `structured` has `accuracy`: how far the errors of ΔT and of the theory move \
        everything.",
    parameters: &[DAY, FORMAT, EXTRAS, THEORY, ERA, K1, K2, SUN_RADIUS],
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
    /// What is added, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<AccuracyExtraWord>>)]
    extras: Option<Vec<&'static str>>,
    #[serde(flatten)]
    elements: AskedElements,
    /// Credits.
    cost: f64,
}

/// An object, or with `format=raw` a list of numbers.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ElementsResponse)]
enum Response {
    WithAccuracy(Box<WithAccuracy>),
    Structured(Shown),
    Raw(Vec<f64>),
}

/// Elements and how sure they are.
///
/// A schema of its own, in which all is required: clients of Python cannot read an optional property beside
/// one that is named `d`.
#[derive(Serialize)]
struct WithAccuracy {
    #[serde(flatten)]
    elements: Structured,
    accuracy: EclipseAccuracy,
}

impl PartialSchema for WithAccuracy {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut object)) = Structured::schema() else {
            unreachable!("the schema of a structure is an object")
        };
        let accuracy = Ref::from_schema_name(EclipseAccuracy::name());
        object.properties.insert("accuracy".to_owned(), accuracy.into());
        object.required.push("accuracy".to_owned());
        object.description = Some("Besselian elements of a solar eclipse, and how sure they are.".to_owned());
        object.into()
    }
}

impl ToSchema for WithAccuracy {
    fn name() -> Cow<'static, str> {
        "BesselianElementsWithAccuracy".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((EclipseAccuracy::name().into_owned(), EclipseAccuracy::schema()));
        EclipseAccuracy::schemas(schemas);
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let day = input.required(&DAY, Input::day);
    let format = input.word(&FORMAT).unwrap_or(Format::Structured);
    let extras = input.words::<AccuracyExtra>(&EXTRAS);
    let asked = input.elements();
    if extras.is_some() && format == Format::Raw {
        input.wrong(EXTRAS.name, "is for format=structured; a list has the numbers alone");
    }
    let jd = input.check(day)?;
    let elements = asked.eclipse_of(&context.data, jd)?;
    let has_accuracy = extras.is_some() || asked.era() == Era::Canon;
    let response = match format {
        Format::Raw => Response::Raw(Structured::from(&*elements).list()),
        Format::Structured if has_accuracy => {
            let accuracy = accuracy(context, &elements)?;
            Response::WithAccuracy(Box::new(WithAccuracy {
                elements: Structured::from(&*elements),
                accuracy,
            }))
        }
        Format::Structured => Response::Structured(Shown::from(&*elements)),
    };
    let query = Query {
        name: OPERATION.name,
        jd,
        format: format.word(),
        extras: extras.map(|extras| extras.into_iter().map(Word::word).collect()),
        elements: asked,
        cost: COST,
    };
    Ok(Prepared::json(&query, COST, move || Ok(response)))
}

/// The accuracy of elements with the default ΔT.
fn accuracy(context: &Context, elements: &EclipseElements) -> Result<EclipseAccuracy, Problem> {
    let delta_t = DeltaTInForce::new(AskedDeltaT::default(), context);
    let (delta_t_s, sigma_s) = delta_t.of_eclipse_with_sigma(elements);
    let errors = EclipseErrors::new(elements, delta_t_s, sigma_s);
    Ok(EclipseAccuracy { sigma: Some(errors.of_greatest(elements)), ..errors.block(elements, None) })
}
