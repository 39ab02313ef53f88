//! The parameters of `/solar-eclipse/search`.

use crate::api::input::shortened;
use crate::api::parameter::{Accepted, Parameter};
use crate::api::value::{Value, named};
use crate::endpoints::prelude::*;
use crate::generation::elements::ElementsTheory;
use crate::vocabulary::accuracy::AccuracyExtra;
use crate::vocabulary::eclipse_theory::{AskedElements, Era, sun_needs_precise};
use crate::vocabulary::formats::TableFormat;
use astro::eclipse::local::LocalEclipseType;
use astro::time::{Date, Ut1};
use std::ops::Range;

/// The parameters of `/solar-eclipse/search`.
#[derive(Parameters)]
#[parameters(check = in_order(from, to), check = excludes_others(next), check = sun_needs_precise(elements))]
pub(super) struct EclipseSearchQuery {
    /// Start of the span: a year of four digits, or an instant, Universal Time; 1500 … 2500. With `era=canon`
    /// any whole number from −1999 to 3000 is a year, in astronomical numbering: −584 is 585 BC. An eclipse
    /// belongs to the span if its maximum at the place (`max.date`) lies within it.
    #[param(path, example = "2024")]
    from: SpanEnd<0>,
    /// End of the span: a year, which is included, or an instant, which is not.
    #[param(path, example = "2030")]
    to: SpanEnd<1>,
    #[param(example = "42.34,-3.7,860", alias = "observer", meaning = OBSERVER)]
    pub(super) obs: Site,
    /// Only eclipses of this type at the place.
    #[param(name = "type", example = "total", null)]
    kind: Option<LocalEclipseType>,
    /// Only eclipses of at least this `magnitude`.
    #[param(example = "0.5", min = 0.0, max = 1.2, null)]
    pub(super) min_magnitude: Option<f64>,
    /// Only eclipses with at least this `max.sunAlt`, degrees.
    #[param(example = "5", min = -1.0, max = 90.0, null)]
    pub(super) min_alt: Option<f64>,
    /// Maximum number of eclipses.
    #[param(example = "10", min = 1, max = 5000, null)]
    limit: Option<i64>,
    /// `asc` (the default): earliest first. `desc`: latest first.
    #[param(example = "asc", default = OrderWord::Ascending)]
    pub(super) order: OrderWord,
    /// Only the first eclipse of this type at the place: `any`, `partial`, `annular` or `total`. Cannot be
    /// combined with `type`, `limit` or `order`.
    #[param(example = "total", null)]
    next: Option<NextWord>,
    /// `json`, `ics` (iCalendar) or `csv`. If left out, `Accept` decides; the default is JSON.
    #[param(example = "json", always)]
    pub(super) format: Option<TableFormat>,
    /// `accuracy`: the uncertainty of each eclipse; always included with `era=canon`.
    #[param(example = "accuracy")]
    extras: Option<Vec<AccuracyExtra>>,
    #[param(flatten)]
    pub(super) elements: AskedElements,
    #[param(flatten)]
    pub(super) delta_t: AskedDeltaT,
}

/// Order of eclipses in time.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
pub(super) enum OrderWord {
    #[word("asc")]
    Ascending,
    #[word("desc")]
    Descending,
}

/// Type of the next eclipse to return.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
enum NextWord {
    Any,
    Partial,
    Annular,
    Total,
}

impl EclipseSearchQuery {
    /// Returns the span.
    pub(super) fn span(&self) -> Range<Instant> {
        self.from.0..self.to.0
    }

    /// Returns the only type of eclipse at the place that is returned; none for all types.
    pub(super) fn kind(&self) -> Option<LocalEclipseType> {
        match self.next {
            None => self.kind,
            Some(NextWord::Any) => None,
            Some(NextWord::Partial) => Some(LocalEclipseType::Partial),
            Some(NextWord::Annular) => Some(LocalEclipseType::Annular),
            Some(NextWord::Total) => Some(LocalEclipseType::Total),
        }
    }

    /// Returns the maximum number of eclipses.
    pub(super) fn limit(&self) -> usize {
        match (self.next, self.limit) {
            (Some(_), _) => 1,
            (None, Some(limit)) => limit as usize,
            (None, None) => usize::MAX,
        }
    }

    /// Whether each eclipse has its accuracy.
    pub(super) fn has_accuracy(&self) -> bool {
        self.extras.is_some() || self.elements.era() == Era::Canon
    }
}

fn in_order(input: &mut Input, from: &SpanEnd<0>, to: &SpanEnd<1>) {
    if to.0 <= from.0 {
        let given = |p| input.text(p).unwrap_or_default();
        let (from, to) = (given(&EclipseSearchQuery::FROM), given(&EclipseSearchQuery::TO));
        let detail = format!("{to} does not come after from = {from}; write the earlier one first");
        input.wrong(EclipseSearchQuery::TO.name, detail);
    }
}

/// Rejects the parameters that `next` replaces.
fn excludes_others(input: &mut Input, next: &Option<NextWord>) {
    for p in [EclipseSearchQuery::KIND, EclipseSearchQuery::LIMIT, EclipseSearchQuery::ORDER] {
        if next.is_some() && input.has(&p) {
            input.wrong(p.name, "cannot be combined with next; remove one of the two");
        }
    }
}

/// An end of the span. A request gives an instant, or a year: it means the start of the year that is
/// `YEARS_AFTER` years later, in the civil calendar of the catalog.
#[derive(Debug, Clone, Copy)]
struct SpanEnd<const YEARS_AFTER: i32>(Instant);

impl<const YEARS_AFTER: i32> Value for SpanEnd<YEARS_AFTER> {
    type Echo = String;

    fn accepted(p: &Parameter) -> Accepted {
        Instant::accepted(p)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let elements = AskedElements {
            theory: other(input, &AskedElements::THEORY),
            era: other(input, &AskedElements::ERA),
            ..AskedElements::default()
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

fn end(input: &mut Input, p: &Parameter, elements: &AskedElements, years_after: i32) -> Option<Instant> {
    let (text, years) = (input.text(p)?, elements.years());
    let begin_of = |year: i32| Instant::from_ut1(Ut1(Date { year, month: 1, day: 1.0 }.civil_jd()));
    let instant = if is_year(&text, elements.era()) {
        let year = text.parse().ok().filter(|year| years.contains(year));
        year.map(|year| begin_of(year + years_after))
    } else {
        let instant = Instant::parse(&text);
        let (first, last) = (begin_of(*years.start()), begin_of(*years.end() + 1));
        instant.filter(|instant| (first..=last).contains(instant))
    };
    if instant.is_none() {
        let (from, to) = (years.start(), years.end());
        let first = begin_of(*from).iso();
        let detail =
            format!("must be a year from {from} to {to}, or an instant in these years, from {first}");
        let hint = match (elements.theory(), elements.era()) {
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

/// Whether a text is a year: four digits, or with `era=canon` any whole number.
fn is_year(text: &str, era: Era) -> bool {
    let digits = match era {
        Era::Default if text.len() != 4 => return false,
        Era::Default => text,
        Era::Canon => text.strip_prefix(['-', '+']).unwrap_or(text),
    };
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
