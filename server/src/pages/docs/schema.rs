//! The page of all schemas, and schemas in words.

use super::reader::{DocsReader, PageText};
use super::unit;
use crate::api::number::{shown, shown_whole};
use crate::pages::html::inline;
use crate::pages::prelude::*;

/// The page of all schemas. A script opens the schema that a link leads to.
pub(super) fn page(reader: &DocsReader) -> PageText {
    let content = html! {
        div.schemas {
            @for (name, schema) in reader.schemas() {
                details {
                    summary { code { (name) } }
                    div id={ "schema-" (name) } {
                        @if let Some(text) = schema["description"].as_str() { p { (inline(text)) } }
                        (fields(name, schema))
                    }
                }
            }
        }
    };
    PageText {
        name: "schemas",
        title: "Schemas",
        lead: html! {
            p {
                "The objects in responses, with their fields in order. Programs can read them from the "
                a href="/openapi/latest.json" { "OpenAPI description" } "."
            }
        },
        group: None,
        content,
    }
}

/// Tables of the fields of a response: its own, and folded those of the objects within.
pub(super) fn response(reader: &DocsReader, content: &Value) -> Markup {
    let schemas = &reader.document["components"]["schemas"];
    let mut objects = Vec::new();
    for body in content.as_object().into_iter().flat_map(|bodies| bodies.values()) {
        roots(&body["schema"], None, schemas, &mut objects);
    }
    let mut within = Vec::new();
    objects.iter().for_each(|(_, object)| collect(object, &mut within));
    let mut k = 0;
    while let Some(name) = within.get(k).copied() {
        collect(&schemas[name], &mut within);
        k += 1;
    }
    within.retain(|name| objects.iter().all(|(root, _)| *root != Some(*name)));
    html! {
        @for (name, object) in &objects { (fields(name.unwrap_or("the response"), object)) }
        @if !within.is_empty() {
            div.schemas {
                @for name in within {
                    details {
                        summary { code { (name) } }
                        div {
                            @let text = schemas[name]["description"].as_str();
                            @if let Some(text) = text { p { (inline(text)) } }
                            (fields(name, &schemas[name]))
                        }
                    }
                }
            }
        }
    }
}

/// The objects of a response without its envelope, lists and keys; each with its name, if it has one.
fn roots<'a>(
    schema: &'a Value,
    as_name: Option<&'a str>,
    schemas: &'a Value,
    all: &mut Vec<(Option<&'a str>, &'a Value)>,
) {
    if let Some(name) = name(schema) {
        return roots(&schemas[name], Some(name), schemas, all);
    }
    let properties = &schema["properties"];
    if properties["query"].is_object() && properties["response"].is_object() {
        return roots(&properties["response"], None, schemas, all);
    }
    if properties.is_object() || schema["allOf"].is_array() {
        if !all.iter().any(|(_, known)| *known == schema) {
            all.push((as_name, schema));
        }
        return;
    }
    let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|of| schema[of].as_array()).flatten();
    let inner = [&schema["items"], &schema["additionalProperties"]];
    for part in alternatives.chain(inner).filter(|part| part.is_object()) {
        roots(part, None, schemas, all);
    }
}

/// A table of the properties of a schema, in their order in JSON.
fn fields(name: &str, schema: &Value) -> Markup {
    let parts = schema["allOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
    html! {
        @for part in parts {
            @if let Some(properties) = part["properties"].as_object() {
                div.scroll tabindex="0" role="group" aria-label={ "Fields of " (name) } {
                    table.parameters.fields {
                        thead {
                            tr {
                                th scope="col" { "Field" }
                                th scope="col" { "Meaning" }
                                th scope="col" { "Unit" }
                                th scope="col" { "Type" }
                            }
                        }
                        tbody {
                            @for (field, property) in properties {
                                @let text = property["description"].as_str().unwrap_or_default();
                                tr {
                                    th scope="row" { code { (field) } }
                                    td.meaning { (inline(text)) }
                                    td.unit { (unit::of(text).unwrap_or_default()) }
                                    td.values { (values(property)) }
                                }
                            }
                        }
                    }
                }
            } @else {
                p.values { (values(part)) }
            }
        }
    }
}

/// The values that a schema allows, in words, with links to named schemas.
fn values(schema: &Value) -> Markup {
    if let Some(name) = name(schema) {
        return link(name);
    }
    if let Some(words) = schema["enum"].as_array() {
        return choice(words);
    }
    for alternatives in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = schema[alternatives].as_array() {
            return either(all);
        }
    }
    let kinds = kinds(schema);
    html! {
        @for (k, kind) in kinds.iter().enumerate() {
            @if k > 0 { " or " }
            @match *kind {
                "array" => (list(schema)),
                "integer" => { "whole number" (bounds(schema)) },
                "number" => { "number" (bounds(schema)) },
                "string" if schema["format"] == "binary" => "bytes",
                "string" => "text",
                "boolean" => { code { "true" } " or " code { "false" } },
                "null" => code { "null" },
                "object" => (object(schema)),
                other => (other),
            }
        }
    }
}

fn link(name: &str) -> Markup {
    html! { a href={ "/docs/schemas#schema-" (name) } { (name) } }
}

fn choice(words: &[Value]) -> Markup {
    html! {
        @if words.len() > 1 { "one of " }
        @for (k, word) in words.iter().enumerate() {
            @if k > 0 { ", " }
            code { (word.as_str().map_or_else(|| word.to_string(), str::to_owned)) }
        }
    }
}

fn either(all: &[Value]) -> Markup {
    // "or null" comes last.
    let (null, others): (Vec<_>, Vec<_>) = all.iter().partition(|schema| schema["type"] == "null");
    html! {
        @for (k, schema) in others.iter().chain(&null).enumerate() {
            @if k > 0 { " or " }
            (values(schema))
        }
    }
}

fn list(schema: &Value) -> Markup {
    let items = &schema["items"];
    let count = match (schema["minItems"].as_i64(), schema["maxItems"].as_i64()) {
        (Some(least), Some(most)) if least == most => format!("list of {} × ", shown_whole(most)),
        (Some(least), Some(most)) => format!("list of {} to {} × ", shown_whole(least), shown_whole(most)),
        (None, Some(most)) => format!("list of at most {} × ", shown_whole(most)),
        _ => "list of ".to_owned(),
    };
    html! { (count) @if items.is_object() { (values(items)) } @else { "anything" } }
}

fn object(schema: &Value) -> Markup {
    let further = &schema["additionalProperties"];
    html! {
        @if let Some(properties) = schema["properties"].as_object() {
            "object with "
            @for (k, (field, property)) in properties.iter().enumerate() {
                @if k > 0 { ", " }
                code { (field) } " (" (values(property)) ")"
            }
        } @else if further.is_object() {
            "object whose values are each: " (values(further))
        } @else {
            "object"
        }
    }
}

fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => vec!["anything"],
    }
}

fn bounds(schema: &Value) -> String {
    match (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        (None, None) => String::new(),
        (Some(from), None) => format!(", {} or more", shown(from)),
        (None, Some(to)) => format!(", {} or less", shown(to)),
        (Some(from), Some(to)) => format!(", {} to {}", shown(from), shown(to)),
    }
}

/// The name in a reference to a schema.
fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Collects the names of the schemas within a schema, each once, in order.
fn collect<'a>(schema: &'a Value, all: &mut Vec<&'a str>) {
    if let Some(name) = name(schema)
        && !all.contains(&name)
    {
        all.push(name);
    }
    match schema {
        Value::Object(members) => members.values().for_each(|member| collect(member, all)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, all)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_are_described_in_words() {
        let pair = json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 });
        let named = json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/A" }] });
        for (schema, text) in [
            (
                json!({ "type": ["integer", "null"], "minimum": 0 }),
                "whole number, 0 or more or <code>null</code>",
            ),
            (json!({ "type": "number", "minimum": -9.5, "maximum": 1e9 }), "number, −9.5 to 1,000,000,000"),
            (pair, "list of 2 × number"),
            (named, "<a href=\"/docs/schemas#schema-A\">A</a> or <code>null</code>"),
            (json!({ "enum": ["a", null] }), "one of <code>a</code>, <code>null</code>"),
        ] {
            assert_eq!(values(&schema).into_string(), text);
        }
    }
}
