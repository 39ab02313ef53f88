//! Following a limit step by step, from the horizon to the horizon.

use super::error::Error;
use super::limit::{Limit, LimitNode, Unknowns};
use crate::math::portable::Portable;
use crate::math::search;
use crate::math::vector::{Vector, ahead, dot, norm};

/// Greatest ground step, Earth radii: nodes are only where the curve is known to be followed; vertices lie
/// closer.
const MAX_STEP: f64 = 0.08;
/// Greatest turn of the curve's direction in a step, radians.
const MAX_TURN: f64 = 0.15;
/// Below this ground step the turn on the ground does not count: a needle's tip turns within metres.
const TURNING_GROUND_STEP: f64 = 1e-4;
/// First step, and the greatest, of the curve's parameter.
const FIRST_STEP: f64 = 0.01;
const GREATEST_STEP: f64 = 0.3;
/// Least step: below this the curve is lost.
const MIN_STEP: f64 = 1e-9;
/// More steps than any limit needs.
const MAX_STEPS: usize = 20_000;

impl Limit<'_> {
    /// Follows the curve from `start`, a point at which it rises over the horizon, to where it sets.
    ///
    /// The nodes are appended to `nodes`; the first is `start`, the last lies on the horizon.
    pub(super) fn follow(&self, start: Unknowns, nodes: &mut Vec<LimitNode>) -> Result<(), Error> {
        self.follow_on(self.start(start, 1.0)?, nodes)
    }

    /// Follows the curve from the node `here` to where it sets. The nodes are appended to `nodes`; the first
    /// is `here`, the last lies on the horizon.
    pub(super) fn follow_on(&self, mut here: LimitNode, nodes: &mut Vec<LimitNode>) -> Result<(), Error> {
        nodes.push(here);
        let mut step = FIRST_STEP;
        for _ in 0..MAX_STEPS {
            let (next, actual_step) = self.step(&here, step)?;
            if self.touch(next.at).height < 0.0 {
                if nodes.len() == 1 {
                    // A needle: the whole curve is shorter than the first step.
                    step = actual_step / 4.0;
                    continue;
                }
                nodes.push(self.end(&here, actual_step, 0.0)?);
                return Ok(());
            }
            here = next;
            nodes.push(here);
            step = 1.6 * actual_step;
        }
        Err(Error::at("the end of a limit", here.at[0]))
    }

    /// Follows the curve below the horizon, from its end `start` to where its height falls below `floor`, or
    /// to where it begins to rise again if that is sooner.
    ///
    /// The nodes are appended to `nodes`; the first is `start`.
    pub(super) fn follow_down(
        &self,
        start: Unknowns,
        floor: f64,
        nodes: &mut Vec<LimitNode>,
    ) -> Result<(), Error> {
        let mut here = self.start(start, -1.0)?;
        nodes.push(here);
        let mut step = FIRST_STEP;
        for _ in 0..MAX_STEPS {
            let (next, actual_step) = self.step(&here, step)?;
            let height = self.touch(next.at).height;
            if height < floor {
                nodes.push(self.end(&here, actual_step, floor)?);
                return Ok(());
            }
            if height > self.touch(here.at).height {
                return Ok(());
            }
            here = next;
            nodes.push(here);
            step = 1.6 * actual_step;
        }
        Err(Error::at("the end of a limit below the horizon", here.at[0]))
    }

    /// A point of the curve with the direction in which its height grows (`way` +1) or falls (−1).
    fn start(&self, at: Unknowns, way: f64) -> Result<LimitNode, Error> {
        const PROBE: f64 = 1e-5;
        let node = LimitNode { at, tangent: self.tangent(at)? };
        let height = |distance: f64| self.touch(ahead(at, node.tangent, distance)).height;
        Ok(if way * (height(PROBE) - height(-PROBE)) < 0.0 { node.reversed() } else { node })
    }

    /// The next node, and the step to it: at most `step`, and as much less as the curve's bends ask for.
    fn step(&self, here: &LimitNode, step: f64) -> Result<(LimitNode, f64), Error> {
        let direction = self.ground(here.at, here.tangent);
        let speed = norm(direction);
        let most = 1.0 - MAX_TURN.cosine();
        let mut ds = step.min(GREATEST_STEP).min(MAX_STEP / speed.max(MAX_STEP / GREATEST_STEP));
        while ds > MIN_STEP {
            let Some(at) = self.settle(ahead(here.at, here.tangent, ds), here.tangent) else {
                ds /= 4.0;
                continue;
            };
            let next = self.node(at, here.tangent)?;
            let ground = self.ground(at, next.tangent);
            let turn_ground = 1.0 - dot(direction, ground) / (speed * norm(ground)).max(f64::MIN_POSITIVE);
            let turns_on_ground = turn_ground > most && ds > TURNING_GROUND_STEP;
            if 1.0 - dot(next.tangent, here.tangent) > most || turns_on_ground {
                ds /= 2.0;
                continue;
            }
            return Ok((next, ds));
        }
        Err(Error::at("the next point of a limit", here.at[0]))
    }

    /// A point with the direction of the curve that is nearest to `like`.
    pub(super) fn node(&self, at: Unknowns, like: Vector) -> Result<LimitNode, Error> {
        let node = LimitNode { at, tangent: self.tangent(at)? };
        Ok(if dot(node.tangent, like) < 0.0 { node.reversed() } else { node })
    }

    /// Returns the node within a step from `here` at which the height reaches `floor`.
    fn end(&self, here: &LimitNode, ds: f64, floor: f64) -> Result<LimitNode, Error> {
        let lost = || Error::at("an end of a limit", here.at[0]);
        let at = |s: f64| self.settle(ahead(here.at, here.tangent, s), here.tangent);
        let height = |s: f64| at(s).map_or(f64::NAN, |p| self.touch(p).height - floor);
        let s = search::root(height, 0.0, ds, 1e-10 * ds.max(1e-3)).map_err(|_| lost())?;
        self.node(at(s).ok_or_else(lost)?, here.tangent)
    }
}
