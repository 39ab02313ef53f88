//! Parameters in the OpenAPI description: what the server takes, their schemas take, and nothing else as far
//! as a schema can say it.

use crate::api::parameter::{HIGHEST_M, JULIAN_DAYS, Kind, LOWEST_M, MOST_ITEMS, Parameter, Place};
use serde_json::{Value, json};

/// A parameter as an object of OpenAPI.
pub(super) fn parameter(p: &Parameter) -> Value {
    let (place, required) = match p.place {
        Place::Path => ("path", true),
        Place::Query { required } => ("query", required),
    };
    let example = match p.kind {
        Kind::Integer { .. } => json!(p.example.parse::<i64>().expect("an example that works")),
        Kind::Number { .. } | Kind::Day => json!(p.example.parse::<f64>().expect("an example that works")),
        Kind::Words(_) => json!(p.example.split(',').collect::<Vec<_>>()),
        Kind::Numbers { .. } => {
            let number = |text: &str| text.parse::<f64>().expect("an example that works");
            json!(p.example.split(',').map(number).collect::<Vec<_>>())
        }
        _ => json!(p.example),
    };
    let meaning = match p.aliases {
        [] => p.meaning.to_owned(),
        names => format!("{} Also taken as `{}`.", p.meaning, names.join("`, `")),
    };
    let mut described = json!({
        "name": p.name,
        "in": place,
        "required": required,
        "description": meaning,
        "schema": schema(p.kind),
        "example": example,
    });
    if p.is_list() {
        (described["style"], described["explode"]) = (json!("form"), json!(true));
    }
    described
}

/// Whole numbers below 90, 180 and 360.
const BELOW_90: &str = "[1-8]?[0-9]";
const BELOW_180: &str = "1[0-7][0-9]|[1-9]?[0-9]";
const BELOW_360: &str = "3[0-5][0-9]|[12][0-9][0-9]|[1-9]?[0-9]";
/// A comma and the height of an observer, or nothing.
const HEIGHT: &str = "(,(\\+?0*(100000(\\.0*)?|[1-9]?[0-9]{1,4}(\\.[0-9]*)?|\\.[0-9]+)|\
    -0*(12000(\\.0*)?|(1[01][0-9]{3}|[1-9]?[0-9]{1,3})(\\.[0-9]*)?|\\.[0-9]+))([eE]-[0-9]+)?)?";

/// A number of degrees from −most to most, with any number of digits and, for small numbers, an exponent.
fn degrees(below: &str, most: u32) -> String {
    format!("[+-]?0*({most}(\\.0*)?|({below})(\\.[0-9]*)?|\\.[0-9]+)([eE]-[0-9]+)?")
}

/// A longitude of −180 … 360 degrees.
fn eastward() -> String {
    let (east, west) = (degrees(BELOW_360, 360), degrees(BELOW_180, 180));
    format!("({}|-{})", east.replacen("[+-]?", "\\+?", 1), west.replacen("[+-]?", "", 1))
}

/// A latitude and a longitude of −180 … 360 degrees.
fn point() -> String {
    format!("{},{}", degrees(BELOW_90, 90), eastward())
}

fn schema(kind: Kind) -> Value {
    match kind {
        Kind::DateTime => {
            let description = "[DATE_TIME]: what JavaScript's Date.parse takes, with UTC as the local zone.";
            json!({ "type": "string", "minLength": 1, "description": description })
        }
        Kind::Day => {
            let [from, to] = JULIAN_DAYS;
            let day = json!({ "type": "number", "minimum": from, "maximum": to });
            json!({ "anyOf": [day, schema(Kind::DateTime)] })
        }
        Kind::Number { from, to } => json!({ "type": "number", "minimum": from, "maximum": to }),
        Kind::Integer { from, to } => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Kind::Word(words) => json!({ "type": "string", "enum": words }),
        Kind::Words(words) => {
            let all: Vec<_> = words.iter().flat_map(|w| w.split(':')).collect();
            let items = json!({ "type": "string", "enum": all });
            json!({ "type": "array", "items": items, "minItems": 1 })
        }
        Kind::Numbers { from, to } => {
            let items = json!({ "type": "number", "minimum": from, "maximum": to });
            json!({ "type": "array", "items": items, "minItems": 1, "maxItems": MOST_ITEMS })
        }
        Kind::Bounds { from, to } => {
            let number = "[+-]?[0-9]+(\\.[0-9]*)?";
            let description = format!("Two numbers from {from} to {to}, the lesser first.");
            json!({ "type": "string", "pattern": format!("^{number},{number}$"), "description": description })
        }
        Kind::Form(pattern) => json!({ "type": "string", "pattern": pattern }),
        Kind::Observer => json!({
            "type": "string",
            "pattern": format!("^{},{}{HEIGHT}$", degrees(BELOW_90, 90), degrees(BELOW_180, 180)),
            "description": format!("Degrees, degrees, and metres from {LOWEST_M} to {HIGHEST_M}."),
        }),
        Kind::Place => {
            let pattern = format!("^{},{}$", degrees(BELOW_90, 90), degrees(BELOW_180, 180));
            json!({ "type": "string", "pattern": pattern })
        }
        Kind::Point => {
            json!({ "type": "string", "pattern": format!("^{}$", point()) })
        }
        Kind::Points { most } => json!({
            "type": "string",
            "pattern": format!("^{0}([;|]{0})*$", point()),
            "description": format!("At most {most} points, separated by semicolons or `|`."),
        }),
        Kind::Area => {
            let (latitude, longitude) = (degrees(BELOW_90, 90), eastward());
            let pattern = format!("^{latitude},{longitude},{latitude},{longitude}$");
            json!({ "type": "string", "pattern": pattern, "description": "The lesser latitude first." })
        }
        Kind::Equatorial => {
            let pattern = format!("^{},{}$", degrees(BELOW_360, 360), degrees(BELOW_90, 90));
            json!({ "type": "string", "pattern": pattern })
        }
        Kind::Text => json!({ "type": "string" }),
    }
}
