//! The span of a search: years or instants.

use crate::api::date_time::relative::Relative;
use crate::api::date_time::year_of_era;
use crate::api::input::shortened;
use crate::api::instant::read_parameter;
use crate::api::value::{Value, named};
use crate::endpoints::prelude::*;
use crate::generation::elements::ElementsTheory;

/// Rejects an end that does not come after the start.
pub(crate) fn in_order(input: &mut Input, from: &SpanEnd<0>, to: &SpanEnd<1>, ends: [&Parameter; 2]) {
    if to.0 <= from.0 {
        let [from, to] = ends.map(|p| input.text(p).unwrap_or_default());
        let detail = match from == to {
            true => format!("{to} is also from, and the end is not included; write the day after, or +1d"),
            false => format!("{to} does not come after from = {from}; write the earlier one first"),
        };
        input.wrong(ends[1].name, detail);
    }
}

/// Order of eclipses in time.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
pub(crate) enum OrderWord {
    #[word("asc")]
    Ascending,
    #[word("desc")]
    Descending,
}

/// Rejects the parameters that `next` replaces.
pub(crate) fn excludes_others<W>(input: &mut Input, next: &Option<W>, others: [&Parameter; 3]) {
    for p in others {
        if next.is_some() && input.has(p) {
            input.wrong(p.name, "cannot be combined with next; remove one of the two");
        }
    }
}

/// Returns the maximum number of eclipses.
pub(crate) fn limit<W>(next: Option<W>, limit: Option<i64>) -> usize {
    match (next, limit) {
        (Some(_), _) => 1,
        (None, Some(limit)) => limit as usize,
        (None, None) => usize::MAX,
    }
}

/// An end of the span. A request gives an instant, or a year: it means the start of the year that is
/// `YEARS_AFTER` years later, in the civil calendar of the catalog.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpanEnd<const YEARS_AFTER: i32>(pub(crate) Instant);

impl<const YEARS_AFTER: i32> Value for SpanEnd<YEARS_AFTER> {
    const IS_DATE: bool = true;
    type Echo = String;

    fn accepted(p: &Parameter) -> Accepted {
        Instant::accepted(p)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let elements = ElementsInput {
            theory: other(input, &ElementsInput::THEORY),
            era: other(input, &ElementsInput::ERA),
            ..ElementsInput::default()
        };
        end(input, p, &elements, YEARS_AFTER).map(Self)
    }

    fn echo(&self) -> impl Serialize {
        self.0.iso()
    }
}

/// Returns the value of another parameter; its own field records an error if the word is wrong.
fn other<W: Words>(input: &mut Input, p: &Parameter) -> Option<W> {
    named(&input.text(p)?)
}

fn end(input: &mut Input, p: &Parameter, elements: &ElementsInput, years_after: i32) -> Option<Instant> {
    let (text, years) = (input.text(p)?, elements.years());
    let begin_of = |year: i32| Instant::from_ut1(Ut1(Date { year, month: 1, day: 1.0 }.civil_jd()));
    let of_era = || input.calendar.and_then(|_| year_of_era(&text)).map(|year| year.to_string());
    let year = if is_year(&text, elements.era()) { Some(text.to_string()) } else { of_era() };
    let instant = if let Some(year) = year {
        let year = year.parse().ok().filter(|year| years.contains(year));
        year.map(|year| begin_of(year + years_after))
    } else {
        let instant = read_parameter(input, p, &text);
        let (first, last) = (begin_of(*years.start()), begin_of(*years.end() + 1));
        instant.filter(|instant| (first..=last).contains(instant))
    };
    if instant.is_none() {
        let (from, to) = (years.start(), years.end());
        let first = begin_of(*from).iso();
        let detail =
            format!("must be a year from {from} to {to}, or an instant in these years, from {first}");
        let hint = match (elements.theory(), elements.era()) {
            _ if text.starts_with(['+', ' ']) && Relative::parse(&text).is_some() => {
                &*format!("the last year is {to}: write {to}")
            }
            _ if !input.has_parameter(&ElementsInput::ERA) => "for example 2026 or 2026-08-12",
            (ElementsTheory::Precise, _) => {
                "these are the years of theory=precise; theory=canon with era=canon has -1999 to 3000"
            }
            (_, Era::Default) => "for example 2026 or 2026-08-12; era=canon has the years -1999 to 3000",
            (_, Era::Canon) => "for example -584 or -000584-05-22",
        };
        input.wrong(p.name, format!("\"{}\" {detail}; {hint}", shortened(&text)));
    }
    instant
}

/// Returns whether a text is a year: a whole number, without `era=canon` of four digits.
fn is_year(text: &str, era: Era) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let has_right_length = digits.len() == 4 || era == Era::Canon && !digits.is_empty();
    has_right_length && digits.bytes().all(|b| b.is_ascii_digit())
}
