//! What all pages of the documentation share: the bar above, the index beside, and the text.

use super::guides::Guide;
use super::page::Page;
use super::reader::{Reader, address};
use crate::api::group::Group;
use crate::pages::widget::document::Document;
use maud::{Markup, html};

/// Content-Security-Policy of the pages: files of this server, and calls of this server by their form.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; \
    script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Scripts of the pages, in the order in which they run.
const SCRIPTS: [&str; 3] = ["docs.js", "docs-search.js", "docs-try.js"];

/// The text of the page.
pub(super) fn text(page: &Page, reader: &Reader) -> String {
    let title =
        if page.name.is_empty() { "Umbra docs".into() } else { format!("{} · Umbra docs", page.title) };
    let body = html! {
        a.skip href="#text" { "Skip to the text" }
        (bar())
        div.frame {
            main #text {
                h1 { (page.title) }
                div.lead { (page.lead) }
                (page.content)
            }
            (index(reader, page.name, page.group))
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
