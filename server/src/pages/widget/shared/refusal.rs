//! The error page of a widget: the problem and its fix.

use crate::api::headers::RefusalPage;
use crate::pages::document::Document;
use crate::pages::words::sentence;
use maud::{Markup, html};
use web::problem::{Code, Instead, Problem};

/// Allows only styles of the service. Any site may embed the page, so that its owner sees the problem.
const CONTENT_SECURITY_POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

pub(crate) fn page(problem: &Problem) -> RefusalPage {
    let (code, status, _) = problem.code.describe();
    let title = title(problem.code);
    let body = html! {
        main {
            p.status { (status.as_u16()) }
            h1 { (title) }
            (details(problem))
            p.more { a href={ "/docs#" (code) } target="_blank" rel="noopener" { "What this means" } }
        }
    };
    let document = Document {
        title,
        class: "refusal",
        styles: &["look.css", "widget.css"],
        modules: None,
        image: None,
        data: None,
        body,
    };
    RefusalPage { html: document.text(), content_security_policy: CONTENT_SECURITY_POLICY }
}

/// The problem, and links to alternatives.
fn details(problem: &Problem) -> Markup {
    html! {
        @if let Some(Instead { detail, links }) = &problem.instead {
            p { (sentence(detail)) }
            ul {
                @for (words, address) in links {
                    li { @match address { Some(address) => a href=(address) { (words) }, None => (words), } }
                }
            }
        } @else if problem.code == Code::CredentialsRequired {
            p {
                "Add " code { "apiKey=YOUR_KEY" } " to the address. Create keys in the "
                a href="/console" target="_blank" rel="noopener" { "console" } "."
            }
        } @else if problem.errors.is_empty() {
            p { (sentence(&problem.detail)) }
        } @else {
            ul {
                @for error in &problem.errors { li { code { (error.parameter) } " " (error.detail) } }
            }
        }
    }
}

/// The problem in a few words.
fn title(code: Code) -> &'static str {
    match code {
        Code::BadParameter => "The address contains an error",
        Code::NoData => "No eclipse on this date",
        Code::CredentialsRequired => "This page needs a key",
        Code::OriginRequired => "The embedding site is unknown",
        Code::OriginRefused => "The key does not allow this site",
        Code::NoSuchPath => "The page is on another host",
        Code::Unavailable => "The page cannot be drawn",
        _ => code.describe().2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_text_and_a_sentence() {
        let html = page(&Problem::new(Code::NoData, "there is no <b>eclipse</b> on this date")).html;
        assert!(html.contains("There is no &lt;b&gt;eclipse&lt;/b&gt; on this date.</p>"), "{html}");
        let html = page(&Problem::parameter("obs", "\"<i>\" must be LAT,LNG,HEIGHT")).html;
        assert!(html.contains("<code>obs</code> &quot;&lt;i&gt;&quot; must be"), "{html}");
    }
}
