//! The page of a group, which lists its operations, and the page of each operation: a sentence, the example,
//! tables of parameters and fields, and folded notes.

use super::reader::{DocsReader, PageText, address};
use super::{cost, example, guides, schema, widgets};
use crate::api::parameter::Place;
use crate::pages::html::inline;
use crate::pages::prelude::*;
use artifacts::schema::TableSchema;

/// Notes of at most this many bytes are open.
const MAX_OPEN: usize = 400;

/// The page of a group of operations. Old links lead to `#operation` here; a script follows them.
pub(super) fn group_page(reader: &DocsReader, group: Group) -> PageText {
    PageText {
        name: group.slug(),
        title: group.title(),
        lead: html! { p { (group.description()) } },
        group: Some(group),
        content: html! {
            @if group == Group::Widgets { (widgets::builder(reader)) }
            ul.cards.wide {
                @for operation in reader.of_group(group) {
                    li id=(operation.id) {
                        a href=(address(operation)) { (operation.summary()) }
                        " " code { (operation.paths[0]) } " "
                        span { (inline(&sentence(&operation.description()))) }
                        span { (cost::least(operation)) " · " (cost::who(operation.access)) }
                    }
                }
            }
        },
    }
}

pub(super) fn page(reader: &DocsReader, operation: &'static Operation) -> PageText {
    let described = reader.described(operation);
    let description = operation.description();
    PageText {
        name: operation.id,
        title: operation.summary(),
        lead: html! { p { (inline(&sentence(&description))) } },
        group: Some(operation.group),
        content: html! {
            div.operation #operation data-path=(operation.paths[0])
                data-credentials=(credentials(operation.access))
                data-optional[reader.is_demo && operation.id != "usage"] {
                (example::of_operation(reader, operation))
                div.words {
                    @for path in operation.paths { p.path { code { span { "GET" } " " (path) } } }
                    (cost::facts(operation))
                    @if operation.own_parameters().next().is_some() { (parameters(operation)) }
                    (answers(reader, operation, described))
                    (notes(&description, reader))
                    @if let Some(post) = operation.post { (rows(reader, operation, post)) }
                }
            }
        },
    }
}

/// The first paragraph of a description: what the operation is for.
fn sentence(description: &str) -> String {
    description.split("\n\n").next().unwrap_or_default().to_owned()
}

/// Describes the operation for the rows of a body.
fn rows(reader: &DocsReader, operation: &Operation, post: &Operation) -> Markup {
    let is_new = |p: &&Parameter| operation.parameters.iter().all(|known| known.name != p.name);
    let description = post.description();
    html! {
        h2 #rows { "Many places in one call" }
        p { (inline(&sentence(&description))) }
        @for path in post.paths { p.path { code { span { "POST" } " " (path) } } }
        p { "The parameters are those above that do not belong to one place, and:" }
        ul {
            @for parameter in post.parameters.iter().filter(is_new) {
                li { code { (parameter.name) } ": " (inline(parameter.meaning)) }
            }
        }
        (sections(&description, reader))
        @if let Shape::Rows { tables, .. } = (post.describe)() {
            @for table in tables { (columns(table)) }
        }
        p { a href="/docs/many-places" { "Examples, formats and limits" } }
    }
}

/// The columns of a table, folded.
fn columns(table: &TableSchema) -> Markup {
    let title = format!("Columns of the table {}", table.name);
    html! {
        details.note {
            summary { (title) }
            p { (table.title) ". " (table.notes) }
            div.scroll tabindex="0" role="group" aria-label=(title) {
                table.parameters {
                    thead {
                        tr {
                            th scope="col" { "Name" }
                            th scope="col" { "Unit" }
                            th scope="col" { "Meaning" }
                        }
                    }
                    tbody {
                        @for column in table.columns {
                            tr {
                                th scope="row" { code { (column.name) } }
                                td { (column.unit) }
                                td { (column.meaning) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The sections after the first paragraph of a description, folded, below a heading.
fn notes(description: &str, reader: &DocsReader) -> Markup {
    html! {
        @if description.contains("\n\n## ") { h2 #notes { "Notes" } }
        (sections(description, reader))
    }
}

/// The sections after the first paragraph of a description, folded.
fn sections(description: &str, reader: &DocsReader) -> Markup {
    let sections: Vec<_> =
        description.split("\n\n## ").skip(1).filter_map(|section| section.split_once("\n\n")).collect();
    html! {
        @for (title, body) in sections {
            details.note open[body.len() <= MAX_OPEN] {
                summary { (inline(title)) }
                div.guide { (guides::rendered(body, title, reader)) }
            }
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
        h2 #parameters { "Parameters" }
        div.scroll tabindex="0" role="group" aria-label={ "Parameters of " (operation.paths[0]) } {
            table.parameters {
                thead {
                    tr { th scope="col" { "Name" } th scope="col" { "Meaning" } th scope="col" { "Values" } }
                }
                // Those of all operations, `fields` and `digits`, have a page.
                tbody { @for parameter in operation.own_parameters() { (row(parameter)) } }
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
            td.meaning { (inline(parameter.meaning)) }
            td.values {
                (inline(&parameter.accepted().words))
                @if !parameter.aliases.is_empty() {
                    ". Other accepted names: "
                    @for alias in parameter.aliases { code { (alias) } " " }
                }
            }
        }
    }
}

/// The fields of a response, its formats, and the errors specific to the operation.
fn answers(reader: &DocsReader, operation: &Operation, described: &Value) -> Markup {
    let good = &described["responses"]["200"]["content"];
    let forms: Vec<_> = good.as_object().into_iter().flatten().collect();
    html! {
        h2 #response { "Response" }
        (schema::response(reader, good))
        ul.answers {
            @for (form, _) in forms { li { code { "200" } " " (form) } }
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
