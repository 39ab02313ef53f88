//! The parameters of one request: every bad one is found before anything is refused.

use crate::api::date_time::{self, advice::month_first};
use crate::api::parameter::{CALENDARS, COST, Parameter, Place, calendar};
use crate::generation::towns::Towns;
use artifacts::tables::time_zones::TimeZones;
use astro::time::Calendar;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::cell::OnceCell;
use web::problem::{ParameterProblem, Problem};
use web::query::pairs;

/// Parameters of a query that are read: more than any operation has.
const MAX_PARAMETERS: usize = 32;
/// Errors that a refusal names. A refusal must not be much longer than the request.
const MAX_ERRORS: usize = 16;
const MAX_REMARKS: usize = 3;
/// Items of a list that are read: more than any list has words.
pub(crate) const MAX_ITEMS: usize = 64;
/// Wrong items of a list that an error repeats.
const MOST_REPEATED: usize = 3;

struct PathPart<'a> {
    name: &'static str,
    text: Cow<'a, str>,
    /// The absolute date that the text is, milliseconds since 1970: several parameters need it.
    date_ms: OnceCell<Option<i64>>,
}

/// The decoded parameters of a request. A value that is wrong is recorded and read as absent;
/// [`Input::check`] then refuses the request for all of them at once.
pub(crate) struct Input<'a> {
    known: &'static [Parameter],
    /// Those that the operation shares with others.
    shared: &'static [Parameter],
    /// `calendar`, if one of them is a date.
    pub(crate) of_dates: Option<&'static Parameter>,
    path: Vec<PathPart<'a>>,
    query: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The towns that parameters may name.
    pub(crate) towns: Option<&'a Towns>,
    pub(crate) time_zones: Option<&'a TimeZones>,
    /// The value of `tz` where the request has none, for dates relative to the present.
    pub(crate) default_tz: Option<&'static str>,
    /// The calendar of dates; none if the request does not say it.
    pub(crate) calendar: Option<Calendar>,
    /// `true` if a date of the request may be one of the Julian calendar.
    pub(crate) has_julian_date: bool,
    /// The present, milliseconds since 1970, for dates relative to it.
    pub(crate) now_ms: i64,
    /// The time at which a relative date gets another meaning, milliseconds since 1970; none without one.
    pub(crate) changes_ms: Option<i64>,
    /// Notes on the reading of the request where it might mean something else.
    remarks: Vec<String>,
    errors: Vec<ParameterProblem>,
    /// The number of errors beyond [`MAX_ERRORS`].
    more_errors: usize,
}

impl<'a> Input<'a> {
    /// Decodes parts of the path and the query, and records names that are unknown, or stand twice
    /// though they are not those of lists.
    pub(crate) fn new(
        (known, shared): (&'static [Parameter], &'static [Parameter]),
        parts: impl Iterator<Item = (&'a str, &'a str)>,
        query: Option<&'a str>,
    ) -> Self {
        let (path, query_values, errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut input = Self {
            known,
            shared,
            of_dates: calendar(known),
            path,
            query: query_values,
            towns: None,
            time_zones: None,
            default_tz: None,
            calendar: None,
            has_julian_date: false,
            now_ms: 0,
            changes_ms: None,
            remarks: Vec::new(),
            errors,
            more_errors: 0,
        };
        for (name, text) in parts {
            let Some(parameter) = known.iter().find(|p| p.name == name) else {
                unreachable!("the path has a part {{{name}}} that is no parameter of the operation")
            };
            match percent_decode_str(text).decode_utf8() {
                Ok(text) => {
                    input.path.push(PathPart { name: parameter.name, text, date_ms: OnceCell::new() });
                }
                Err(_) => input.wrong(parameter.name, "its percent-encoding is not UTF-8"),
            }
        }
        if let Some(query) = query {
            let mut all = pairs(query);
            input.query = all.by_ref().take(MAX_PARAMETERS).collect();
            input.names();
            if let Some((name, _)) = all.next() {
                let given = MAX_PARAMETERS + 1 + all.count();
                let detail = format!("one of {given} parameters; the maximum is {MAX_PARAMETERS}");
                input.note(ParameterProblem { parameter: Cow::Owned(shortened(&name)), detail });
            }
            let calendars = [Calendar::Julian, Calendar::Gregorian, Calendar::Auto];
            input.calendar =
                input.of_dates.and_then(|p| input.word(p, &CALENDARS)).map(|index| calendars[index]);
        }
        input
    }

    /// Returns the absolute date that a text is in the calendar of the request, milliseconds since 1970.
    pub(crate) fn parse_date(&self, text: &str) -> Option<i64> {
        match self.calendar {
            Some(calendar) => date_time::parse_historic(text, calendar),
            None => date_time::parse_of_today(text),
        }
    }

    fn date_of(&self, part: &PathPart) -> Option<i64> {
        *part.date_ms.get_or_init(|| self.parse_date(&part.text))
    }

    /// Replaces a latitude and a longitude, which no operation has, by the advice to write an observer.
    /// Returns whether they are there.
    fn has_latitude_and_longitude(&mut self) -> bool {
        let Some(observer) = self.known.iter().find(|p| p.answers_to("obs")) else { return false };
        let of = |names: &[&str]| self.query.iter().position(|(name, _)| names.contains(&&**name));
        let (latitude, longitude) = (of(&["lat", "latitude"]), of(&["lng", "lon", "long", "longitude"]));
        let (Some(latitude), Some(longitude)) = (latitude, longitude) else { return false };
        let [(lat, latitude), (lng, longitude)] = [latitude, longitude].map(|i| self.query[i].clone());
        self.query.retain(|(name, _)| *name != lat && *name != lng);
        let (latitude, longitude) = (shortened(&latitude), shortened(&longitude));
        self.wrong(
            observer.name,
            format!("write {}={latitude},{longitude} for {lat} and {lng}", observer.name),
        );
        true
    }

    fn names(&mut self) {
        let (own, of_dates, shared) = (self.known, self.of_dates, self.shared);
        let all = move || own.iter().chain(of_dates).chain(shared);
        let known = || all().filter(|p| p.place != Place::Path);
        let mut errors = Vec::new();
        let mut is_list_given = false;
        for (i, (name, _)) in self.query.iter().enumerate() {
            match known().find(|p| p.answers_to(name)) {
                Some(p)
                    if !p.is_list
                        && let Some((first, _)) = self.query[..i].iter().find(|(n, _)| p.answers_to(n)) =>
                {
                    errors.push(ParameterProblem {
                        parameter: Cow::Borrowed(p.name),
                        detail: match first == name {
                            true => "given more than once".to_owned(),
                            false => format!("given more than once; {first} is the same parameter as {name}"),
                        },
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
        if is_list_given && self.has_latitude_and_longitude() {
            return self.names();
        }
        if is_list_given {
            // What is refused as unknown is not read, also by a group that has such a parameter.
            let is_known = |name: &str| known().any(|p| p.answers_to(name));
            let is_known: Vec<_> = self.query.iter().map(|(name, _)| is_known(name)).collect();
            let mut is_known = is_known.into_iter();
            self.query.retain(|_| is_known.next().unwrap_or(false));
        }
        errors.into_iter().for_each(|e| self.note(e));
    }

    /// Gives a parameter a value that no request can give here, for a group that needs one.
    pub(crate) fn assume(&mut self, p: &'static Parameter, text: &'static str) {
        self.query.push((Cow::Borrowed(p.name), Cow::Borrowed(text)));
    }

    /// Records an error, or only counts it if there are enough of them.
    pub(crate) fn note(&mut self, error: ParameterProblem) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        } else {
            self.more_errors += 1;
        }
    }

    /// Records what is wrong with a parameter.
    pub(crate) fn wrong(&mut self, parameter: &'static str, detail: impl Into<String>) {
        self.note(ParameterProblem { parameter: Cow::Borrowed(parameter), detail: detail.into() });
    }

    pub(crate) fn has_parameter(&self, p: &Parameter) -> bool {
        self.known.iter().any(|known| known.name == p.name)
    }

    /// Returns whether the query contains a parameter, right or wrong.
    pub(crate) fn has(&self, p: &Parameter) -> bool {
        self.query.iter().any(|(name, _)| p.answers_to(name))
    }

    /// Returns the parameter that has a name, if the operation has one.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.known.iter().find(|p| p.answers_to(name))
    }

    /// Returns the text of the parameter that has a name, if the request has it.
    pub(crate) fn named(&self, name: &str) -> Option<Cow<'a, str>> {
        self.text(self.parameter(name)?)
    }

    /// Notes how the request is read where it might mean something else.
    pub(crate) fn remark(&mut self, remark: String) {
        if self.remarks.len() < MAX_REMARKS && !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// Returns the date in the path before a parameter, milliseconds since 1970, unless it is relative to the
    /// present.
    pub(crate) fn date_before(&self, p: &Parameter) -> Option<i64> {
        self.date_of(self.part_before(p)?)
    }

    /// Returns the text in the path before a parameter.
    pub(crate) fn text_before(&self, p: &Parameter) -> Option<&str> {
        Some(&self.part_before(p)?.text)
    }

    fn part_before(&self, p: &Parameter) -> Option<&PathPart<'a>> {
        let at = self.path.iter().position(|part| part.name == p.name)?;
        self.path.get(at.checked_sub(1)?)
    }

    /// Returns the absolute date of a parameter with a text, milliseconds since 1970.
    pub(crate) fn absolute_date(&self, p: &Parameter, text: &str) -> Option<i64> {
        match self.path.iter().find(|part| part.name == p.name) {
            Some(part) => self.date_of(part),
            None => self.parse_date(text),
        }
    }

    /// Returns the parts of the path that are parameters, with the absolute dates that they are, milliseconds
    /// since 1970.
    pub(crate) fn path_texts(&self) -> impl Iterator<Item = (&str, Option<i64>)> {
        self.path.iter().map(|part| (&*part.text, self.date_of(part)))
    }

    /// Returns how ambiguous dates of the request, such as 12-08-2026, and names are read; none if there are
    /// none.
    pub(crate) fn note_of_response(&self) -> Option<String> {
        let texts = self.path.iter().map(|part| &part.text).chain(self.query.iter().map(|(_, text)| text));
        let dates = texts.filter_map(|text| month_first(text));
        let is_julian = self.calendar == Some(Calendar::Julian) || self.has_julian_date;
        let gregorian = is_julian.then(|| "dates of the response are Gregorian".to_owned());
        dates
            .chain(self.remarks.iter().cloned())
            .chain(gregorian)
            .reduce(|all, next| format!("{all}; {next}"))
    }

    /// Refuses the request if anything was missing or wrong.
    pub(crate) fn check(&mut self) -> Result<(), Problem> {
        match &self.errors[..] {
            [] => Ok(()),
            _ => Err(Problem::parameters(std::mem::take(&mut self.errors), self.more_errors)),
        }
    }

    /// Records a required parameter without a value as missing, unless it is recorded as wrong.
    pub(crate) fn required<T>(&mut self, p: &Parameter, value: Option<T>) -> Option<T> {
        if value.is_none() && !self.errors.iter().any(|e| e.parameter == p.name) {
            match p.place {
                Place::Path => self.wrong(p.name, "required"),
                Place::Query { .. } => {
                    self.wrong(p.name, format!("required, for example {}={}", p.name, p.example));
                }
            }
        }
        value
    }

    /// Returns whether the query contains `cost=1`.
    pub(crate) fn asks_for_cost(&mut self) -> bool {
        self.parse(&COST, |text| (text == "1").then_some(()), |_| "must be 1".to_owned()).is_some()
    }

    pub(crate) fn text(&self, p: &Parameter) -> Option<Cow<'a, str>> {
        let in_path = self.path.iter().find(|part| part.name == p.name).map(|part| &part.text);
        let in_query = || self.query.iter().find(|(name, _)| p.answers_to(name)).map(|(_, text)| text);
        in_path.or_else(in_query).cloned()
    }

    /// Reads a value with `parse`. If it accepts the text of the parameter as none, the error says what is
    /// `right`.
    pub(crate) fn parse<T>(
        &mut self,
        p: &Parameter,
        parse: impl FnOnce(&str) -> Option<T>,
        right: impl FnOnce(&str) -> String,
    ) -> Option<T> {
        let text = self.text(p)?;
        let value = parse(&text);
        if value.is_none() {
            self.wrong(p.name, format!("\"{}\" {}", shortened(&text), right(&text)));
        }
        value
    }

    /// Reads one of some words, in capitals or not; returns its index.
    pub(crate) fn word(&mut self, p: &Parameter, words: &[&str]) -> Option<usize> {
        let right = |_: &str| format!("must be one of {}", words.join(", "));
        self.parse(p, |text| words.iter().position(|word| word.eq_ignore_ascii_case(text)), right)
    }

    /// Reads the items of a list, each once. With too many or wrong ones it is recorded as wrong.
    pub(crate) fn list<T: PartialEq>(
        &mut self,
        p: &Parameter,
        what: &str,
        value: impl Fn(&str) -> Option<T>,
        right: impl Fn() -> String,
    ) -> Option<Vec<T>> {
        self.text(p)?;
        let given = self.query.iter().filter(|(name, _)| p.answers_to(name));
        let texts: Vec<_> = given.map(|(_, text)| text.clone()).collect();
        let count = texts.iter().flat_map(|text| text.split(',')).count();
        if count > MAX_ITEMS {
            self.wrong(p.name, format!("a list of {count} {what}; the maximum is {MAX_ITEMS}"));
            return Some(Vec::new());
        }
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        for part in texts.iter().flat_map(|text| text.split(',')) {
            match value(part) {
                Some(value) if found.contains(&value) => {}
                Some(value) => found.push(value),
                None => wrong.push(part),
            }
        }
        if !wrong.is_empty() {
            let detail = format!("{} must be {}, several separated by commas", quoted(&wrong), right());
            self.wrong(p.name, detail);
        }
        Some(found)
    }
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

/// The beginning of a value that a client sent, for an error text.
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
    use crate::api::parameter::OF_ALL;
    use crate::api::parameters::Parameters;
    use crate::api::place::Site;
    use crate::api::value::Words;

    /// Bodies.
    #[derive(Clone, Copy, PartialEq, Words)]
    enum Body {
        Sun,
        #[word("moon", short = "m")]
        Moon,
    }

    /// A query.
    #[derive(Parameters)]
    struct TestQuery {
        /// Observer.
        #[param(example = "1,2", alias = "observer")]
        obs: Option<Site>,
        /// ΔT, s.
        #[param(name = "deltaT", example = "69.2", min = -100_000.0, max = 100_000.0)]
        delta_t: Option<f64>,
        /// Bodies.
        #[param(example = "sun")]
        body: Vec<Body>,
    }

    fn read(query: &str) -> Result<TestQuery, Problem> {
        let mut input = Input::new((TestQuery::ALL, &OF_ALL), std::iter::empty(), Some(query));
        input.asks_for_cost();
        input.parameters()
    }

    fn errors(query: &str) -> Vec<String> {
        let errors = read(query).err().map(|problem| problem.errors).unwrap_or_default();
        errors.iter().map(|e| format!("{}: {}", e.parameter, e.detail)).collect()
    }

    #[test]
    fn every_bad_parameter_is_named_at_once() {
        let found = errors("obs=91,0,1e9&deltaT=x&bodies=sun&cost=2");
        for name in ["obs: the latitude", "obs: the height", "deltaT:", "bodies:", "body: req", "cost:"] {
            assert!(found.iter().any(|e| e.starts_with(name)), "{name} in {found:?}");
        }
        assert_eq!(errors("body=sun,m&observer=1.5,-2&deltaT=+69&apiKey=k&cost=1"), Vec::<String>::new());
        assert!(errors("body=sun&deltaT=1&deltaT=1")[0].contains("more than once"));
        assert!(errors("body=sun&obs=1,2&observer=1,2")[0].contains("more than once"));
        assert!(errors("body=sun&deltaT=inf")[0].contains("number"));
        assert_eq!(errors("body=Sun,M"), Vec::<String>::new(), "capitals");
        assert_eq!(errors("body=sun&lat=43.36&lon=-8.41"), ["obs: write obs=43.36,-8.41 for lat and lon"]);
        assert_eq!(errors("body=sun&lat=43.36").len(), 1);
    }

    #[test]
    #[should_panic(expected = "{day} that is no parameter")]
    fn an_unknown_part_of_a_path_is_reported() {
        Input::new((TestQuery::ALL, &OF_ALL), std::iter::once(("day", "1")), None);
    }

    #[test]
    fn a_list_may_be_repeated_and_counts_each_word_once() {
        let words = |query: &str| {
            let words = read(query).map(|read| read.body.into_iter().map(Words::word).collect::<Vec<_>>());
            words.map(|words| words.join(" "))
        };
        assert_eq!(words("body=moon&body=sun").as_deref(), Ok("moon sun"));
        assert_eq!(words("body=moon,sun&body=sun&body=m").as_deref(), Ok("moon sun"));
        assert_eq!(words("body=sun,sun").as_deref(), Ok("sun"));
        let refused = words("body=sun&body=x&body=y").expect_err("two that are no bodies");
        assert_eq!(refused.errors.len(), 1);
        assert!(refused.detail.contains("\"x\", \"y\" must be one of"), "{}", refused.detail);
    }
}
