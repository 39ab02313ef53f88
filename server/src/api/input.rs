//! The parameters of one request: every bad one is found before anything is refused.

use crate::api::date_time;
use crate::api::instant::Instant;
use crate::api::parameter::{API_KEY, COST, HIGHEST_M, Kind, LOWEST_M, Parameter, Place};
use crate::api::site::Site;
use crate::http::problem::{ParameterProblem, Problem};
use crate::http::query::pairs;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Parameters of a query that are read: more than any operation has.
const MOST_PARAMETERS: usize = 32;
/// Errors that a refusal names. A refusal must not be much longer than the request.
const MOST_ERRORS: usize = 16;
/// Items of a list that are read: more than any list has words.
pub(crate) const MOST_ITEMS: usize = 64;
/// Wrong items of a list that an error repeats.
const MOST_REPEATED: usize = 3;

/// The value of a parameter that must be there. It is had from [`Input::check`], which refuses the request if
/// the value is missing or wrong.
pub(crate) struct Required<T>(Option<T>);

/// Required values that [`Input::check`] hands out: one or several, or none.
pub(crate) trait Requirements {
    /// The type of the values.
    type Values;

    /// The values, after everything that was missing or wrong has been refused.
    fn values(self) -> Self::Values;
}

impl Requirements for () {
    type Values = ();

    fn values(self) {}
}

impl<T> Requirements for Required<T> {
    type Values = T;

    fn values(self) -> T {
        self.0.expect("a required value that is missing or wrong is noted, and the request is then refused")
    }
}

impl<A: Requirements, B: Requirements> Requirements for (A, B) {
    type Values = (A::Values, B::Values);

    fn values(self) -> Self::Values {
        (self.0.values(), self.1.values())
    }
}

impl<A: Requirements, B: Requirements, C: Requirements> Requirements for (A, B, C) {
    type Values = (A::Values, B::Values, C::Values);

    fn values(self) -> Self::Values {
        (self.0.values(), self.1.values(), self.2.values())
    }
}

impl<T> Required<T> {
    /// The value, if it is there and right, for conditions between parameters.
    pub(crate) fn as_ref(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

/// A parameter whose values are words, each of which stands for something.
pub(crate) trait Word: Copy + PartialEq + Sized + 'static {
    /// The words as [`Kind::Word`] and [`Kind::Words`] have them.
    const WORDS: &'static [&'static str];
    /// What they stand for, in the same order.
    const VALUES: &'static [Self];

    /// The word for a value.
    fn word(self) -> &'static str {
        let index = Self::VALUES.iter().position(|v| *v == self).expect("all values have words");
        Self::WORDS[index].split(':').next().expect("a split text has a first part")
    }
}

/// All words of a type, without their short forms.
pub(crate) fn words<W: Word>() -> impl Iterator<Item = &'static str> {
    W::VALUES.iter().map(|value| value.word())
}

/// The decoded parameters of a request. A value that is wrong is recorded and read as absent;
/// [`Input::check`] then refuses the request for all of them at once.
pub(crate) struct Input<'a> {
    known: &'static [Parameter],
    path: Vec<(&'static str, Cow<'a, str>)>,
    query: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    errors: Vec<ParameterProblem>,
    /// How many errors there are beyond [`MOST_ERRORS`].
    more_errors: usize,
}

impl<'a> Input<'a> {
    /// Decodes parts of the path and the query, and records names that are unknown, or stand twice
    /// though they are not those of lists.
    pub(crate) fn new(
        known: &'static [Parameter],
        parts: impl Iterator<Item = (&'a str, &'a str)>,
        query: Option<&'a str>,
    ) -> Self {
        let (path, query_values, errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut input = Self { known, path, query: query_values, errors, more_errors: 0 };
        for (name, text) in parts {
            let Some(parameter) = known.iter().find(|p| p.name == name) else {
                unreachable!("the path has a part {{{name}}} that is no parameter of the operation")
            };
            match percent_decode_str(text).decode_utf8() {
                Ok(text) => input.path.push((parameter.name, text)),
                Err(_) => input.wrong(parameter.name, "its percent-encoding is not UTF-8"),
            }
        }
        if let Some(query) = query {
            let mut all = pairs(query);
            input.query = all.by_ref().take(MOST_PARAMETERS).collect();
            input.names();
            if let Some((name, _)) = all.next() {
                let given = MOST_PARAMETERS + 1 + all.count();
                let detail = format!("one of {given} parameters; at most {MOST_PARAMETERS} are taken");
                input.note(ParameterProblem { parameter: Cow::Owned(shortened(&name)), detail });
            }
        }
        input
    }

    fn names(&mut self) {
        let known = || self.known.iter().chain([&COST, &API_KEY]).filter(|p| p.place != Place::Path);
        let mut errors = Vec::new();
        let mut is_list_given = false;
        for (i, (name, _)) in self.query.iter().enumerate() {
            match known().find(|p| p.answers_to(name)) {
                Some(p) if !p.is_list() && self.query[..i].iter().any(|(n, _)| p.answers_to(n)) => {
                    errors.push(ParameterProblem {
                        parameter: Cow::Borrowed(p.name),
                        detail: "given more than once".into(),
                    });
                }
                Some(_) => {}
                None => {
                    let mut detail = "no such parameter here".to_owned();
                    if !std::mem::replace(&mut is_list_given, true) {
                        let names: Vec<_> = known().map(|p| p.name).collect();
                        detail = format!("{detail}; there are {}", names.join(", "));
                    }
                    errors.push(ParameterProblem { parameter: Cow::Owned(shortened(name)), detail });
                }
            }
        }
        errors.into_iter().for_each(|e| self.note(e));
    }

    /// Records an error, or only counts it if there are enough of them.
    fn note(&mut self, error: ParameterProblem) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(error);
        } else {
            self.more_errors += 1;
        }
    }

    /// Records what is wrong with a parameter.
    pub(crate) fn wrong(&mut self, parameter: &'static str, detail: impl Into<String>) {
        self.note(ParameterProblem { parameter: Cow::Borrowed(parameter), detail: detail.into() });
    }

    /// Whether a parameter stands in the query, right or wrong.
    pub(crate) fn has(&self, p: &Parameter) -> bool {
        self.query.iter().any(|(name, _)| p.answers_to(name))
    }

    /// Hands out the required values, or refuses the request if anything was missing or wrong.
    pub(crate) fn check<R: Requirements>(&mut self, required: R) -> Result<R::Values, Problem> {
        if self.errors.is_empty() {
            Ok(required.values())
        } else {
            Err(Problem::parameters(std::mem::take(&mut self.errors), self.more_errors))
        }
    }

    /// Reads a parameter that must be there: `input.required(&DATE, Input::instant)`.
    pub(crate) fn required<T>(
        &mut self,
        p: &Parameter,
        read: impl FnOnce(&mut Self, &Parameter) -> Option<T>,
    ) -> Required<T> {
        let value = read(self, p);
        if value.is_none() && !self.errors.iter().any(|e| e.parameter == p.name) {
            self.wrong(p.name, "required");
        }
        Required(value)
    }

    /// Whether `cost=1` stands in the query.
    pub(crate) fn asks_for_cost(&mut self) -> bool {
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

    /// Reads a parameter as an instant.
    pub(crate) fn instant(&mut self, p: &Parameter) -> Option<Instant> {
        let text = self.text_of(p)?;
        let parsed = date_time::parse(&text);
        if parsed.is_none() {
            self.wrong(
                p.name,
                format!(
                    "\"{}\" is not a date that JavaScript's Date.parse takes; \
                2024-04-08T18:18:00Z would be right",
                    shortened(&text)
                ),
            );
        }
        parsed.map(|unix_ms| Instant { unix_ms })
    }

    /// Reads a parameter as a number within its bounds.
    pub(crate) fn number(&mut self, p: &Parameter) -> Option<f64> {
        let text = self.text_of(p)?;
        let (from, to) = match p.kind {
            Kind::Number { from, to } => (from, to),
            Kind::Integer { from, to } => (from as f64, to as f64),
            other => unreachable!("{} is read as a number, but its kind is {other:?}", p.name),
        };
        let parsed = decimal(&text).filter(|n| (from..=to).contains(n));
        if parsed.is_none() {
            self.wrong(p.name, format!("\"{}\" must be a number from {from} to {to}", shortened(&text)));
        }
        parsed
    }

    /// Reads a parameter as a whole number within its bounds.
    pub(crate) fn integer(&mut self, p: &Parameter) -> Option<i64> {
        let text = self.text_of(p)?;
        let Kind::Integer { from, to } = p.kind else {
            unreachable!("{} is read as a whole number, but its kind is {:?}", p.name, p.kind)
        };
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

    /// Reads a parameter as one of its words.
    pub(crate) fn word<W: Word>(&mut self, p: &Parameter) -> Option<W> {
        let text = self.text_of(p)?;
        let index = W::WORDS.iter().position(|w| *w == text);
        if index.is_none() {
            self.wrong(p.name, format!("\"{}\" must be one of {}", shortened(&text), W::WORDS.join(", ")));
        }
        index.map(|i| W::VALUES[i])
    }

    /// Reads a parameter as a list of its words, each once, in the order given: separated by commas, or the
    /// parameter repeated. A short form stands for its word. None if the parameter is absent.
    pub(crate) fn words<W: Word>(&mut self, p: &Parameter) -> Option<Vec<W>> {
        let texts = self.items_of(p)?;
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        for part in texts.iter().flat_map(|text| text.split(',')) {
            let index = W::WORDS.iter().position(|w| w.split(':').any(|form| form == part.trim()));
            match index.map(|i| W::VALUES[i]) {
                Some(value) if found.contains(&value) => {}
                Some(value) => found.push(value),
                None => wrong.push(part),
            }
        }
        if !wrong.is_empty() {
            let all = W::WORDS.join(", ").replace(':', " or ");
            self.wrong(
                p.name,
                format!("{} must be one of {all}, several separated by commas", quoted(&wrong)),
            );
        }
        Some(found)
    }

    /// Reads a parameter as a list of numbers between its bounds, each once, in the order given: separated by
    /// commas, or the parameter repeated. None if the parameter is absent.
    pub(crate) fn numbers(&mut self, p: &Parameter) -> Option<Vec<f64>> {
        let Kind::Numbers { above, below } = p.kind else {
            unreachable!("{} is read as numbers, but its kind is {:?}", p.name, p.kind)
        };
        let texts = self.items_of(p)?;
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        for part in texts.iter().flat_map(|text| text.split(',')) {
            match decimal(part).filter(|n| *n > above && *n < below) {
                Some(value) if found.contains(&value) => {}
                Some(value) => found.push(value),
                None => wrong.push(part),
            }
        }
        if !wrong.is_empty() {
            let detail = format!(
                "{} must be a number above {above} and below {below}, several separated by commas",
                quoted(&wrong)
            );
            self.wrong(p.name, detail);
        }
        Some(found)
    }

    /// Reads a parameter as a text.
    pub(crate) fn text(&mut self, p: &Parameter) -> Option<Cow<'a, str>> {
        self.text_of(p)
    }

    /// The texts of a list, each of which may have several items. None if it is absent; with too many items
    /// it is wrong, and read as empty.
    fn items_of(&mut self, p: &Parameter) -> Option<Vec<Cow<'a, str>>> {
        self.text_of(p)?;
        let given = self.query.iter().filter(|(name, _)| p.answers_to(name));
        let texts: Vec<Cow<str>> = given.map(|(_, text)| text.clone()).collect();
        let count = texts.iter().flat_map(|text| text.split(',')).count();
        if count > MOST_ITEMS {
            let what = if matches!(p.kind, Kind::Words(_)) { "words" } else { "numbers" };
            self.wrong(p.name, format!("a list of {count} {what}; at most {MOST_ITEMS} are taken"));
            return Some(Vec::new());
        }
        Some(texts)
    }

    /// Reads a parameter as the place of an observer.
    pub(crate) fn site(&mut self, p: &Parameter) -> Option<Site> {
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

    /// Reads a parameter as a right ascension and a declination, degrees.
    pub(crate) fn equatorial(&mut self, p: &Parameter) -> Option<[f64; 2]> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        match parts[..] {
            [Some(ra), Some(decl)] if (-360.0..=360.0).contains(&ra) && (-90.0..=90.0).contains(&decl) => {
                Some([ra, decl])
            }
            _ => {
                self.wrong(
                    p.name,
                    format!(
                        "\"{}\" must be RA,DECL in degrees: −360 … 360 and −90 … \
                        90",
                        shortened(&text)
                    ),
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

/// A decimal number as JSON has it, with a sign and leading zeros allowed; never infinite.
fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_matches(' ');
    let looks = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    (looks && text.bytes().any(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
        .filter(|n: &f64| n.is_finite())
}

/// The first items of a list, quoted, and how many more there are.
fn quoted(items: &[&str]) -> String {
    let first = items.iter().take(MOST_REPEATED).map(|item| format!("\"{}\"", shortened(item)));
    let first = first.collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(MOST_REPEATED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// What a client sent, as far as it is worth repeating.
pub(crate) fn shortened(text: &str) -> String {
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

    #[derive(Clone, Copy, PartialEq)]
    enum Body {
        Sun,
        Moon,
    }

    impl Word for Body {
        const WORDS: &'static [&'static str] = &["sun", "moon:m"];
        const VALUES: &'static [Self] = &[Self::Sun, Self::Moon];
    }

    const KNOWN: &[Parameter] =
        &[OBS, DELTA_T, Parameter::required("body", Kind::Words(Body::WORDS), "sun", "")];

    fn errors(query: &str) -> Vec<String> {
        let mut input = Input::new(KNOWN, std::iter::empty(), Some(query));
        let _ = (input.site(&KNOWN[0]), input.number(&KNOWN[1]), input.asks_for_cost());
        let body = input.required(&KNOWN[2], Input::words::<Body>);
        input
            .check(body)
            .err()
            .map(|p| p.errors.iter().map(|e| format!("{}: {}", e.parameter, e.detail)).collect())
            .unwrap_or_default()
    }

    #[test]
    fn every_bad_parameter_is_named_at_once() {
        let found = errors("obs=91,0,1e9&deltaT=x&bodies=sun&cost=2");
        for name in ["obs: the latitude", "obs: the height", "deltaT:", "bodies:", "body: required", "cost:"]
        {
            assert!(found.iter().any(|e| e.starts_with(name)), "{name} in {found:?}");
        }
        assert_eq!(errors("body=sun,m&observer=1.5,-2&deltaT=+69&apiKey=k&cost=1"), Vec::<String>::new());
        assert!(errors("body=sun&deltaT=1&deltaT=1")[0].contains("more than once"));
        assert!(errors("body=sun&obs=1,2&observer=1,2")[0].contains("more than once"));
        assert!(errors("body=sun&deltaT=inf")[0].contains("number"));
    }

    #[test]
    #[should_panic(expected = "is read as a number, but its kind is Observer")]
    fn an_operation_that_reads_a_place_as_a_number_is_told_so() {
        Input::new(KNOWN, std::iter::empty(), Some("obs=1,2")).number(&KNOWN[0]);
    }

    #[test]
    #[should_panic(expected = "is read as a whole number, but its kind is Number")]
    fn an_operation_that_reads_a_number_as_a_whole_one_is_told_so() {
        Input::new(KNOWN, std::iter::empty(), Some("deltaT=1")).integer(&KNOWN[1]);
    }

    #[test]
    #[should_panic(expected = "{day} that is no parameter")]
    fn an_operation_whose_path_has_an_unknown_part_is_told_so() {
        Input::new(KNOWN, std::iter::once(("day", "1")), None);
    }

    #[test]
    fn a_list_may_be_repeated_and_counts_each_word_once() {
        let words = |query: &str| {
            let mut input = Input::new(KNOWN, std::iter::empty(), Some(query));
            let body = input.required(&KNOWN[2], Input::words::<Body>);
            input.check(body).map(|all| all.into_iter().map(Word::word).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(words("body=moon&body=sun").as_deref(), Ok("moon sun"));
        assert_eq!(words("body=moon,sun&body=sun&body=m").as_deref(), Ok("moon sun"));
        assert_eq!(words("body=sun,sun").as_deref(), Ok("sun"));
        let refused = words("body=sun&body=x&body=y").expect_err("two that are no bodies");
        assert_eq!(refused.errors.len(), 1);
        assert!(refused.detail.contains("\"x\", \"y\" must be one of"), "{}", refused.detail);
    }
}
