//! The OpenAPI 3.1 description, generated from the operations: parameters, schemas and refusals.

mod outline;
mod responses;
mod rows;

use crate::api::components::reference;
use crate::api::described::described;
use crate::api::documentation::Documentation;
use crate::api::everyday;
use crate::api::group::Group;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{API_KEY, Parameter, Place, calendar};
use crate::api::problem_document::ProblemBody;
use accounts::access::Access;
use accounts::problem::ORDER;
pub(crate) use outline::slice;
use responses::{collect, content};
use serde_json::{Map, Value, json};
use web::problem::Code;

/// Describes all operations. In a demo, the credentials of most operations are optional.
pub(crate) fn documentation(operations: &[&'static Operation], is_demo: bool) -> Documentation {
    let openapi = document(operations, is_demo);
    let whole = outline::whole(&openapi);
    Documentation::new(openapi, &whole)
}

/// The status of every refusal of a request.
const ANY_REFUSAL: &str = "4XX";
/// Names of bodies with rows.
const PLACE_ROWS: &str = "PlaceRows";
const INSTANT_ROWS: &str = "InstantRows";

/// Placeholder in the description for the order of refusals.
const ORDER_HERE: &str = "<ORDER>";

const DESCRIPTION: &str =
    "Sun, Moon and eclipses: dates, ΔT, positions, rise, set and twilights, libration, \
    events of the sky, searches by azimuth and altitude, meteor showers, sunlight under a clear sky; the \
    catalogs of all solar and lunar eclipses −1999 … +3000; Besselian elements, maps, local circumstances \
    and every eclipse of a place 1500 … 2500, with `era=canon` −1999 … +3000.

All operations use GET. Some also accept `POST`, with many rows in the body and in the response. Other \
    responses are `{query, response}`: `query` echoes all parameters and the `cost` in \
    credits.

**`cost=1`** works with every call. The response is then only `{query}`, with the price in `query.cost`; \
    nothing is charged, and only the data that determine the price are computed. For a large map of \
    `/solar-eclipse/path` the price is an estimate, and `query` has `isEstimate: true`. The schemas below \
    describe responses without it, which always have a `response`. Operations without an envelope respond \
    to `cost=1` with `{query: {name, cost}}`; only `/livez` and `/readyz` ignore it.

**Dates** have any format that JavaScript's `Date.parse` accepts (ISO 8601, RFC 2822 and looser forms), \
    with UTC as the local zone. Without `calendar` they are Gregorian, even before 15 October 1582, where \
    the catalog's dates are Julian as in the canon: identify such an eclipse by its Julian Day. A year \
    before 0 has a sign and six digits: `-000584-05-28` (585 BC); with four, as in `-0584-05-28`, the sign \
    is ignored. A year alone or twice, as in `2027` and `2027/2027`, is all of it; at one end of a range it \
    is its first instant (`/solar-eclipse/search` and the catalogs use whole years). Offsets are accepted: a \
    range from `2026-07-22T00:00+10:00` has days of Brisbane. Universal Time in requests and responses is \
    UT1 for astronomy; UTC is treated as UT1, from which it differs by less than 0.9 s. **Numbers** have at \
    most eight decimals. **Longitudes** are negative west.

**Parameters** that are unknown, repeated or wrong are rejected with 400, all at once. Only lists may be \
    repeated: `body=sun&body=moon` is `body=sun,moon`. A trailing slash is ignored. `obs` and `observer` are \
    synonyms everywhere.

**Credentials** are either a key (`apiKey=` in the query) or an access token (header `Authorization: \
    ServiceAuth <ACCESS_TOKEN>`). If a request could be refused for several reasons, the first of these \
    applies: <ORDER>. **Rate limits** apply to a source address: every request counts, even a refused one, \
    and during the back-off after too many requests every request gets 429. **Credits** are deducted from \
    the monthly allowance of the account; the month ends at midnight UTC. A 304 response costs as much as \
    any other. Refusals cost nothing, except a 404 because there are no data.

**Clients** generated from this description call every operation without configuration. Responses with \
    several formats are typed as their JSON. Read calendars, tables, pictures and other text as text: with \
    `parseAs: \"text\"` in TypeScript, and in Python through the httpx client within the generated client \
    (`client.get_httpx_client().get(path, params=…).text`).

**Agents** use `POST /mcp`, the Model Context Protocol, which describes its tools: see `/docs/agents`.

**Headers** of a response: `ETag`, `Cache-Control` and `Vary`; `RateLimit-Policy` and `RateLimit` for the \
    limit on the source address (`\"standard\";q=100;w=10` and `\"standard\";r=99;t=10`); `X-Credits-Used` \
    and `X-Credits-Remaining` of the account in this month.

**Examples** and notes of an operation are on its page, `/docs/{operationId}.md`; \
    `/openapi/{operationId}.json` describes it alone, with an example. The echo in `query` has the \
    parameters by their names.

**Errors** are `application/problem+json` (RFC 9457) with a stable `code`. Cache responses according to \
    `Cache-Control`, and revalidate them with `If-None-Match`.";

fn document(operations: &[&Operation], is_demo: bool) -> Value {
    let mut schemas = Map::new();
    let mut paths = Map::new();
    for operation in operations {
        let of_post = operation.post.into_iter().flat_map(|post| post.paths).copied();
        for path in operation.whole_paths().chain(of_post) {
            paths.entry(path).or_insert_with(|| json!({}));
        }
        if let Some(post) = operation.post {
            for (i, path) in post.paths.iter().enumerate() {
                let mut item = item(post, path, is_demo, &mut schemas);
                if i > 0 {
                    item["operationId"] = json!(format!("{}-{}", post.id, i + 1));
                }
                paths[*path]["post"] = item;
            }
        }
        for (i, path) in operation.whole_paths().enumerate() {
            let mut item = item(operation, path, is_demo, &mut schemas);
            if i > 0 {
                item["operationId"] = json!(format!("{}-{}", operation.id, i + 1));
            }
            item["x-example"] = json!(operation.example(path));
            item["x-words"] = json!(everyday::words(path));
            paths[path]["get"] = item;
        }
    }
    collect(&mut schemas, described::<ProblemBody>().components);
    let description = DESCRIPTION.replace(ORDER_HERE, ORDER);
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Umbra", "version": crate::VERSION, "description": description },
        "servers": [{ "url": "/" }],
        "tags": Group::ALL.map(tag),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": without_content(),
            "requestBodies": { PLACE_ROWS: rows::body(true), INSTANT_ROWS: rows::body(false) },
            "securitySchemes": {
                "apiKey": credentials("query", API_KEY.name, API_KEY.meaning),
                "serviceAuth": credentials("header", "Authorization", "`ServiceAuth <ACCOUNT_ID>:<API_KEY>`"),
                "accessToken": credentials("header", "Authorization", "`ServiceAuth <ACCESS_TOKEN>`"),
            },
        },
    })
}

/// The description of a group, with the page of the documentation about it.
fn tag(group: Group) -> Value {
    json!({
        "name": group.title(),
        "description": group.description(),
        "externalDocs": { "url": format!("/docs/{}", group.slug()) },
    })
}

fn credentials(place: &str, name: &str, description: &str) -> Value {
    json!({ "type": "apiKey", "in": place, "name": name, "description": description })
}

/// The description of an operation as an object of OpenAPI.
fn item(operation: &Operation, path: &str, is_demo: bool, schemas: &mut Map<String, Value>) -> Value {
    let is_here = |p: &&Parameter| match p.place {
        Place::Path => path.contains(&format!("{{{}}}", p.name)),
        // Only for paths without an end, which clients need not have.
        Place::Query { .. } => p.name != "days" || !path.contains("{end-date}"),
    };
    let has_date = operation.parameters.iter().filter(is_here).any(|p| p.is_date);
    let of_dates = calendar(operation.parameters).filter(|_| has_date);
    let own = operation.parameters.iter().filter(is_here).chain(of_dates).map(parameter);
    let parameters: Vec<Value> = own.chain(operation.selecting().iter().map(parameter)).collect();
    let security = match operation.access {
        Access::Probe | Access::Page | Access::Asset | Access::Open => json!([]),
        Access::Account => json!([{ "serviceAuth": [] }]),
        Access::Widget | Access::Key(_) if is_demo => json!([{}, { "apiKey": [] }, { "accessToken": [] }]),
        Access::Widget | Access::Key(_) => json!([{ "apiKey": [] }, { "accessToken": [] }]),
    };
    let mut item = json!({
        "operationId": operation.id,
        "tags": [operation.group.title()],
        "summary": operation.summary(),
        "description": operation.description(),
        "parameters": parameters,
        "responses": responses(operation, schemas),
        "security": security,
        "x-credits": operation.cost,
    });
    if operation.deprecation.is_some() {
        item["deprecated"] = json!(true);
    }
    if let Shape::Rows { has_place, .. } = (operation.describe)() {
        let name = if has_place { PLACE_ROWS } else { INSTANT_ROWS };
        item["requestBody"] = reference("requestBodies", name);
    }
    item
}

/// A parameter as an object of OpenAPI.
fn parameter(p: &Parameter) -> Value {
    let (place, required) = match p.place {
        Place::Path => ("path", true),
        Place::Query { required } => ("query", required),
    };
    let meaning = match p.aliases {
        [] => p.meaning.to_owned(),
        names => format!("{} Also accepted as `{}`.", p.meaning, names.join("`, `")),
    };
    let schema = p.accepted().schema;
    let example = (!p.example.is_empty()).then(|| example(p.example, &schema));
    let mut described = json!({
        "name": p.name,
        "in": place,
        "description": meaning,
        "schema": schema,
    });
    if let Some(example) = example {
        described["example"] = example;
    }
    if required {
        described["required"] = json!(true);
    }
    described
}

/// The example of a parameter as a value of its schema.
fn example(text: &str, schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("string") => json!(text),
        Some("integer") => json!(text.parse::<i64>().expect("an example that works")),
        Some("array") => text.split(',').map(|item| example(item, &schema["items"])).collect(),
        _ => json!(text.parse::<f64>().expect("an example that works")),
    }
}

/// All responses by status. Those without data are the same for all operations.
fn responses(operation: &Operation, schemas: &mut Map<String, Value>) -> Map<String, Value> {
    let mut responses = Map::new();
    let content = content(operation, schemas);
    responses.insert("200".to_owned(), json!({ "description": "The response.", "content": content }));
    let own: Vec<_> = operation.refusals.iter().map(|code| code.describe().1.as_u16().to_string()).collect();
    let others = match (operation.describe)() {
        Shape::BytesOrNothing(_) => &["204", "304", ANY_REFUSAL, "503"][..],
        Shape::Rows { .. } => &[ANY_REFUSAL, "503"],
        _ => &["304", ANY_REFUSAL, "503"],
    };
    for status in own.iter().map(String::as_str).chain(others.iter().copied()) {
        responses.insert(status.to_owned(), reference("responses", status));
    }
    responses
}

/// Responses without data, by status. Problems of the same status share one.
fn without_content() -> Map<String, Value> {
    let content = json!({
        "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } },
    });
    let mut responses = Map::new();
    responses.insert("204".to_owned(), json!({ "description": "There is nothing to show." }));
    responses.insert("304".to_owned(), json!({ "description": "What the client has is still right." }));
    let any = "A refusal; `code` names the reason.";
    responses.insert(ANY_REFUSAL.to_owned(), json!({ "description": any, "content": content }));
    for code in Code::ALL {
        let (word, status, title) = code.describe();
        let entry = responses
            .entry(status.as_u16().to_string())
            .or_insert_with(|| json!({ "description": "", "content": content }));
        let before = entry["description"].as_str().unwrap_or_default();
        let separator = if before.is_empty() { "" } else { " · " };
        entry["description"] = json!(format!("{before}{separator}`{word}`: {title}."));
    }
    responses
}
