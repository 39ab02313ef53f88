//! The bodies of requests with rows, and of their responses, in the OpenAPI description.

use crate::api::components::reference;
use crate::api::described::Described;
use artifacts::schema::{Column, ColumnType, TableSchema};
use rows::Format;
use serde_json::{Map, Value, json};

/// A number within a range.
fn number(description: &str, from: f64, to: f64) -> Value {
    json!({ "type": "number", "minimum": from, "maximum": to, "description": description })
}

/// The body of a request, in all formats.
pub(super) fn body(has_place: bool) -> Value {
    let mut properties = json!({
        "id": {
            "type": ["string", "integer", "null"],
            "description": "Your name of the row, which the response repeats. All are texts, or all numbers.",
        },
        "lat": number("Latitude, degrees, north positive; or `latitude`, also with `_deg`.", -90.0, 90.0),
        "lng": number(
            "Longitude, degrees, east positive; or `lon`, `long`, `longitude`, each also with `_deg`.",
            -180.0,
            360.0,
        ),
        "height": number(
            "Height, metres; 0 if left out; also `elevation`, `altitude` or `alt`, all with or without `_m`.",
            -12e3,
            1e5,
        ),
        "time": {
            "type": "string",
            "description": "Instant, ISO 8601, UTC without an offset; also `date`. Only if the path or the \
                parameters say so.",
        },
    });
    let required = if has_place { json!(["lat", "lng"]) } else { json!(["time"]) };
    properties["height"]["type"] = json!(["number", "null"]);
    let row = json!({ "type": "object", "required": required, "properties": properties });
    let mut content = in_formats(&json!({ "type": "array", "items": row }));
    // Rows come as a stream in these formats.
    for format in [Format::Ndjson, Format::Csv] {
        content[format.media_type()]["schema"] = Described::bytes().schema;
    }
    content["application/json"]["example"] =
        json!([{ "id": "Burgos", "lat": 42.34, "lng": -3.7, "time": "2026-08-12T18:29:00Z" }]);
    json!({
        "required": true,
        "description": "Rows in the format of `Content-Type`. Further columns are ignored. The body may be \
            compressed (`Content-Encoding: gzip`). At most 1 GiB; Parquet 256 MiB; a line or object 64 KiB.",
        "content": content,
    })
}

/// The bodies of responses, in all formats. A response is one of the tables, whose rows have names that begin
/// with `of`.
pub(super) fn answers(tables: &[&TableSchema], of: &str, all: &mut Map<String, Value>) -> Value {
    let list = |table: &&TableSchema| {
        let name = format!("{of}{}{}Row", table.name[..1].to_ascii_uppercase(), &table.name[1..]);
        let rows = reference("schemas", &name);
        all.insert(name, row(table));
        json!({ "type": "array", "description": table.title, "items": rows })
    };
    let schemas: Vec<Value> = tables.iter().map(list).collect();
    let schema = match &schemas[..] {
        [only] => only.clone(),
        _ => json!({ "anyOf": schemas }),
    };
    in_formats(&schema)
}

/// A row of a table as JSON. The parameter `fields` selects columns, so that none is required.
fn row(table: &TableSchema) -> Value {
    let mut properties: Map<String, Value> =
        table.columns.iter().map(|column| (column.name.to_owned(), property(column))).collect();
    let id = json!({
        "type": ["string", "integer", "null"],
        "minimum": i64::MIN,
        "maximum": i64::MAX,
        "description": "Your name of the row; only if your rows have one.",
    });
    properties.insert("id".to_owned(), id);
    let error = json!({
        "type": ["string", "null"],
        "description": "Problem of the row, or of all that follow; null without one.",
    });
    properties.insert("error".to_owned(), error);
    json!({
        "type": "object",
        "description": "A row. `fields` selects all but `id` and `error`.",
        "required": ["error"],
        "properties": properties,
    })
}

/// A column as JSON has it.
fn property(column: &Column) -> Value {
    let unit = match column.unit {
        "1" => "number",
        "degree" => "degrees",
        "arcsecond" => "arcseconds",
        "text" => "",
        "ms (UT)" => "ISO 8601, UT",
        "ms (TD)" => "ISO 8601, TD",
        unit => unit,
    };
    let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
    let description = format!("{}{unit}", column.meaning);
    match column.kind {
        ColumnType::Int8 | ColumnType::Int16 | ColumnType::Int32 => {
            json!({ "type": ["integer", "null"], "minimum": 0, "description": description })
        }
        ColumnType::Float64 => json!({ "type": ["number", "null"], "description": description }),
        _ => json!({ "type": ["string", "null"], "description": description }),
    }
}

/// A schema of JSON, and the other formats.
fn in_formats(schema: &Value) -> Value {
    let of = |format: &Format| match format {
        Format::Json => schema.clone(),
        Format::Ndjson | Format::Csv => Described::text().schema,
        Format::Arrow | Format::Parquet => Described::bytes().schema,
    };
    let content =
        Format::ALL.iter().map(|format| (format.media_type().to_owned(), json!({ "schema": of(format) })));
    Value::Object(content.collect())
}
