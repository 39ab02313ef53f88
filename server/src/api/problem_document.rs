//! The document for a problem: RFC 9457 `application/problem+json`.

use crate::api::prelude::*;
use almanac::schema::one_of;
use utoipa::PartialSchema;
use utoipa::openapi::schema::Type;
use web::json;

/// Stable identifiers of problems.
enum ProblemCode {}

impl PartialSchema for ProblemCode {
    fn schema() -> RefOr<Schema> {
        one_of(Type::String, Code::ALL.map(|code| code.describe().0), "Stable identifiers of problems.")
    }
}

impl ToSchema for ProblemCode {}

/// A bad parameter.
#[derive(Serialize, ToSchema)]
struct ParameterProblem<'a> {
    /// Its name.
    parameter: &'a str,
    /// The problem, and a correct value.
    detail: &'a str,
}

/// The body of a refusal.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemBody<'a> {
    /// Address of the description of this kind of problem.
    #[serde(rename = "type")]
    kind: String,
    /// Kind of the problem in words.
    title: &'a str,
    /// The HTTP status.
    status: u16,
    /// The description of the problem.
    detail: &'a str,
    /// Path of the request, without its parameters.
    instance: &'a str,
    /// A stable word for programs.
    #[schema(value_type = ProblemCode)]
    code: &'a str,
    /// Every bad parameter, if parameters are the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ParameterProblem<'a>>,
    /// A copy of `detail`, for simple clients.
    error: &'a str,
}

pub(crate) fn document(problem: &Problem, instance: &str) -> Vec<u8> {
    json::bytes(&body(problem, instance))
}

/// Returns a problem as a JSON value.
pub(crate) fn value(problem: &Problem, instance: &str) -> serde_json::Value {
    serde_json::to_value(body(problem, instance)).expect("the keys are text")
}

fn body<'a>(problem: &'a Problem, instance: &'a str) -> ProblemBody<'a> {
    let (code, status, title) = problem.code.describe();
    let errors = problem.errors.iter();
    ProblemBody {
        kind: format!("/docs#{code}"),
        title,
        status: status.as_u16(),
        detail: &problem.detail,
        instance,
        code,
        errors: errors.map(|e| ParameterProblem { parameter: &e.parameter, detail: &e.detail }).collect(),
        error: &problem.detail,
    }
}
