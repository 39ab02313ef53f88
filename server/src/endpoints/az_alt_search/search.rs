//! The search: writes matches of all bodies in chronological order, piece by piece.

use super::criteria::Criteria;
use super::response::AzAltMatch;
use crate::endpoints::prelude::*;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::finder::{Finder, InCaps, Passage};

/// Margin on both sides of the range in which passages may start and end.
pub(super) const MARGIN_DAYS: f64 = 1.0;

/// Returns the number of days that are searched in about a millisecond.
pub(crate) fn piece_days(theory: Theory) -> f64 {
    match theory {
        Theory::Precise => 64.0,
        Theory::Standard | Theory::TruncatedSun | Theory::Truncated => 4.0,
    }
}

/// The search for one body. `waiting` holds matches that may still have to follow those of other bodies.
struct OfBody {
    body: CelestialBody,
    finder: Finder,
    waiting: Vec<AzAltMatch>,
}

/// A search in progress.
pub(super) struct AzAltSearch {
    criteria: Criteria,
    caps: Vec<Cap>,
    bodies: Vec<OfBody>,
    /// The end of the part that has been searched.
    at: Ut1,
    end: Ut1,
    is_done: bool,
}

impl AzAltSearch {
    pub(super) fn new(criteria: Criteria) -> Self {
        let days = criteria.query.days;
        let at = days.start.ut1().plus_days(-MARGIN_DAYS);
        let end = days.last().ut1().plus_days(MARGIN_DAYS);
        let caps = criteria.query.caps(&criteria.view);
        let of_body =
            |body: &CelestialBody| OfBody { body: *body, finder: Finder::new(at, end), waiting: Vec::new() };
        let bodies = criteria.query.body.iter().map(of_body).collect();
        Self { criteria, caps, bodies, at, end, is_done: false }
    }

    /// Continues the search for all bodies and returns the matches that no later match can precede.
    fn matches(&mut self) -> Vec<AzAltMatch> {
        let until = self.at.plus_days(piece_days(self.criteria.choice.theory));
        let mut found: Vec<Passage> = Vec::new();
        for OfBody { body, finder, waiting } in &mut self.bodies {
            let in_caps = InCaps { caps: &self.caps, direction: self.criteria.airless(*body) };
            finder.search(&in_caps, until, &mut found);
            waiting.extend(found.drain(..).filter_map(|passage| matched(&self.criteria, *body, passage)));
        }
        self.at = until;
        self.is_done = until >= self.end;
        // All further matches are later than this.
        let since = self.bodies.iter().filter_map(|b| b.finder.since()).map(|t| t.0).fold(until.0, f64::min);
        let final_ms = if self.is_done { i64::MAX } else { Ut1(since).unix_ms() - 1 };
        let mut ready: Vec<AzAltMatch> = Vec::new();
        for of_body in &mut self.bodies {
            ready.extend(of_body.waiting.extract_if(.., |found| found.at.unix_ms < final_ms));
        }
        ready.sort_by_key(|found| found.at);
        ready
    }
}

/// Returns the match of a passage if its instant is in the range and meets the other conditions.
fn matched(criteria: &Criteria, body: CelestialBody, passage: Passage) -> Option<AzAltMatch> {
    let at = criteria.aim.instant(criteria.direction(body), passage);
    AzAltMatch::at(criteria, body, passage, at)
}

/// Returns the response in pieces; a piece without matches is empty.
pub(super) fn pieces(mut search: AzAltSearch) -> impl Iterator<Item = Bytes> + Send + Sync {
    SeriesWriter::list().pieces(move |series| {
        search.matches().iter().for_each(|found| series.item(found));
        !search.is_done
    })
}
