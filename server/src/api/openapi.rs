//! The OpenAPI 3.1 description, made from the operations themselves: parameters, schemas and refusals stand
//! nowhere else.

use crate::api::operation::{Access, Endpoint, Shape};
use crate::api::parameter::{API_KEY, COST, HIGHEST_M, Kind, LOWEST_M, Parameter, Place};
use crate::endpoints;
use crate::http::problem::{Code, ProblemBody};
use bytes::Bytes;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A schema and the named ones that it refers to.
pub struct Described {
    schema: Value,
    components: Vec<(String, RefOr<Schema>)>,
}

/// Of a type: by its name if it has fields, in place otherwise.
pub fn described<T: ToSchema + PartialSchema>() -> Described {
    let mut components = Vec::new();
    T::schemas(&mut components);
    let own = serde_json::to_value(T::schema()).unwrap_or_default();
    let is_named =
        own.get("properties").is_some() || own.get("oneOf").is_some() || own.get("allOf").is_some();
    if is_named {
        components.push((T::name().into_owned(), T::schema()));
        return Described {
            schema: json!({ "$ref": format!("#/components/schemas/{}", T::name()) }),
            components,
        };
    }
    Described { schema: own, components }
}

impl Described {
    /// A list of such.
    pub fn list(self) -> Self {
        Self { schema: json!({ "type": "array", "items": self.schema }), components: self.components }
    }

    /// An object about which nothing is said.
    pub fn any_object() -> Self {
        Self { schema: json!({ "type": "object" }), components: Vec::new() }
    }
}

/// The description as bytes.
pub fn document_bytes() -> Bytes {
    static BYTES: LazyLock<Bytes> =
        LazyLock::new(|| Bytes::from(serde_json::to_vec(&*DOCUMENT).unwrap_or_default()));
    BYTES.clone()
}

/// The description.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

const DESCRIPTION: &str = "Sun, Moon and solar eclipses: dates, ΔT, positions, rise and set, libration, the catalog of all eclipses −1999 … +3000, Besselian elements and local circumstances 1500 … 2500.

All operations are GET. Answers are `{query, response}`: `query` echoes every parameter in force and the `cost` in credits; with `cost=1` there is no `response`, and nothing is computed or charged.

**Dates** are what JavaScript's `Date.parse` takes (ISO 8601, RFC 2822 and looser forms) with UTC as the local zone, always Gregorian. Universal Time in and out is UT1 for astronomy; UTC is taken for UT1, from which it differs by less than 0.9 s. **Numbers** have at most eight decimals. **Longitudes** are negative west.

**Parameters** that are unknown, given twice or wrong are refused with 400, all at once. A trailing slash is ignored. `obs` and `observer` mean the same everywhere.

**Credentials** are a key (`apiKey=` in the query) or an access token (header `Authorization: ServiceAuth <ACCESS_TOKEN>`), not both. A request that could be refused for several reasons is refused for the first of: 401 credentials (no, wrong or expired ones; no `Origin` though the key has origin rules), 403 (origin, address, premium host, plan), 429 rate, 400 parameters, 402 credits, 404 no data. **Credits** are taken from the month's allowance of the account; the month ends at midnight UTC. Answers that the client already has (304) cost as much as others; refusals cost nothing, but for 404 where there are no data.

**Errors** are `application/problem+json` (RFC 9457) with a stable `code`. Answers may be kept as `Cache-Control` says, and are asked for again with `If-None-Match`.";

fn document() -> Value {
    let mut schemas = Map::new();
    let mut paths = Map::new();
    for endpoint in endpoints::ALL {
        for (i, path) in endpoint.paths.iter().enumerate() {
            let mut operation = operation(endpoint, &mut schemas);
            if i > 0 {
                operation["operationId"] = json!(format!("{}-{}", id(endpoint), i + 1));
            }
            paths.insert((*path).to_owned(), json!({ "get": operation }));
        }
    }
    let problem = described::<ProblemBody>();
    collect(&mut schemas, problem.components);
    let responses: Map<String, Value> =
        Code::ALL.iter().map(|code| (code.describe().0.to_owned(), refusal(*code))).collect();
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Umbra", "version": crate::VERSION, "description": DESCRIPTION },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": responses,
            "securitySchemes": {
                "apiKey": { "type": "apiKey", "in": "query", "name": API_KEY.name, "description": API_KEY.meaning },
                "serviceAuth": { "type": "apiKey", "in": "header", "name": "Authorization", "description": "`ServiceAuth <ACCOUNT_ID>:<API_KEY>`" },
                "accessToken": { "type": "apiKey", "in": "header", "name": "Authorization", "description": "`ServiceAuth <ACCESS_TOKEN>`" },
            },
        },
    })
}

fn id(endpoint: &Endpoint) -> String {
    let range = endpoint.paths[0].matches('{').count() > 1 && endpoint.name == "body-position";
    format!("{}{}", endpoint.name.replace('/', "-"), if range { "-range" } else { "" })
}

fn operation(endpoint: &Endpoint, schemas: &mut Map<String, Value>) -> Value {
    let schema = match (endpoint.describe)() {
        Shape::Envelope { query, response } => {
            collect(schemas, query.components);
            collect(schemas, response.components);
            json!({
                "type": "object",
                "required": ["query"],
                "properties": { "query": query.schema, "response": response.schema },
            })
        }
        Shape::Plain(described) => {
            collect(schemas, described.components);
            described.schema
        }
    };
    let media_type = endpoint.media_type.split(';').next().unwrap_or_default();
    let mut responses = Map::new();
    let headers = json!({
        "ETag": { "description": "Strong validator", "schema": { "type": "string" } },
        "Cache-Control": { "description": "How long the answer may be kept", "schema": { "type": "string" } },
        "Vary": { "description": "Request headers that decide the form of the answer", "schema": { "type": "string" } },
        "RateLimit-Policy": { "description": "Name, quota and window of the limit on the source address: `\"standard\";q=100;w=10`", "schema": { "type": "string" } },
        "RateLimit": { "description": "Requests left, and seconds until there are new ones: `\"standard\";r=99;t=10`", "schema": { "type": "string" } },
        "X-Credits-Used": { "description": "Credits that the account has used in this month", "schema": { "type": "string" } },
        "X-Credits-Remaining": { "description": "Credits that are left of its allowance", "schema": { "type": "string" } },
    });
    responses.insert("200".to_owned(), json!({ "description": "The answer.", "headers": headers, "content": { media_type: { "schema": schema } } }));
    responses.insert("304".to_owned(), json!({ "description": "What the client has is still right." }));
    let mut refusals = vec![
        Code::BadParameter,
        Code::NoSuchPath,
        Code::MethodNotAllowed,
        Code::NotAcceptable,
        Code::BodyTooLarge,
        Code::AddressTooLong,
        Code::Unavailable,
    ];
    if endpoint.access > Access::Open {
        refusals.extend([
            Code::CredentialsRequired,
            Code::CredentialsInvalid,
            Code::OriginRequired,
            Code::OriginRefused,
            Code::AddressRefused,
            Code::PremiumRefused,
        ]);
    }
    if endpoint.access >= Access::Free {
        refusals.extend([Code::TokenExpired, Code::CreditsExhausted]);
    }
    if endpoint.access.gate().is_some() {
        refusals.push(Code::PlanRequired);
    }
    if endpoint.access != Access::Probe {
        refusals.push(Code::RateLimited);
    }
    refusals.extend(endpoint.refusals);
    for code in refusals {
        let status = code.describe().1.as_u16().to_string();
        // Codes of the same status share an entry.
        let entry = responses
            .entry(status)
            .or_insert_with(|| json!({ "description": "", "content": problem_content() }));
        let before = entry["description"].as_str().unwrap_or_default();
        let (word, _, title) = code.describe();
        let separator = if before.is_empty() { "" } else { " · " };
        if !before.contains(word) {
            entry["description"] = json!(format!("{before}{separator}`{word}`: {title}."));
        }
    }
    let mut parameters: Vec<Value> = endpoint.parameters.iter().map(parameter).collect();
    parameters.push(parameter(&COST));
    let security = match endpoint.access {
        Access::Probe | Access::Open => json!([]),
        Access::Account => json!([{ "serviceAuth": [] }]),
        Access::Free | Access::Starter => json!([{ "apiKey": [] }, { "accessToken": [] }]),
    };
    json!({
        "operationId": id(endpoint),
        "summary": endpoint.summary,
        "description": endpoint.description,
        "parameters": parameters,
        "responses": responses,
        "security": security,
        "x-credits": endpoint.cost,
    })
}

fn collect(schemas: &mut Map<String, Value>, components: Vec<(String, RefOr<Schema>)>) {
    for (name, schema) in components {
        schemas.insert(name, serde_json::to_value(schema).unwrap_or_default());
    }
}

fn problem_content() -> Value {
    json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } })
}

fn refusal(code: Code) -> Value {
    json!({ "description": code.describe().2, "content": problem_content() })
}

fn parameter(p: &Parameter) -> Value {
    let (place, required) = match p.place {
        Place::Path => ("path", true),
        Place::Query { required } => ("query", required),
    };
    let example = match p.kind {
        Kind::Integer { .. } => p.example.parse::<i64>().map_or(json!(p.example), |n| json!(n)),
        Kind::Number { .. } => p.example.parse::<f64>().map_or(json!(p.example), |n| json!(n)),
        Kind::Words(_) => json!(p.example.split(',').collect::<Vec<_>>()),
        _ => json!(p.example),
    };
    let meaning = match p.aliases {
        [] => p.meaning.to_owned(),
        names => format!("{} Also taken as `{}`.", p.meaning, names.join("`, `")),
    };
    let mut described = json!({ "name": p.name, "in": place, "required": required, "description": meaning, "schema": schema(p.kind), "example": example });
    if matches!(p.kind, Kind::Words(_)) {
        (described["style"], described["explode"]) = (json!("form"), json!(false));
    }
    described
}

/// A number from −most to most, without an exponent.
fn degrees(most: u32) -> String {
    let whole = match most {
        90 => "(90(\\.0{1,9})?|([1-8]?[0-9])(\\.[0-9]{1,9})?)",
        180 => "(180(\\.0{1,9})?|(1[0-7][0-9]|[1-9]?[0-9])(\\.[0-9]{1,9})?)",
        _ => "(360(\\.0{1,9})?|(3[0-5][0-9]|[12][0-9][0-9]|[1-9]?[0-9])(\\.[0-9]{1,9})?)",
    };
    format!("-?{whole}")
}

fn schema(kind: Kind) -> Value {
    match kind {
        Kind::DateTime => {
            json!({ "type": "string", "minLength": 1, "description": "[DATE_TIME]: what JavaScript's Date.parse takes, with UTC as the local zone." })
        }
        Kind::Number { from, to } => json!({ "type": "number", "minimum": from, "maximum": to }),
        Kind::Integer { from, to } => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Kind::Word(words) => json!({ "type": "string", "enum": words }),
        Kind::Words(words) => {
            let all: Vec<_> = words.iter().flat_map(|w| w.split(':')).collect();
            json!({ "type": "array", "items": { "type": "string", "enum": all }, "minItems": 1, "uniqueItems": true })
        }
        Kind::Observer => json!({
            "type": "string",
            "pattern": format!("^{},{}(,-?[1-9]?[0-9]{{1,3}}(\\.[0-9]{{1,3}})?)?$", degrees(90), degrees(180)),
            "description": format!("Degrees, degrees, and metres from {LOWEST_M} to {HIGHEST_M}."),
        }),
        Kind::Equatorial => {
            json!({ "type": "string", "pattern": format!("^{},{}$", degrees(360), degrees(90)) })
        }
        Kind::Text => json!({ "type": "string" }),
    }
}
