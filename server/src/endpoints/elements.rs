//! The operation `/solar-eclipse/elements/{julian-day}`: Besselian elements of a solar eclipse.

use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::AccuracyExtra;
use crate::vocabulary::besselian::{Shown, Structured};
use std::borrow::Cow;
use utoipa::PartialSchema;
use utoipa::openapi::Ref;

/// The parameter that identifies an eclipse.
#[derive(Debug, Clone, Copy, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct EclipseDay {
    /// Julian Day that identifies the eclipse: midnight UTC of its date, or any instant within 1.5 days of
    /// greatest eclipse, which includes the midnights and noons of the days before and after. A Gregorian
    /// date is accepted too (`2024-04-08`; also before 1582 October 15, `-000584-05-22`); the response
    /// contains its Julian Day. Years 1500 … 2500, or with `era=canon` −1999 … 3000.
    #[param(path, name = "julian-day", example = "2460408.5", echo = "jd")]
    pub(crate) jd: Day,
}

const COST: f64 = 1.0;

pub(crate) const OPERATION: Operation = Operation::json::<ElementsQuery, ElementsResponse>(
    "solar-eclipse/elements",
    &["/solar-eclipse/elements/{julian-day}"],
    prepare,
)
.id("solar-eclipse-elements")
.documented(Group::SolarEclipses, include_str!("elements.md"))
.cost(COST)
.refusals(&[Code::NoData]);

/// The parameters of `/solar-eclipse/elements`.
#[derive(Parameters)]
#[parameters(check = sun_needs_precise(elements), check = need_object(extras, format))]
struct ElementsQuery {
    #[param(flatten)]
    day: EclipseDay,
    /// `structured` (an object, the default) or `raw` (a list).
    #[param(example = "structured", default = ElementsFormat::Structured)]
    format: ElementsFormat,
    /// `accuracy`: the sources and the uncertainty of the elements. Requires `format=structured`; always
    /// included with `era=canon`.
    #[param(example = "accuracy")]
    extras: Option<Vec<AccuracyExtra>>,
    #[param(flatten)]
    elements: ElementsInput,
}

/// Formats of elements: an object, or a list of numbers.
#[derive(Clone, Copy, PartialEq, Words)]
enum ElementsFormat {
    Structured,
    Raw,
}

fn need_object(input: &mut Input, extras: &Option<Vec<AccuracyExtra>>, format: &ElementsFormat) {
    if extras.is_some() && *format == ElementsFormat::Raw {
        let detail = "is for format=structured; a list has the numbers alone";
        input.wrong(ElementsQuery::EXTRAS.name, detail);
    }
}

/// An object, or with `format=raw` a list of numbers.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum ElementsResponse {
    WithAccuracy(Box<WithAccuracy>),
    Structured(Shown),
    Raw(Vec<f64>),
}

/// Elements with their accuracy.
///
/// All properties of this schema are required: Python clients cannot read an optional property beside one
/// that is named `d`.
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
        object.description = Some("Besselian elements of a solar eclipse with their accuracy.".to_owned());
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
    let query: ElementsQuery = input.parameters()?;
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    let has_accuracy = query.extras.is_some() || query.elements.era() == Era::Canon;
    let response = match query.format {
        ElementsFormat::Raw => ElementsResponse::Raw(Structured::from(&*elements).list()),
        ElementsFormat::Structured if has_accuracy => {
            let accuracy = accuracy(context, &elements)?;
            let elements = Structured::from(&*elements);
            ElementsResponse::WithAccuracy(Box::new(WithAccuracy { elements, accuracy }))
        }
        ElementsFormat::Structured => ElementsResponse::Structured(Shown::from(&*elements)),
    };
    Ok(Prepared::json(&query.in_query(OPERATION.name, COST), COST, move || Ok(response)))
}

/// Returns the accuracy of elements with the default ΔT.
fn accuracy(context: &Context, elements: &EclipseElements) -> Result<EclipseAccuracy, Problem> {
    let delta_t = DeltaTInForce::new(DeltaTInput::default(), context);
    let (delta_t_s, sigma_s) = delta_t.of_eclipse_with_sigma(elements);
    let errors = elements.errors(delta_t_s, sigma_s);
    let sigma = Some(errors.of_greatest(&elements.polynomials));
    Ok(EclipseAccuracy { sigma, ..errors.block(elements.on_greatest_parallel()) })
}
