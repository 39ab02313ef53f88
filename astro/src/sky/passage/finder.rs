//! The intervals of time in which conditions hold together: the core of all searches of the sky by time.
//!
//! A condition holds where its margin is not negative. The second derivative of a margin has a bound, as the
//! rotation of the Earth and the motion of the Moon bound the bend of a direction. So two samples decide for
//! all the time between them whether the margin can have changed its sign: if both are large for the time
//! between, it has not; if they differ much, it has once. Undecided intervals are halved, down to less than a
//! second. Far from the limits one sample in hours or weeks is enough. A condition that fails all the time
//! saves the samples of the others, and one that holds all the time is not sampled again.

use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::math::vector::Vector;
use crate::sky::passage::cap::Cap;
use crate::time::Ut1;
use std::cell::OnceCell;

/// Maximum number of conditions of a search.
pub const MAX_CONDITIONS: usize = 16;
/// Maximum time between two samples, days: [`COARSE_DAYS`] doubled five times.
const COARSEST_DAYS: f64 = 8.0;
/// Maximum time between two samples near the end of a piece and of skylines, days.
const COARSE_DAYS: f64 = 0.25;
/// Intervals of this length or less are not halved, days: 0.99 s, of which the next shorter one is 0.66 s.
pub(crate) const SHORTEST_DAYS: f64 = 1.15e-5;
/// 0.02 s.
const TOLERANCE_DAYS: f64 = 2e-7;
/// Margins that differ by less from zero are on the limit: rounding decides their signs.
const ON_LIMIT: f64 = 1e-12;
/// Bound of all margins: the difference of two cosines.
const MAX_MARGIN: f64 = 2.0;

/// A stretch of time in which all conditions hold without a break.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// The instant at which it begins, or the beginning of the search.
    pub from: Ut1,
    /// The instant at which it ends, or the end of the search.
    pub to: Ut1,
    /// The numbers of the conditions that begin to hold at `from` and cease to at `to`; none at the
    /// beginning and the end of the search.
    pub limits: [Option<usize>; 2],
}

/// Result of two samples for the time between them and one condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    /// It does not hold at any time.
    Outside,
    /// It holds all the time.
    Inside,
    /// It begins to hold or ceases to, once.
    CrossesOnce,
    /// It may change any number of times.
    Undecided,
}

impl Crossing {
    /// `most_bend`: half of the bound times the square of the time between the samples.
    #[inline]
    pub fn of(before: f64, after: f64, most_bend: f64) -> Self {
        if before.abs() < ON_LIMIT && after.abs() < ON_LIMIT {
            return Self::Inside;
        }
        if (before >= 0.0) != (after >= 0.0) {
            // With so great a difference the slope has the same sign all the time.
            return if (after - before).abs() >= most_bend { Self::CrossesOnce } else { Self::Undecided };
        }
        // A parabola of that bend between the two values touches zero if the roots of the values together are
        // the root of the bend.
        let (a, b) = (before.abs(), after.abs());
        Self::unless(a + b + 2.0 * (a * b).sqrt() >= most_bend, before)
    }

    /// Returns whether no margins can decide so long an interval; `most_bend` as of [`Self::of`].
    #[inline]
    pub fn is_hopeless(most_bend: f64) -> bool {
        most_bend > 4.0 * MAX_MARGIN
    }

    /// The result if a margin, known at one instant, keeps its sign; undecided unless `is_far` from zero.
    #[inline]
    pub fn unless(is_far: bool, margin: f64) -> Self {
        match is_far {
            false => Self::Undecided,
            true if margin >= 0.0 => Self::Inside,
            true => Self::Outside,
        }
    }
}

/// Conditions that must hold together.
pub trait Conditions {
    /// The part that the margins of one instant share, computed once.
    type Look;

    /// Number of conditions, at most [`MAX_CONDITIONS`].
    fn count(&self) -> usize;

    /// Looks at the sky at an instant.
    fn look(&self, t: Ut1) -> Self::Look;

    /// The margin of a condition, −2 … 2: not negative where it holds.
    fn margin(&self, condition: usize, look: &Self::Look) -> f64;

    /// Bound of the second derivative of a margin, per square day.
    fn bend(&self, condition: usize) -> f64;

    /// Intervals of this length or less are not halved, days.
    fn shortest_days(&self, _condition: usize) -> f64 {
        SHORTEST_DAYS
    }

    /// Returns the result of two samples for the time between them.
    fn crossing(&self, condition: usize, ends: [&Sampled<Self::Look>; 2]) -> Crossing;
}

/// A direction in all of some caps.
pub struct InCaps<'a, F> {
    /// The caps.
    pub caps: &'a [Cap],
    /// North, east and up of the direction, of length one, at an instant.
    pub direction: F,
}

impl<F: Fn(Ut1) -> Vector> Conditions for InCaps<'_, F> {
    type Look = Vector;

    fn count(&self) -> usize {
        self.caps.len()
    }

    #[inline]
    fn look(&self, t: Ut1) -> Vector {
        (self.direction)(t)
    }

    #[inline]
    fn margin(&self, cap: usize, direction: &Vector) -> f64 {
        self.caps[cap].margin(*direction)
    }

    #[inline]
    fn bend(&self, cap: usize) -> f64 {
        self.caps[cap].bend()
    }

    #[inline]
    fn crossing(&self, cap: usize, [a, b]: [&Sampled<Vector>; 2]) -> Crossing {
        let most_bend = self.bend(cap) * (b.t - a.t).integer_power(2) / 2.0;
        match Crossing::is_hopeless(most_bend) {
            true => Crossing::Undecided,
            false => Crossing::of(a.margin(self, cap), b.margin(self, cap), most_bend),
        }
    }
}

/// An instant that is looked at when a condition first needs it.
pub struct Sampled<L> {
    /// The instant, Julian Date.
    pub t: f64,
    look: OnceCell<L>,
}

impl<L> Sampled<L> {
    fn at(t: f64) -> Self {
        Self { t, look: OnceCell::new() }
    }

    /// Returns the part that the margins share.
    #[inline]
    pub fn look(&self, conditions: &impl Conditions<Look = L>) -> &L {
        self.look.get_or_init(|| conditions.look(Ut1(self.t)))
    }

    /// The margin of a condition.
    #[inline]
    pub fn margin(&self, conditions: &impl Conditions<Look = L>, condition: usize) -> f64 {
        conditions.margin(condition, self.look(conditions))
    }
}

/// Searches a time from its beginning to its end, piece by piece.
#[derive(Debug, Clone)]
pub struct Finder {
    at: f64,
    to: f64,
    /// The time since which all conditions have held and the one that began it, if they hold at `at`.
    since: Option<(f64, Option<usize>)>,
}

impl Finder {
    /// A search from an instant to another.
    pub fn new(from: Ut1, to: Ut1) -> Self {
        Self { at: from.0, to: to.0, since: None }
    }

    /// The instant that the search has reached.
    pub fn at(&self) -> Ut1 {
        Ut1(self.at)
    }

    /// Since when a passage has lasted that is not yet over where the search has got.
    pub fn since(&self) -> Option<Ut1> {
        self.since.map(|(since, _)| Ut1(since))
    }

    /// Searches on to `until`, or to the end, and appends the passages that are over. The conditions are the
    /// same each time.
    ///
    /// Beginning and end are within 0.02 s, plus the error of the margins. No passage and no interruption of
    /// a second or more is missed, over skylines of [`Conditions::shortest_days`], also at the poles, in the
    /// zenith and at the edges of bands. The time grows with the number of close approaches to a limit:
    /// usually twenty looks a day.
    pub fn search(&mut self, conditions: &impl Conditions, until: Ut1, found: &mut Vec<Passage>) {
        self.search_some(conditions, until, u32::MAX, found);
    }

    /// Searches as [`Self::search`], but ends early after some more than `steps` steps, each of one look.
    pub fn search_some(
        &mut self,
        conditions: &impl Conditions,
        until: Ut1,
        steps: u32,
        found: &mut Vec<Passage>,
    ) {
        let mut search = PassageSearch { conditions, since: self.since, found, steps: 0 };
        let all = (1u32 << conditions.count()) - 1;
        let are_quick = (0..conditions.count()).all(|k| conditions.shortest_days(k) <= SHORTEST_DAYS);
        let coarsest_days = if are_quick { COARSEST_DAYS } else { COARSE_DAYS };
        let mut last = Sampled::at(self.at);
        let until = until.0.min(self.to);
        while last.t < until && search.steps < steps {
            let mut days = coarsest_days;
            while days > COARSE_DAYS && last.t + days > until {
                days /= 2.0;
            }
            let next = Sampled::at((last.t + days).min(until));
            search.between(&last, &next, all);
            last = next;
        }
        (self.at, self.since) = (last.t, search.since);
        if self.at >= self.to {
            let end = |(since, by)| Passage { from: Ut1(since), to: Ut1(self.to), limits: [by, None] };
            found.extend(self.since.take().map(end));
        }
    }
}

/// A search under way.
struct PassageSearch<'a, C> {
    conditions: &'a C,
    since: Option<(f64, Option<usize>)>,
    found: &'a mut Vec<Passage>,
    /// Number of intervals so far.
    steps: u32,
}

/// The numbers of the bits that are set.
fn numbers(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        number
    })
}

impl<C: Conditions> PassageSearch<'_, C> {
    /// `open`: the conditions that do not hold all the time.
    fn between(&mut self, a: &Sampled<C::Look>, b: &Sampled<C::Look>, mut open: u32) {
        self.steps = self.steps.saturating_add(1);
        let (mut is_decided, days) = (true, b.t - a.t);
        for k in numbers(open) {
            match self.conditions.crossing(k, [a, b]) {
                Crossing::Outside => return self.leave(a.t, Some(k)),
                Crossing::Undecided => is_decided &= days <= self.conditions.shortest_days(k),
                Crossing::Inside => open &= !(1 << k),
                Crossing::CrossesOnce => {}
            }
        }
        if is_decided {
            return self.decided(a, b, open);
        }
        let middle = Sampled::at(a.t + (b.t - a.t) / 2.0);
        self.between(a, &middle, open);
        self.between(&middle, b, open);
    }

    /// Each condition changes at most once between the samples, so all hold for one stretch of time or not at
    /// all. What another one says at an end that is found already saves most searches.
    fn decided(&mut self, a: &Sampled<C::Look>, b: &Sampled<C::Look>, open: u32) {
        let (mut beginning, mut ending) = (0, 0);
        for k in numbers(open) {
            match [a, b].map(|sample| sample.margin(self.conditions, k) >= 0.0) {
                [true, true] => {}
                [false, true] => beginning |= 1 << k,
                [true, false] => ending |= 1 << k,
                [false, false] => return self.leave(a.t, Some(k)),
            }
        }
        let holds = |k: usize, at: &Sampled<C::Look>| at.margin(self.conditions, k) >= 0.0;
        let mut from: Option<(Sampled<C::Look>, usize)> = None;
        for k in numbers(beginning) {
            let start = from.as_ref().map_or(a, |(start, _)| start);
            if !holds(k, start) {
                from = Some((Sampled::at(self.crossing(k, start, b)), k));
            }
        }
        let start = from.as_ref().map_or(a, |(start, _)| start);
        if let Some(over) = numbers(ending).find(|&k| !holds(k, start)) {
            return self.leave(a.t, Some(over));
        }
        let mut to: Option<(Sampled<C::Look>, usize)> = None;
        for k in numbers(ending) {
            let stop = to.as_ref().map_or(b, |(stop, _)| stop);
            if !holds(k, stop) {
                to = Some((Sampled::at(self.crossing(k, start, stop)), k));
            }
        }
        let begun_by = from.as_ref().map(|(_, by)| *by);
        if start.t > a.t {
            self.leave(a.t, begun_by);
        }
        self.since.get_or_insert((start.t, begun_by));
        if let Some((stop, by)) = to {
            self.leave(stop.t, Some(by));
        }
    }

    fn crossing(&self, k: usize, a: &Sampled<C::Look>, b: &Sampled<C::Look>) -> f64 {
        let conditions = self.conditions;
        let [a, b] = [a, b].map(|sample| Sample { t: sample.t, value: sample.margin(conditions, k) });
        let margin = |t: f64| conditions.margin(k, &conditions.look(Ut1(t)));
        // Where the margins are not of opposite signs one of them is zero, which is the root.
        search::root_between(margin, a, b, TOLERANCE_DAYS).unwrap_or(if a.value == 0.0 { a.t } else { b.t })
    }

    /// A condition does not hold from `t` on.
    fn leave(&mut self, t: f64, by: Option<usize>) {
        if let Some((since, begun_by)) = self.since.take() {
            self.found.push(Passage { from: Ut1(since), to: Ut1(t), limits: [begun_by, by] });
        }
    }
}
