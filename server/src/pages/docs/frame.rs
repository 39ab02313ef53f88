//! The layout of all documentation pages: a bar at the top, the contents at the side, and the text.

use super::guides::GUIDES;
use super::reader::{DocsReader, PageText, address};
use crate::api::headers::RefusalPage;
use crate::pages::assets::Modules;
use crate::pages::document::Document;
use crate::pages::prelude::*;
use crate::pages::words::sentence;

/// Content-Security-Policy of the pages: files of this server, calls of it from the "Try it" form, and
/// frames with its widgets.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; \
    script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Scripts of the pages; none depends on another.
static MODULES: LazyLock<Modules> =
    LazyLock::new(|| Modules::new(&["docs/docs.js", "docs/search.js", "docs/try.js"]));
/// Scripts of the page of widgets.
static WITH_BUILDER: LazyLock<Modules> =
    LazyLock::new(|| Modules::new(&["docs/builder.js", "docs/docs.js", "docs/search.js", "docs/try.js"]));
/// The script of error pages.
static SEARCH: LazyLock<Modules> = LazyLock::new(|| Modules::new(&["docs/search.js"]));

/// The HTML of a page.
pub(super) fn text(page: &PageText, reader: &DocsReader) -> String {
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
        modules: Some(if page.name == Group::Widgets.slug() { &WITH_BUILDER } else { &MODULES }),
        image: None,
        data: None,
        body,
    }
    .text()
}

/// The bar at the top. A script adds the search field.
fn bar() -> Markup {
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

/// The contents: all guides and groups, and the operations of the current group.
fn index(reader: &DocsReader, name: &str, shown: Option<Group>) -> Markup {
    let current = |is_current: bool| is_current.then_some("page");
    html! {
        nav.index #index aria-label="Contents" {
            ul {
                li { a href="/docs" aria-current=[current(name.is_empty())] { "Quick start" } }
            }
            p #index-guides { "Guides" }
            ul aria-labelledby="index-guides" {
                @for guide in &GUIDES {
                    li {
                        a href={ "/docs/" (guide.name) } aria-current=[current(guide.name == name)] {
                            (guide.title())
                        }
                    }
                }
            }
            p #index-operations { "Operations" }
            ul aria-labelledby="index-operations" {
                @for group in Group::ALL {
                    li {
                        a href={ "/docs/" (group.slug()) } aria-current=[current(name == group.slug())] {
                            (group.title())
                        }
                        @if shown == Some(group) { (operations(reader, group, name)) }
                    }
                }
                li { a href="/docs/schemas" aria-current=[current(name == "schemas")] { "Schemas" } }
            }
        }
    }
}

fn operations(reader: &DocsReader, group: Group, name: &str) -> Markup {
    html! {
        ul {
            @for operation in reader.of_group(group) {
                @let current = (operation.id == name).then_some("page");
                li { a href=(address(operation)) aria-current=[current] { (operation.summary()) } }
            }
        }
    }
}

/// The page for an error below `/docs`, such as an unknown address.
pub(crate) fn error_page(problem: &Problem) -> RefusalPage {
    let (_, status, title) = problem.code.describe();
    let title = match problem.code {
        Code::NoSuchPath | Code::NoData => "This page does not exist",
        _ => title,
    };
    let body = html! {
        (bar())
        main.lost #text {
            h1 { (title) }
            p { (sentence(&problem.detail)) }
            p { a href="/docs" { "Go to the first page of the documentation" } }
            p.status { "Status " (status.as_u16()) }
        }
    };
    let document = Document {
        title: "Umbra docs",
        class: "docs",
        styles: &["look.css", "docs.css"],
        modules: Some(&SEARCH),
        image: None,
        data: None,
        body,
    };
    RefusalPage { html: document.text(), content_security_policy: CONTENT_SECURITY_POLICY }
}
