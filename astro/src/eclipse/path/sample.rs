//! Vertices along a curve: as many as straight edges in longitude and latitude need.

use super::error::Error;
use crate::constants::{ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS_KM};
use crate::math::angle::normalize_signed;
use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::math::vector::Vector;
use std::f64::consts::PI;

/// A point of a curve on the ellipsoid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveVertex {
    /// Hours of TD from t0; the instant of greatest magnitude there, or the one that the curve is about.
    pub t: f64,
    /// Geodetic latitude, radians.
    pub latitude: f64,
    /// Longitude east for ΔT = 0 (ephemeris longitude), radians in −π … π.
    pub longitude: f64,
}

impl CurveVertex {
    /// From an Earth-fixed place on the ellipsoid.
    pub(super) fn new(t: f64, [x, y, z]: Vector) -> Self {
        let latitude = (z / ((1.0 - ECCENTRICITY_SQUARED) * (x * x + y * y).sqrt())).arctangent();
        Self { t, latitude, longitude: y.arctangent2(x) }
    }

    /// Earth-fixed place on the ellipsoid, equatorial radii.
    pub(super) fn place(&self) -> Vector {
        let (s, c) = self.latitude.sine_cosine();
        let n = 1.0 / (1.0 - ECCENTRICITY_SQUARED * s * s).sqrt();
        let (sin, cos) = self.longitude.sine_cosine();
        [n * c * cos, n * c * sin, n * (1.0 - ECCENTRICITY_SQUARED) * s]
    }
}

/// A curve with a parameter that runs from 0 to [`ParametricCurve::pieces`]; each piece is smooth and short
/// enough that its middle tells how much it bends.
pub(super) trait ParametricCurve {
    /// Number of pieces.
    fn pieces(&self) -> usize;
    /// The point at `u`.
    fn vertex(&self, u: f64) -> Result<CurveVertex, Error>;
    /// Returns the distance at `u` to another curve that an edge must not cross, Earth radii.
    fn clearance(&self, _u: f64) -> Result<f64, Error> {
        Ok(f64::INFINITY)
    }
}

/// The density of vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VertexSpacing {
    /// No straight edge in longitude and latitude is further than this from the curve, km.
    Tolerance {
        /// The distance, km, from 0.0001 to 10,000.
        km: f64,
    },
    /// A vertex where the curve crosses a multiple of `1 / per_degree` degrees of longitude, and more where
    /// neighbours would be further apart than 1.5 such steps of arc.
    Longitude {
        /// Vertices in a degree, from 0.01 to 1000.
        per_degree: f64,
        /// Difference of geographic and ephemeris longitudes, radians, −100 … 100.
        shift: f64,
    },
}

impl VertexSpacing {
    /// Checks that all its figures are within their ranges.
    pub(super) fn check(self) -> Result<(), Error> {
        match self {
            Self::Tolerance { km } => Error::unless_in("a tolerance", &(1e-4..=1e4), km),
            Self::Longitude { per_degree, shift } => {
                Error::unless_in("a number of vertices in a degree", &(0.01..=1000.0), per_degree)?;
                Error::unless_in("a shift of longitudes", &(-100.0..=100.0), shift)
            }
        }
    }
}

/// The sampling of curves.
#[derive(Clone, Copy)]
pub(super) struct Sampling {
    /// The density of vertices.
    pub(super) spacing: VertexSpacing,
    /// Called for each vertex: a vertex takes some microseconds.
    pub(super) pause: fn(),
}

/// Part of the clearance by which an edge may deviate from its curve.
const CLEAR: f64 = 0.2;
/// Part of a short piece of a curve to which its crossing with a meridian is found.
const ON_MERIDIAN: f64 = 1e-7;
/// Part of a tolerance to which the looked-at points of an edge are held, for what lies between them.
pub(super) const CAUTION: f64 = 0.85;

/// The vertices of a whole curve, both ends included.
pub(super) fn sample(curve: &dyn ParametricCurve, sampling: Sampling) -> Result<Vec<CurveVertex>, Error> {
    sample_between(curve, (0.0, curve.pieces() as f64), sampling)
}

/// The vertices of a curve between two values of its parameter, both included.
pub(super) fn sample_between(
    curve: &dyn ParametricCurve,
    (from, to): (f64, f64),
    Sampling { spacing, pause }: Sampling,
) -> Result<Vec<CurveVertex>, Error> {
    let mut vertices = Vec::with_capacity(8 * curve.pieces());
    let mut at = from;
    let mut here = curve.vertex(from)?;
    vertices.push(here);
    while at < to {
        let end = (at.floor() + 1.0).min(to);
        let next = curve.vertex(end)?;
        match spacing {
            VertexSpacing::Tolerance { km } => {
                let tolerance = CAUTION * km / EQUATORIAL_RADIUS_KM;
                let coarseness =
                    |a: &CurveVertex, m: &CurveVertex, b: &CurveVertex| bend(a, m, b) / tolerance;
                let measure = Measure { coarseness: &coarseness, halving: 4.0, tolerance: Some(tolerance) };
                measure.refine(curve, (at, here), (end, next), &mut |(_, vertex)| {
                    pause();
                    vertices.push(vertex);
                })?;
                vertices.push(next);
            }
            VertexSpacing::Longitude { per_degree, shift } => {
                let step = (0.5 / per_degree).to_radians();
                let mut dense = vec![(at, here)];
                let coarseness = |a: &CurveVertex, _: &CurveVertex, b: &CurveVertex| distance(a, b) / step;
                let measure = Measure { coarseness: &coarseness, halving: 2.0, tolerance: None };
                measure.refine(curve, (at, here), (end, next), &mut |point| {
                    pause();
                    dense.push(point);
                })?;
                dense.push((end, next));
                for pair in dense.windows(2) {
                    let mut found = |vertex| {
                        pause();
                        vertices.push(vertex);
                    };
                    meridians(curve, pair[0], pair[1], per_degree, shift, &mut found)?;
                    let last = vertices.last().expect("a curve has its first vertex");
                    if distance(last, &pair[1].1) > step {
                        vertices.push(pair[1].1);
                    }
                }
                if end >= to && vertices.last() != Some(&next) {
                    vertices.push(next);
                }
            }
        }
        (at, here) = (end, next);
    }
    Ok(vertices)
}

/// Vertices at the multiples of a step of longitude that a short piece of a curve crosses, between two values
/// of its parameter and the points there.
fn meridians(
    curve: &dyn ParametricCurve,
    (from, a): (f64, CurveVertex),
    (to, b): (f64, CurveVertex),
    per_degree: f64,
    shift: f64,
    found: &mut dyn FnMut(CurveVertex),
) -> Result<(), Error> {
    let first = (a.longitude + shift).to_degrees() * per_degree;
    let last = first + normalize_signed(b.longitude - a.longitude).to_degrees() * per_degree;
    let (low, high) = (first.min(last).ceil() as i64, first.max(last).floor() as i64);
    let is_backwards = last < first;
    for k in 0..=high - low {
        let multiple = (if is_backwards { high - k } else { low + k }) as f64;
        if multiple == first || multiple == last {
            continue;
        }
        let longitude = normalize_signed((multiple / per_degree).to_radians() - shift);
        // The longitude at either end is less than half a turn from the meridian, on either side of it.
        let beyond = |v: &CurveVertex| normalize_signed(v.longitude - longitude);
        let value = |u: f64| curve.vertex(u).map_or(f64::NAN, |v| beyond(&v));
        let ends = [(from, &a), (to, &b)].map(|(t, v)| Sample { t, value: beyond(v) });
        let u = search::root_between(value, ends[0], ends[1], ON_MERIDIAN * (to - from))
            .map_err(|_| Error::at("the crossing of a meridian", a.t))?;
        found(CurveVertex { longitude, ..curve.vertex(u)? });
    }
    Ok(())
}

/// The stretches of a curve on which `f` is not negative, as ranges of its parameter.
pub(super) fn stretches(
    pieces: usize,
    f: impl Fn(f64) -> Result<f64, Error>,
) -> Result<Vec<(f64, f64)>, Error> {
    // Four samples a piece: no piece bends more than once.
    const LOOKS: usize = 4;
    let mut found = Vec::new();
    let mut start = None;
    let mut last = (0.0, f(0.0)?);
    if last.1 >= 0.0 {
        start = Some(0.0);
    }
    for k in 1..=LOOKS * pieces {
        let u = k as f64 / LOOKS as f64;
        let value = f(u)?;
        if (value >= 0.0) != (last.1 >= 0.0) {
            let at = search::root(|u| f(u).unwrap_or(f64::NAN), last.0, u, 1e-12)
                .map_err(|_| Error::at("an end of a stretch", u))?;
            match start.take() {
                Some(from) => found.push((from, at)),
                None => start = Some(at),
            }
        }
        last = (u, value);
    }
    if let Some(from) = start {
        found.push((from, pieces as f64));
    }
    Ok(found)
}

/// A range cut at the values that lie inside it, which ascend.
pub(super) fn split((from, to): (f64, f64), cuts: &[f64]) -> Vec<(f64, f64)> {
    let mut at = from;
    let mut parts = Vec::with_capacity(cuts.len() + 1);
    for &cut in cuts.iter().filter(|c| **c > from && **c < to) {
        parts.push((at, cut));
        at = cut;
    }
    parts.push((at, to));
    parts
}

/// A stretch of a curve with the point in its middle.
#[derive(Clone, Copy)]
struct CurveStretch {
    from: (f64, CurveVertex),
    middle: (f64, CurveVertex),
    to: (f64, CurveVertex),
    /// Coarseness of the straight edge from end to end: 1 is as coarse as edges may be; negative where the
    /// curve bends to the left of it.
    coarseness: f64,
}

/// The coarseness of an edge between two vertices with one between them.
type Coarseness<'a> = dyn Fn(&CurveVertex, &CurveVertex, &CurveVertex) -> f64 + 'a;

/// Tells how coarse an edge is.
struct Measure<'a> {
    /// The coarseness of an edge between both ends, from a point between them.
    coarseness: &'a Coarseness<'a>,
    /// The factor by which the halves of a stretch that bends evenly have less.
    halving: f64,
    /// The distance at which an edge has a coarseness of 1, Earth radii; none if that is not a distance.
    tolerance: Option<f64>,
}

impl Measure<'_> {
    fn stretch(
        &self,
        curve: &dyn ParametricCurve,
        from: (f64, CurveVertex),
        to: (f64, CurveVertex),
    ) -> Result<CurveStretch, Error> {
        let u = (from.0 + to.0) / 2.0;
        let middle = (u, curve.vertex(u)?);
        let finer = match self.tolerance {
            Some(tolerance) => (tolerance / (CLEAR * curve.clearance(u)?)).max(1.0),
            None => 1.0,
        };
        let coarseness = finer * (self.coarseness)(&from.1, &middle.1, &to.1);
        Ok(CurveStretch { from, middle, to, coarseness })
    }

    /// Vertices between both ends of a piece of a curve.
    fn refine(
        &self,
        curve: &dyn ParametricCurve,
        from: (f64, CurveVertex),
        to: (f64, CurveVertex),
        found: &mut dyn FnMut((f64, CurveVertex)),
    ) -> Result<(), Error> {
        let whole = self.stretch(curve, from, to)?;
        self.refine_stretch(curve, &whole, false, found)
    }

    /// Vertices between both ends of a stretch.
    ///
    /// If the stretch of which it is a half bends evenly, the coarseness of its own halves and thirds follows
    /// without a look. If not, the curve may bend one way and then the other, with its middle on the edge:
    /// there samples at the quarters decide.
    fn refine_stretch(
        &self,
        curve: &dyn ParametricCurve,
        whole: &CurveStretch,
        bends_evenly: bool,
        found: &mut dyn FnMut((f64, CurveVertex)),
    ) -> Result<(), Error> {
        let (a, b) = (whole.from.0, whole.to.0);
        if whole.middle.0 <= a || whole.middle.0 >= b {
            // Numbers are no denser: the curve leaps in longitude, over a pole.
            return Ok(());
        }
        let coarse = whole.coarseness.abs();
        if bends_evenly {
            // Room is left for what is not quite even.
            if coarse <= 1.0 {
                return Ok(());
            }
            if coarse < 0.75 * self.halving {
                found(whole.middle);
                return Ok(());
            }
            if coarse < 0.4 * self.halving * self.halving {
                let third = (b - a) / 3.0;
                for u in [a + third, b - third] {
                    found((u, curve.vertex(u)?));
                }
                return Ok(());
            }
        }
        let first = self.stretch(curve, whole.from, whole.middle)?;
        let second = self.stretch(curve, whole.middle, whole.to)?;
        if coarse <= 1.0 {
            let is_fine =
                |quarter: &CurveVertex| (self.coarseness)(&whole.from.1, quarter, &whole.to.1).abs() <= 1.0;
            if is_fine(&first.middle.1) && is_fine(&second.middle.1) {
                return Ok(());
            }
        }
        let even = whole.coarseness / self.halving;
        let is_even = |half: &CurveStretch| (0.65..1.5).contains(&(half.coarseness / even));
        let halves_bend_evenly = is_even(&first) && is_even(&second);
        self.refine_stretch(curve, &first, halves_bend_evenly, found)?;
        found(whole.middle);
        self.refine_stretch(curve, &second, halves_bend_evenly, found)
    }
}

/// Distance of the middle vertex from the straight edge of longitude and latitude between its neighbours,
/// Earth radii; negative to the left of it.
pub(super) fn bend(a: &CurveVertex, m: &CurveVertex, b: &CurveVertex) -> f64 {
    let east = m.latitude.cosine();
    // Longitudes are within a turn of each other, and mostly within half of one.
    let signed = |turn: f64| if turn.abs() < PI { turn } else { normalize_signed(turn) };
    let flat = |p: &CurveVertex| (signed(p.longitude - m.longitude) * east, p.latitude - m.latitude);
    let ((xa, ya), (xb, yb)) = (flat(a), flat(b));
    let (dx, dy) = (xb - xa, yb - ya);
    let length2 = dx * dx + dy * dy;
    if length2 == 0.0 {
        return (xa * xa + ya * ya).sqrt();
    }
    let along = (-(xa * dx + ya * dy) / length2).clamp(0.0, 1.0);
    let (x, y) = (xa + along * dx, ya + along * dy);
    (x * x + y * y).sqrt().copysign(x * dy - y * dx)
}

/// Arc between two vertices, radians.
fn distance(a: &CurveVertex, b: &CurveVertex) -> f64 {
    let (dlat, dlon) = (b.latitude - a.latitude, b.longitude - a.longitude);
    let h = (dlat / 2.0).sine().integer_power(2)
        + a.latitude.cosine() * b.latitude.cosine() * (dlon / 2.0).sine().integer_power(2);
    2.0 * h.sqrt().min(1.0).arcsine()
}
