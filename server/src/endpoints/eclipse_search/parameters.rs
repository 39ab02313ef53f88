//! What is searched: the parameters, and what they mean together.

use crate::api::date_time;
use crate::api::input::{Input, Required, Word, shortened, words};
use crate::api::instant::Instant;
use crate::api::parameter::{Kind, Parameter, required_obs};
use crate::api::site::Site;
use crate::generation::elements::ElementsTheory;
use crate::one_of::one_of;
use crate::vocabulary::accuracy::AccuracyExtra;
use crate::vocabulary::delta_t::AskedDeltaT;
use crate::vocabulary::eclipse_theory::{AskedElements, Era};
use crate::vocabulary::formats::TableFormat;
use astro::eclipse::local::LocalEclipseType;
use astro::time::{Date, Ut1};
use web::problem::Problem;

pub(super) const FROM: Parameter = Parameter::path(
    "from",
    Kind::DateTime,
    "2024",
    "A year of four digits, or an instant, Universal Time; 1500 … 2500. With `era=canon` every whole number \
        from −1999 to 3000 is a year, astronomically counted: −584 is 585 BC. An eclipse belongs to the span \
        if its maximum lies in it that the place sees (`max.date`).",
);
pub(super) const TO: Parameter =
    Parameter::path("to", Kind::DateTime, "2030", "A year, which is included, or an instant, which is not.");
pub(super) const OBS: Parameter = required_obs("42.34,-3.7,860");
pub(super) const TYPE: Parameter = Parameter::optional(
    "type",
    Kind::Word(<LocalEclipseType as Word>::WORDS),
    "total",
    "Only eclipses of this kind as they are seen at the place.",
);
pub(super) const MIN_MAGNITUDE: Parameter = Parameter::optional(
    "minMagnitude",
    Kind::Number { from: 0.0, to: 1.2 },
    "0.5",
    "Only eclipses of at least this `magnitude`.",
);
pub(super) const MIN_ALT: Parameter = Parameter::optional(
    "minAlt",
    Kind::Number { from: -1.0, to: 90.0 },
    "5",
    "Only eclipses with at least this `max.sunAlt`, degrees.",
);
pub(super) const LIMIT: Parameter =
    Parameter::optional("limit", Kind::Integer { from: 1, to: 5000 }, "10", "At most so many eclipses.");
pub(super) const ORDER: Parameter = Parameter::optional(
    "order",
    Kind::Word(Order::WORDS),
    "asc",
    "`asc` from the first to the last (the default), `desc` from the last to the first.",
);
pub(super) const NEXT: Parameter = Parameter::optional(
    "next",
    Kind::Word(Next::WORDS),
    "total",
    "Only the first eclipse of this kind: `any`, `partial`, `annular` or `total`. In place of `type`, \
        `limit` and `order`.",
);
pub(super) const FORMAT: Parameter = Parameter::optional(
    "format",
    Kind::Word(TableFormat::WORDS),
    "json",
    "`json`, `ics` (iCalendar) or `csv`; without it what `Accept` likes best, and JSON otherwise.",
);

pub(super) const EXTRAS: Parameter = Parameter::optional(
    "extras",
    Kind::Words(AccuracyExtra::WORDS),
    "accuracy",
    "`accuracy`: how sure each eclipse is; added without being asked for with `era=canon`.",
);

impl Word for LocalEclipseType {
    const WORDS: &'static [&'static str] = &["partial", "annular", "total"];
    const VALUES: &'static [Self] = &[Self::Partial, Self::Annular, Self::Total];
}

/// The order of the answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Order {
    Ascending,
    Descending,
}

impl Word for Order {
    const WORDS: &'static [&'static str] = &["asc", "desc"];
    const VALUES: &'static [Self] = &[Self::Ascending, Self::Descending];
}

/// The kind of which only the next is wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Next {
    Any,
    Of(LocalEclipseType),
}

impl Word for Next {
    const WORDS: &'static [&'static str] = &["any", "partial", "annular", "total"];
    const VALUES: &'static [Self] = &[
        Self::Any,
        Self::Of(LocalEclipseType::Partial),
        Self::Of(LocalEclipseType::Annular),
        Self::Of(LocalEclipseType::Total),
    ];
}

impl Next {
    /// The kind, if only one is wanted.
    pub(super) fn kind(self) -> Option<LocalEclipseType> {
        match self {
            Self::Any => None,
            Self::Of(kind) => Some(kind),
        }
    }
}

one_of! {
    /// In which order eclipses come: of time, or backwards.
    OrderWord, String, words::<Order>()
}
one_of! {
    /// The kind of eclipse of which the next one is asked for.
    NextWord, String, words::<Next>()
}
one_of! {
    /// Forms of a search: JSON, a calendar or a table.
    EclipseSearchFormat, String, words::<TableFormat>()
}

/// What is searched.
pub(super) struct Wanted {
    pub(super) span: (Instant, Instant),
    pub(super) site: Site,
    pub(super) kind: Option<LocalEclipseType>,
    pub(super) min_magnitude: Option<f64>,
    pub(super) min_alt: Option<f64>,
    pub(super) limit: Option<i64>,
    pub(super) order: Order,
    pub(super) next: Option<Next>,
    pub(super) extras: Option<Vec<AccuracyExtra>>,
    pub(super) elements: AskedElements,
    pub(super) delta_t: AskedDeltaT,
}

impl Wanted {
    /// Reads all parameters but the format.
    pub(super) fn read(input: &mut Input) -> Result<Self, Problem> {
        let elements = input.elements();
        let (from, to) = span(input, &elements);
        let site = input.required(&OBS, Input::site);
        let kind = input.word(&TYPE);
        let (min_magnitude, min_alt) = (input.number(&MIN_MAGNITUDE), input.number(&MIN_ALT));
        let (limit, order, next) = (input.integer(&LIMIT), input.word(&ORDER), input.word(&NEXT));
        if next.is_some() {
            for p in [TYPE, LIMIT, ORDER].into_iter().filter(|p| input.has(p)).collect::<Vec<_>>() {
                input.wrong(p.name, "`next` stands in its place; one of the two must go");
            }
        }
        let (extras, delta_t) = (input.words(&EXTRAS), input.delta_t());
        let ((from, to), site) = input.check(((from, to), site))?;
        let order = order.unwrap_or(Order::Ascending);
        let span = (from, to);
        Ok(Self { span, site, kind, min_magnitude, min_alt, limit, order, next, extras, elements, delta_t })
    }
}

/// Reads the two ends, the earlier first.
fn span(input: &mut Input, asked: &AskedElements) -> (Required<Instant>, Required<Instant>) {
    let from = input.required(&FROM, |input, p| end(input, p, asked, 0));
    let to = input.required(&TO, |input, p| end(input, p, asked, 1));
    if let (Some(from), Some(to)) = (from.as_ref(), to.as_ref())
        && to <= from
    {
        input.wrong(TO.name, format!("{} does not come after from = {}", to.iso(), from.iso()));
    }
    (from, to)
}

/// Reads an end of the span: an instant, or the beginning of the year that comes so many years after the one
/// given. Years are those of the civil calendar, as in the catalog.
fn end(input: &mut Input, p: &Parameter, asked: &AskedElements, years_after: i32) -> Option<Instant> {
    let (text, years) = (input.text(p)?, asked.years());
    let begin_of = |year: i32| Instant::from_ut1(Ut1(Date { year, month: 1, day: 1.0 }.civil_jd()));
    let instant = if is_year(&text, asked.era()) {
        let year = text.parse().ok().filter(|year| years.contains(year));
        year.map(|year| begin_of(year + years_after))
    } else {
        let instant = date_time::parse(&text).map(|unix_ms| Instant { unix_ms });
        let (first, last) = (begin_of(*years.start()), begin_of(*years.end() + 1));
        instant.filter(|instant| (first..=last).contains(instant))
    };
    if instant.is_none() {
        let (from, to) = (years.start(), years.end());
        let first = begin_of(*from).iso();
        let detail =
            format!("must be a year from {from} to {to}, or an instant in these years, from {first}");
        let hint = match (asked.theory(), asked.era()) {
            (ElementsTheory::Precise, _) => {
                "these are the years of theory=precise; theory=canon with era=canon has -1999 to 3000"
            }
            (_, Era::Default) => "2026 and 2026-08-12 would be right; era=canon has the years -1999 to 3000",
            (_, Era::Canon) => "-584 and -000584-05-22 would be right",
        };
        input.wrong(p.name, format!("\"{}\" {detail}; {hint}", shortened(&text)));
    }
    instant
}

/// Whether a text is a year: four digits, or in the era of the canon any whole number.
fn is_year(text: &str, era: Era) -> bool {
    let digits = match era {
        Era::Default if text.len() != 4 => return false,
        Era::Default => text,
        Era::Canon => text.strip_prefix(['-', '+']).unwrap_or(text),
    };
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
