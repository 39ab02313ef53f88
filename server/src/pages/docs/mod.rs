//! The reference as a page: the OpenAPI description as HTML, without scripts and without anything from
//! elsewhere.

mod schema;

use super::html::{inline, markdown, page};
use crate::api::documentation::Documentation;
use crate::http::blocks::Block;
use crate::http::problem::Code;
use maud::{Markup, html};
use serde_json::{Map, Value};
use std::sync::{Arc, OnceLock};

/// Content-Security-Policy of the page: nothing but its own style.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const STYLE: &str = include_str!("../assets/docs.css");

/// Renders the page, once for all requests.
pub(crate) fn page_block(documentation: &Documentation) -> Arc<Block> {
    static PAGE: OnceLock<Arc<Block>> = OnceLock::new();
    Arc::clone(PAGE.get_or_init(|| Arc::new(Block::new(reference(documentation).into()))))
}

fn reference(documentation: &Documentation) -> String {
    let document = &documentation.openapi;
    let info = &document["info"];
    let title = format!("{} {}", text(&info["title"]), text(&info["version"]));
    let operations: Vec<_> = members(&document["paths"]).map(|(path, item)| (path, &item["get"])).collect();
    let body = html! {
        header {
            h1 { (title) }
            (markdown(text(&info["description"])))
            p { "For programs: " a href="/openapi/latest.json" { "OpenAPI 3.1" } "." }
        }
        main {
            nav {
                h3 { "Operations" }
                ul {
                    @for (path, operation) in &operations {
                        li { a href={ "#" (text(&operation["operationId"])) } { (path) } }
                    }
                    li { a href="#problems" { "Problems" } }
                    li { a href="#schemas" { "Schemas" } }
                }
            }
            @for (path, operation) in &operations { (section(path, operation)) }
            (problems())
            h2 #schemas { "Schemas" }
            @for (name, schema) in members(&document["components"]["schemas"]) {
                details id={ "schema-" (name) } {
                    summary { code { (name) } " " (inline(text(&schema["description"]))) }
                    (schema::fields(schema))
                }
            }
        }
    };
    page(&title, STYLE, body)
}

fn section(path: &str, operation: &Value) -> Markup {
    let example = text(&operation["x-example"]);
    let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    html! {
        h2 id=(text(&operation["operationId"])) { (text(&operation["summary"])) }
        p.path { code { "GET " (path) } " " (price(operation)) }
        (markdown(text(&operation["description"])))
        @if !parameters.is_empty() {
            div.scroll {
                table {
                    thead { tr { th { "Parameter" } th { "Meaning" } th { "Values" } } }
                    tbody { @for parameter in parameters { (row(parameter)) } }
                }
            }
        }
        h3 { "Example" }
        pre { a href=(example) { code { (example) } } }
        @if let Some(answer) = answer(operation) {
            pre.answer tabindex="0" aria-label="Answer, shortened" role="region" { code { (answer) } }
        }
        h3 { "Answers" }
        ul {
            @for (status, response) in members(&operation["responses"]) {
                li { b { (status) } " " (inline(text(&response["description"]))) " " (content(response)) }
            }
        }
    }
}

/// An answer to the example: that in the first of its forms that has one.
fn answer(operation: &Value) -> Option<String> {
    let content = &operation["responses"]["200"]["content"];
    let example = members(content).map(|(_, body)| &body["example"]).find(|example| !example.is_null())?;
    Some(match example {
        Value::String(text) => text.clone(),
        value => serde_json::to_string_pretty(value).expect("memory takes any JSON"),
    })
}

/// The price of the least call, and what credentials a call needs.
fn price(operation: &Value) -> String {
    let credits = match operation["x-credits"].as_f64().unwrap_or_default() {
        0.0 => "free".to_owned(),
        1.0 => "1 credit".to_owned(),
        credits => format!("{credits} credits"),
    };
    let schemes = operation["security"].as_array().map_or(&[][..], Vec::as_slice);
    let is_free_of_keys = schemes.iter().all(|scheme| scheme.as_object().is_none_or(Map::is_empty));
    format!("{credits}, {}", if is_free_of_keys { "no key needed" } else { "needs a key" })
}

/// A parameter in the table of an operation.
fn row(parameter: &Value) -> Markup {
    html! {
        tr {
            td {
                code { (text(&parameter["name"])) }
                @if is_required(parameter) { " " small { "required" } }
            }
            td { (inline(text(&parameter["description"]))) }
            td { (schema::values(&parameter["schema"])) }
        }
    }
}

/// Links to the schemas of a response that have names, and its forms if there are several.
fn content(response: &Value) -> Markup {
    let count = members(&response["content"]).count();
    html! {
        @for (i, (form, body)) in members(&response["content"]).enumerate() {
            @if i > 0 { " · " }
            @if count > 1 { code { (form) } " " }
            (schema::links(&body["schema"]))
        }
    }
}

fn problems() -> Markup {
    html! {
        h2 #problems { "Problems" }
        div.scroll {
            table {
                thead { tr { th { "Code" } th { "Status" } th { "Meaning" } } }
                tbody {
                    @for (word, status, title) in Code::ALL.map(|code| code.describe()) {
                        tr id=(word) { td { code { (word) } } td { (status.as_u16()) } td { (title) } }
                    }
                }
            }
        }
    }
}

fn is_required(parameter: &Value) -> bool {
    parameter["required"] == Value::Bool(true)
}

/// The text of a member; empty if it is absent.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Names and values of an object; none if it is absent.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}
