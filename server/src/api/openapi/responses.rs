//! The bodies of successful responses in the OpenAPI description.

use super::rows;
use crate::api::components::completed;
use crate::api::described::Described;
use crate::api::examples;
use crate::api::operation::{DescribedForm, Operation, Shape};
use crate::api::prepared::Form;
use crate::api::row_series::FORMATS;
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use web::accept;

/// Description of the member `query` of a response.
pub(super) const ECHO: &str = "The parameters in force, and the cost.";

/// The bodies of a successful response by media type; collects the named schemas that they refer to.
pub(super) fn content(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let mut content = match (operation.describe)() {
        Shape::Forms(forms) => in_forms(operation, forms, schemas),
        Shape::BytesOrNothing(forms) => forms
            .iter()
            .map(|form| (accept::essence(form.media_type), json!({ "schema": Described::bytes().schema })))
            .collect(),
        Shape::Rows { tables, .. } => rows::answers(tables, &camel(operation.id), schemas),
        shape => {
            let mut body = json!({ "schema": answer_schema(shape, schemas) });
            if let Some(answer) = examples::answer(operation.id) {
                body["example"] = answer.clone();
            }
            json!({ accept::essence(operation.form.media_type): body })
        }
    };
    for (_, form) in FORMATS.into_iter().filter(|_| operation.has_rows) {
        // Lines of JSON are in the text: generated clients keep one JSON schema for each status.
        if content.get(form.media_type).is_none() && !form.media_type.contains("json") {
            content[form.media_type] = json!({ "schema": Described::bytes().schema });
        }
    }
    content
}

/// The media types of a response with several forms. JSON media types share a combined schema, because
/// generated clients keep one JSON schema for each status.
fn in_forms(operation: &Operation, forms: Vec<DescribedForm>, schemas: &mut Map<String, Value>) -> Value {
    let is_json = |form: &Form| accept::essence(form.media_type).contains("json");
    let has_several = forms.iter().filter(|f| is_json(f.form)).count() > 1;
    let (mut content, mut of_json) = (Map::new(), Vec::new());
    for DescribedForm { form, shape, example } in forms {
        let mut schema = answer_schema(shape, schemas);
        if has_several && is_json(form) {
            of_json.push(named(operation, schema.take(), schemas));
        }
        let recorded = example.is_null().then(|| examples::answer(operation.id)).flatten();
        let example = recorded.cloned().unwrap_or(example);
        let media_type = accept::essence(form.media_type).to_owned();
        content.insert(media_type, json!({ "schema": schema, "example": example }));
    }
    for body in content.values_mut().filter(|body| body["schema"].is_null()) {
        body["schema"] = json!({ "anyOf": of_json });
    }
    Value::Object(content)
}

/// A schema by its name; an unnamed envelope gets the name of its operation.
fn named(operation: &Operation, mut schema: Value, schemas: &mut Map<String, Value>) -> Value {
    if !schema["properties"].is_object() {
        return schema;
    }
    let name = camel(operation.id) + "Answer";
    let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
    schema["description"] = json!(format!("The JSON response of `{}`.", operation.paths[0]));
    schemas.insert(name, schema);
    reference
}

/// The name of an operation in names of schemas.
fn camel(id: &str) -> String {
    id.split('-').map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// The schema of a response in one form; collects the named schemas that it refers to.
fn answer_schema(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Forms(_) | Shape::BytesOrNothing(_) | Shape::Rows { .. } => {
            unreachable!("a form of a response has no further forms")
        }
        Shape::Envelope { query, response } => {
            collect(schemas, query.components);
            collect(schemas, response.components);
            json!({
                "type": "object",
                "required": ["query", "response"],
                "properties": {
                    "query": described_as(query.schema, ECHO),
                    "response": described_as(completed(response.schema), "The response itself."),
                },
            })
        }
        Shape::Plain(described) => {
            collect(schemas, described.components);
            described.schema
        }
    }
}

/// A schema with an additional description.
fn described_as(mut schema: Value, description: &str) -> Value {
    if schema["description"].is_null() {
        schema["description"] = json!(description);
    }
    schema
}

/// Adds named schemas.
pub(super) fn collect(schemas: &mut Map<String, Value>, components: Vec<(String, RefOr<Schema>)>) {
    for (name, schema) in components {
        let schema = completed(serde_json::to_value(schema).expect("a schema is JSON"));
        let before = schemas.insert(name.clone(), schema);
        assert!(before.is_none_or(|before| before == schemas[&name]), "two schemas have the name {name}");
    }
}
