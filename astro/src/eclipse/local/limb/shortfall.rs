//! The least width that is missing for totality or a ring, and the interval in which nothing is missing.
//!
//! The width of the Sun beyond the limb in one direction is nearly a parabola in time that opens downwards.
//! The greatest of all widths therefore has corners, may be least at several of them, and rises a little
//! between them: next to the limits totality can come in two pieces. The width of the limb beyond the Sun
//! opens upwards: a ring has no pieces.

use crate::constants::SECONDS_PER_HOUR;
use crate::eclipse::local::circumstances::ObservedEclipse;
use crate::eclipse::local::limb::discs::Discs;
use crate::eclipse::local::limb::rugged_moon::{RuggedMoon, STRETCH, STRETCHES};
use crate::math::portable::Portable;

/// Interval of the difference that gives a rate, hours.
const PROBE_HOURS: f64 = 1e-4;
/// First step towards the other side of the least width, hours: 1 s.
const STEP_HOURS: f64 = 1.0 / SECONDS_PER_HOUR;
/// Tolerance of the least width, Earth radii: 0.6 mm.
const TOLERANCE: f64 = 1e-10;
/// Steps after which lines that bend a little are drawn where they meet.
const MEETING_STEPS: usize = 3;
/// More steps than any limb needs.
const MAX_STEPS: i32 = 40;
/// By this at most, Earth radii, the greatest width is less at one corner than at another: 0.6 km.
const DEEP: f64 = 1e-4;
/// More than the error of a parabola over a minute, Earth radii: 6 m.
const PARABOLA_ERROR: f64 = 1e-6;
/// Most corners that are looked for while nothing is wider than that.
const MAX_STARTS: f64 = 16.0;
/// Search range around a corner for others, hours: 1 minute.
const AROUND_HOURS: f64 = 60.0 / SECONDS_PER_HOUR;
/// Least search range around an instant of totality for its ends, hours: 20 s.
const ENDS_HOURS: f64 = 20.0 / SECONDS_PER_HOUR;
/// Greatest step outwards in totality, hours: 2 minutes.
const FARTHEST_STEP_HOURS: f64 = 120.0 / SECONDS_PER_HOUR;
/// Maximum number of times to double the search range.
const FARTHER: i32 = 6;

/// The instant at which least is missing for totality or a ring, and the missing width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shortfall {
    /// Hours of TD from t0.
    pub(crate) t: f64,
    /// The width of the Sun beyond the limb where it is widest, or of the limb beyond the Sun, Earth
    /// equatorial radii; negative if there is totality or a ring.
    pub(crate) width: f64,
    /// Numbers of the directions that are the widest before and after.
    pub(crate) directions: [usize; 2],
}

/// A direction at an instant, with its width as a straight line in time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Widest {
    /// Hours of TD from t0.
    pub(crate) t: f64,
    /// Number of the direction.
    pub(crate) k: usize,
    pub(crate) width: f64,
    rate: f64,
}

impl Widest {
    fn at(&self, t: f64) -> f64 {
        self.width + self.rate * (t - self.t)
    }
}

/// A Moon and the phase that is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Phase<'a> {
    pub(crate) local: &'a ObservedEclipse<'a>,
    pub(crate) moon: &'a RuggedMoon,
    /// Totality, not a ring.
    pub(crate) is_total: bool,
}

/// The sign of the width that totality, or a ring, is without.
pub(super) fn sign(is_total: bool) -> f64 {
    if is_total { 1.0 } else { -1.0 }
}

impl Phase<'_> {
    /// The direction in which the Sun reaches farthest beyond the limb, or the limb beyond the Sun.
    pub(crate) fn widest(&self, t: f64) -> Widest {
        let k = self.local.discs(t, self.moon.sun_radius).widest(self.moon, sign(self.is_total));
        self.with_rate(t, k)
    }

    /// Returns the least shortfall within a minute of an instant; none if the search is lost.
    pub(crate) fn shortfall(&self, near: f64) -> Option<Shortfall> {
        let mut best = self.corner(near)?;
        if !self.has_pieces(&best) {
            return Some(best);
        }
        // Where no direction is wider than at the best corner, there may be a better one.
        for _ in 0..MAX_STEPS {
            let gaps = self.gaps(best.t, best.width + PARABOLA_ERROR);
            // A long gap may have several.
            let starts = gaps.into_iter().flat_map(|[from, to]| {
                let count = ((to - from) / STEP_HOURS).ceil().clamp(1.0, MAX_STARTS);
                (0..count as usize).map(move |k| from + (to - from) * (k as f64 + 0.5) / count)
            });
            let corners = starts.filter_map(|t| self.corner(t));
            match corners.min_by(|a, b| a.width.total_cmp(&b.width)) {
                Some(corner) if corner.width < best.width - TOLERANCE => best = corner,
                _ => break,
            }
        }
        Some(best)
    }

    /// Returns whether a totality may come in pieces. A ring does not, as its widths open upwards, nor does a
    /// totality without mountains.
    pub(crate) fn has_pieces(&self, least: &Shortfall) -> bool {
        self.is_total && least.width > -DEEP && !self.moon.is_round()
    }

    /// The least greatest width next to an instant: where the line that falls there meets the one that rises.
    pub(crate) fn corner(&self, near: f64) -> Option<Shortfall> {
        let (mut falling, mut rising) = (None::<Widest>, None::<Widest>);
        let mut here = self.widest(near);
        for step in 0..MAX_STEPS {
            // The lines bend a little: those of both sides are drawn again at this instant.
            let again = |side: Option<Widest>, sign: f64| {
                let again = side.map(|side| self.with_rate(here.t, side.k));
                again.filter(|again| again.rate * sign > 0.0).or(side)
            };
            (falling, rising) = (again(falling, -1.0), again(rising, 1.0));
            *(if here.rate < 0.0 { &mut falling } else { &mut rising }) = Some(here);
            let far = STEP_HOURS * 2f64.integer_power(step.min(8));
            let t = match (falling, rising) {
                (Some(a), Some(b)) => {
                    let t = (b.at(0.0) - a.at(0.0)) / (a.rate - b.rate);
                    if here.width - a.at(t) <= TOLERANCE {
                        return Some(Shortfall { t: here.t, width: here.width, directions: [a.k, b.k] });
                    }
                    t
                }
                (Some(a), None) => a.t + far,
                (None, Some(b)) => b.t - far,
                (None, None) => return None,
            };
            here = self.widest(t);
        }
        None
    }

    /// Returns when, and how wide, the widths of two directions are equal, near an instant at which one falls
    /// and the other rises, or when that of a single one is least.
    pub(crate) fn meeting(&self, [falling, rising]: [usize; 2], near: f64) -> (f64, f64) {
        let mut at = (near, 0.0);
        for _ in 0..MEETING_STEPS {
            let a = self.with_rate(at.0, falling);
            let t = if falling == rising {
                let later = self.with_rate(at.0 + PROBE_HOURS, falling);
                at.0 - a.rate * PROBE_HOURS / (later.rate - a.rate)
            } else {
                let b = self.with_rate(at.0, rising);
                (b.at(0.0) - a.at(0.0)) / (a.rate - b.rate)
            };
            at = (t, a.at(t));
        }
        at
    }

    /// Returns the begin (`side` −1) or end (1) of totality or a ring, and the direction that decides;
    /// `least` is its shortfall.
    pub(crate) fn end(&self, least: &Shortfall, side: f64) -> Option<Widest> {
        if !self.has_pieces(least) {
            return self.end_of_whole(least, side);
        }
        let (k, t) = (0..FARTHER).find_map(|twice| {
            let spans = self.wider(least.t, ENDS_HOURS * 2f64.integer_power(twice), 0.0);
            let ends = spans.into_iter().map(|(k, [from, to])| (k, if side < 0.0 { to } else { from }));
            let ends = ends.filter(|(_, t)| (t - least.t) * side >= 0.0);
            ends.reduce(|a, b| if (b.1 - a.1) * side < 0.0 { b } else { a })
        })?;
        let mut end = self.zero(k, t);
        // Parabolas are a little off: another direction may be wider there.
        for _ in 0..MAX_STEPS {
            let widest = self.widest(end.t);
            if widest.width <= TOLERANCE {
                return Some(end);
            }
            end = self.zero(widest.k, end.t);
        }
        None
    }

    /// [`Phase::end`] of a totality that does not come in pieces, by Newton's method outwards.
    fn end_of_whole(&self, least: &Shortfall, side: f64) -> Option<Widest> {
        // No width grows faster than the observer crosses the shadow.
        let mut here = self.widest(least.t - side * least.width / self.local.at(least.t).n);
        let mut outwards = STEP_HOURS;
        for _ in 0..MAX_STEPS {
            if here.width.abs() <= TOLERANCE {
                return Some(here);
            }
            let step = match here.rate * side > 0.0 {
                true => (-here.width / here.rate).clamp(-FARTHEST_STEP_HOURS, FARTHEST_STEP_HOURS),
                false if here.width < 0.0 => {
                    outwards *= 2.0;
                    side * outwards
                }
                false => return None,
            };
            here = self.widest(here.t + step);
        }
        None
    }

    /// Beginning and end of the totality or ring that is nearest to a shortfall; none if there is neither.
    pub(crate) fn ends(&self, least: &Shortfall) -> Option<[Widest; 2]> {
        if least.width >= 0.0 {
            return None;
        }
        Some([self.end(least, -1.0)?, self.end(least, 1.0)?])
    }

    /// Returns the instant near another at which a direction has no width.
    pub(crate) fn zero(&self, k: usize, near: f64) -> Widest {
        let mut here = self.with_rate(near, k);
        for _ in 0..MAX_STEPS {
            if here.width.abs() <= TOLERANCE / 2.0 {
                break;
            }
            here = self.with_rate(here.t - here.width / here.rate, k);
        }
        here
    }

    /// The times within a minute of an instant in which no direction is wider than a threshold.
    fn gaps(&self, middle: f64, threshold: f64) -> Vec<[f64; 2]> {
        let mut spans = self.wider(middle, AROUND_HOURS, threshold);
        let [start, end] = [middle - AROUND_HOURS, middle + AROUND_HOURS];
        // Most spans reach over either end: between the longest of these, few are left to be sorted.
        let mut covered =
            spans.iter().filter(|(_, [from, _])| *from <= start).fold(start, |a, s| a.max(s.1[1]));
        let open = spans.iter().filter(|(_, [_, to])| *to >= end).fold(end, |a, s| a.min(s.1[0]));
        spans.retain(|(_, [from, to])| *from <= open && *to > covered);
        spans.sort_by(|(_, [a, _]), (_, [b, _])| a.total_cmp(b));
        let mut gaps = Vec::new();
        for (_, [from, to]) in spans {
            if from > covered {
                gaps.push([covered, from]);
            }
            covered = covered.max(to);
        }
        gaps
    }

    /// Returns the directions that are wider than a threshold within `half` an interval, and their intervals,
    /// by a parabola for each.
    fn wider(&self, middle: f64, half: f64, threshold: f64) -> Vec<(usize, [f64; 2])> {
        let sign = sign(self.is_total);
        let looks = [-1.0, 0.0, 1.0].map(|part| self.local.discs(middle + part * half, self.moon.sun_radius));
        // Between two looks a parabola rises by no more than this.
        let moved = self.local.at(middle).n * half;
        let rise = moved * moved / (2.0 * looks[1].sun_radius);
        let may_be_wider = |stretch: &usize| {
            let most = |discs: &Discs| discs.most(&self.moon.stretches[*stretch], sign);
            looks.iter().map(most).fold(f64::NEG_INFINITY, f64::max) + rise >= threshold
        };
        let span = |k: usize| {
            let [before, now, after] = looks.map(|discs| sign * discs.uncovered(self.moon, k) - threshold);
            let (rate, square) = ((after - before) / 2.0, (after + before) / 2.0 - now);
            // Opens downwards, or it is nearly a line.
            let square = square.min(-f64::MIN_POSITIVE);
            let discriminant = rate * rate - 4.0 * square * now;
            if discriminant < 0.0 {
                return None;
            }
            let q = -(rate + discriminant.sqrt().copysign(rate)) / 2.0;
            let (one, other) = (q / square, now / q);
            let (from, to) = (one.min(other).max(-1.0), one.max(other).min(1.0));
            (from < to).then(|| (k, [from, to].map(|part| middle + part * half)))
        };
        let stretches = (0..STRETCHES).filter(may_be_wider);
        stretches.flat_map(|stretch| STRETCH * stretch..STRETCH * (stretch + 1)).filter_map(span).collect()
    }

    /// The width in a direction.
    fn with_rate(&self, t: f64, k: usize) -> Widest {
        let width =
            |t: f64| self.local.discs(t, self.moon.sun_radius).uncovered(self.moon, k) * sign(self.is_total);
        let here = width(t);
        Widest { t, k, width: here, rate: (width(t + PROBE_HOURS) - here) / PROBE_HOURS }
    }
}
