//! Single points of an eclipse: contacts of the shadow with the Earth, ends of the central line, greatest
//! eclipse.

use super::centre::CentralLine;
use super::contacts::{Contacts, foot};
use super::error::Error;
use super::frame::Shadow;
use super::kind::CentralKind;
use super::sample::Vertex;
use crate::math::search;

/// What a point is.
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
pub struct Point {
    /// What it is.
    pub mark: Mark,
    /// Where and when.
    pub vertex: Vertex,
}

/// All points, in the order of time.
pub(super) fn points(
    shadow: Shadow,
    greatest: f64,
    penumbra: Option<Contacts>,
    umbra: Option<Contacts>,
) -> Result<Vec<Point>, Error> {
    let mut found = Vec::with_capacity(14);
    let on_horizon = |t: f64| {
        let f = shadow.frame(t);
        Vertex::new(t, f.earth_fixed(f.on_outline(foot(&f))))
    };
    for (contacts, mark) in [(penumbra, Mark::Penumbra as fn(u8) -> Mark), (umbra, Mark::Umbra)] {
        let Some(c) = contacts else { continue };
        found.push(Point { mark: mark(1), vertex: on_horizon(c.first) });
        if let Some((second, third)) = c.inner {
            found.push(Point { mark: mark(2), vertex: on_horizon(second) });
            found.push(Point { mark: mark(3), vertex: on_horizon(third) });
        }
        found.push(Point { mark: mark(4), vertex: on_horizon(c.last) });
    }
    let line = CentralLine::of(shadow)?;
    let at = |t: f64| {
        let Some(line) = &line else { return on_horizon(t) };
        let (from, to) = line.span();
        if t < from || t > to {
            return on_horizon(t);
        }
        let (f, p) = line.point(t);
        Vertex::new(t, f.earth_fixed(p))
    };
    found.push(Point { mark: Mark::GreatestEclipse, vertex: at(greatest) });
    if let Some(line) = &line {
        let (from, to) = line.span();
        found.push(Point { mark: Mark::CentralBegins, vertex: at(from) });
        found.push(Point { mark: Mark::CentralEnds, vertex: at(to) });
        let longest = longest(line);
        found.push(Point { mark: Mark::GreatestDuration, vertex: at(longest) });
        for t in transitions(line)? {
            let kind = if line.umbra(t + 1e-4) < 0.0 { CentralKind::Total } else { CentralKind::Annular };
            found.push(Point { mark: Mark::Transition(kind), vertex: at(t) });
        }
    }
    found.sort_by(|a, b| a.vertex.t.total_cmp(&b.vertex.t));
    Ok(found)
}

/// When the eclipse lasts longest on the central line: the best of a scan, closed in on by golden section.
fn longest(line: &CentralLine) -> f64 {
    const LOOKS: usize = 40;
    let (from, to) = line.span();
    let step = (to - from) / LOOKS as f64;
    let short = |t: f64| -line.duration_s(t);
    let best = (0..=LOOKS)
        .map(|k| from + step * k as f64)
        .min_by(|a, b| short(*a).total_cmp(&short(*b)))
        .expect("a scan has at least one look");
    // At an end of the line the longest duration is at the end itself.
    search::minimum(short, (best - step).max(from), (best + step).min(to), 1e-7).unwrap_or(best)
}

/// When a hybrid eclipse changes its kind on the central line; empty for all others.
pub(super) fn transitions(line: &CentralLine) -> Result<Vec<f64>, Error> {
    const LOOKS: usize = 64;
    let (from, to) = line.span();
    let mut found = Vec::new();
    // Equal steps in the angle that makes the line smooth at its ends.
    let at = |k: usize| {
        (from + to) / 2.0 - (to - from) / 2.0 * (std::f64::consts::PI * k as f64 / LOOKS as f64).cos()
    };
    for k in 0..LOOKS {
        let (a, b) = (at(k), at(k + 1));
        if (line.umbra(a) < 0.0) != (line.umbra(b) < 0.0) {
            let t = search::root(|t| line.umbra(t), a, b, 1e-12)
                .map_err(|_| Error::at("a transition of the central line", a))?;
            found.push(t);
        }
    }
    Ok(found)
}
