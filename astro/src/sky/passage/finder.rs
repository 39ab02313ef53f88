//! The intervals of time in which a body is in a part of the sky.
//!
//! The rotation of the Earth and the motion of the Moon bound the bend of a direction away from a straight
//! course in a time. So two samples of a body decide for all the time between them whether it can have
//! crossed the edge of a cap: if its margins are large for the time between, it has not; if they differ much,
//! it has crossed once. Undecided intervals are halved, down to less than two seconds. Far from the edges one
//! sample in hours is enough.

use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::math::vector::Vector;
use crate::sky::passage::cap::{Cap, MAX_CAPS};
use crate::time::Ut1;

/// Maximum time between two samples: a quarter of a day.
const COARSE_DAYS: f64 = 0.25;
/// Maximum number of halvings of the time between samples: down to 1.3 s.
const MAX_HALVINGS: u32 = 14;
/// 0.02 s.
const TOLERANCE_DAYS: f64 = 2e-7;
/// Bound of the second derivative of a direction of length one in the frame of an observer, per square day:
/// ω² + 2ωv + a + v² = 45.5, rounded up. ω = 6.3004 turns the Earth in a day; v = 0.39 is the most by which
/// the Moon (1.08 km/s at perigee) goes past an observer (0.47 km/s, 350,000 km away); a + v² = 0.93.
const MAX_BEND: f64 = 48.0;

/// A stretch of time in which a body is in all caps without a break.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// The instant at which it enters, or the beginning of the search.
    pub from: Ut1,
    /// The instant at which it leaves, or the end of the search.
    pub to: Ut1,
}

/// A sample of the body: the instant, and the margins of all caps.
#[derive(Debug, Clone, Copy)]
struct CapSample {
    t: f64,
    margins: [f64; MAX_CAPS],
}

/// Result of two samples for the time between them and one cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CapCrossing {
    Outside,
    Inside,
    CrossesOnce,
    Undecided,
}

impl CapCrossing {
    /// `most_bend`: half of the bound times the square of the time between the samples.
    #[inline]
    fn of(before: f64, after: f64, most_bend: f64) -> Self {
        if (before >= 0.0) != (after >= 0.0) {
            // With so great a difference the slope has the same sign all the time.
            return if (after - before).abs() >= most_bend { Self::CrossesOnce } else { Self::Undecided };
        }
        // A parabola of that bend between the two values touches zero if the roots of the values together are
        // the root of the bend.
        let (a, b) = (before.abs(), after.abs());
        match a + b + 2.0 * (a * b).sqrt() >= most_bend {
            false => Self::Undecided,
            true if before >= 0.0 => Self::Inside,
            true => Self::Outside,
        }
    }
}

/// Searches a time from its beginning to its end, piece by piece.
#[derive(Debug, Clone)]
pub struct Finder {
    caps: Vec<Cap>,
    /// The last sample, up to which everything is decided.
    last: Option<CapSample>,
    at: f64,
    to: f64,
    /// The time since which the body has been in all caps, if it is at the last sample.
    since: Option<f64>,
}

impl Finder {
    /// A search from an instant to another for a body in all of at most [`MAX_CAPS`] caps.
    pub fn new(caps: Vec<Cap>, from: Ut1, to: Ut1) -> Self {
        debug_assert!(caps.len() <= MAX_CAPS, "bands have two caps each");
        Self { caps, last: None, at: from.0, to: to.0, since: None }
    }

    /// Since when a passage has lasted that is not yet over where the search has got.
    pub fn since(&self) -> Option<Ut1> {
        self.since.map(Ut1)
    }

    /// Searches on to `until`, or to the end, and appends the passages that are over. `direction` gives
    /// north, east and up, of length one, of the same body each time, for any instant of the search.
    ///
    /// Beginning and end are within 0.02 s, plus the error of `direction`. No passage of 5 s or more is
    /// missed, wherever and whenever: at the poles, in the zenith, and at the edges of bands. Interruptions
    /// of less may be. The time grows with the number of close approaches to an edge: about twenty looks a
    /// day.
    pub fn search(&mut self, direction: impl Fn(Ut1) -> Vector, until: Ut1, found: &mut Vec<Passage>) {
        let mut search = PassageSearch { direction, caps: &self.caps, since: self.since, found };
        let mut last = self.last.unwrap_or_else(|| search.look(self.at));
        let until = until.0.min(self.to);
        while self.at < until {
            let next = search.look((self.at + COARSE_DAYS).min(until));
            search.between(&last, &next, MAX_HALVINGS);
            (last, self.at) = (next, next.t);
        }
        (self.last, self.since) = (Some(last), search.since);
        if self.at >= self.to {
            found.extend(self.since.take().map(|since| Passage { from: Ut1(since), to: Ut1(self.to) }));
        }
    }
}

/// A search under way.
struct PassageSearch<'a, F> {
    direction: F,
    caps: &'a [Cap],
    since: Option<f64>,
    found: &'a mut Vec<Passage>,
}

impl<F: Fn(Ut1) -> Vector> PassageSearch<'_, F> {
    #[inline]
    fn look(&self, t: f64) -> CapSample {
        let direction = (self.direction)(Ut1(t));
        let mut margins = [0.0; MAX_CAPS];
        for (margin, cap) in margins.iter_mut().zip(self.caps) {
            *margin = cap.margin(direction);
        }
        CapSample { t, margins }
    }

    fn between(&mut self, a: &CapSample, b: &CapSample, halvings: u32) {
        let most_bend = MAX_BEND * (b.t - a.t).integer_power(2) / 2.0;
        let mut is_decided = true;
        for k in 0..self.caps.len() {
            match CapCrossing::of(a.margins[k], b.margins[k], most_bend) {
                CapCrossing::Outside => return self.leave(a.t),
                CapCrossing::Undecided => is_decided = false,
                CapCrossing::Inside | CapCrossing::CrossesOnce => {}
            }
        }
        if is_decided || halvings == 0 {
            return self.decided(a, b);
        }
        let middle = self.look(a.t + (b.t - a.t) / 2.0);
        self.between(a, &middle, halvings - 1);
        self.between(&middle, b, halvings - 1);
    }

    /// Each cap is left or entered at most once between the samples, so the body is in all of them for one
    /// stretch of time or not at all.
    fn decided(&mut self, a: &CapSample, b: &CapSample) {
        let (mut from, mut to) = (a.t, b.t);
        for k in 0..self.caps.len() {
            match (a.margins[k] >= 0.0, b.margins[k] >= 0.0) {
                (true, true) => {}
                (false, false) => return self.leave(a.t),
                (false, true) => from = from.max(self.crossing(k, a, b)),
                (true, false) => to = to.min(self.crossing(k, a, b)),
            }
        }
        if from > to {
            return self.leave(a.t);
        }
        if from > a.t {
            self.leave(a.t);
        }
        let since = *self.since.get_or_insert(from);
        if to < b.t {
            self.found.push(Passage { from: Ut1(since), to: Ut1(to) });
            self.since = None;
        }
    }

    fn crossing(&self, cap: usize, a: &CapSample, b: &CapSample) -> f64 {
        let sample = |look: &CapSample| Sample { t: look.t, value: look.margins[cap] };
        let margin = |t: f64| self.caps[cap].margin((self.direction)(Ut1(t)));
        // Where the margins are not of opposite signs one of them is zero, which is the root.
        search::root_between(margin, sample(a), sample(b), TOLERANCE_DAYS)
            .unwrap_or(if a.margins[cap] == 0.0 { a.t } else { b.t })
    }

    /// The body is outside from `t` on.
    fn leave(&mut self, t: f64) {
        if let Some(since) = self.since.take() {
            self.found.push(Passage { from: Ut1(since), to: Ut1(t) });
        }
    }
}
