//! The description of a parameter: requests, OpenAPI and the reference read the same one.

use accounts::access::KEY_PARAMETER;
use serde_json::{Value, json};

/// The part of a request that contains a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A part of the path; always required.
    Path,
    /// In the query, after the question mark.
    Query {
        /// `true` if the parameter is required.
        required: bool,
    },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Parameter {
    /// The documented name.
    pub(crate) name: &'static str,
    /// Other accepted names.
    pub(crate) aliases: &'static [&'static str],
    /// The part of the request that contains the parameter.
    pub(crate) place: Place,
    /// The bounds of numbers, both included; of points, those of their count.
    pub(crate) bounds: [f64; 2],
    /// `true` if the parameter is a list, and may be repeated.
    pub(crate) is_list: bool,
    pub(crate) is_date: bool,
    /// Describes the accepted values.
    pub(crate) accepted: fn(&Self) -> Accepted,
    pub(crate) meaning: &'static str,
    /// A value that works, for examples of calls.
    pub(crate) example: &'static str,
    /// `true` if examples of calls show the parameter although it may be left out.
    pub(crate) is_in_example: bool,
}

impl Parameter {
    pub(crate) const fn meaning(self, meaning: &'static str) -> Self {
        Self { meaning, ..self }
    }

    /// Shows the parameter in examples of calls although it may be left out.
    pub(crate) const fn in_example(self) -> Self {
        Self { is_in_example: true, ..self }
    }

    /// Describes the accepted values.
    pub(crate) fn accepted(&self) -> Accepted {
        (self.accepted)(self)
    }

    /// Returns whether a name in a query means this parameter.
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// The values that a parameter accepts.
pub(crate) struct Accepted {
    /// A JSON schema of all accepted values. Some texts that it accepts are none of them.
    pub(crate) schema: Value,
    /// The values in words, as Markdown.
    pub(crate) words: String,
}

impl Accepted {
    /// One of some words.
    pub(crate) fn word(words: &[&str]) -> Self {
        let text = match words {
            [word] => format!("The word `{word}`"),
            _ => format!("One of {}", listed(words)),
        };
        Self { schema: json!({ "type": "string", "enum": words }), words: text }
    }

    /// A list of some words; a word after a colon is a short form of the one before.
    pub(crate) fn words(words: &[&str]) -> Self {
        let all: Vec<_> = words.iter().flat_map(|w| w.split(':')).collect();
        let items = json!({ "type": "string", "enum": all });
        Self {
            schema: json!({ "type": "array", "items": items, "minItems": 1 }),
            words: format!("One or more of {}, with commas between", listed(words)),
        }
    }

    /// A list of texts that only words describe, with its greatest length.
    pub(crate) fn texts(words: String, most: usize) -> Self {
        let items = json!({ "type": "string", "minLength": 1 });
        let schema = json!({
            "type": "array", "items": items, "minItems": 1, "maxItems": most, "description": words,
        });
        Self { schema, words }
    }

    /// A text of a form, a regular expression.
    pub(crate) fn form(pattern: &str) -> Self {
        Self {
            schema: json!({ "type": "string", "pattern": pattern }),
            words: format!("Text of the form `{pattern}`"),
        }
    }

    /// A text that only words describe.
    pub(crate) fn described(words: String) -> Self {
        Self { schema: json!({ "type": "string", "minLength": 1, "description": words }), words }
    }

    /// Any text.
    pub(crate) fn text() -> Self {
        Self { schema: json!({ "type": "string" }), words: "Text".to_owned() }
    }
}

/// Words with commas between them, each with its short form if it has one.
fn listed(words: &[&str]) -> String {
    let one = |word: &&str| match word.split_once(':') {
        Some((word, short)) => format!("`{word}` (short `{short}`)"),
        None => format!("`{word}`"),
    };
    words.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The meaning of `obs`.
pub(crate) const OBSERVER: &str = "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and \
    metres above mean sea level (0 if left out).";

/// `cost`, which every operation takes.
pub(crate) const COST: Parameter = Parameter {
    name: "cost",
    aliases: &[],
    place: Place::Query { required: false },
    bounds: [f64::NEG_INFINITY, f64::INFINITY],
    is_list: false,
    is_date: false,
    accepted: |_| Accepted::word(&["1"]),
    meaning: "`cost=1` returns only the cost of the call; nothing is charged, and nothing computed but \
        what the cost depends on.",
    example: "1",
    is_in_example: false,
};
/// `apiKey`, which every operation takes.
pub(crate) const API_KEY: Parameter = Parameter {
    name: KEY_PARAMETER,
    accepted: |_| Accepted::text(),
    meaning: "The key of the account, unless an access token is sent.",
    example: "YOUR_KEY",
    ..COST
};

/// `fields`, which every operation with an envelope takes.
pub(crate) const FIELDS: Parameter = Parameter {
    name: "fields",
    accepted: |_| {
        Accepted::described("Names of fields below `response`, with dots and commas between".into())
    },
    meaning: "Fields of `response`, such as `sun.set.local,moonPhase.name`: only these are returned, and of \
        `query` only `name`, `cost` and `note`. Below a list, or keys that are data, they apply to each \
        value. A name that no response has is refused; a field that this one lacks stays absent or `null`. \
        Only JSON with an envelope has it.",
    example: "",
    ..COST
};
/// `digits`, which every operation with an envelope takes.
pub(crate) const DIGITS: Parameter = Parameter {
    name: "digits",
    bounds: [0.0, 8.0],
    accepted: |_| Accepted {
        schema: json!({ "type": "integer", "minimum": 0, "maximum": 8 }),
        words: "Whole number, 0 to 8".to_owned(),
    },
    meaning: "Maximum of decimals of the numbers in `response`; without it eight, or what the field says. A \
        number other than zero keeps its first significant digit, and `jd` all. Only JSON with an envelope \
        has it.",
    example: "",
    ..COST
};
/// Parameters of every operation.
pub(crate) static OF_ALL: [Parameter; 2] = [COST, API_KEY];
/// Parameters of every operation with an envelope.
pub(crate) static WITH_FIELDS: [Parameter; 4] = [FIELDS, DIGITS, COST, API_KEY];

/// `calendar`, which every operation with a date takes.
const CALENDAR: Parameter = Parameter {
    name: "calendar",
    accepted: |_| Accepted::word(&CALENDARS),
    meaning: "Calendar of the dates of this request: `gregorian` (the default), `julian`, or `auto`.",
    example: "auto",
    ..COST
};
pub(crate) const CALENDARS: [&str; 3] = ["julian", "gregorian", "auto"];

/// Returns `calendar` if there is a date among the parameters of an operation.
pub(crate) fn calendar(parameters: &[Parameter]) -> Option<&'static Parameter> {
    static SHARED: Parameter = CALENDAR;
    parameters.iter().any(|p| p.is_date).then_some(&SHARED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_short_forms() {
        let text = Accepted::words(&["sun:s", "moon"]).words;
        assert!(text.contains("`sun` (short `s`), `moon`"), "{text}");
    }
}
