//! `/docs`.

use crate::api::input::Input;
use crate::api::openapi::described;
use crate::api::operation::{Access, Context, Endpoint, Freshness, Prepared, Shape};
use crate::http::problem::Problem;
use crate::pages::docs;

/// The operation.
pub const ENDPOINT: Endpoint = Endpoint {
    name: "docs",
    paths: &["/docs"],
    summary: "The reference for people",
    description: "This description as a page that loads nothing from elsewhere.",
    parameters: &[],
    access: Access::Open,
    cost: 0.0,
    refusals: &[],
    media_type: "text/html; charset=utf-8",
    describe: || Shape::Plain(described::<String>()),
    prepare,
};

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    Ok(Prepared::plain(docs::page_bytes(), Freshness::Public))
}
