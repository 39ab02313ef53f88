//! Guide: refusals, and what to do about each.

use super::parts::heading;
use crate::api::problem_document::document;
use crate::pages::docs::example::answer;
use crate::pages::docs::reader::Reader;
use crate::pages::html::inline;
use accounts::problem::ORDER;
use maud::{Markup, html};
use std::borrow::Cow;
use web::problem::{Code, ParameterProblem, Problem};

pub(super) fn content(_: &Reader) -> Markup {
    html! {
        (heading("form", "The form of a refusal"))
        p {
            "Refusals are " code { "application/problem+json" } " (RFC 9457). " code { "code" } " is stable "
            "and for programs, " code { "detail" } " for people. Wrong parameters are all named at once in "
            code { "errors" } ", with what would be right."
        }
        (answer(&refusal(), "A refusal"))
        (heading("order", "Which comes first"))
        p {
            "A request that could be refused for several reasons is refused for the first of: "
            (inline(ORDER)) "."
        }
        (heading("again", "When to try again"))
        p {
            "429, 402 and 503 may be asked again: after " code { "Retry-After" } " seconds, or, without it, "
            "after a second and then ever more slowly. Others get the same answer each time until the "
            "request is changed."
        }
        (heading("codes", "All codes"))
        div.scroll tabindex="0" role="group" aria-label="All codes" {
            table.parameters {
                thead { tr { th scope="col" { "Code" } th scope="col" { "Status and meaning" } } }
                tbody {
                    @for code in Code::ALL {
                        @let (word, status, title) = code.describe();
                        tr id=(word) {
                            th scope="row" { code { (word) } }
                            td {
                                (status.as_u16()) " · " (title) "."
                                @if let Some(hint) = remedy(code) { p.values { (hint) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A refusal as the server makes it.
fn refusal() -> String {
    let error = ParameterProblem {
        parameter: Cow::Borrowed("obs"),
        detail: "the latitude must be from -90 to 90".to_owned(),
    };
    let body = document(&Problem::parameters(vec![error], 0), "/solar-eclipse/search/2026/2030");
    let body: serde_json::Value = serde_json::from_slice(&body).expect("the body of a refusal is JSON");
    serde_json::to_string_pretty(&body).expect("memory takes any JSON")
}

/// What to do, where the title does not say it.
fn remedy(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::BadParameter => "See errors; the operation's page has what each parameter takes.",
        Code::OutsideEphemeris => {
            "The detail names the range; alg=truncated reaches farther where there is one."
        }
        Code::TooLarge => "Ask in several calls.",
        Code::CredentialsRequired => "Add apiKey=YOUR_KEY; the console makes keys.",
        Code::CredentialsInvalid => {
            "Compare the key with that of the console: it may be disabled, replaced or deleted."
        }
        Code::TokenExpired => "Get a new token from /auth/access-token.",
        Code::OriginRequired => "The key is for pages; use one without origin rules.",
        Code::OriginRefused => "Add the origin to the rules of the key. Browsers show this as a CORS error.",
        Code::AddressRefused => "Add the address to the rules of the key.",
        Code::AccountSuspended => "Ask the operator of the service why.",
        Code::PremiumRefused => "Use the ordinary host.",
        Code::RateLimited => "Wait for Retry-After seconds, and ask more slowly.",
        Code::CreditsExhausted => "Wait for the new month, or take a higher plan; cost=1 tells prices.",
        Code::NoSuchPath => "Compare the path with the index.",
        Code::NoData => "The detail names what there is.",
        Code::NotAcceptable => "Widen Accept or Accept-Encoding, or leave them out.",
        Code::Unavailable | Code::Busy | Code::AccountsUnavailable => "Try again after Retry-After seconds.",
        Code::Internal => "Tell the operator; nothing was charged.",
        Code::PlanRequired
        | Code::MethodNotAllowed
        | Code::BodyTooLarge
        | Code::BodyTooSlow
        | Code::BodyMalformed
        | Code::BadHost
        | Code::AddressTooLong => return None,
    })
}
