//! `/openapi/{version}.json`.

use super::JSON;
use crate::api::input::Input;
use crate::api::openapi::{Described, document_bytes};
use crate::api::operation::{Access, Context, Endpoint, Freshness, Prepared, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::http::problem::{Code, Problem};

const FILE: Parameter = Parameter::path(
    "file",
    Kind::Word(&["latest.json", concat!(env!("CARGO_PKG_VERSION"), ".json")]),
    "latest.json",
    "`latest.json`, or a version and `.json`.",
);

/// The operation.
pub const ENDPOINT: Endpoint = Endpoint {
    name: "openapi",
    paths: &["/openapi/{file}"],
    summary: "This description",
    description: "The OpenAPI 3.1 description of the service. Only the latest version is in production.",
    parameters: &[FILE],
    access: Access::Open,
    cost: 0.0,
    refusals: &[Code::NoData],
    media_type: JSON,
    describe: || Shape::Plain(Described::any_object()),
    prepare,
};

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let file = input.word(&FILE);
    if file.is_none() {
        // Another version is not a mistake in the request: it is not there.
        return Err(Problem::new(
            Code::NoData,
            format!(
                "there is no description of that version; there are latest.json and {}.json",
                crate::VERSION
            ),
        ));
    }
    input.check()?;
    Ok(Prepared::plain(document_bytes(), Freshness::Public))
}
