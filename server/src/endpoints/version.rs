//! The operation `/version`: version of the service and of its data.

use crate::api::headers::SERVICE_LINKS;
use crate::endpoints::prelude::*;
use hyper::header;

pub(crate) const OPERATION: Operation =
    Operation::json::<VersionQuery, Version>("version", &["/version"], prepare)
        .documented(Group::Service, include_str!("version.md"))
        .access(Access::Open);

/// `/version` has no parameters.
#[derive(Parameters)]
struct VersionQuery {}

/// Versions of the service and of its data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Version {
    /// Version of the interface.
    version: &'static str,
    /// Name of the generation of data.
    dataset: String,
    /// The time at which it was published, ISO 8601.
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
        Ok(Version {
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
