//! The operation `/docs`: the reference as a page.

use crate::accounts::access::Access;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Form, Freshness, Prepared};
use crate::http::problem::Problem;
use crate::pages::docs;
use hyper::header;

/// HTML that may load nothing but its own style.
static PAGE: Form = Form {
    media_type: "text/html; charset=utf-8",
    has_envelope: false,
    headers: &[(header::CONTENT_SECURITY_POLICY, docs::CONTENT_SECURITY_POLICY)],
};

/// The operation `/docs`.
pub(crate) const OPERATION: Operation = Operation {
    name: "docs",
    id: "docs",
    paths: &["/docs"],
    summary: "The reference for people",
    description: "This description as a page that loads nothing from elsewhere.",
    parameters: &[],
    access: Access::Page,
    cost: 0.0,
    refusals: &[],
    form: &PAGE,
    describe: || Shape::Plain(described::<String>()),
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check(())?;
    Ok(Prepared::same_for_all(&PAGE, docs::page_block(context.documentation), Freshness::Public))
}
