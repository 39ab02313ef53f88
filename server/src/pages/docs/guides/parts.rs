//! What guides have in common.

use crate::pages::docs::reader::{Reader, address};
use maud::{Markup, html};

/// A heading with an anchor.
pub(super) fn heading(id: &str, title: &str) -> Markup {
    html! {
        h2 id=(id) { (title) " " a.anchor href={ "#" (id) } aria-label={ "Link to " (title) } { "#" } }
    }
}

/// A link to an operation on its page, by its path.
pub(super) fn operation(reader: &Reader, id: &str) -> Markup {
    let operation = reader.operation(id);
    html! { a href=(address(operation)) { code { (operation.paths[0]) } } }
}
