//! What all pages of the documentation share: the bar above, the index beside, and the text.

use super::guides::Guide;
use super::reader::{Reader, address};
use crate::api::group::Group;
use crate::pages::widget::document::Document;
use maud::{Markup, html};

/// A page before it is cut.
pub(super) struct Page {
    /// The part of its address after `/docs/`; empty for `/docs` itself.
    pub(super) name: &'static str,
    /// Title of the page.
    pub(super) title: &'static str,
    /// What the page is about, in one or two sentences.
    pub(super) lead: Markup,
    /// The group whose operations the page has, if it is that of a group.
    pub(super) group: Option<Group>,
    /// Everything below.
    pub(super) content: Markup,
}

/// Scripts of the pages, in the order in which they run.
const SCRIPTS: [&str; 3] = ["docs.js", "docs-search.js", "docs-try.js"];

impl Page {
    /// The text of the page.
    pub(super) fn text(&self, reader: &Reader) -> String {
        let title =
            if self.name.is_empty() { "Umbra docs".into() } else { format!("{} · Umbra docs", self.title) };
        let body = html! {
            a.skip href="#text" { "Skip to the text" }
            (bar())
            div.frame {
                main #text {
                    h1 { (self.title) }
                    div.lead { (self.lead) }
                    (self.content)
                }
                (index(reader, self.name, self.group))
            }
        };
        Document {
            title: &title,
            class: "docs",
            styles: &["look.css", "docs.css"],
            scripts: &SCRIPTS,
            data: None,
            body,
        }
        .text()
    }
}

/// The bar above: where the reader is, and ways elsewhere. The script puts the search into it.
pub(super) fn bar() -> Markup {
    html! {
        header.bar {
            a.brand href="/docs" { "Umbra " span { "docs" } }
            div #search hidden {}
            nav aria-label="Service" {
                a.to-index href="#index" { "Contents" }
                a href="/" { "Start" }
                a href="/console" { "Console" }
                a href="/openapi/latest.json" { "OpenAPI" }
            }
        }
    }
}

/// All guides and groups, with the operations of the group that is shown.
fn index(reader: &Reader, name: &str, shown: Option<Group>) -> Markup {
    let current = |is_current: bool| is_current.then_some("page");
    html! {
        nav.index #index aria-label="Contents" {
            ul {
                li { a href="/docs" aria-current=[current(name.is_empty())] { "Quick start" } }
            }
            p #index-guides { "Guides" }
            ul aria-labelledby="index-guides" {
                @for guide in Guide::ALL {
                    li {
                        a href={ "/docs/" (guide.name()) } aria-current=[current(guide.name() == name)] {
                            (guide.title())
                        }
                    }
                }
            }
            p #index-operations { "Operations" }
            ul aria-labelledby="index-operations" {
                @for group in Group::ALL {
                    li {
                        a href={ "/docs/" (group.slug()) } aria-current=[current(shown == Some(group))] {
                            (group.title())
                        }
                        @if shown == Some(group) { (operations(reader, group)) }
                    }
                }
                li { a href="/docs/schemas" aria-current=[current(name == "schemas")] { "Schemas" } }
            }
        }
    }
}

fn operations(reader: &Reader, group: Group) -> Markup {
    html! {
        ul {
            @for operation in reader.of_group(group) {
                li { a href=(address(operation)) { (operation.summary) } }
            }
        }
    }
}
