//! The search: writes matches of all bodies in chronological order, piece by piece.

use super::answer::Match;
use super::query::AzAltSearchQuery;
use crate::vocabulary::accuracy::{Accuracy, Basis};
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::coverage::{COVERED, Choice};
use crate::vocabulary::horizontal::LocalHorizontal;
use crate::vocabulary::series::Series;
use astro::accuracy::Rates;
use astro::math::vector::{Vector, dot, sub, unit};
use astro::sky::horizontal::Horizontal;
use astro::sky::passage::aim::Aim;
use astro::sky::passage::finder::{Finder, Passage};
use astro::sky::passage::view::{Reference, View};
use astro::sky::theory::Theory;
use astro::time::{Tt, Ut1};
use bytes::Bytes;

/// Margin on both sides of the range in which passages may start and end.
pub(super) const MARGIN_DAYS: f64 = 1.0;

/// Half of the step for the direction of motion, s.
const HALF_STEP_S: f64 = 30.0;
const UP: Vector = [0.0, 0.0, 1.0];

/// The inputs shared by all matches of a search.
pub(super) struct Criteria {
    /// The generation, the theory and ΔT.
    pub(super) choice: Choice,
    /// The observer's horizon and the reference of directions.
    pub(super) view: View,
    /// The azimuth, altitude or direction to search for.
    pub(super) aim: Aim,
    /// The parameters.
    pub(super) query: AzAltSearchQuery,
}

impl Criteria {
    /// Returns the direction to a body without refraction: a unit vector with components north, east and up.
    pub(super) fn airless(&self, body: CelestialBody) -> impl Fn(Ut1) -> Vector {
        move |t| self.airless_at(body, t, self.choice.tt(t))
    }

    /// Returns the same direction at an instant in both time scales.
    fn airless_at(&self, body: CelestialBody, ut: Ut1, tt: Tt) -> Vector {
        self.view.airless(self.choice.sky().place(body.target(), ut, tt).expect(COVERED))
    }

    /// Returns azimuth and altitude of a body as defined by the parameter `ref`.
    pub(super) fn direction(&self, body: CelestialBody) -> impl Fn(Ut1) -> Horizontal {
        let airless = self.airless(body);
        move |t| self.view.direction(airless(t))
    }

    /// Returns the accuracy of the instant of closest approach. It follows from the rate of the azimuth or of
    /// the altitude, or from the angular speed if both are given. Refraction is weighted by the vertical
    /// share of the motion.
    pub(super) fn accuracy(&self, body: CelestialBody, t: Ut1, seen: &LocalHorizontal) -> Accuracy {
        let (tt, airless) = (self.choice.tt(t), |ut: Ut1, tt: Tt| self.airless_at(body, ut, tt));
        let at = |seconds: f64| airless(t.plus_seconds(seconds), tt.plus_seconds(seconds));
        let along = match self.aim {
            Aim::Altitude(_) => UP,
            // Eastward along the horizon.
            Aim::Azimuth(_) => {
                let [north, east, _] = at(0.0);
                unit([-east, north, 0.0])
            }
            Aim::Direction(_) => unit(sub(at(HALF_STEP_S), at(-HALF_STEP_S))),
        };
        let length = length(self.aim, at(0.0));
        let rates = Rates::of(|ut, tt| dot(airless(ut, tt), along) / length, t, tt);
        let is_lifted = self.query.reference == Reference::Apparent;
        let refraction =
            seen.refraction_sigma_arcsec().filter(|_| is_lifted && !matches!(self.aim, Aim::Azimuth(_)));
        let refraction = refraction.map(|sigma| sigma * dot(along, UP).abs());
        let basis = Basis::of(self.choice.theory, body.target(), tt, self.choice.delta_t.with_sigma(t));
        basis.of_instant(Some(self.query.obs), rates, refraction)
    }
}

/// Returns the length of a step along the direction of motion per unit of the angle: an altitude changes
/// faster than its sine.
fn length(aim: Aim, [north, east, _]: Vector) -> f64 {
    match aim {
        Aim::Altitude(_) => north.hypot(east).max(f64::MIN_POSITIVE),
        Aim::Azimuth(_) | Aim::Direction(_) => 1.0,
    }
}

/// Returns the number of days that are searched in about a millisecond.
fn piece_days(theory: Theory) -> f64 {
    match theory {
        Theory::Precise => 64.0,
        Theory::Standard | Theory::TruncatedSun | Theory::Truncated => 4.0,
    }
}

/// The search for one body. `waiting` holds matches that may still have to follow those of other bodies.
struct OfBody {
    body: CelestialBody,
    finder: Finder,
    waiting: Vec<Match>,
}

/// A search in progress.
pub(super) struct Search {
    criteria: Criteria,
    bodies: Vec<OfBody>,
    /// The end of the part that has been searched.
    at: Ut1,
    end: Ut1,
    is_done: bool,
}

impl Search {
    pub(super) fn new(criteria: Criteria) -> Self {
        let days = criteria.query.days;
        let at = days.start.ut1().plus_days(-MARGIN_DAYS);
        let end = days.last().ut1().plus_days(MARGIN_DAYS);
        let caps = criteria.query.caps(&criteria.view);
        let of_body = |body: &CelestialBody| OfBody {
            body: *body,
            finder: Finder::new(caps.clone(), at, end),
            waiting: Vec::new(),
        };
        let bodies = criteria.query.body.iter().map(of_body).collect();
        Self { criteria, bodies, at, end, is_done: false }
    }

    /// Continues the search for all bodies and returns the matches that no later match can precede.
    fn matches(&mut self) -> Vec<Match> {
        let until = self.at.plus_days(piece_days(self.criteria.choice.theory));
        let mut found: Vec<Passage> = Vec::new();
        for OfBody { body, finder, waiting } in &mut self.bodies {
            finder.search(self.criteria.airless(*body), until, &mut found);
            waiting.extend(found.drain(..).filter_map(|passage| matched(&self.criteria, *body, passage)));
        }
        self.at = until;
        self.is_done = until >= self.end;
        // All further matches are later than this.
        let since = self.bodies.iter().filter_map(|b| b.finder.since()).map(|t| t.0).fold(until.0, f64::min);
        let final_ms = if self.is_done { i64::MAX } else { Ut1(since).unix_ms() - 1 };
        let mut ready: Vec<Match> = Vec::new();
        for of_body in &mut self.bodies {
            ready.extend(of_body.waiting.extract_if(.., |found| found.at.unix_ms < final_ms));
        }
        ready.sort_by_key(|found| found.at);
        ready
    }
}

/// Returns the match of a passage if its instant is in the range and meets the other conditions.
fn matched(criteria: &Criteria, body: CelestialBody, passage: Passage) -> Option<Match> {
    let at = criteria.aim.instant(criteria.direction(body), passage);
    Match::at(criteria, body, passage, at)
}

/// Returns the response in pieces; a piece without matches is empty.
pub(super) fn pieces(mut search: Search) -> impl Iterator<Item = Bytes> + Send + Sync {
    Series::list().pieces(move |series| {
        search.matches().iter().for_each(|found| series.item(found));
        !search.is_done
    })
}
