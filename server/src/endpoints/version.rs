//! The operation `/version`: version of the service and of its data.

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{Freshness, JSON, Prepared};
use crate::api::respond::SERVICE_LINKS;
use accounts::access::Access;
use hyper::header;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

/// The operation `/version`.
pub(crate) const OPERATION: Operation = Operation {
    name: "version",
    id: "version",
    group: Group::Service,
    paths: &["/version"],
    summary: "Version of the service and of its data",
    description: "`version` is the version of this interface (major.minor.patch), `dataset` the name of the \
        current generation of data, `builtAt` the time of its publication. `terrain` and `limb` name the \
        finer heights and the profiles of the Moon's limb, if installed. Servers with the same four names \
        return the same responses. Requires no credentials and costs nothing. `/` returns the same to \
        programs.",
    parameters: VersionQuery::ALL,
    access: Access::Open,
    cost: 0.0,
    refusals: &[],
    form: &JSON,
    describe: Shape::envelope::<VersionQuery, Response>,
    prepare,
};

/// `/version` has no parameters.
#[derive(Parameters)]
struct VersionQuery {}

/// Versions of the service and of its data.
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
    /// Name of the dataset of finer heights of the ground, if installed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    terrain: Option<String>,
    /// Name of the profiles of the Moon's limb, if installed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb: Option<String>,
}

pub(crate) fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: VersionQuery = input.parameters()?;
    let data = context.generation();
    let answer = move || {
        Ok(Response {
            version: crate::VERSION,
            dataset: data.id.clone(),
            built_at: data.built_at.clone(),
            terrain: data.elevation.terrain_id().map(str::to_owned),
            limb: data.limb_id().map(str::to_owned),
        })
    };
    Ok(Prepared::json(&query.in_query(OPERATION.name, 0.0), 0.0, answer)
        .with_freshness(Freshness::Never)
        .with_header(header::LINK, SERVICE_LINKS))
}
