//! Baily's beads: pieces of the Sun's limb that stand alone between mountains.

use crate::constants::SECONDS_PER_HOUR;
use crate::eclipse::local::circumstances::ObservedEclipse;
use crate::eclipse::local::limb::contact::LimbContact;
use crate::eclipse::local::limb::rugged_moon::RuggedMoon;
use crate::eclipse::local::limb::shortfall::sign;

/// Search interval for beads before C2 and after C3, seconds.
pub const BEADS_WITHIN_S: f64 = 30.0;
/// Minimum duration of an isolated bead, seconds.
pub const MIN_BEAD_S: f64 = 0.1;
/// Instants after the contact between which the width of the Sun beyond the limb is interpolated by a
/// parabola, s: instants at which it vanishes are then right to 0.1 ms.
const LOOKS_S: [f64; 3] = [0.0, BEADS_WITHIN_S / 2.0, BEADS_WITHIN_S];

/// A piece of the Sun's limb that mountains on both sides separate from all others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bead {
    /// Position angle of the bead on the Sun's limb, from the Sun's centre, celestial north through east, 0 …
    /// 2π.
    pub position_angle: f64,
    /// The instant at which it is parted from its neighbours, or appears; hours of TD from t0.
    pub from: f64,
    /// The instant at which it goes out, or joins a neighbour; hours of TD from t0.
    pub to: f64,
}

/// A stretch of the limb while the level rises: its lowest direction, and the level at which it first met a
/// neighbour that had stood long enough.
#[derive(Debug, Clone, Copy)]
struct LimbStretch {
    lowest: usize,
    met: Option<f64>,
}

/// A bead as a valley of the levels: its lowest direction, and the level at which it overflows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Valley {
    lowest: usize,
    overflow: f64,
}

impl ObservedEclipse<'_> {
    /// Baily's beads within [`BEADS_WITHIN_S`] of a contact, outside of totality or the ring, by their
    /// beginnings; `moon` is the limb with which [`ObservedEclipse::limb_contacts`] has found it.
    ///
    /// From the contact outwards, before totality or after it, a direction is uncovered at a certain moment;
    /// these moments are levels, the valleys between them are beads. Outside of a ring it is the other way
    /// round: what is uncovered longest is a valley, and the crescent that never ends is none.
    pub fn beads(&self, contact: &LimbContact, moon: &RuggedMoon) -> Vec<Bead> {
        let instant = |s: f64| contact.t + contact.side * s / SECONDS_PER_HOUR;
        let levels = self.levels(contact.is_total, moon, instant);
        let bead = |valley: Valley| {
            let (deepest, overflow) = (levels[valley.lowest].abs(), valley.overflow.abs());
            let ends = [deepest, overflow.min(BEADS_WITHIN_S)].map(instant);
            let position_angle =
                self.discs(instant(deepest), moon.sun_radius).position_angle(moon.directions[valley.lowest]);
            Bead { position_angle, from: ends[0].min(ends[1]), to: ends[0].max(ends[1]) }
        };
        let found = valleys(&levels, MIN_BEAD_S).into_iter().filter(|v| levels[v.lowest].is_finite());
        let lasts = |bead: &Bead| (bead.to - bead.from) * SECONDS_PER_HOUR >= MIN_BEAD_S;
        let mut beads: Vec<_> = found.map(bead).filter(lasts).collect();
        beads.sort_by(|a, b| a.from.total_cmp(&b.from));
        beads
    }

    /// For each direction, seconds from the contact until it is uncovered, infinite if it never is; or
    /// outside of a ring until it is covered, negative.
    fn levels(&self, is_total: bool, moon: &RuggedMoon, instant: impl Fn(f64) -> f64) -> Vec<f64> {
        let sign = sign(is_total);
        let looks = LOOKS_S.map(|s| self.discs(instant(s), moon.sun_radius));
        let level = |k: usize| {
            let widths = looks.map(|discs| sign * discs.uncovered(moon, k));
            sign * first_positive(widths).map_or(f64::INFINITY, |part| part * LOOKS_S[1])
        };
        (0..moon.radii.len()).map(level).collect()
    }
}

/// Returns the first zero, from 0 to 2, of a parabola that rises through it, given its values at 0, 1 and 2.
fn first_positive([a, b, c]: [f64; 3]) -> Option<f64> {
    if a >= 0.0 {
        return Some(0.0);
    }
    let square = (c - 2.0 * b + a) / 2.0;
    let slope = b - a - square;
    let at = -2.0 * a / (slope + (slope * slope - 4.0 * square * a).sqrt());
    // Without a zero, or with zeros only before 0, the number is negative or none.
    (at > 0.0 && at <= 2.0).then_some(at)
}

/// The valleys of levels around a circle that are at least `least` deep: of two that meet, the one whose
/// lowest level is the higher ends there; the other goes on, but no longer alone.
fn valleys(levels: &[f64], least: f64) -> Vec<Valley> {
    let count = levels.len();
    let mut order: Vec<usize> = (0..count).filter(|&k| levels[k] < f64::INFINITY).collect();
    order.sort_by(|&a, &b| levels[a].total_cmp(&levels[b]));
    // Each direction that is under the level leads to its stretch over others; NONE is not yet under it.
    const NONE: usize = usize::MAX;
    let mut parent = vec![NONE; count];
    let mut stretches: Vec<LimbStretch> = Vec::new();
    let mut stretch_of = vec![NONE; count];
    let mut found = Vec::new();
    for k in order {
        parent[k] = k;
        stretch_of[k] = stretches.len();
        stretches.push(LimbStretch { lowest: k, met: None });
        for neighbour in [(k + count - 1) % count, (k + 1) % count] {
            if parent[neighbour] == NONE {
                continue;
            }
            let (a, b) = (root(&mut parent, k), root(&mut parent, neighbour));
            if a == b {
                continue;
            }
            let (sa, sb) = (stretch_of[a], stretch_of[b]);
            let is_a_older = levels[stretches[sa].lowest] <= levels[stretches[sb].lowest];
            let (older, younger) = if is_a_older { (sa, sb) } else { (sb, sa) };
            let LimbStretch { lowest, met } = stretches[younger];
            if levels[k] - levels[lowest] >= least {
                found.push(Valley { lowest, overflow: met.unwrap_or(levels[k]) });
                stretches[older].met.get_or_insert(levels[k]);
            }
            parent[b] = a;
            stretch_of[a] = older;
        }
    }
    // What is left when all has met, or when what separates it is never reached.
    for k in (0..count).filter(|&k| parent[k] == k) {
        let LimbStretch { lowest, met } = stretches[stretch_of[k]];
        found.push(Valley { lowest, overflow: met.unwrap_or(f64::INFINITY) });
    }
    found
}

/// The first of a stretch, with the ways to it made shorter.
fn root(parent: &mut [usize], mut k: usize) -> usize {
    while parent[k] != k {
        parent[k] = parent[parent[k]];
        k = parent[k];
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valleys_end_where_they_meet_and_shallow_ones_are_none() {
        let far = f64::INFINITY;
        // From the left: a deep valley, a shallow dent on its flank, another valley, and nothing.
        let levels = [far, 4.0, 0.0, 2.0, 1.95, 5.0, 1.0, 9.0, far, far];
        let mut found = valleys(&levels, 0.1);
        found.sort_by_key(|valley| valley.lowest);
        assert_eq!(found, [Valley { lowest: 2, overflow: 5.0 }, Valley { lowest: 6, overflow: 5.0 }]);
        assert_eq!(valleys(&levels, 0.01).len(), 3);
        assert!(valleys(&[far; 4], 0.1).is_empty());
        // Around the circle, and a crescent that never ends.
        let ring = [-3.0, f64::NEG_INFINITY, -4.0, -1.0, -2.0, -0.5];
        let beads: Vec<_> = valleys(&ring, 0.1).into_iter().filter(|v| ring[v.lowest].is_finite()).collect();
        assert_eq!(beads, [Valley { lowest: 4, overflow: -1.0 }]);
    }
}
