//! Schemas of the OpenAPI description, in words and links.

use crate::pages::html::inline;
use maud::{Markup, html};
use serde_json::Value;
use std::collections::BTreeSet;

/// Properties of a schema as a table.
pub(super) fn fields(schema: &Value) -> Markup {
    let parts = schema["allOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
    html! {
        @for part in parts {
            @if let Some(properties) = part["properties"].as_object() {
                div.scroll {
                    table {
                        tbody {
                            @for (name, property) in properties {
                                tr {
                                    td { code { (name) } }
                                    td { (values(property)) }
                                    td { (inline(property["description"].as_str().unwrap_or_default())) }
                                }
                            }
                        }
                    }
                }
            } @else {
                (values(part))
            }
        }
    }
}

/// Type and bounds of a value in a few words, or a link to its schema.
pub(super) fn values(schema: &Value) -> Markup {
    if let Some(words) = schema["enum"].as_array() {
        return html! {
            @for (i, word) in words.iter().enumerate() {
                @if i > 0 { " " }
                code { (word.as_str().map_or_else(|| word.to_string(), str::to_owned)) }
            }
        };
    }
    if !names(schema).is_empty() {
        return links(schema);
    }
    if schema["items"]["enum"].is_array() {
        return html! { "list of " (values(&schema["items"])) };
    }
    if schema["items"]["type"].is_string() && schema["maxItems"].is_number() {
        let (least, most) = (&schema["minItems"], &schema["maxItems"]);
        let count = if least == most { format!("{most}") } else { format!("{least} … {most}") };
        return html! { "list of " (count) " × " (values(&schema["items"])) };
    }
    html! { (kind(schema)) (bounds(schema)) " " (form(schema)) }
}

fn kind(schema: &Value) -> String {
    match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => String::new(),
    }
}

fn bounds(schema: &Value) -> String {
    if let (Value::Number(above), Value::Number(below)) =
        (&schema["exclusiveMinimum"], &schema["exclusiveMaximum"])
    {
        return format!(" above {above}, below {below}");
    }
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null, Value::Null) => String::new(),
        (from, Value::Null) => format!(" from {from}"),
        (Value::Null, to) => format!(" to {to}"),
        (from, to) => format!(" {from} … {to}"),
    }
}

/// The form that a text must have, where the schema says so.
fn form(schema: &Value) -> &str {
    let is_bound = schema["pattern"].is_string() || schema["minLength"].is_number();
    schema["description"].as_str().filter(|_| is_bound).unwrap_or_default()
}

/// Links to the named schemas within one.
pub(super) fn links(schema: &Value) -> Markup {
    html! {
        @for (i, name) in names(schema).into_iter().collect::<BTreeSet<_>>().into_iter().enumerate() {
            @if i > 0 { " " }
            a href={ "#schema-" (name) } { (name) }
        }
    }
}

/// Names of the schemas that one refers to.
fn names(schema: &Value) -> Vec<&str> {
    match schema {
        Value::Object(map) => {
            let own = map.get("$ref").and_then(Value::as_str).and_then(|r| r.rsplit('/').next());
            own.into_iter().chain(map.values().flat_map(names)).collect()
        }
        Value::Array(list) => list.iter().flat_map(names).collect(),
        _ => Vec::new(),
    }
}
