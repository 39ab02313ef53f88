//! The parameter `format` of operations whose answer is JSON or a calendar.

use crate::api::context::Context;
use crate::api::described::Described;
use crate::api::input::{Input, Word, words};
use crate::api::operation::{DescribedForm, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{CALENDAR, Form, JSON};
use crate::api::site::Site;
use crate::one_of::one_of;
use serde_json::{Value, json};
use web::accept;

/// The parameter.
pub(crate) const FORMAT: Parameter = Parameter::optional(
    "format",
    Kind::Word(Format::WORDS),
    "json",
    "`json` (the default) or `ics`, a calendar to subscribe to (iCalendar, RFC 5545). Without it `Accept` \
        decides. A calendar holds the range of its address and nothing after it, and each time that a \
        program fetches it again costs as much as the first.",
);

/// A form of the answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Format {
    /// JSON in the envelope.
    Json,
    /// A calendar.
    Ics,
}

impl Word for Format {
    const WORDS: &'static [&'static str] = &["json", "ics"];
    const VALUES: &'static [Self] = &[Self::Json, Self::Ics];
}

one_of! {
    /// Forms of an answer: JSON or a calendar.
    CalendarFormatWord, String, words::<Format>()
}

impl Format {
    /// Its media type and headers.
    pub(crate) fn form(self) -> &'static Form {
        match self {
            Self::Json => &JSON,
            Self::Ics => &CALENDAR,
        }
    }

    /// The form that the parameter names, or that `Accept` likes best; and whether the parameter names it.
    pub(crate) fn of(input: &mut Input, context: &Context) -> (Self, bool) {
        let is_named = input.has(&FORMAT);
        let format = input.word(&FORMAT).unwrap_or_else(|| {
            let media_types: Vec<_> = Self::VALUES.iter().map(|format| format.form().media_type).collect();
            let preferred = accept::preferred(context.headers, &media_types);
            preferred.map_or(Self::Json, |number| Self::VALUES[number])
        });
        (format, is_named)
    }
}

/// The name of an event in a calendar: what a place sees in its own way has another name at another place.
pub(crate) fn uid(name: &str, site: Option<Site>) -> String {
    site.map_or_else(|| name.to_owned(), |site| format!("{name}-at-{}-{}", site.lat, site.lng))
}

/// Both forms of an answer: JSON with the recorded example, and a calendar.
pub(crate) fn shape(query: Described, response: Described, calendar: &str) -> Shape {
    let text = Described { schema: json!({ "type": "string" }), components: Vec::new() };
    let envelope = Shape::Envelope { query, response };
    Shape::Forms(vec![
        DescribedForm { form: Format::Json.form(), shape: envelope, example: Value::Null },
        DescribedForm { form: Format::Ics.form(), shape: Shape::Plain(text), example: json!(calendar) },
    ])
}
