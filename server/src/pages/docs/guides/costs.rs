//! Guide: costs, plans, rates and caching.

use super::parts::{heading, operation};
use crate::api::documentation::Live;
use crate::api::prepared::Freshness;
use crate::pages::docs::cost::{least, rule, who};
use crate::pages::docs::example;
use crate::pages::docs::marks::mark;
use crate::pages::docs::reader::{Reader, address};
use crate::pages::html::inline;
use accounts::plan::Plan;
use maud::{Markup, html};
use web::problem::Code;

/// A call whose price follows from its parameters.
const PRICED: &str = "/rise-transit-set/2026-12-07/2026-12-14?body=sun,moon&observer=69.65,18.96,10&cost=1";

pub(super) fn content(reader: &Reader) -> Markup {
    html! {
        (heading("credits", "Credits"))
        p {
            "Calls cost credits of the account's monthly allowance, which is full again at midnight UTC of "
            "the first of the month. " code { "query.cost" } " says what a call has cost, the headers "
            code { "X-Credits-Used" } " and " code { "X-Credits-Remaining" } " what the month has, and "
            (operation(reader, "usage")) " which key and which operation has used it."
        }
        p {
            code { "cost=1" } " added to any call answers with its price alone; nothing is charged. Refusals "
            "cost nothing, but for " (problem(Code::NoData)) ", which costs the operation's least price. An "
            "answer that the client already has (304) costs as much as a new one: keep answers for as long "
            "as they may be kept."
        }
        (example::of_guide(reader, "price", PRICED))
        (heading("prices", "Prices of operations"))
        div.scroll tabindex="0" role="group" aria-label="Prices of operations" {
            table.parameters {
                thead { tr { th scope="col" { "Operation" } th scope="col" { "Price and who may ask" } } }
                tbody {
                    @for o in reader.operations.iter().filter(|o| o.cost > 0.0) {
                        tr {
                            th scope="row" { a href=(address(o)) { code { (o.paths[0]) } } }
                            td {
                                (least(o)) " · " (who(o.access))
                                @if let Some(rule) = rule(o) { p.values { "The cost " (inline(rule)) "." } }
                            }
                        }
                    }
                }
            }
        }
        p { "All others are free." }
        (heading("plans", "Plans"))
        (mark(Live::Plans))
        ul {
            @for plan in Plan::ALL {
                @let opened = reader.operations.iter().filter(|o| o.access.plan() == Some(plan));
                @let opened: Vec<_> = opened.collect();
                @if !opened.is_empty() {
                    li {
                        "Only from " b { (plan) } " on: "
                        @for (k, o) in opened.iter().enumerate() {
                            @if k > 0 { ", " }
                            a href=(address(o)) { code { (o.paths[0]) } }
                        }
                        "."
                    }
                }
            }
        }
        p {
            "A key for research and education can be entitled to every operation, whatever its plan. When "
            "the allowance is used up, calls get " (problem(Code::CreditsExhausted)) " with the instant of "
            "replenishment and " code { "Retry-After" } "."
        }
        (heading("rates", "Rates"))
        (mark(Live::Rates))
        p {
            "Every request of an address counts, also one that is refused. " code { "RateLimit-Policy" }
            " names the limit, " code { "RateLimit" } " says how many requests are left and for how long. "
            "Whoever asks for more gets " (problem(Code::RateLimited)) " with " code { "Retry-After" }
            " until the back-off is over; asking meanwhile makes it no longer. A client that waits for "
            code { "Retry-After" } " and then goes on does right."
        }
        (heading("caching", "Caching"))
        p {
            "What is computed from dates does not change: " code { (Freshness::Day.header()) } " lets your "
            "program keep it for a day. " code { "ETag" } " names the data too, so " code { "If-None-Match" }
            " saves the transfer, not the price. Answers that depend on the moment say "
            code { (Freshness::Never.header()) } ". All are compressed for clients that take it ("
            code { "curl --compressed" } ")."
        }
    }
}

/// A link to a problem in the guide to errors.
fn problem(code: Code) -> Markup {
    let (word, status, _) = code.describe();
    html! { a href={ "/docs/errors#" (word) } { (status.as_u16()) " " code { (word) } } }
}
