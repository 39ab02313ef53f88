//! The OpenAPI 3.0 description of `/ogc`, as the standard requires; that of the whole service is 3.1.

use super::collection::Collection;
use super::items::{ItemQuery, ItemsQuery};
use crate::api::parameter::API_KEY;
use crate::endpoints::prelude::*;
use serde_json::{Map, Value, json};

/// Returns the description.
pub(super) fn description() -> Value {
    let mut paths = Map::new();
    let mut add = |path: String, summary: String, media_type: &str, parameters: Vec<Value>| {
        let problem = json!({ "$ref": "#/components/responses/Problem" });
        let content = json!({ media_type: { "schema": { "type": "object" } } });
        let id = path.replace(['/', '{', '}', '-'], "_");
        let get = json!({
            "operationId": format!("get{id}"),
            "summary": summary,
            "parameters": parameters,
            "responses": {
                "200": { "description": summary, "content": content }, "4XX": problem, "5XX": problem,
            },
        });
        paths.insert(path, json!({ "get": get }));
    };
    for (path, summary) in [
        ("/", "Links to all documents"),
        ("/conformance", "The conformance classes"),
        ("/api", "This description"),
        ("/collections", "All collections"),
    ] {
        add(path.to_owned(), summary.to_owned(), BARE_JSON.media_type, Vec::new());
    }
    for collection in Collection::VALUES {
        let (name, [default, max]) = (collection.word(), collection.limits());
        let integer = |least| json!({ "type": "integer", "minimum": least, "maximum": 1_000_000_000 });
        let numbers = |count| json!({ "minItems": count, "maxItems": count });
        let numbers = json!({
            "type": "array", "items": { "type": "number" }, "oneOf": [numbers(4), numbers(6)],
        });
        let limit = json!({ "type": "integer", "minimum": 1, "maximum": max, "default": default });
        let parameters = vec![
            parameter("query", &ItemsQuery::LIMIT, &limit),
            parameter("query", &ItemsQuery::BBOX, &numbers),
            parameter("query", &ItemsQuery::DATETIME, &json!({ "type": "string" })),
            parameter("query", &ItemsQuery::ECLIPSE, &json!({ "type": "string" })),
            parameter("query", &ItemsQuery::OFFSET, &integer(0)),
        ];
        let path = format!("/collections/{name}");
        add(path.clone(), format!("The collection {name}"), BARE_JSON.media_type, Vec::new());
        add(format!("{path}/items"), format!("Features of {name}"), GEOJSON.media_type, parameters);
        let feature = vec![parameter("path", &ItemQuery::FEATURE, &json!({ "type": "string" }))];
        add(format!("{path}/items/{{feature}}"), format!("A feature of {name}"), GEOJSON.media_type, feature);
    }
    let key = json!({ "type": "apiKey", "in": "query", "name": API_KEY.name });
    let problem = json!({
        "description": "An error",
        "content": { "application/problem+json": { "schema": { "type": "object" } } },
    });
    json!({
        "openapi": "3.0.3",
        "info": { "title": "Umbra as OGC API – Features", "version": crate::VERSION },
        "servers": [{ "url": "/ogc" }],
        "security": [{}, { "apiKey": [] }],
        "paths": paths,
        "components": { "securitySchemes": { "apiKey": key }, "responses": { "Problem": problem } },
    })
}

/// Describes a parameter as OpenAPI 3.0 does; lists have commas.
fn parameter(place: &str, of: &Parameter, schema: &Value) -> Value {
    json!({
        "name": of.name,
        "in": place,
        "required": place == "path",
        "style": if place == "path" { "simple" } else { "form" },
        "explode": false,
        "description": of.meaning,
        "schema": schema,
    })
}
