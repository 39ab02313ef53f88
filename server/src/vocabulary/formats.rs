//! The formats of a response: named by a parameter, or negotiated by `Accept`.

use crate::api::operation::DescribedForm;
use crate::api::prepared::{CALENDAR, CSV, Form};
use crate::api::row_series::RowsFormat;
use crate::vocabulary::prelude::*;
use geography::Geometry;
use hyper::header::CONTENT_SECURITY_POLICY;
use serde::Serializer;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use web::accept;

/// The formats of an operation, the default first.
pub(crate) trait ResponseFormat: Words {
    /// The media type and the headers.
    fn form(self) -> &'static Form;

    /// Returns the named format; without it the one that `Accept` prefers, or the default if it accepts none,
    /// which is then refused.
    fn negotiated(named: Option<Self>, context: &Context) -> UsedFormat<Self> {
        let format = named.unwrap_or_else(|| {
            let media_types: Vec<_> = Self::VALUES.iter().map(|format| format.form().media_type).collect();
            Self::VALUES[accept::preferred(context.call.headers, &media_types).unwrap_or(0)]
        });
        UsedFormat { format, is_named: named.is_some() }
    }

    /// Returns the format of rows that `Accept` prefers to all of these, if no parameter names one of them.
    fn rows(named: Option<Self>, context: &Context) -> Option<RowsFormat> {
        let media_types: Vec<_> = Self::VALUES.iter().map(|format| format.form().media_type).collect();
        named.is_none().then(|| RowsFormat::preferred(context, &media_types)).flatten()
    }

    /// The shapes of all formats, each with an example.
    fn shapes(describe: impl Fn(Self) -> (Shape, Value)) -> Shape {
        let described = Self::VALUES.iter().map(|format| {
            let (shape, example) = describe(*format);
            DescribedForm { form: format.form(), shape, example }
        });
        Shape::Forms(described.collect())
    }
}

/// The format of one response.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct UsedFormat<F> {
    pub(crate) format: F,
    /// `true` if a parameter named it: `Accept` is ignored then.
    pub(crate) is_named: bool,
}

impl<F: ResponseFormat> UsedFormat<F> {
    /// The format as the echo has it: none if it is the default and was not named.
    pub(crate) fn echoed(self) -> Option<F> {
        Some(self.format).filter(|format| self.is_named || *format != F::VALUES[0])
    }

    /// A response in this format that may be cached for a day.
    pub(crate) fn prepared(self, echo: Vec<u8>, cost: f64, work: Work) -> Prepared {
        let prepared = Prepared::new(self.format.form(), echo, cost, Freshness::Day, work);
        if self.is_named { prepared.with_form_named() } else { prepared }
    }
}

/// Forms of a response: JSON or a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
#[words(name = "CalendarFormatWord")]
pub(crate) enum CalendarFormat {
    /// JSON in the envelope.
    #[default]
    Json,
    /// iCalendar.
    Ics,
}

impl ResponseFormat for CalendarFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::Json => &JSON,
            Self::Ics => &CALENDAR,
        }
    }
}

/// The description of `format` for operations with a calendar.
pub(crate) const CALENDAR_FORMAT: &str = "`json` (the default) or `ics`, a calendar to subscribe to \
    (iCalendar, RFC 5545). If omitted, `Accept` selects the format. A calendar covers only the range in its \
    URL, and each reload by a calendar program costs as much as the first request.";

/// Forms of a search: JSON, a calendar or a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
#[words(name = "EclipseSearchFormat")]
pub(crate) enum TableFormat {
    /// JSON in the envelope.
    #[default]
    Json,
    /// iCalendar.
    Ics,
    /// Comma-separated values.
    Csv,
}

impl TableFormat {
    /// Returns the form of the response without rows, by the parameter `format` or by `Accept`, and sets the
    /// parameter for the echo.
    pub(crate) fn choose(named: &mut Option<Self>, context: &Context) -> UsedFormat<CalendarFormat> {
        let chosen = CalendarFormat::negotiated(named.and_then(Self::without_rows), context);
        if *named != Some(Self::Csv) {
            *named = chosen.echoed().map(Self::from);
        }
        chosen
    }

    /// Returns the format of rows that the client names or prefers. A response with local times or a skyline
    /// is not plain: it cannot have rows. `name` is the name of the parameter.
    pub(crate) fn rows_of(
        named: Option<Self>,
        is_plain: bool,
        name: &'static str,
        context: &Context,
    ) -> Result<Option<RowsFormat>, Problem> {
        match named {
            Some(Self::Csv) if is_plain => Ok(Some(RowsFormat::CSV)),
            Some(Self::Csv) => {
                let detail = "csv cannot have local times, a skyline or next; leave out these parameters";
                Err(Problem::parameter(name, detail))
            }
            named => {
                let named = named.and_then(Self::without_rows);
                Ok(CalendarFormat::rows(named, context).filter(|_| is_plain))
            }
        }
    }

    fn without_rows(self) -> Option<CalendarFormat> {
        match self {
            Self::Json => Some(CalendarFormat::Json),
            Self::Ics => Some(CalendarFormat::Ics),
            Self::Csv => None,
        }
    }
}

impl From<CalendarFormat> for TableFormat {
    fn from(format: CalendarFormat) -> Self {
        match format {
            CalendarFormat::Json => Self::Json,
            CalendarFormat::Ics => Self::Ics,
        }
    }
}

impl ResponseFormat for TableFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::Json => &JSON,
            Self::Ics => &CALENDAR,
            Self::Csv => &CSV,
        }
    }
}

/// GeoJSON, without an envelope.
pub(crate) static GEOJSON: Form =
    Form { media_type: "application/geo+json", has_envelope: false, headers: &[] };

/// A feature of GeoJSON.
#[derive(Serialize, ToSchema)]
pub(crate) struct Feature<I, P> {
    /// `Feature`.
    #[serde(rename = "type")]
    kind: &'static str,
    id: I,
    // A comment here would wrap the schema in `allOf`.
    #[serde(serialize_with = "as_geojson")]
    #[schema(inline, value_type = maps::geojson::PathGeometry)]
    geometry: Geometry,
    properties: P,
}

impl<I, P> Feature<I, P> {
    /// A feature whose geometry has at most six decimals.
    pub(crate) fn new(id: I, geometry: &Geometry, properties: P) -> Self {
        Self { kind: "Feature", id, geometry: geometry.rounded().geometry, properties }
    }
}

fn as_geojson<S: Serializer>(geometry: &Geometry, serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = Vec::new();
    maps::geojson::write_geometry(&mut text, geometry);
    let text = String::from_utf8(text).expect("GeoJSON is UTF-8");
    RawValue::from_string(text).expect("GeoJSON is JSON").serialize(serializer)
}

/// SVG. Opened as a document it runs no scripts, loads nothing and is of no origin. In `<img>` it looks the
/// same, because its styles are inline.
pub(crate) static SVG: Form = Form {
    media_type: "image/svg+xml",
    has_envelope: false,
    headers: &[(CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox")],
};

/// Forms of a limb: JSON or a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
#[words(name = "LunarLimbFormat")]
pub(crate) enum PictureFormat {
    /// JSON in the envelope.
    #[default]
    Json,
    /// SVG.
    Svg,
}

impl ResponseFormat for PictureFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::Json => &JSON,
            Self::Svg => &SVG,
        }
    }
}

/// The UID of an event in a calendar. An event that depends on the observer has another one at each site.
pub(crate) fn uid(name: &str, site: Option<Site>) -> String {
    site.map_or_else(|| name.to_owned(), |site| format!("{name}-at-{}-{}", site.lat, site.lng))
}

/// The shapes of JSON, with the recorded example, and of a calendar.
pub(crate) fn calendar_shape(json: fn() -> Shape, calendar: &str) -> Shape {
    CalendarFormat::shapes(|format| match format {
        CalendarFormat::Json => (json(), Value::Null),
        CalendarFormat::Ics => (Shape::Plain(Described::text()), json!(calendar)),
    })
}
