//! Following the true edge along the limits of the smooth Moon.

use super::section::Section;
use super::true_edge::{EdgeBand, TrueEdge};
use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::eclipse::path::curves::{PathLine, Ring};
use crate::eclipse::path::error::Error;
use crate::eclipse::path::hybrid::Sides;
use crate::eclipse::path::kind::{CentralKind, Side};
use crate::eclipse::path::limit_curve::LimitCurve;
use crate::eclipse::path::paths::Paths;
use crate::eclipse::path::row::{self, PathRow};
use crate::eclipse::path::sample::{CAUTION, CurveVertex, ParametricCurve, VertexSpacing, bend, split};
use crate::math::portable::Portable;
use crate::math::vector::{norm, sub};
use std::cell::Cell;

/// Length of the pieces of which each is looked at in four places, Earth radii: 32 km.
const PIECE: f64 = 5e-3;
/// By how much longer pieces of lines of equal duration are, which have fewer corners, and without mountains
/// none.
const LONGER: f64 = 2.0;
const LONGER_IF_SMOOTH: f64 = 8.0;
/// Sine of the altitude below which mountains and ground decide where a limit ends: 4°, where the shadow
/// reaches an Earth with the highest mountains on it.
const LOW_SINE: f64 = 0.07;
/// Length of the pieces there, Earth radii: 8 km.
const LOW_PIECE: f64 = PIECE / 4.0;
/// Between them the edge may be farther inside by this factor and this much, Earth radii: 100 m.
const ROOM: f64 = 1.2;
const MORE_ROOM: f64 = 1.6e-5;
/// Stretches end where the Sun is low, and edges along them need not.
const ANY_SINE: f64 = -1.0;
/// Part of a piece to which the end of an edge is found, or a bend followed: 8 m.
const FINEST: f64 = 1.0 / 4096.0;
/// Part of the tolerance that following a curve may take; the rest is for leaving out vertices.
const FOLLOWED: f64 = 0.4;
/// Part of the umbra's radius by which edges may deviate, and no less than this, Earth radii: 6 m.
const CLEAR: f64 = 0.2;
const LEAST_TOLERANCE: f64 = 1e-6;
/// Tolerance if vertices are to lie on meridians, km.
const OTHERWISE_KM: f64 = 0.1;

/// A stretch of a limit of the smooth Moon on which the eclipse has one kind.
struct SmoothStretch<'c, 'a> {
    curve: &'c LimitCurve<'a>,
    ends: (f64, f64),
    kind: CentralKind,
    side: Side,
    /// Radius of the umbra in the middle, Earth radii.
    radius: f64,
    /// Sine of the least altitude of the Sun at edges along the stretch.
    least_sine: f64,
}

/// Vertices of one or more lines side by side at the same parameter; none where there are none.
type Abreast<const N: usize> = (f64, Option<[CurveVertex; N]>);

/// The runs of a trace, each without gaps.
type Runs<const N: usize> = Vec<Vec<[CurveVertex; N]>>;

impl Paths<'_> {
    /// The limits of totality and annularity with mountains and ground, in stretches of one kind and side. A
    /// limit ends where the Sun sets, to 0.15° of its altitude, and where mountains leave nothing of the ring
    /// or of totality.
    pub fn edge_limits(&self, edge: &TrueEdge) -> Result<Vec<PathLine>, Error> {
        let mut lines = Vec::new();
        self.for_each_stretch(Some(edge), |on| {
            let at =
                |section: Section| Ok(edge.point(&section.across_the_ground())?.map(|point| [point.vertex]));
            lines.extend(self.traced(&on, 1.0, &at)?.into_iter().map(|run| on.line(run)));
            Ok(())
        })?;
        Ok(lines)
    }

    /// The lines on which totality or the ring lasts a time, on the side of each limit.
    pub fn edge_durations(&self, edge: &TrueEdge, duration_s: f64) -> Result<Vec<PathLine>, Error> {
        let longer = if edge.is_smooth() { LONGER_IF_SMOOTH } else { LONGER };
        let mut lines = Vec::new();
        self.for_each_stretch(None, |on| {
            let aside = Cell::new(0.0);
            let at =
                |section: Section| Ok(edge.of_duration(&section, duration_s, &aside)?.map(|vertex| [vertex]));
            lines.extend(self.traced(&on, longer, &at)?.into_iter().map(|run| on.line(run)));
            Ok(())
        })?;
        Ok(lines)
    }

    /// A band along the limits on a side, as rings.
    pub fn edge_bands(&self, edge: &TrueEdge, band: EdgeBand, side: Side) -> Result<Vec<Ring>, Error> {
        let mut rings = Vec::new();
        self.for_each_stretch(Some(edge), |on| {
            if on.side != side {
                return Ok(());
            }
            let at = |section: Section| {
                let section = section.across_the_ground();
                let Some(found) = edge.point_and_moon(&section)? else { return Ok(None) };
                let (point, _) = &found;
                let place =
                    |distance: f64| Some(CurveVertex { t: point.vertex.t, ..section.place(distance)? });
                let [inner, outer] = match band {
                    EdgeBand::Sigma => {
                        let Some(sigma) = edge.sigma(&section, &found) else { return Ok(None) };
                        [place(point.distance - sigma), place(point.distance + sigma)]
                    }
                    EdgeBand::Valley => {
                        [Some(point.vertex), edge.without_valley(&section, &found).and_then(place)]
                    }
                };
                Ok(inner.zip(outer).map(<[CurveVertex; 2]>::from))
            };
            rings.extend(self.traced(&on, 1.0, &at)?.into_iter().filter(|run| run.len() > 1).map(|run| {
                let there = run.iter().map(|[inner, _]| *inner);
                let back = run.iter().rev().map(|[_, outer]| *outer);
                let vertices = there.chain(back).chain(run.first().map(|[inner, _]| *inner)).collect();
                Ring { vertices, kind: Some(on.kind) }
            }));
            Ok(())
        })?;
        Ok(rings)
    }

    /// The path of totality and annularity with mountains and ground, as rings; in a hybrid eclipse one for
    /// each stretch of a kind that has both limits.
    pub fn edge_area(&self, edge: &TrueEdge) -> Result<Vec<Ring>, Error> {
        let umbra = self.shared.umbra()?;
        let mut stretches = Vec::new();
        for curve in &umbra.limits {
            let beyond = self.beyond(edge, curve)?;
            let (curve, least_sine) = beyond.as_ref().map_or((curve, ANY_SINE), |curve| (curve, 0.0));
            self.each_stretch_on(curve, &[whole(curve)], least_sine, &mut |on| {
                let at = |section: Section| {
                    Ok(edge.point(&section.across_the_ground())?.map(|point| [point.vertex]))
                };
                let vertices: Vec<_> = self.traced(&on, 1.0, &at)?.into_iter().flatten().flatten().collect();
                let middle = on.curve.at((on.ends.0 + on.ends.1) / 2.0)?[0];
                stretches.push((on.curve.from.key(), on.kind, on.side, middle, vertices));
                Ok(())
            })?;
        }
        if stretches.len() == umbra.limits.len() {
            let Some(&(_, kind, ..)) = stretches.first() else { return Ok(Vec::new()) };
            let limit = |curve: &LimitCurve| {
                let found = stretches.iter().find(|(key, ..)| *key == curve.from.key());
                Ok(found.map(|(.., vertices)| vertices.clone()).unwrap_or_default())
            };
            // The limits begin a little beside the limits of the smooth Moon, where the horizon's pieces do.
            let vertices = umbra.ring_along(&limit, self.sampling, |ring, piece| ring.extend(piece))?;
            return Ok(vec![Ring { vertices, kind: Some(kind) }]);
        }
        stretches.sort_by(|(.., a, _), (.., b, _)| a.total_cmp(b));
        let rings = stretches.chunk_by(|a, b| a.1 == b.1).filter_map(|group| {
            let of = |side: Side| {
                let (.., vertices) = group.iter().find(|(_, _, of, ..)| *of == side)?;
                let mut vertices = vertices.clone();
                if vertices.first()?.t > vertices.last()?.t {
                    vertices.reverse();
                }
                // Mountains may leave nothing of a stretch.
                (vertices.len() > 1).then_some(vertices)
            };
            let (mut vertices, mut back) = (of(Side::North)?, of(Side::South)?);
            back.reverse();
            vertices.extend(back);
            vertices.extend(vertices.first().copied());
            Some(Ring { vertices, kind: Some(group[0].1) })
        });
        Ok(rings.collect())
    }

    /// [`Paths::row`] with mountains and ground: each limit is where the way from the axis through the limit
    /// of the smooth Moon meets the edge.
    pub fn edge_row(&self, edge: &TrueEdge, t: f64) -> Result<PathRow, Error> {
        let limit = |curve: &LimitCurve, u: f64| edge.through(curve, u);
        row::at(self.shared.umbra()?, self.shared.line()?, self.greatest(), t, &limit)
    }

    /// The stretches of the limits of the umbra over the least altitude; of an edge, to where that leaves the
    /// Earth.
    fn for_each_stretch(
        &self,
        edge: Option<&TrueEdge>,
        mut each: impl FnMut(SmoothStretch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for curve in &self.shared.umbra()?.limits {
            let beyond = match edge {
                Some(edge) if self.least_sine < LOW_SINE => self.beyond(edge, curve)?,
                _ => None,
            };
            match beyond {
                Some(curve) => {
                    self.each_stretch_on(&curve, &[whole(&curve)], self.least_sine, &mut each)?;
                }
                None => self.each_stretch_on(curve, &self.visible_on(curve)?, ANY_SINE, &mut each)?,
            }
        }
        Ok(())
    }

    /// The limit of the smooth Moon on an Earth so large that it leaves it only after the edge has left the
    /// ground, which may be inside of it by mountains of the Moon and the height of the ground; none if it is
    /// nowhere inside where the Sun is low, or if no limit is found there.
    pub(super) fn beyond<'a>(
        &self,
        edge: &TrueEdge,
        curve: &LimitCurve<'a>,
    ) -> Result<Option<LimitCurve<'a>>, Error> {
        let mut inside = 0.0f64;
        for u in pieces(curve, whole(curve), LOW_PIECE)? {
            let at = curve.at(u)?;
            if curve.limit.sin_altitude(at) < LOW_SINE {
                let is_total = curve.limit.touch(at).radius > 0.0;
                inside = inside.max(edge.inside(&curve.vertex(u)?, is_total)?);
            }
        }
        let is_inside = inside > LEAST_TOLERANCE;
        Ok(is_inside.then(|| curve.sized(1.0 + ROOM * inside + MORE_ROOM).ok()).flatten())
    }

    /// Stretches of a limit between two values of its parameter, each of one kind; the Sun is at least as
    /// high as `least_sine` on edges along them.
    fn each_stretch_on(
        &self,
        curve: &LimitCurve,
        stretches: &[(f64, f64)],
        least_sine: f64,
        each: &mut dyn FnMut(SmoothStretch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let sides = Sides::of(curve, self.greatest())?;
        for ends in stretches.iter().flat_map(|stretch| split(*stretch, &sides.pinches)) {
            let middle = (ends.0 + ends.1) / 2.0;
            let radius = curve.limit.touch(curve.at(middle)?).radius;
            let (kind, side) = (CentralKind::of_radius(radius), sides.at(middle)?);
            each(SmoothStretch { curve, ends, kind, side, radius: radius.abs(), least_sine })?;
        }
        Ok(())
    }

    /// Collects the results of `at` on the ways through the points of a stretch.
    fn traced<const N: usize>(
        &self,
        on: &SmoothStretch,
        longer: f64,
        at: &dyn Fn(Section) -> Result<Option<[CurveVertex; N]>, Error>,
    ) -> Result<Runs<N>, Error> {
        let is_total = on.kind == CentralKind::Total;
        // On a larger Earth, the limit runs on to where no observer on the ground has the Sun.
        let is_up = |at: &[CurveVertex; N]| {
            at.iter().take(1).all(|vertex| self.sun_at(vertex).altitude.sine() >= on.least_sine)
        };
        let find = |u: f64| Ok(at(Section::through(on.curve, u, is_total)?)?.filter(is_up));
        trace(&pieces(on.curve, on.ends, longer * PIECE)?, &find, self.tolerance(on.radius))
    }

    /// The distance of edges from curves, Earth radii; less where the other side of the umbra is near.
    pub(super) fn tolerance(&self, radius: f64) -> f64 {
        let km = match self.sampling.spacing {
            VertexSpacing::Tolerance { km } => km,
            VertexSpacing::Longitude { .. } => OTHERWISE_KM,
        };
        (CAUTION * km / EQUATORIAL_RADIUS_KM).min(f64::max(CLEAR * radius, LEAST_TOLERANCE))
    }
}

impl SmoothStretch<'_, '_> {
    fn line(&self, run: Vec<[CurveVertex; 1]>) -> PathLine {
        let vertices = run.into_iter().flatten().collect();
        PathLine { vertices, kind: Some(self.kind), side: Some(self.side) }
    }
}

/// The whole range of a curve's parameter.
fn whole(curve: &LimitCurve) -> (f64, f64) {
    (0.0, curve.pieces() as f64)
}

/// Values of a curve's parameter that cut a stretch into short pieces, both ends included.
fn pieces(curve: &LimitCurve, (from, to): (f64, f64), length: f64) -> Result<Vec<f64>, Error> {
    let mut cuts = vec![from];
    let inner = (from.floor() as usize + 1..to.ceil() as usize).map(|k| k as f64).chain([to]);
    let mut a = from;
    for b in inner {
        let [start, end] = [curve.vertex(a)?, curve.vertex(b)?].map(|vertex| vertex.place());
        let count = (norm(sub(end, start)) / length).ceil().max(1.0);
        cuts.extend((1..=count as usize).map(|k| a + (b - a) * k as f64 / count));
        a = b;
    }
    Ok(cuts)
}

/// Vertices of a curve with corners and gaps, as many as straight edges need; `cuts` are values of its
/// parameter between which it is looked at in three places at least.
pub(super) fn trace<const N: usize>(
    cuts: &[f64],
    at: &dyn Fn(f64) -> Result<Option<[CurveVertex; N]>, Error>,
    tolerance: f64,
) -> Result<Runs<N>, Error> {
    let mut runs = vec![Vec::new()];
    let mut push = |vertices: Option<[CurveVertex; N]>| match vertices {
        Some(vertices) => runs.last_mut().expect("a run is open").push(vertices),
        None => {
            if runs.last().is_some_and(|run| !run.is_empty()) {
                runs.push(Vec::new());
            }
        }
    };
    let mut here: Option<Abreast<N>> = None;
    for &u in cuts {
        let next = (u, at(u)?);
        if let Some(here) = &here {
            let middle = halfway(at, here, &next)?;
            let finest = FINEST * (u - here.0);
            between(at, [here, &middle, &next], (FOLLOWED * tolerance, finest), &mut push)?;
        }
        push(next.1);
        here = Some(next);
    }
    runs.retain(|run| !run.is_empty());
    Ok(runs.iter().map(|run| simplified(run, (1.0 - FOLLOWED) * tolerance)).collect())
}

/// The vertices of a run that straight edges need: of those between two that are kept, none is farther from
/// their edge than the tolerance. Source: Douglas & Peucker (1973), *Cartographica* 10, 112.
fn simplified<const N: usize>(run: &[[CurveVertex; N]], tolerance: f64) -> Vec<[CurveVertex; N]> {
    let mut kept = vec![false; run.len()];
    let mut stretches = vec![(0, run.len() - 1)];
    while let Some((from, to)) = stretches.pop() {
        (kept[from], kept[to]) = (true, true);
        let off =
            |k: usize| (0..N).map(|n| bend(&run[from][n], &run[k][n], &run[to][n]).abs()).fold(0.0, f64::max);
        let worst = (from + 1..to).map(|k| (k, off(k))).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((k, _)) = worst.filter(|(_, off)| *off > tolerance) {
            stretches.extend([(from, k), (k, to)]);
        }
    }
    run.iter().zip(kept).filter_map(|(vertices, kept)| kept.then_some(*vertices)).collect()
}

fn halfway<const N: usize>(
    at: &dyn Fn(f64) -> Result<Option<[CurveVertex; N]>, Error>,
    a: &Abreast<N>,
    b: &Abreast<N>,
) -> Result<Abreast<N>, Error> {
    let u = (a.0 + b.0) / 2.0;
    Ok((u, at(u)?))
}

/// Vertices between `a` and `b`, whose middle is `m`.
fn between<const N: usize>(
    at: &dyn Fn(f64) -> Result<Option<[CurveVertex; N]>, Error>,
    [a, m, b]: [&Abreast<N>; 3],
    (tolerance, finest): (f64, f64),
    push: &mut impl FnMut(Option<[CurveVertex; N]>),
) -> Result<(), Error> {
    let are_none = a.1.is_none() && m.1.is_none() && b.1.is_none();
    if are_none || b.0 - a.0 <= finest {
        return Ok(());
    }
    let (first, second) = (halfway(at, a, m)?, halfway(at, m, b)?);
    let is_straight = [&first, m, &second].into_iter().all(|on| match (&a.1, &on.1, &b.1) {
        (Some(a), Some(on), Some(b)) => (0..N).all(|k| bend(&a[k], &on[k], &b[k]).abs() <= tolerance),
        _ => false,
    });
    if is_straight {
        return Ok(());
    }
    between(at, [a, &first, m], (tolerance, finest), push)?;
    push(m.1);
    between(at, [m, &second, b], (tolerance, finest), push)
}
