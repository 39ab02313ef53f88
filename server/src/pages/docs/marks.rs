//! Gaps in a page that each request fills: marks in the text, at which the page is cut.

use super::markdown::markdown;
use crate::api::documentation::{DocsPage, Live, Stretch};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use web::blocks::Block;
use web::coding::Effort;

/// Marks are characters of private use, which no text contains.
const MARKS: [(char, Live); 3] =
    [('\u{e000}', Live::Site), ('\u{e001}', Live::Plans), ('\u{e002}', Live::Rates)];

/// The mark of a gap.
pub(super) fn mark(live: Live) -> char {
    let (mark, _) = MARKS.into_iter().find(|(_, of)| *of == live).expect("every gap has a mark");
    mark
}

/// Cuts the text of a page at its marks.
pub(super) fn cut(name: &'static str, title: &'static str, text: &str) -> DocsPage {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let markdown = stretches(&markdown(text));
    DocsPage { name, title, edition: hasher.finish(), stretches: stretches(text), markdown }
}

fn stretches(text: &str) -> Vec<Stretch> {
    let is_mark = |c: char| MARKS.iter().any(|(mark, _)| *mark == c);
    let pieces = text.split_inclusive(is_mark).flat_map(|piece| {
        let live = MARKS.into_iter().find(|(mark, _)| piece.ends_with(*mark));
        let same = live.map_or(piece, |(mark, _)| piece.trim_end_matches(mark));
        let same = Stretch::Same(Arc::new(Block::new(same.to_owned().into(), Effort::Once)));
        std::iter::once(same).chain(live.map(|(_, live)| Stretch::Live(live)))
    });
    pieces.collect()
}
