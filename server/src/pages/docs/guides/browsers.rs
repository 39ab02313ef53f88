//! Guide: calls from pages in browsers.

use super::parts::{heading, operation};
use crate::api::documentation::Live;
use crate::pages::docs::marks::mark;
use crate::pages::docs::reader::Reader;
use accounts::plan::Plan;
use accounts::token::VALID_S;
use maud::{Markup, html};
use web::problem::Code;

pub(super) fn content(reader: &Reader) -> Markup {
    let (no_origin, _, _) = Code::OriginRequired.describe();
    html! {
        (heading("cors", "Calls from a page"))
        p {
            "Any page may call this service with " code { "fetch" } ": answers and refusals carry "
            code { "Access-Control-Allow-Origin" } " for its origin, and the headers about credits, rates "
            "and caching are readable. Send the key in the query and no headers of your own: then browsers "
            "ask for no permission first."
        }
        div.notice {
            p {
                b { "A CORS error in the browser's console usually means the origin rules of the key." } " A "
                "page that they do not allow is told nothing, not even why: " code { "fetch" } " fails "
                "without a status. Look at the key's rules in the " a href="/console" { "console" } "."
            }
        }
        (heading("key", "A key in a page is public"))
        p {
            "Everybody who opens the page can read its key. Give such a key " b { "origin rules" } " (keys "
            "of the plan " code { (Plan::WITH_RULES) } " and higher), so that other sites cannot use it, or "
            "keep the key on your server and hand out access tokens: "
            (operation(reader, "auth-access-token")) " makes one that ends after " (VALID_S / 60) " minutes."
        }
        ul {
            li {
                "A rule is a host such as " code { "example.org" } " or " code { "*.example.org" } "; the "
                "console says which forms it takes."
            }
            li {
                "With origin rules a call without " code { "Origin" } " gets 401 "
                a href={ "/docs/errors#" (no_origin) } { code { (no_origin) } } ": use another key for "
                "programs, with rules for addresses if you like."
            }
            li { "Rules change within a second, and disabling a key ends its tokens too." }
        }
        (heading("frames", "Widgets in frames"))
        p {
            (operation(reader, "eclipse-path")) " and " (operation(reader, "eclipse-simulator")) " go into "
            "an " code { "iframe" } ". A frame sends no " code { "Origin" } "; its " code { "Referer" } " is "
            "matched against the rules of the key instead, so the page around it must not forbid it."
        }
        pre tabindex="0" role="group" aria-label="A widget in a frame" {
            code {
                "<iframe src=\"" (mark(Live::Site))
                "/eclipse-path?date=2026-08-12"
                @if !reader.is_demo { "&apiKey=YOUR_KEY" }
                "\"\n  referrerpolicy=\"strict-origin\" width=\"900\" height=\"600\"></iframe>"
            }
        }
    }
}
