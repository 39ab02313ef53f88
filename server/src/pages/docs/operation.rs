//! The page of a group, with one section per operation: description, cost, parameters, responses, example.

use super::reader::{DocsReader, PageText};
use super::{cost, example, schema};
use crate::api::group::Group;
use crate::api::operation::Operation;
use crate::api::parameter::{Parameter, Place};
use crate::pages::html::{inline, markdown};
use accounts::access::Access;
use maud::{Markup, html};
use serde_json::Value;
use web::problem::Code;

/// The page of a group of operations.
pub(super) fn group_page(reader: &DocsReader, group: Group) -> PageText {
    PageText {
        name: group.slug(),
        title: group.title(),
        lead: html! { p { (group.description()) } },
        group: Some(group),
        content: html! {
            @for operation in reader.of_group(group) { (section(reader, operation)) }
        },
    }
}

/// The section of an operation.
fn section(reader: &DocsReader, operation: &Operation) -> Markup {
    let described = reader.described(operation);
    html! {
        section.operation data-path=(operation.paths[0]) data-credentials=(credentials(operation.access)) {
            h2 id=(operation.id) {
                (operation.summary()) " "
                a.anchor href={ "#" (operation.id) } aria-label={ "Link to " (operation.summary()) } { "#" }
            }
            div.words {
                @for path in operation.paths { p.path { code { span { "GET" } " " (path) } } }
                (cost::facts(operation))
                (markdown(&operation.description()))
                @if !operation.parameters.is_empty() { (parameters(operation)) }
                (answers(operation, described))
            }
            div.beside { (example::of_operation(reader, operation)) }
        }
    }
}

/// The credentials of a call, as the script of the "Try it" form reads them.
fn credentials(access: Access) -> &'static str {
    match access {
        Access::Account => "account",
        access if access > Access::Open => "key",
        _ => "none",
    }
}

fn parameters(operation: &Operation) -> Markup {
    html! {
        h3 { "Parameters" }
        div.scroll tabindex="0" role="group" aria-label={ "Parameters of " (operation.paths[0]) } {
            table.parameters {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Meaning and values" } } }
                tbody { @for parameter in operation.parameters_of_paths() { (row(parameter)) } }
            }
        }
    }
}

fn row(parameter: &Parameter) -> Markup {
    let (place, is_required) = match parameter.place {
        Place::Path => ("path", true),
        Place::Query { required } => ("query", required),
    };
    html! {
        tr data-name=(parameter.name) data-place=(place) data-example=(parameter.example)
            data-shown[parameter.is_in_example || is_required] data-required[is_required] {
            th scope="row" {
                code { (parameter.name) }
                @if is_required { " " small { "required" } }
            }
            td {
                p.meaning { (inline(parameter.meaning)) }
                p.values { (parameter.accepted().words) }
                @if !parameter.aliases.is_empty() {
                    p.values {
                        "Other accepted names: "
                        @for alias in parameter.aliases { code { (alias) } " " }
                    }
                }
            }
        }
    }
}

/// The formats of a response with their schemas, and the errors specific to the operation.
fn answers(operation: &Operation, described: &Value) -> Markup {
    let good = &described["responses"]["200"]["content"];
    let forms: Vec<_> = good.as_object().into_iter().flatten().collect();
    html! {
        h3 { "Responses" }
        ul.answers {
            @for (form, body) in forms {
                @let links = schema::links(&body["schema"]);
                li { code { "200" } " " (form) @if let Some(links) = links { ": " (links) } }
            }
            @if described["responses"]["204"].is_object() { li { code { "204" } " no content" } }
            @for code in own_errors(operation) {
                @let (word, status, title) = code.describe();
                li {
                    code { (status.as_u16()) } " "
                    a href={ "/docs/errors#" (word) } { (word) } ": " (title)
                }
            }
            li { "The errors that " a href="/docs/errors" { "every operation" } " can return." }
        }
    }
}

/// Errors specific to the operation.
fn own_errors(operation: &Operation) -> Vec<Code> {
    let plan = operation.access.plan().map(|_| Code::PlanRequired);
    plan.into_iter().chain(operation.refusals.iter().copied()).collect()
}
