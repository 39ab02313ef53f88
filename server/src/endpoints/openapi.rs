//! The operation `/openapi/{file}`: the OpenAPI description.

use crate::api::openapi as description;
use crate::api::prepared::BARE_JSON;
use crate::endpoints::prelude::*;

const LATEST: &str = "latest.json";
/// The descriptions of released versions, compressed by gzip; `just release-lists` writes them.
const RELEASED: &[(&str, &[u8])] = &[("1.0.0.json", include_bytes!("../api/openapi/released/1.0.0.json.gz"))];

/// The parameters of `/openapi/{file}`.
#[derive(Parameters)]
struct OpenApiQuery {
    /// `latest.json`, a released version or the id of an operation with `.json`, such as `day.json`.
    #[param(path, example = "latest.json")]
    file: String,
}

pub(crate) const OPERATION: Operation =
    Operation::with::<OpenApiQuery>("openapi", &["/openapi/{file}"], prepare)
        .documented(Group::Service, include_str!("openapi.md"))
        .access(Access::Open)
        .refusals(&[Code::NoData])
        .form(&BARE_JSON);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: OpenApiQuery = input.parameters()?;
    let (file, documentation) = (query.file.as_str(), context.documentation);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, 0.0));
    if let Some((_, gzip)) = RELEASED.iter().find(|(name, _)| *name == file) {
        let released = Prepared::ready(&BARE_JSON, Bytes::from_static(gzip), Freshness::Public);
        return Ok(Prepared { echo, is_gzipped: true, ..released });
    }
    if file == LATEST {
        return Ok(Prepared::same_for_all(&BARE_JSON, documentation.openapi_json.clone(), Freshness::Public));
    }
    let slice = file.strip_suffix(".json").and_then(|id| description::slice(&documentation.openapi, id));
    let slice = slice.ok_or_else(|| {
        let detail = format!(
            "there is no description of that version or operation; there are {LATEST}, {} and one for each \
             operationId, such as day.json",
            RELEASED.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        );
        Problem::new(Code::NoData, detail)
    })?;
    let slice = Prepared::ready(&BARE_JSON, slice.to_string().into(), Freshness::Public);
    Ok(Prepared { echo, ..slice })
}
