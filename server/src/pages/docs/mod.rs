//! The pages below `/docs`, from which people learn the interface: a first page, guides, a page for each
//! group of operations, and one of schemas. Rendered once, from the operations themselves and from their
//! OpenAPI description; what only a request or the operator can tell is left open in them.

mod cost;
mod example;
mod frame;
mod group_page;
mod guides;
mod lost;
mod operation;
mod reader;
mod schema;
mod schemas_page;
mod site;
mod snippets;
mod start;
mod values;

use crate::api::documentation::{DocsPage, Documentation, Live, Stretch};
use crate::api::group::Group;
use crate::api::operation::Operation;
use crate::http::blocks::Block;
use guides::Guide;
pub(crate) use lost::page as lost_page;
use reader::Reader;
pub(crate) use site::block as site_block;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
pub(crate) use values::number;

/// Content-Security-Policy of the pages: files of this server, and calls of this server by their form.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; \
    script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    all.map(|page| cut(page.name, &page.text(&reader))).collect()
}

/// Marks that stand in the text of a page where something is left open: characters of private use.
const MARKS: [(char, Live); 3] =
    [('\u{e000}', Live::Site), ('\u{e001}', Live::Plans), ('\u{e002}', Live::Rates)];

/// The mark of what is left open.
fn mark(live: Live) -> char {
    let (mark, _) = MARKS.into_iter().find(|(_, of)| *of == live).expect("everything live has a mark");
    mark
}

/// Cuts the text of a page at its marks.
fn cut(name: &'static str, text: &str) -> DocsPage {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let is_mark = |c: char| MARKS.iter().any(|(mark, _)| *mark == c);
    let pieces = text.split_inclusive(is_mark).flat_map(|piece| {
        let live = MARKS.into_iter().find(|(mark, _)| piece.ends_with(*mark));
        let same = live.map_or(piece, |(mark, _)| piece.trim_end_matches(mark));
        let same = Stretch::Same(Arc::new(Block::new(same.to_owned().into())));
        std::iter::once(same).chain(live.map(|(_, live)| Stretch::Live(live)))
    });
    DocsPage { name, edition: hasher.finish(), stretches: pieces.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_where_something_is_left_open() {
        let page = cut("x", "a\u{e000}b\u{e001}");
        let text = |stretch: &Stretch| match stretch {
            Stretch::Same(block) => String::from_utf8_lossy(block.plain()).into_owned(),
            Stretch::Live(live) => format!("{live:?}"),
        };
        assert_eq!(page.stretches.iter().map(text).collect::<Vec<_>>(), ["a", "Site", "b", "Plans"]);
    }
}
