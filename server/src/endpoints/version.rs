//! The operation `/version`: version of the service and of its data.

use crate::accounts::access::Access;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Freshness, JSON, Prepared};
use crate::api::respond::SERVICE_LINKS;
use crate::http::problem::Problem;
use hyper::header;
use serde::Serialize;
use utoipa::ToSchema;

/// The operation `/version`.
pub(crate) const OPERATION: Operation = Operation {
    name: "version",
    id: "version",
    group: Group::Service,
    paths: &["/version"],
    summary: "Version of the service and of its data",
    description: "`version` is that of this interface (major.minor.patch), `dataset` the name of the \
        generation of data in force, `builtAt` the time at which it was published. Needs no credentials and \
        costs nothing. `/` answers the same to programs.",
    parameters: &[],
    access: Access::Open,
    cost: 0.0,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = VersionQuery)]
struct Query {
    /// `version`.
    name: &'static str,
    /// Credits: none.
    cost: f64,
}

/// What is served.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Version)]
struct Response {
    /// Version of the interface.
    version: &'static str,
    /// Name of the generation of data.
    dataset: String,
    /// When it was published, ISO 8601.
    built_at: String,
}

pub(crate) fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check(())?;
    let data = context.generation();
    let answer = move || {
        Ok(Response { version: crate::VERSION, dataset: data.id.clone(), built_at: data.built_at.clone() })
    };
    Ok(Prepared::json(&Query { name: OPERATION.name, cost: 0.0 }, 0.0, answer)
        .with_freshness(Freshness::Never)
        .with_header(header::LINK, SERVICE_LINKS))
}
