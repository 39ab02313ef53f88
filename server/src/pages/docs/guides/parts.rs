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

/// A table of two columns, of which the first names the row.
pub(super) fn table(what: &str, rows: &[(&str, &str)]) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label=(what) {
            table.parameters {
                tbody {
                    @for (name, text) in rows {
                        tr { th scope="row" { (name) } td { (text) } }
                    }
                }
            }
        }
    }
}
