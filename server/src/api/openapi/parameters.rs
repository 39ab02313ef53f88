//! Parameters in the OpenAPI description. Where a schema can express it, it accepts exactly the values that
//! the server accepts.

use crate::api::parameter::{HIGHEST_M, JULIAN_DAYS, Kind, LOWEST_M, MAX_ITEMS, Parameter, Place};
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
        names => format!("{} Also accepted as `{}`.", p.meaning, names.join("`, `")),
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
/// An optional comma with the height of an observer.
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
            let description = "[DATE_TIME]: what JavaScript's Date.parse takes, with UTC as the local zone. \
                A year before 0 has a sign and six digits: `-000001-01-01` is in the year −1 (2 BC), while \
                `-0001-01-01` is 1 January 2001, for there the sign counts for nothing.";
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
            json!({ "type": "array", "items": items, "minItems": 1, "maxItems": MAX_ITEMS })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::input::Input;
    use proptest::prelude::*;
    use proptest::string::string_regex;
    use regex::Regex;

    static PARAMETERS: [Parameter; 5] = [
        Parameter::optional("obs", Kind::Observer, "", ""),
        Parameter::optional("place", Kind::Place, "", ""),
        Parameter::optional("point", Kind::Point, "", ""),
        Parameter::optional("points", Kind::Points { most: 100 }, "", ""),
        Parameter::optional("ra-decl", Kind::Equatorial, "", ""),
    ];

    fn pattern(p: &Parameter) -> String {
        schema(p.kind)["pattern"].as_str().expect("texts have a pattern").to_owned()
    }

    fn is_read(p: &Parameter, text: &str) -> bool {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair(p.name, text).finish();
        let mut input = Input::new(&PARAMETERS, std::iter::empty(), Some(&query));
        match p.kind {
            Kind::Observer => drop(input.site(p)),
            Kind::Place => drop(input.place(p)),
            Kind::Point => drop(input.point(p)),
            Kind::Points { .. } => drop(input.points(p)),
            _ => drop(input.equatorial(p)),
        }
        input.check(()).is_ok()
    }

    /// Numbers as people and programs write them, near the bounds and far from them.
    fn number() -> impl Strategy<Value = String> {
        const BOUNDS: [&str; 12] = [
            "90", "-90.0", "+90.", "180", "-180", "-180.5", "360.000", "361", "-360", "100000", "-12000",
            "12001",
        ];
        prop_oneof![
            "[+-]?0{0,2}[0-9]{1,3}([.][0-9]{0,17})?",
            "[+-]?[.][0-9]{1,17}",
            "-?[0-9]([.][0-9]{1,16})?[eE]-[0-9]{1,2}",
            "[+-]?[0-9]{4,6}([.][0-9]{0,9})?",
            "[0-9+.,-]{0,5}",
            proptest::sample::select(&BOUNDS[..]).prop_map(str::to_owned),
        ]
    }

    proptest! {
        #[test]
        fn what_the_server_reads_its_pattern_takes_and_the_reverse(
            numbers in prop::collection::vec(number(), 2..4),
        ) {
            let text = numbers.join(",");
            for p in &PARAMETERS {
                let is_taken = Regex::new(&pattern(p)).expect("an expression").is_match(&text);
                prop_assert_eq!(is_taken, is_read(p, &text), "{} = {}", p.name, text);
            }
        }
    }

    #[test]
    fn whatever_a_pattern_makes_the_server_reads() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for p in &PARAMETERS {
            let texts = string_regex(pattern(p).trim_matches(['^', '$'])).expect("an expression");
            runner
                .run(&texts, |text| {
                    prop_assert!(is_read(p, &text), "{} = {text}", p.name);
                    Ok(())
                })
                .expect("a text that a schema takes is read");
        }
    }
}
