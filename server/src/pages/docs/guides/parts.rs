//! Parts of guides that come from the code: prices, plans, rates and error codes.

use crate::api::documentation::Live;
use crate::api::problem_document::document;
use crate::pages::docs::cost::{least, rule, who};
use crate::pages::docs::example::answer;
use crate::pages::docs::marks::mark;
use crate::pages::docs::reader::{DocsReader, address};
use crate::pages::html::inline;
use crate::pages::prelude::*;
use std::borrow::Cow;
use web::problem::ParameterProblem;

/// The part with a name. Panics if the name is unknown; a test renders every page.
pub(super) fn part(name: &str, reader: &DocsReader) -> Markup {
    match name {
        "prices" => prices(reader),
        "plans" => html! { (mark(Live::Plans)) (operations_by_plan(reader)) },
        "rates" => html! { (mark(Live::Rates)) },
        "refusal" => answer(&refusal(), "An error response"),
        "codes" => codes(),
        "verification" => verification(),
        other => unreachable!("a guide inserts {other}, which does not exist"),
    }
}

fn prices(reader: &DocsReader) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Prices of operations" {
            table.parameters {
                thead { tr { th scope="col" { "Operation" } th scope="col" { "Price and access" } } }
                tbody {
                    @for o in reader.operations.iter().filter(|o| o.cost > 0.0) {
                        tr {
                            th scope="row" { a href=(address(o)) { code { (o.paths[0]) } } }
                            td {
                                (least(o)) " · " (who(o.access))
                                @if let Some(rule) = rule(o) { p.values { "The cost " (inline(&rule)) "." } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The operations that need a plan.
fn operations_by_plan(reader: &DocsReader) -> Markup {
    html! {
        ul {
            @for plan in Plan::ALL {
                @let opened = reader.operations.iter().filter(|o| o.access.plan() == Some(plan));
                @let opened: Vec<_> = opened.collect();
                @if !opened.is_empty() {
                    li {
                        "From " b { (plan) } " upwards: "
                        @for (k, o) in opened.iter().enumerate() {
                            @if k > 0 { ", " }
                            a href=(address(o)) { code { (o.paths[0]) } }
                        }
                        "."
                    }
                }
            }
        }
    }
}

/// An error response, generated in the same way as real ones.
fn refusal() -> String {
    let error = ParameterProblem {
        parameter: Cow::Borrowed("obs"),
        detail: "the latitude 93.36 must lie from -90 to 90 degrees".to_owned(),
    };
    let body = document(&Problem::parameters(vec![error], 0), "/solar-eclipse/search/2026/2030");
    let body: serde_json::Value = serde_json::from_slice(&body).expect("the body of a refusal is JSON");
    serde_json::to_string_pretty(&body).expect("memory takes any JSON")
}

fn codes() -> Markup {
    html! {
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
                                @if let Some(remedy) = remedy(code) { p.values { (remedy) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The result of `umbra verify` at the release, as `builder verify --json` has written it.
#[derive(Deserialize)]
struct Verification {
    version: String,
    date: String,
    dataset: String,
    sections: Vec<ComparedTable>,
}

#[derive(Deserialize)]
struct ComparedTable {
    table: String,
    file: Option<String>,
    quantities: Vec<ComparedQuantity>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ComparedQuantity {
    name: String,
    unit: String,
    compared: usize,
    equal: usize,
    within99: f64,
    worst: Option<f64>,
    worst_at: Option<String>,
}

fn verification() -> Markup {
    let text = include_str!("verification.json");
    let Verification { version, date, dataset, sections } =
        serde_json::from_str(text).expect("the builder has written it");
    html! {
        p {
            "Version " (version) " compared dataset " code { (dataset) } " on " (date) ". "
            a href="/status" { "The status page" } " names the dataset of this server."
        }
        @for ComparedTable { table, file, quantities } in &sections {
            @let other = file.as_deref().unwrap_or("the outlines of countries and seas");
            details.note {
                summary { (table) ", compared with " (other) ": " (quantities.len()) " quantities" }
                div.scroll tabindex="0" role="group" aria-label=(table) {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Quantity" }
                                @for title in ["Compared", "As printed", "99 % within", "Worst"] {
                                    th.number scope="col" { (title) }
                                }
                                th scope="col" { "Worst at" }
                            }
                        }
                        tbody { @for quantity in quantities { (quantity.row()) } }
                    }
                }
            }
        }
    }
}

/// A difference with three digits.
fn figure(difference: f64) -> String {
    if (1e-9..1e-3).contains(&difference) { format!("{difference:.2e}") } else { difference.to_string() }
}

impl ComparedQuantity {
    fn row(&self) -> Markup {
        html! {
            tr {
                th scope="row" { (self.name) @if !self.unit.is_empty() { ", " (self.unit) } }
                td.number { (self.compared) }
                td.number { (self.equal) }
                td.number { (figure(self.within99)) }
                td.number { (figure(self.worst.unwrap_or(0.0))) }
                td { (self.worst_at.as_deref().unwrap_or("")) }
            }
        }
    }
}

/// The remedy for an error, unless its title makes it obvious.
fn remedy(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::BadParameter => "See errors. The operation's page lists the values of each parameter.",
        Code::OutsideEphemeris => {
            "See detail for the range. Use alg=truncated where available: it covers more years."
        }
        Code::TooLarge => "Split the call into several.",
        Code::CredentialsRequired => "Add apiKey=YOUR_KEY. Create keys in the console.",
        Code::CredentialsInvalid => {
            "Compare the key with the one in the console: it may be disabled, replaced or deleted."
        }
        Code::TokenExpired => "Get a new token from /auth/access-token.",
        Code::OriginRequired => "This key works only in web pages. Use one without origin rules.",
        Code::OriginRefused => "Add the origin to the rules of the key. Browsers report a CORS error.",
        Code::AddressRefused => "Add the address to the rules of the key.",
        Code::AccountSuspended => "Contact the operator of the service.",
        Code::PremiumRefused => "Use the standard host.",
        Code::RateLimited => "Wait for Retry-After seconds, then send requests less often.",
        Code::CreditsExhausted => "Wait for the next month or upgrade your plan. cost=1 shows prices.",
        Code::NoSuchPath => "Compare the path with the contents.",
        Code::NoData => "See detail for the available data.",
        Code::NotAcceptable => "Widen or omit Accept and Accept-Encoding.",
        Code::OtherDataset => "Compute everything again with the new dataset, or leave dataset out.",
        Code::UnsupportedMediaType => "See detail for the formats.",
        Code::Unavailable | Code::Busy | Code::AccountsUnavailable => "Retry after Retry-After seconds.",
        Code::BadForwardedFor => "Report it to the operator: a proxy of the service needs another setting.",
        Code::Internal => "Report it to the operator. Nothing was charged.",
        Code::PlanRequired
        | Code::MethodNotAllowed
        | Code::BodyTooLarge
        | Code::BodyTooSlow
        | Code::BodyMalformed
        | Code::BadHost
        | Code::AddressTooLong => return None,
    })
}
