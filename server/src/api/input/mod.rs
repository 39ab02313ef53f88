//! The parameters of one request: every bad one is found before anything is refused.

mod list;
mod point;
mod read;
mod required;
mod shortened;
mod word;

use crate::api::parameter::{API_KEY, COST, Parameter, Place};
use percent_encoding::percent_decode_str;
use required::Requirements;
use std::borrow::Cow;
use web::problem::{ParameterProblem, Problem};
use web::query::pairs;

pub(crate) use required::Required;
pub(crate) use shortened::shortened;
pub(crate) use word::{Word, words};

/// Parameters of a query that are read: more than any operation has.
const MAX_PARAMETERS: usize = 32;
/// Errors that a refusal names. A refusal must not be much longer than the request.
const MAX_ERRORS: usize = 16;

/// The decoded parameters of a request. A value that is wrong is recorded and read as absent;
/// [`Input::check`] then refuses the request for all of them at once.
pub(crate) struct Input<'a> {
    known: &'static [Parameter],
    path: Vec<(&'static str, Cow<'a, str>)>,
    query: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    errors: Vec<ParameterProblem>,
    /// How many errors there are beyond [`MAX_ERRORS`].
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
            input.query = all.by_ref().take(MAX_PARAMETERS).collect();
            input.names();
            if let Some((name, _)) = all.next() {
                let given = MAX_PARAMETERS + 1 + all.count();
                let detail = format!("one of {given} parameters; the maximum is {MAX_PARAMETERS}");
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
        if is_list_given {
            // What is refused as unknown is not read, also by a group that has such a parameter.
            let is_known = |name: &str| known().any(|p| p.answers_to(name));
            let is_known: Vec<_> = self.query.iter().map(|(name, _)| is_known(name)).collect();
            let mut is_known = is_known.into_iter();
            self.query.retain(|_| is_known.next().unwrap_or(false));
        }
        errors.into_iter().for_each(|e| self.note(e));
    }

    /// Records an error, or only counts it if there are enough of them.
    fn note(&mut self, error: ParameterProblem) {
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

    /// Whether the query contains a parameter, right or wrong.
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

    /// Whether the query contains `cost=1`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::parameter::Kind;

    #[derive(Clone, Copy, PartialEq)]
    enum Body {
        Sun,
        Moon,
    }

    impl Word for Body {
        const WORDS: &'static [&'static str] = &["sun", "moon:m"];
        const VALUES: &'static [Self] = &[Self::Sun, Self::Moon];
    }

    const OBS: Parameter = Parameter::optional("obs", Kind::Observer, "1,2", "").or(&["observer"]);
    const DELTA_T: Parameter =
        Parameter::optional("deltaT", Kind::Number { from: -100_000.0, to: 100_000.0 }, "69.2", "");
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
