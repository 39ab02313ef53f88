//! The parameters of `/lunar-eclipse/search`.

use crate::endpoints::eclipse_search::span::{OrderWord, SpanEnd, excludes_others, in_order, limit};
use crate::endpoints::prelude::*;
use astro::eclipse::lunar::LunarEclipseType;

/// The parameters of `/lunar-eclipse/search`.
#[derive(Parameters)]
#[parameters(check = in_order(from, to, [&Self::FROM, &Self::TO]))]
#[parameters(check = excludes_others(next, [&Self::KIND, &Self::LIMIT, &Self::ORDER]))]
pub(crate) struct LunarSearchQuery {
    /// Start of the span: a year of four digits, or an instant, Universal Time; 1500 … 2500. An eclipse
    /// belongs to the span if its maximum at the place (`max.date`) lies within it.
    #[param(path, example = "2024")]
    from: SpanEnd<0>,
    /// End of the span: a year, which is included, or an instant, which is not.
    #[param(path, example = "2030")]
    to: SpanEnd<1>,
    #[param(example = "43.36,-5.85,230", alias = "observer", meaning = OBSERVER)]
    pub(super) obs: Site,
    /// Only eclipses of this type at the place.
    #[param(name = "type", example = "total", null)]
    kind: Option<LunarEclipseType>,
    /// Only eclipses of at least this umbral magnitude (`umbralMagnitude`).
    #[param(example = "0.5", min = -2.0, max = 2.0, null)]
    pub(super) min_magnitude: Option<f64>,
    /// Only eclipses with at least this `max.moonAlt`, degrees.
    #[param(example = "5", min = -1.0, max = 90.0, null)]
    pub(super) min_alt: Option<f64>,
    /// Maximum number of eclipses.
    #[param(example = "10", min = 1, max = 5000, null)]
    limit: Option<i64>,
    /// `asc` (the default): earliest first. `desc`: latest first.
    #[param(example = "asc", default = OrderWord::Ascending)]
    pub(super) order: OrderWord,
    /// Only the first eclipse of this type at the place: `any`, `penumbral`, `partial` or `total`. Cannot be
    /// combined with `type`, `limit` or `order`.
    #[param(example = "total", null)]
    next: Option<NextWord>,
    /// `json`, `ics` (iCalendar) or `csv`. If left out, `Accept` decides; the default is JSON.
    #[param(example = "json", always)]
    pub(super) format: Option<TableFormat>,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    #[param(flatten)]
    pub(super) horizon: HorizonChoice,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
}

/// Type of the next eclipse to return.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
#[words(name = "NextLunarWord")]
enum NextWord {
    Any,
    Penumbral,
    Partial,
    Total,
}

impl LunarSearchQuery {
    /// Returns a query for the next eclipse that a place sees.
    pub(crate) fn next_at(obs: Site, span: Range<Instant>, delta_t: DeltaTInput) -> Self {
        Self {
            from: SpanEnd(span.start),
            to: SpanEnd(span.end),
            obs,
            kind: None,
            min_magnitude: None,
            min_alt: None,
            limit: None,
            order: OrderWord::Ascending,
            next: Some(NextWord::Any),
            format: None,
            zone: ZoneInput::default(),
            horizon: HorizonChoice::default(),
            delta_t,
        }
    }

    pub(super) fn span(&self) -> Range<Instant> {
        self.from.0..self.to.0
    }

    /// Returns the only type of eclipse at the place that is returned; none for all types.
    pub(super) fn kind(&self) -> Option<LunarEclipseType> {
        match self.next {
            None => self.kind,
            Some(NextWord::Any) => None,
            Some(NextWord::Penumbral) => Some(LunarEclipseType::Penumbral),
            Some(NextWord::Partial) => Some(LunarEclipseType::Partial),
            Some(NextWord::Total) => Some(LunarEclipseType::Total),
        }
    }

    /// Returns the maximum number of eclipses.
    pub(super) fn limit(&self) -> usize {
        limit(self.next, self.limit)
    }
}
