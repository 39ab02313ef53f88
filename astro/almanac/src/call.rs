//! Every function as text in, text out: JSON for languages without better.

use crate::canon::Canon;
use crate::eclipse::Changes;
use crate::error::Error;
use crate::instant::Instant;
use crate::path::PathOptions;
use crate::place::Place;
use crate::position::Body;
use crate::rise_set::rise_set;
use crate::search::Search;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A call by the name of its function, with its arguments.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", tag = "function")]
enum Call {
    LocalCircumstances {
        eclipse: String,
        place: Place,
        #[serde(default)]
        options: Changes,
    },
    Search {
        place: Place,
        from: String,
        to: String,
        #[serde(default)]
        options: Changes,
    },
    Path {
        eclipse: String,
        #[serde(default)]
        options: PathOptions,
        #[serde(default)]
        basis: Changes,
    },
    RiseSet {
        place: Place,
        from: String,
        to: String,
        #[serde(default)]
        bodies: Option<Vec<Body>>,
    },
    Position {
        at: String,
        #[serde(default)]
        bodies: Option<Vec<Body>>,
        #[serde(default)]
        place: Option<Place>,
    },
    Eclipses {},
}

/// Answers a call with JSON: `{"function":"localCircumstances","eclipse":"2026-08-12","place":{"lat":43.36,
/// "lng":-8.41}}`. An error names the argument.
///
/// ```
/// let call = r#"{"function":"search","place":{"lat":43.36,"lng":-8.41},"from":"2026-01-01","to":"2028-01-01"}"#;
/// let found = almanac::call(almanac::Canon::embedded(), call)?;
/// assert!(found.contains(r#""localType":"total""#));
/// # Ok::<(), almanac::Error>(())
/// ```
pub fn call(canon: &Canon, call: &str) -> Result<String, Error> {
    let call = serde_json::from_str(call).map_err(|error| Error::argument("call", error.to_string()))?;
    match call {
        Call::LocalCircumstances { eclipse, place, options } => {
            let eclipse = canon.eclipse(&eclipse)?.with(&options, canon.delta_t())?;
            json(&eclipse.local(place.checked()?))
        }
        Call::Search { place, from, to, options } => {
            let [from, to] = span(&from, &to)?;
            json(&canon.search(&Search { place: place.checked()?, from, to, changes: options })?)
        }
        Call::Path { eclipse, options, basis } => {
            let eclipse = canon.eclipse(&eclipse)?.with(&basis, canon.delta_t())?;
            let words = options.paths.unwrap_or_else(|| vec!["classic".to_owned()]);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            eclipse.path(canon, &words, options.tolerance.unwrap_or(100.0))
        }
        Call::RiseSet { place, from, to, bodies } => {
            let bodies = bodies.unwrap_or_else(|| vec![Body::Sun, Body::Moon]);
            let days = rise_set(canon, place.checked()?, span(&from, &to)?, &bodies)?;
            let days = days.into_iter().map(|(day, events)| Ok((day.iso(), value(&events)?)));
            json(&days.collect::<Result<Map<String, Value>, Error>>()?)
        }
        Call::Position { at, bodies, place } => {
            let bodies = bodies.unwrap_or_else(|| vec![Body::Sun, Body::Moon]);
            let at = Instant::parse("at", &at)?;
            json(&canon.positions(at, &bodies, place.map(Place::checked).transpose()?)?)
        }
        Call::Eclipses {} => json(&canon.eclipses().iter().map(|eclipse| eclipse.date()).collect::<Vec<_>>()),
    }
}

fn span(from: &str, to: &str) -> Result<[Instant; 2], Error> {
    Ok([Instant::parse("from", from)?, Instant::parse("to", to)?])
}

fn json(value: &impl serde::Serialize) -> Result<String, Error> {
    Ok(serde_json::to_string(value).expect("numbers and text"))
}

fn value(events: &impl serde::Serialize) -> Result<Value, Error> {
    Ok(serde_json::to_value(events).expect("numbers and text"))
}
