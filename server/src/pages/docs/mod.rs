//! The pages below `/docs`, from which people learn the interface: a first page, guides, a page for each
//! group of operations, and one of schemas. Rendered once, from the operations themselves and from their
//! OpenAPI description; what only a request or the operator can tell is left open in them.

mod cost;
mod example;
mod frame;
mod group_page;
mod guides;
mod lost;
mod marks;
mod operation;
mod page;
mod reader;
mod schema;
mod schemas_page;
mod site;
mod snippets;
mod start;
mod values;

use crate::api::documentation::{DocsPage, Documentation};
use crate::api::group::Group;
use crate::api::operation::Operation;
pub(crate) use frame::CONTENT_SECURITY_POLICY;
use guides::Guide;
pub(crate) use lost::page as lost_page;
use reader::Reader;
pub(crate) use site::{block as site_block, or_usual as site_or_usual};

/// Renders all pages, once for all requests. In a demonstration no call needs a key, and no example shows
/// one.
pub(crate) fn pages(
    documentation: &Documentation,
    operations: &[&'static Operation],
    is_demo: bool,
) -> Vec<DocsPage> {
    let reader = Reader { document: &documentation.openapi, operations, is_demo };
    let first = std::iter::once(start::page(&reader));
    let guides = Guide::ALL.into_iter().map(|guide| guide.page(&reader));
    let groups = Group::ALL.into_iter().map(|group| group_page::page(&reader, group));
    let all = first.chain(guides).chain(groups).chain([schemas_page::page(&reader)]);
    all.map(|page| marks::cut(page.name, &frame::text(&page, &reader))).collect()
}
