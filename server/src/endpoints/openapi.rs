//! The operation `/openapi/{file}`: the OpenAPI description.

use crate::api::parameter::{Accepted, Parameter};
use crate::api::prepared::BARE_JSON;
use crate::api::value::Value;
use crate::endpoints::prelude::*;

const LATEST: &str = "latest.json";
const CURRENT: &str = concat!(env!("CARGO_PKG_VERSION"), ".json");
const FILES: &[&str] = &[LATEST, CURRENT];

/// The parameters of `/openapi/{file}`.
#[derive(Parameters)]
struct OpenApiQuery {
    /// `latest.json`, or a version and `.json`.
    #[param(path, example = "latest.json")]
    file: File,
}

/// The name of a file.
struct File(String);

impl Value for File {
    type Echo = str;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::word(FILES)
    }

    /// Accepts any name: another version is no data, not a bad parameter.
    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        String::read(input, p).map(Self)
    }

    fn echo(&self) -> impl Serialize {
        &self.0
    }
}

pub(crate) const OPERATION: Operation =
    Operation::with::<OpenApiQuery>("openapi", &["/openapi/{file}"], prepare)
        .documented(Group::Service, include_str!("openapi.md"))
        .access(Access::Open)
        .refusals(&[Code::NoData])
        .form(&BARE_JSON);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: OpenApiQuery = input.parameters()?;
    if !FILES.contains(&query.file.0.as_str()) {
        let detail = format!("there is no description of that version; there are {LATEST} and {CURRENT}");
        return Err(Problem::new(Code::NoData, detail));
    }
    Ok(Prepared::same_for_all(&BARE_JSON, context.documentation.openapi_json.clone(), Freshness::Public))
}
