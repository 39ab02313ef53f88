//! Adapts schemas for client generators.

use serde_json::{Map, Value, json};

/// A name that Python generators also use for a local variable: this property must come last, or it would
/// overwrite the variable.
const LAST: &str = "d";

/// Completes a schema and all within it.
///
/// A property that may be null is always present and therefore required: fields that may be absent are
/// declared `nullable = false`. A property `d` comes last, without additional properties. Numbers have no
/// format, because JSON has none.
pub(crate) fn completed(mut schema: Value) -> Value {
    complete(&mut schema);
    schema
}

pub(crate) fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

fn complete(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    // Schemas by the names of properties, of which one may be "properties".
                    Value::Object(schemas) if name == "properties" => schemas.values_mut().for_each(complete),
                    _ => complete(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(complete),
        _ => {}
    }
    if let Value::Object(members) = schema
        && matches!(
            members.get("format").and_then(Value::as_str),
            Some("double" | "float" | "int32" | "int64")
        )
    {
        members.shift_remove("format");
    }
    let Some(Value::Object(mut properties)) = schema.get_mut("properties").map(Value::take) else { return };
    if let Some(last) = properties.shift_remove(LAST) {
        properties.insert(LAST.to_owned(), last);
        schema["additionalProperties"] = json!(false);
    }
    let required = required(&properties, &schema["required"]);
    schema["required"] = required;
    schema["properties"] = Value::Object(properties);
}

/// Names of the required properties: those declared required, and those that may be null.
fn required(properties: &Map<String, Value>, known: &Value) -> Value {
    let is_known = |name: &str| known.as_array().is_some_and(|all| all.iter().any(|n| n == name));
    let names = properties.iter().filter(|(name, schema)| is_known(name) || is_nullable(schema));
    names.map(|(name, _)| json!(name)).collect()
}

fn is_nullable(schema: &Value) -> bool {
    let has_null = |list: &Value| {
        list.as_array().is_some_and(|all| all.iter().any(|v| *v == "null" || v["type"] == "null"))
    };
    has_null(&schema["type"]) || has_null(&schema["oneOf"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_null_is_required_and_d_comes_last() {
        let within = completed(json!({ "items": { "allOf": [{
            "required": ["d", "x"],
            "properties": {
                "d": { "type": "number" },
                "a": { "type": ["string", "null"] },
                "b": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/B" }] },
                "absent": { "type": "string" },
                "x": { "type": "number" },
            },
        }] } }));
        let schema = &within["items"]["allOf"][0];
        assert_eq!(schema["required"], json!(["a", "b", "x", "d"]));
        assert_eq!(schema["additionalProperties"], json!(false));
        let properties = schema["properties"].as_object().expect("an object");
        assert_eq!(properties.keys().next_back().map(String::as_str), Some("d"));
    }

    #[test]
    fn a_property_may_have_the_name_properties() {
        let feature = json!({
            "required": ["properties"],
            "properties": { "properties": { "$ref": "#/components/schemas/P" } },
        });
        assert_eq!(completed(feature.clone()), feature);
    }
}
