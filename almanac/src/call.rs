//! Every function as text in, text out: JSON for languages without better.

use crate::canon::Canon;
use crate::eclipse::{Changes, Eclipse};
use crate::error::{Error, shortened};
use crate::instant::Instant;
use crate::place::Place;
use crate::position::Body;
use crate::rise_set::rise_set;
use crate::search::Search;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Default maximum distance of edges from curves, m.
const TOLERANCE_M: f64 = 100.0;

/// Answers a call with JSON: a function and its arguments.
///
/// | function | arguments |
/// |---|---|
/// | `localCircumstances` | `eclipse` (a date), `place`, `options` |
/// | `search` | `place`, `from`, `to`, `options` |
/// | `path` | `eclipse`, `paths` (words; `classic` if left out), `tolerance` (m), `options` |
/// | `riseSet` | `place`, `from`, `to`, `bodies` (`sun`, `moon`, `gc`; the first two if left out) |
/// | `position` | `at`, `bodies`, `place` (may be left out) |
/// | `eclipses` | |
///
/// A place is `{"lat":43.36,"lng":-8.41,"height":20}`; `options`, which may be left out, are [`Changes`]:
/// `theory`, `k1`, `k2`, `sunRadius`, `deltaT`. An error names the argument.
///
/// ```
/// let place = r#"{"lat":43.36,"lng":-8.41}"#;
/// let span = r#""from":"2026-01-01","to":"2028-01-01""#;
/// let call = format!(r#"{{"function":"search","place":{place},{span}}}"#);
/// let found = almanac::call(almanac::Canon::embedded(), &call)?;
/// assert!(found.contains(r#""localType":"total""#));
/// # Ok::<(), almanac::Error>(())
/// ```
pub fn call(canon: &Canon, call: &str) -> Result<String, Error> {
    let call = serde_json::from_str(call).map_err(|error| Error::of_type("call", error.to_string()))?;
    let mut call = Arguments(call);
    let function: String = call.required("function")?;
    match function.as_str() {
        "localCircumstances" => {
            let (eclipse, place) = (call.eclipse(canon)?, call.place()?);
            call.end()?;
            Ok(json(&eclipse.local(place.ok_or_else(|| missing("place"))?)))
        }
        "search" => {
            let (place, [from, to], changes) = (call.place()?, call.span()?, call.options()?);
            call.end()?;
            let place = place.ok_or_else(|| missing("place"))?;
            Ok(json(&canon.search(&Search { from, to, changes }, &[place])?[0]))
        }
        "path" => {
            let eclipse = call.eclipse(canon)?;
            let words: Option<Vec<String>> = call.optional("paths")?;
            let tolerance_m = call.optional("tolerance")?.unwrap_or(TOLERANCE_M);
            call.end()?;
            let words = words.unwrap_or_else(|| vec!["classic".to_owned()]);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            eclipse.path(canon, &words, tolerance_m)
        }
        "riseSet" => {
            let (place, span, bodies) = (call.place()?, call.span()?, call.bodies()?);
            call.end()?;
            let days = rise_set(canon, place.ok_or_else(|| missing("place"))?, span, &bodies)?;
            let value = |events| serde_json::to_value(events).expect(PLAIN);
            let days = days.into_iter().map(|(day, events)| (day.iso(), value(events)));
            Ok(json(&days.collect::<Map<String, Value>>()))
        }
        "position" => {
            let at = Instant::parse("at", &call.required::<String>("at")?)?;
            let (bodies, place) = (call.bodies()?, call.place()?);
            call.end()?;
            Ok(json(&canon.positions(at, &bodies, place)?))
        }
        "eclipses" => {
            call.end()?;
            Ok(json(&canon.eclipses().iter().map(Eclipse::date).collect::<Vec<_>>()))
        }
        other => {
            let other = shortened(other);
            let known = "localCircumstances, search, path, riseSet, position, eclipses";
            Err(Error::argument("function", format!("{other:?} is none of {known}")))
        }
    }
}

/// The reason why a result is always JSON.
const PLAIN: &str = "numbers and text";

/// The arguments of a call that are not yet read.
struct Arguments(Map<String, Value>);

impl Arguments {
    fn optional<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        let value = self.0.remove(name).filter(|value| !value.is_null());
        let read = |value| serde_json::from_value(value);
        value.map(read).transpose().map_err(|error| Error::of_type(name, error.to_string()))
    }

    fn required<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Error> {
        self.optional(name)?.ok_or_else(|| missing(name))
    }

    /// An argument that is an object: serde would also take a list of its members.
    fn object<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        if self.0.get(name).is_some_and(Value::is_array) {
            return Err(Error::of_type(name, "must be an object, not a list"));
        }
        self.optional(name)
    }

    fn place(&mut self) -> Result<Option<Place>, Error> {
        self.object::<Place>("place")?.map(Place::checked).transpose()
    }

    fn options(&mut self) -> Result<Changes, Error> {
        Ok(self.object("options")?.unwrap_or_default())
    }

    fn eclipse(&mut self, canon: &Canon) -> Result<Eclipse, Error> {
        let date: String = self.required("eclipse")?;
        canon.eclipse(&date)?.with(&self.options()?, canon.delta_t())
    }

    fn span(&mut self) -> Result<[Instant; 2], Error> {
        let [from, to] = [self.required::<String>("from")?, self.required::<String>("to")?];
        Ok([Instant::parse("from", &from)?, Instant::parse("to", &to)?])
    }

    fn bodies(&mut self) -> Result<Vec<Body>, Error> {
        let words: Option<Vec<String>> = self.optional("bodies")?;
        match words {
            None => Ok(vec![Body::Sun, Body::Moon]),
            Some(words) => words.iter().map(|word| Body::of(word)).collect(),
        }
    }

    /// Rejects arguments that the function does not have.
    fn end(self) -> Result<(), Error> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(Error::of_type("call", format!("there is no argument {:?}", shortened(name)))),
        }
    }
}

fn missing(name: &'static str) -> Error {
    Error::of_type(name, "is missing")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect(PLAIN)
}
