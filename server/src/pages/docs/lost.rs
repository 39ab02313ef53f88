//! The page for an address below `/docs` where there is none, or that cannot be answered now.

use super::frame::{CONTENT_SECURITY_POLICY, bar};
use crate::api::respond::RefusalPage;
use crate::pages::widget::document::Document;
use crate::pages::words::sentence;
use maud::html;
use web::problem::{Code, Problem};

/// The page for a problem.
pub(crate) fn page(problem: &Problem) -> RefusalPage {
    let (_, status, title) = problem.code.describe();
    let title = match problem.code {
        Code::NoSuchPath | Code::NoData => "There is no such page",
        _ => title,
    };
    let body = html! {
        (bar())
        main.lost #text {
            h1 { (title) }
            p { (sentence(&problem.detail)) }
            p { a href="/docs" { "To the first page of the documentation" } }
            p.status { "Status " (status.as_u16()) }
        }
    };
    let document = Document {
        title: "Umbra docs",
        class: "docs",
        styles: &["look.css", "docs.css"],
        scripts: &["docs-search.js"],
        data: None,
        body,
    };
    RefusalPage { html: document.text(), content_security_policy: CONTENT_SECURITY_POLICY }
}
