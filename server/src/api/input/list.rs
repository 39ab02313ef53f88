//! The values of lists: words and numbers.

use super::Input;
use super::read::decimal;
use super::shortened::quoted;
use super::word::Word;
use crate::api::parameter::{Kind, MAX_ITEMS, Parameter};

impl Input<'_> {
    /// Reads a parameter as a list of its words, each once, in the order given: separated by commas, or the
    /// parameter repeated. A short form means its word. None if the parameter is absent.
    pub(crate) fn words<W: Word>(&mut self, p: &Parameter) -> Option<Vec<W>> {
        let value = |part: &str| {
            let index = W::WORDS.iter().position(|w| w.split(':').any(|form| form == part.trim()));
            index.map(|i| W::VALUES[i])
        };
        self.list(p, "words", value, || format!("one of {}", W::WORDS.join(", ").replace(':', " or ")))
    }

    /// Reads a parameter as a list of numbers between its bounds, each once, in the order given: separated by
    /// commas, or the parameter repeated. None if the parameter is absent.
    pub(crate) fn numbers(&mut self, p: &Parameter) -> Option<Vec<f64>> {
        let Kind::Numbers { from, to } = p.kind else {
            unreachable!("{} is read as numbers, but its kind is {:?}", p.name, p.kind)
        };
        let value = |part: &str| decimal(part).filter(|n| (from..=to).contains(n));
        self.list(p, "numbers", value, || format!("a number from {from} to {to}"))
    }

    /// Reads the items of a list, each once. With too many or wrong ones it is recorded as wrong.
    fn list<T: PartialEq>(
        &mut self,
        p: &Parameter,
        what: &str,
        value: impl Fn(&str) -> Option<T>,
        right: impl Fn() -> String,
    ) -> Option<Vec<T>> {
        self.text_of(p)?;
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
