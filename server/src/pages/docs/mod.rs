//! The documentation below `/docs`: a quick start, guides, a page for each group and each operation, and one
//! for schemas. Pages are rendered once from the operations and their OpenAPI description. Gaps remain for
//! what depends on the request or the operator's settings.

mod cost;
mod example;
mod frame;
mod guides;
mod markdown;
mod marks;
mod operation;
mod reader;
mod schema;
mod site;
mod snippets;
mod start;
pub mod unit;
mod widgets;

use crate::api::documentation::{DocsPage, Documentation};
use crate::pages::prelude::*;
pub(crate) use frame::{CONTENT_SECURITY_POLICY, error_page};
use guides::GUIDES;
pub(crate) use markdown::markdown;
use reader::DocsReader;
pub(crate) use site::{block as site_block, or_default as site_or_default};

/// Names and titles of the guides.
pub(crate) fn guides() -> impl Iterator<Item = (&'static str, &'static str)> {
    GUIDES.iter().map(|guide| (guide.name, guide.title()))
}

/// Renders all pages. With `is_demo`, examples show no key because no call needs one.
pub(crate) fn pages(
    documentation: &Documentation,
    operations: &[&'static Operation],
    is_demo: bool,
) -> Vec<DocsPage> {
    let reader = DocsReader { document: &documentation.openapi, operations, is_demo };
    let first = std::iter::once(start::page(&reader));
    let guides = GUIDES.iter().map(|guide| guide.page(&reader));
    let groups = Group::ALL.into_iter().map(|group| operation::group_page(&reader, group));
    let each = operations.iter().copied().map(|each| operation::page(&reader, each));
    let all = first.chain(guides).chain(groups).chain(each).chain([schema::page(&reader)]);
    all.map(|page| marks::cut(page.name, page.title, &frame::text(&page, &reader))).collect()
}
