//! The search itself, piece by piece: matches of all bodies in order of time.

use super::answer::Match;
use super::sought::Sought;
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::series::Series;
use astro::sky::passage::finder::{Finder, Passage};
use astro::sky::theory::Theory;
use astro::time::Ut1;
use bytes::Bytes;

/// How far beyond its range a search looks for the beginnings and ends of passages.
pub(super) const MARGIN_DAYS: f64 = 1.0;

/// Days that are searched in about a millisecond.
fn piece_days(theory: Theory) -> f64 {
    match theory {
        Theory::Precise => 64.0,
        Theory::Standard | Theory::TruncatedSun | Theory::Truncated => 4.0,
    }
}

/// The search for one body, and its matches that others may still come before.
struct OfBody {
    body: CelestialBody,
    finder: Finder,
    waiting: Vec<Match>,
}

/// A search under way.
pub(super) struct Search {
    sought: Sought,
    bodies: Vec<OfBody>,
    /// How far it has got.
    at: Ut1,
    end: Ut1,
    is_done: bool,
}

impl Search {
    pub(super) fn new(sought: Sought) -> Self {
        let days = sought.request.days;
        let at = days.start.ut1().plus_days(-MARGIN_DAYS);
        let end = days.last().ut1().plus_days(MARGIN_DAYS);
        let caps = sought.request.caps(&sought.view);
        let of_body = |body: &CelestialBody| OfBody {
            body: *body,
            finder: Finder::new(caps.clone(), at, end),
            waiting: Vec::new(),
        };
        let bodies = sought.request.bodies.iter().map(of_body).collect();
        Self { sought, bodies, at, end, is_done: false }
    }

    /// Searches on for all bodies, and takes the matches that no other can come before any more.
    fn matches(&mut self) -> Vec<Match> {
        let until = self.at.plus_days(piece_days(self.sought.choice.theory));
        let mut found: Vec<Passage> = Vec::new();
        for OfBody { body, finder, waiting } in &mut self.bodies {
            finder.search(self.sought.airless(*body), until, &mut found);
            waiting.extend(found.drain(..).filter_map(|passage| matched(&self.sought, *body, passage)));
        }
        self.at = until;
        self.is_done = until >= self.end;
        // What is found from now on is not before this.
        let since = self.bodies.iter().filter_map(|b| b.finder.since()).map(|t| t.0).fold(until.0, f64::min);
        let known_ms = if self.is_done { i64::MAX } else { Ut1(since).unix_ms() - 1 };
        let mut ready: Vec<Match> = Vec::new();
        for of_body in &mut self.bodies {
            ready.extend(of_body.waiting.extract_if(.., |found| found.at.unix_ms < known_ms));
        }
        ready.sort_by_key(|found| found.at);
        ready
    }
}

/// The match of a passage, if its instant is in the range and the other conditions hold then.
fn matched(sought: &Sought, body: CelestialBody, passage: Passage) -> Option<Match> {
    let at = sought.aim.instant(sought.direction(body), passage);
    Match::at(sought, body, passage, at)
}

/// The answer of a search; pieces are empty where nothing was found.
pub(super) fn pieces(mut search: Search) -> impl Iterator<Item = Bytes> + Send + Sync {
    Series::list().pieces(move |series| {
        search.matches().iter().for_each(|found| series.item(found));
        !search.is_done
    })
}
