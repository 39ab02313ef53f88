//! The parameters of one request: every bad one is found before anything is refused.

use crate::api::date_time;
use crate::api::parameter::{API_KEY, COST, HIGHEST_M, Kind, LOWEST_M, Parameter, Place};
use crate::http::problem::{ParameterProblem, Problem};
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::Observer;
use astro::time::Ut1;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// An instant of UT, to the millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant {
    /// Milliseconds since 1970.
    pub unix_ms: i64,
}

impl Instant {
    /// As a Julian Date.
    pub fn ut1(self) -> Ut1 {
        Ut1(UNIX_EPOCH_JD + self.unix_ms as f64 / MS_PER_DAY as f64)
    }

    /// The nearest millisecond to a Julian Date.
    pub fn from_ut1(t: Ut1) -> Self {
        Self { unix_ms: t.unix_ms() }
    }

    /// ISO 8601 with milliseconds and `Z`; expanded years outside 0 … 9999.
    pub fn iso(self) -> String {
        let mut text = astro::time::iso_text_ms(self.unix_ms);
        text.push('Z');
        text
    }
}

/// Where somebody stands, as given.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = Observer)]
pub struct Site {
    /// Degrees, north positive.
    pub lat: f64,
    /// Degrees, east positive.
    pub lng: f64,
    /// Metres above mean sea level.
    pub height: f64,
}

impl Site {
    /// For the mathematics.
    pub fn observer(self) -> Observer {
        Observer::from_degrees(self.lat, self.lng, self.height)
    }
}

/// The decoded parameters. Getters note what is wrong and give something harmless; [`Input::check`] then
/// refuses.
pub struct Input<'a> {
    known: &'static [Parameter],
    path: Vec<(&'static str, Cow<'a, str>)>,
    query: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    errors: Vec<ParameterProblem>,
}

impl<'a> Input<'a> {
    /// Decodes parts of the path and the query, and notes names that are unknown or stand twice.
    pub fn new(
        known: &'static [Parameter],
        parts: impl Iterator<Item = (&'a str, &'a str)>,
        query: Option<&'a str>,
    ) -> Self {
        let mut input = Self { known, path: Vec::new(), query: Vec::new(), errors: Vec::new() };
        for (name, text) in parts {
            let Some(parameter) = known.iter().find(|p| p.name == name) else { continue };
            match percent_decode_str(text).decode_utf8() {
                Ok(text) => input.path.push((parameter.name, text)),
                Err(_) => input.wrong(parameter.name, "its percent-encoding is not UTF-8"),
            }
        }
        if let Some(query) = query {
            input.query = pairs(query).collect();
            input.names();
        }
        input
    }

    fn names(&mut self) {
        let known = || self.known.iter().chain([&COST, &API_KEY]).filter(|p| p.place != Place::Path);
        let mut errors = Vec::new();
        for (i, (name, _)) in self.query.iter().enumerate() {
            match known().find(|p| p.answers_to(name)) {
                Some(p) if self.query[..i].iter().any(|(n, _)| p.answers_to(n)) => {
                    errors.push(ParameterProblem {
                        parameter: Cow::Borrowed(p.name),
                        detail: "given more than once".into(),
                    });
                }
                Some(_) => {}
                None => {
                    let detail = format!(
                        "no such parameter here; there are {}",
                        known().map(|p| p.name).collect::<Vec<_>>().join(", ")
                    );
                    errors.push(ParameterProblem { parameter: Cow::Owned(shortened(name)), detail });
                }
            }
        }
        self.errors.extend(errors);
    }

    /// Notes something wrong with a parameter.
    pub fn wrong(&mut self, parameter: &'static str, detail: impl Into<String>) {
        self.errors.push(ParameterProblem { parameter: Cow::Borrowed(parameter), detail: detail.into() });
    }

    /// Whether a parameter stands in the query, right or wrong.
    pub fn has(&self, p: &Parameter) -> bool {
        self.query.iter().any(|(name, _)| p.answers_to(name))
    }

    /// Refuses if anything was wrong.
    pub fn check(&mut self) -> Result<(), Problem> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Problem::parameters(std::mem::take(&mut self.errors)))
        }
    }

    /// Whether `cost=1` stands in the query.
    pub fn asks_for_cost(&mut self) -> bool {
        match self.text_of(&COST).as_deref() {
            None => false,
            Some("1") => true,
            Some(other) => {
                let detail = format!("\"{}\" must be 1", shortened(other));
                self.wrong(COST.name, detail);
                false
            }
        }
    }

    /// An instant.
    pub fn instant(&mut self, p: &Parameter) -> Option<Instant> {
        let text = self.text_of(p)?;
        let parsed = date_time::parse(&text);
        if parsed.is_none() {
            self.wrong(p.name, format!("\"{}\" is not a date that JavaScript's Date.parse takes; 2024-04-08T18:18:00Z would be right", shortened(&text)));
        }
        parsed.map(|unix_ms| Instant { unix_ms })
    }

    /// A number within the bounds of its parameter.
    pub fn number(&mut self, p: &Parameter) -> Option<f64> {
        let text = self.text_of(p)?;
        let (from, to) = match p.kind {
            Kind::Number { from, to } => (from, to),
            Kind::Integer { from, to } => (from as f64, to as f64),
            _ => (f64::MIN, f64::MAX),
        };
        let parsed = decimal(&text).filter(|n| (from..=to).contains(n));
        if parsed.is_none() {
            self.wrong(p.name, format!("\"{}\" must be a number from {from} to {to}", shortened(&text)));
        }
        parsed
    }

    /// A whole number within the bounds of its parameter.
    pub fn integer(&mut self, p: &Parameter) -> Option<i64> {
        let text = self.text_of(p)?;
        let Kind::Integer { from, to } = p.kind else { return None };
        let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
        let parsed = Some(&text)
            .filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|t| t.parse().ok())
            .filter(|n| (from..=to).contains(n));
        if parsed.is_none() {
            self.wrong(
                p.name,
                format!("\"{}\" must be a whole number from {from} to {to}", shortened(&text)),
            );
        }
        parsed
    }

    /// One of the words of its parameter.
    pub fn word(&mut self, p: &Parameter) -> Option<&'static str> {
        let text = self.text_of(p)?;
        let Kind::Word(words) = p.kind else { return None };
        let found = words.iter().copied().find(|w| *w == text);
        if found.is_none() {
            self.wrong(p.name, format!("\"{}\" must be one of {}", shortened(&text), words.join(", ")));
        }
        found
    }

    /// Some of the words of its parameter, each once, in the order given; a short form stands for its word.
    pub fn words(&mut self, p: &Parameter) -> Vec<&'static str> {
        let (Some(text), Kind::Words(words)) = (self.text_of(p), p.kind) else { return Vec::new() };
        let mut found = Vec::new();
        for part in text.split(',') {
            let word = words
                .iter()
                .find(|w| w.split(':').any(|form| form == part.trim()))
                .and_then(|w| w.split(':').next());
            match word {
                Some(word) if found.contains(&word) => self.wrong(p.name, format!("\"{word}\" stands twice")),
                Some(word) => found.push(word),
                None => {
                    let all = words.join(", ").replace(':', " or ");
                    self.wrong(
                        p.name,
                        format!("\"{}\" must be one of {all}, several separated by commas", shortened(part)),
                    );
                }
            }
        }
        found
    }

    /// An observer.
    pub fn site(&mut self, p: &Parameter) -> Option<Site> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        let site = match parts[..] {
            [Some(lat), Some(lng)] => Site { lat, lng, height: 0.0 },
            [Some(lat), Some(lng), Some(height)] => Site { lat, lng, height },
            _ => {
                self.wrong(
                    p.name,
                    format!(
                        "\"{}\" must be LAT,LNG,HEIGHT: degrees, degrees (negative west), metres",
                        shortened(&text)
                    ),
                );
                return None;
            }
        };
        let bounds = [
            ("latitude", site.lat, -90.0, 90.0, "degrees"),
            ("longitude", site.lng, -180.0, 180.0, "degrees"),
            ("height", site.height, LOWEST_M, HIGHEST_M, "metres"),
        ];
        for (what, value, from, to, unit) in bounds {
            if !(from..=to).contains(&value) {
                self.wrong(p.name, format!("the {what} {value} must lie from {from} to {to} {unit}"));
            }
        }
        Some(site)
    }

    /// A right ascension and a declination in degrees.
    pub fn equatorial(&mut self, p: &Parameter) -> Option<[f64; 2]> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        match parts[..] {
            [Some(ra), Some(decl)] if (-360.0..=360.0).contains(&ra) && (-90.0..=90.0).contains(&decl) => {
                Some([ra, decl])
            }
            _ => {
                self.wrong(
                    p.name,
                    format!("\"{}\" must be RA,DECL in degrees: −360 … 360 and −90 … 90", shortened(&text)),
                );
                None
            }
        }
    }

    /// The text of a parameter; a required one that is absent is wrong.
    fn text_of(&mut self, p: &Parameter) -> Option<Cow<'a, str>> {
        let found = match p.place {
            Place::Path => self.path.iter().find(|(name, _)| *name == p.name).map(|(_, text)| text.clone()),
            Place::Query { .. } => {
                self.query.iter().find(|(name, _)| p.answers_to(name)).map(|(_, text)| text.clone())
            }
        };
        if found.is_none() && p.place == (Place::Query { required: true }) {
            self.wrong(p.name, format!("required; {}={} would be right", p.name, p.example));
        }
        found
    }
}

/// Names and values of a query. One without any escape is only to be cut, which is what most are.
pub fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let is_plain = !query.bytes().any(|b| b == b'%' || b == b'+');
    let (plain, escaped) = if is_plain { (Some(query), None) } else { (None, Some(query)) };
    let plain = plain.into_iter().flat_map(|q| q.split('&')).filter_map(move |part| {
        let (name, value) =
            if part.is_empty() { return None } else { part.split_once('=').unwrap_or((part, "")) };
        Some((Cow::Borrowed(name), Cow::Borrowed(value)))
    });
    plain.chain(escaped.into_iter().flat_map(|q| form_urlencoded::parse(q.as_bytes())))
}

/// A decimal number as JSON has it, with a sign and leading zeros allowed; never infinite.
fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_matches(' ');
    let looks = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    (looks && text.bytes().any(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
        .filter(|n: &f64| n.is_finite())
}

/// What a client sent, as far as it is worth repeating.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut cut: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().count() > MOST {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::parameter::{DELTA_T, OBS};
    use proptest::prelude::*;

    const KNOWN: &[Parameter] =
        &[OBS, DELTA_T, Parameter::required("body", Kind::Words(&["sun", "moon:m"]), "sun", "")];

    fn errors(query: &str) -> Vec<String> {
        let mut input = Input::new(KNOWN, std::iter::empty(), Some(query));
        let _ =
            (input.site(&KNOWN[0]), input.number(&KNOWN[1]), input.words(&KNOWN[2]), input.asks_for_cost());
        input
            .check()
            .err()
            .map(|p| p.errors.iter().map(|e| format!("{}: {}", e.parameter, e.detail)).collect())
            .unwrap_or_default()
    }

    proptest! {
        #[test]
        fn a_query_is_cut_as_the_standard_has_it(query in "[a-c=&%+2é;]{0,20}") {
            let standard: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
            prop_assert_eq!(pairs(&query).collect::<Vec<_>>(), standard);
        }
    }

    #[test]
    fn every_bad_parameter_is_named_at_once() {
        let found = errors("obs=91,0,1e9&deltaT=x&bodies=sun&cost=2");
        for name in ["obs: the latitude", "obs: the height", "deltaT:", "bodies:", "body: required", "cost:"]
        {
            assert!(found.iter().any(|e| e.starts_with(name)), "{name} in {found:?}");
        }
        assert_eq!(errors("body=sun,m&observer=1.5,-2&deltaT=+69&apiKey=k&cost=1"), Vec::<String>::new());
        assert!(errors("body=sun&body=moon")[0].contains("more than once"));
        assert!(errors("body=sun,sun")[0].contains("twice"));
        assert!(errors("body=sun&deltaT=inf")[0].contains("number"));
    }
}
