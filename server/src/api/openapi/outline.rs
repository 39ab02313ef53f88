//! Shorter forms of the OpenAPI document: the outline of all operations, and the slice of one.

use super::responses::ECHO;
use crate::api::components::reference;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

const MAX_SLICE_BYTES: usize = 30_000;
/// Maximum length of the example in a slice, bytes.
const MAX_EXAMPLE_BYTES: usize = 3000;
/// Length of an address of a component: `#/components/KIND/NAME`.
const ADDRESS_PARTS: usize = 4;

/// The outline of all operations: without notes and examples, with equal parameters once, and with an echo
/// that is described by the parameters.
pub(super) fn whole(document: &Value) -> Value {
    let mut whole = document.clone();
    items(&mut whole).for_each(|item| shorten(item, 0));
    share_parameters(&mut whole);
    let schemas = whole["components"]["schemas"].as_object_mut().into_iter().flat_map(Map::values_mut);
    schemas.filter(|schema| schema["description"] == ECHO).for_each(without_meaning);
    whole
}

/// The description of one operation by its id, with all that it refers to; none without such an operation. A
/// long one has no descriptions of the fields deepest within the response.
pub(crate) fn slice(document: &Value, id: &str) -> Option<Value> {
    let paths = document["paths"].as_object()?.iter();
    let mut all = paths.flat_map(|(path, of)| of.as_object().into_iter().flatten().map(move |of| (path, of)));
    let (path, (method, item)) = all.find(|(_, (_, item))| item["operationId"] == id)?;
    let mut item = item.clone();
    shorten(&mut item, MAX_EXAMPLE_BYTES);
    let mut info = document["info"].clone();
    info["description"] =
        json!("One operation of Umbra; /openapi/latest.json describes all, /llms.txt where to begin.");
    let tags: Vec<_> =
        document["tags"].as_array()?.iter().filter(|tag| tag["name"] == item["tags"][0]).collect();
    let mut slice = json!({
        "openapi": document["openapi"],
        "info": info,
        "servers": document["servers"],
        "tags": tags,
        "paths": {},
        "components": {},
    });
    let credentials = item["security"].as_array()?.iter().filter_map(Value::as_object).flat_map(Map::keys);
    for name in credentials {
        slice["components"]["securitySchemes"][name] =
            document["components"]["securitySchemes"][name].clone();
    }
    add_components(&mut item, document, &mut slice);
    slice["paths"][path][method] = item;
    // The schemas that were found last are the deepest ones.
    let mut length = slice.to_string().len();
    for schema in slice["components"]["schemas"].as_object_mut()?.values_mut().rev() {
        if length <= MAX_SLICE_BYTES {
            break;
        }
        length -= schema.to_string().len();
        without_meaning(schema);
        length += schema.to_string().len();
    }
    Some(slice)
}

/// The operations of a document.
fn items(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    paths.flat_map(|path| path.as_object_mut().into_iter().flat_map(Map::values_mut))
}

/// Leaves out the notes after the first paragraph of a description, and examples, except for one of the first
/// format.
fn shorten(item: &mut Value, max_example: usize) {
    let description = item["description"].as_str().and_then(|text| text.split("\n\n").next());
    item["description"] = json!(description.unwrap_or_default());
    let content = item["responses"]["200"]["content"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for (number, body) in content.enumerate() {
        let is_long = body["example"].to_string().len() > max_example;
        if let Some(body) = body.as_object_mut().filter(|_| number > 0 || is_long) {
            body.shift_remove("example");
        }
    }
}

fn parameters(item: &mut Value) -> impl Iterator<Item = &mut Value> {
    item["parameters"].as_array_mut().into_iter().flatten()
}

/// Moves parameters that several operations have into the components.
fn share_parameters(document: &mut Value) {
    let mut uses = HashMap::<String, usize>::new();
    for parameter in items(document).flat_map(parameters) {
        *uses.entry(parameter.to_string()).or_default() += 1;
    }
    let (mut names, mut shared) = (HashMap::new(), Map::new());
    for parameter in items(document).flat_map(parameters) {
        let text = parameter.to_string();
        if uses[&text] < 2 {
            continue;
        }
        let name = names.entry(text).or_insert_with(|| {
            let name = parameter["name"].as_str().unwrap_or_default();
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let free =
                std::iter::once(name.to_owned()).chain(numbered).find(|name| !shared.contains_key(name));
            let free = free.unwrap_or_default();
            shared.insert(free.clone(), parameter.clone());
            free
        });
        *parameter = reference("parameters", name);
    }
    document["components"]["parameters"] = Value::Object(shared);
}

/// Removes the descriptions of properties.
fn without_meaning(schema: &mut Value) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        without_meaning(part);
    }
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for property in properties.into_iter().flat_map(Map::values_mut) {
        property.as_object_mut().map(|property| property.shift_remove("description"));
    }
}

/// Adds the components that a part of a document refers to, and those that they refer to. Echoes become
/// objects with any members, because the parameters are there.
fn add_components(part: &mut Value, document: &Value, slice: &mut Value) {
    if part["properties"]["query"].is_object() && part["properties"]["response"].is_object() {
        part["properties"]["query"] = json!({ "type": "object", "description": ECHO });
    }
    if let Some(address) = part["$ref"].as_str() {
        let parts: Vec<_> = address.split('/').collect();
        if parts.len() == ADDRESS_PARTS && slice.pointer(&address[1..]).is_none() {
            let mut found = document["components"][parts[2]][parts[3]].clone();
            slice["components"][parts[2]][parts[3]] = Value::Null;
            add_components(&mut found, document, slice);
            slice["components"][parts[2]][parts[3]] = found;
        }
    }
    match part {
        Value::Object(members) => members.values_mut().for_each(|part| add_components(part, document, slice)),
        Value::Array(items) => items.iter_mut().for_each(|part| add_components(part, document, slice)),
        _ => {}
    }
}
