//! The parameters of `/solar-eclipse/search`.

use super::span::{OrderWord, SpanEnd, excludes_others, in_order, limit};
use crate::api::place::{OBSERVERS, Sites};
use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::{LocalExtra, has_uncertain_delta_t};

/// Credits for each [`ECLIPSES`] to examine.
pub(super) const COST: f64 = 5.0;
/// Price with the chance of each eclipse, a multiple of that without.
pub(super) const CHANCE_FACTOR: f64 = 10.0;
pub(super) const OPERATION_NAME: &str = "solar-eclipse/search";
/// Eclipses that cost [`COST`]: those of about two centuries.
pub(super) const ECLIPSES: usize = 500;

/// The parameters of `/solar-eclipse/search`.
#[derive(Parameters)]
#[parameters(check = in_order(from, to, [&Self::FROM, &Self::TO]))]
#[parameters(check = excludes_others(next, [&Self::KIND, &Self::LIMIT, &Self::ORDER]))]
#[parameters(check = sun_needs_precise(elements), check = is_one_place(horizon, obs))]
#[parameters(check = has_uncertain_delta_t(extras))]
pub(crate) struct EclipseSearchQuery {
    /// Start of the span: a year of four digits, or an instant, Universal Time; 1500 … 2500. With `era=canon`
    /// any whole number from −1999 to 3000 is a year, in astronomical numbering: −584 is 585 BC. An eclipse
    /// belongs to the span if its maximum at the place (`max.date`) lies within it.
    #[param(path, example = "2024")]
    from: SpanEnd<0>,
    /// End of the span: a year, which is included, or an instant, which is not.
    #[param(path, example = "2030")]
    to: SpanEnd<1>,
    #[param(example = "42.34,-3.7,860", alias = "observer", meaning = OBSERVERS)]
    pub(super) obs: Sites,
    /// Only eclipses of this type at the place.
    #[param(name = "type", example = "total", null)]
    kind: Option<LocalType>,
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
    /// `accuracy`: the uncertainty of each eclipse; always included with `era=canon`. `chance`: the
    /// probability of totality for the standard error of ΔT, in JSON, at ten times the price.
    #[param(example = "accuracy")]
    extras: Option<Vec<LocalExtra>>,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    #[param(flatten)]
    pub(super) horizon: HorizonChoice,
    #[param(flatten)]
    pub(super) elements: ElementsInput,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
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
    /// Returns a query for the next eclipse that a place sees.
    pub(crate) fn next_at(obs: Site, span: Range<Instant>, delta_t: DeltaTInput) -> Self {
        Self {
            from: SpanEnd(span.start),
            to: SpanEnd(span.end),
            obs: obs.into(),
            kind: None,
            min_magnitude: None,
            min_alt: None,
            limit: None,
            order: OrderWord::Ascending,
            next: Some(NextWord::Any),
            format: None,
            extras: None,
            zone: ZoneInput::default(),
            horizon: HorizonChoice::default(),
            elements: ElementsInput::default(),
            delta_t,
        }
    }

    /// Returns the format of rows that the client prefers, if the query has nothing that rows cannot have.
    pub(super) fn rows_format(&self, context: &Context) -> Option<RowsFormat> {
        let is_plain = self.zone.tz.is_none() && self.extras.is_none() && !self.horizon.is_skyline();
        TableFormat::rows(self.format, context).filter(|_| is_plain)
    }

    pub(super) fn span(&self) -> Range<Instant> {
        self.from.0..self.to.0
    }

    /// Returns the only type of eclipse at the place that is returned; none for all types.
    pub(super) fn kind(&self) -> Option<LocalType> {
        match self.next {
            None => self.kind,
            Some(NextWord::Any) => None,
            Some(NextWord::Partial) => Some(LocalType::Partial),
            Some(NextWord::Annular) => Some(LocalType::Annular),
            Some(NextWord::Total) => Some(LocalType::Total),
        }
    }

    /// Returns the maximum number of eclipses.
    pub(super) fn limit(&self) -> usize {
        limit(self.next, self.limit)
    }

    /// Returns whether each eclipse has its accuracy.
    pub(super) fn has_accuracy(&self) -> bool {
        self.has(LocalExtra::Accuracy) || self.elements.era() == Era::Canon
    }

    /// Returns whether each eclipse has the chance of its central phase.
    pub(super) fn has_chance(&self) -> bool {
        self.has(LocalExtra::Chance)
    }

    fn has(&self, extra: LocalExtra) -> bool {
        self.extras.iter().flatten().any(|given| *given == extra)
    }
}

fn is_one_place(input: &mut Input, horizon: &HorizonChoice, obs: &Sites) {
    horizon.check_place(input, obs);
}
