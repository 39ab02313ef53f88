//! Single points of an eclipse: contacts of the shadow with the Earth, ends of the central line, greatest
//! eclipse.

use super::centre::CentralLine;
use super::contacts::{Contacts, foot};
use super::error::Error;
use super::frame::Shadow;
use super::kind::CentralKind;
use super::sample::{CurveVertex, ParametricCurve};
use crate::math::search::{self, Sample};

/// Part of a piece of the central line after a transition at which the new kind is evaluated.
const AFTER: f64 = 1e-4;

/// The kind of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Contact 1 … 4 of the penumbra with the Earth: first and last outer (1, 4), first and last inner (2,
    /// 3).
    Penumbra(u8),
    /// Contact 1 … 4 of the umbra.
    Umbra(u8),
    /// The axis first touches the Earth.
    CentralBegins,
    /// The axis last touches the Earth.
    CentralEnds,
    /// The axis passes nearest to the Earth's centre.
    GreatestEclipse,
    /// Totality or annularity lasts longest.
    GreatestDuration,
    /// A hybrid eclipse changes to this kind.
    Transition(CentralKind),
}

/// A point and its instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathPoint {
    /// The kind of point.
    pub mark: Mark,
    /// The place and the instant.
    pub vertex: CurveVertex,
}

/// All points, in the order of time.
pub(super) fn points(
    shadow: Shadow,
    greatest: f64,
    penumbra: Option<Contacts>,
    umbra: Option<Contacts>,
    line: Option<&CentralLine>,
) -> Result<Vec<PathPoint>, Error> {
    let mut found = Vec::with_capacity(14);
    let on_horizon = |t: f64| {
        let f = shadow.frame(t);
        CurveVertex::new(t, f.earth_fixed(f.on_outline(foot(&f))))
    };
    for (contacts, mark) in [(penumbra, Mark::Penumbra as fn(u8) -> Mark), (umbra, Mark::Umbra)] {
        let Some(c) = contacts else { continue };
        found.push(PathPoint { mark: mark(1), vertex: on_horizon(c.first) });
        if let Some((second, third)) = c.inner {
            found.push(PathPoint { mark: mark(2), vertex: on_horizon(second) });
            found.push(PathPoint { mark: mark(3), vertex: on_horizon(third) });
        }
        found.push(PathPoint { mark: mark(4), vertex: on_horizon(c.last) });
    }
    let at = |t: f64| {
        let Some(line) = line else { return on_horizon(t) };
        let (from, to) = line.span();
        if t < from || t > to {
            return on_horizon(t);
        }
        let (f, p) = line.point(t, true);
        CurveVertex::new(t, f.earth_fixed(p))
    };
    found.push(PathPoint { mark: Mark::GreatestEclipse, vertex: at(greatest) });
    if let Some(line) = line {
        let (from, to) = line.span();
        found.push(PathPoint { mark: Mark::CentralBegins, vertex: at(from) });
        found.push(PathPoint { mark: Mark::CentralEnds, vertex: at(to) });
        let longest = longest(line)?;
        found.push(PathPoint { mark: Mark::GreatestDuration, vertex: at(longest) });
        for u in transitions(line)? {
            let kind = CentralKind::of_radius(line.umbra(u + AFTER));
            found.push(PathPoint { mark: Mark::Transition(kind), vertex: line.vertex(u)? });
        }
    }
    found.sort_by(|a, b| a.vertex.t.total_cmp(&b.vertex.t));
    Ok(found)
}

/// Returns when the eclipse lasts longest on the central line: the best of a scan, refined by golden section.
fn longest(line: &CentralLine) -> Result<f64, Error> {
    const LOOKS: usize = 40;
    let (from, to) = line.span();
    let step = (to - from) / LOOKS as f64;
    let short = |t: f64| -line.duration_s(t);
    let best = (0..=LOOKS)
        .map(|k| from + step * k as f64)
        .min_by(|a, b| short(*a).total_cmp(&short(*b)))
        .expect("a scan has at least one look");
    // At an end of the line the longest duration is at the end itself.
    search::minimum(short, (best - step).max(from), (best + step).min(to), 1e-7)
        .map_err(|_| Error::at("the greatest duration", best))
}

/// Parameters of the central line at which a hybrid eclipse changes its kind, ascending; empty for all
/// others.
pub(super) fn transitions(line: &CentralLine) -> Result<Vec<f64>, Error> {
    const LOOKS: usize = 64;
    let step = line.pieces() as f64 / LOOKS as f64;
    let mut found = Vec::new();
    let mut before = Sample::of(|u| line.umbra(u), 0.0);
    for k in 1..=LOOKS {
        let here = Sample::of(|u| line.umbra(u), step * k as f64);
        if (before.value < 0.0) != (here.value < 0.0) {
            let u = search::root_between(|u| line.umbra(u), before, here, 1e-9)
                .map_err(|_| Error::at("a transition of the central line", line.span().0))?;
            found.push(u);
        }
        before = here;
    }
    Ok(found)
}
