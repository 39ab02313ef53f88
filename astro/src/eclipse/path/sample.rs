//! Vertices along a curve: as many as straight edges in longitude and latitude need.

use super::Error;
use crate::constants::{ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS_KM};
use crate::math::angle::normalize_signed;
use crate::math::search;
use crate::math::vector::Vector;

/// A point of a curve on the ellipsoid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Hours of TD from t0; the instant of greatest magnitude there, or the one that the curve is about.
    pub t: f64,
    /// Geodetic latitude, radians.
    pub latitude: f64,
    /// Longitude east for ΔT = 0 (ephemeris longitude), radians in −π … π.
    pub longitude: f64,
}

impl Vertex {
    /// From an Earth-fixed place on the ellipsoid.
    pub(super) fn new(t: f64, [x, y, z]: Vector) -> Self {
        let latitude = (z / (1.0 - ECCENTRICITY_SQUARED)).atan2(x.hypot(y));
        Self { t, latitude, longitude: y.atan2(x) }
    }

    /// Earth-fixed place on the ellipsoid, equatorial radii.
    pub(super) fn place(&self) -> Vector {
        let (s, c) = self.latitude.sin_cos();
        let n = 1.0 / (1.0 - ECCENTRICITY_SQUARED * s * s).sqrt();
        let (sin, cos) = self.longitude.sin_cos();
        [n * c * cos, n * c * sin, n * (1.0 - ECCENTRICITY_SQUARED) * s]
    }
}

/// A curve with a parameter that runs from 0 to [`Curve::pieces`]; each piece is smooth and short enough that its
/// middle tells how much it bends.
pub(super) trait Curve {
    /// Number of pieces.
    fn pieces(&self) -> usize;
    /// The point at `u`.
    fn vertex(&self, u: f64) -> Result<Vertex, Error>;
}

/// How dense vertices are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spacing {
    /// No straight edge in longitude and latitude is further than this from the curve, km.
    Tolerance {
        /// The distance, km.
        km: f64,
    },
    /// A vertex where the curve crosses a multiple of `1 / per_degree` degrees of longitude, and more where
    /// neighbours would be further apart than 1.5 such steps of arc.
    Longitude {
        /// Vertices in a degree.
        per_degree: f64,
        /// What is added to ephemeris longitudes to have geographic ones, radians.
        shift: f64,
    },
}

/// The vertices of a whole curve, both ends included.
pub(super) fn sample(curve: &impl Curve, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
    sample_between(curve, (0.0, curve.pieces() as f64), spacing)
}

/// The vertices of a curve between two values of its parameter, both included.
pub(super) fn sample_between(
    curve: &impl Curve,
    (from, to): (f64, f64),
    spacing: Spacing,
) -> Result<Vec<Vertex>, Error> {
    let mut vertices = Vec::with_capacity(8 * curve.pieces());
    let mut at = from;
    let mut here = curve.vertex(from)?;
    vertices.push(here);
    while at < to {
        let end = (at.floor() + 1.0).min(to);
        let next = curve.vertex(end)?;
        match spacing {
            Spacing::Tolerance { km } => {
                let tolerance = km / EQUATORIAL_RADIUS_KM;
                let coarseness = |a: &Vertex, m: &Vertex, b: &Vertex| bend(a, m, b) / tolerance;
                let measure = Measure { coarseness, halving: 4.0 };
                measure.refine(curve, ((at, here), (end, next)), None, &mut vertices)?;
                vertices.push(next);
            }
            Spacing::Longitude { per_degree, shift } => {
                let step = (0.5 / per_degree).to_radians();
                let mut dense = vec![here];
                let coarseness = |a: &Vertex, _: &Vertex, b: &Vertex| distance(a, b) / step;
                let measure = Measure { coarseness, halving: 2.0 };
                measure.refine(curve, ((at, here), (end, next)), None, &mut dense)?;
                dense.push(next);
                for pair in dense.windows(2) {
                    meridians(pair, per_degree, shift, &mut vertices);
                    let last = vertices.last().expect("a curve has its first vertex");
                    if distance(last, &pair[1]) > step {
                        vertices.push(pair[1]);
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

/// Vertices at the multiples of a step of longitude that an edge crosses. An edge is a third of a step long, so that
/// a straight line between its ends is the curve.
fn meridians(edge: &[Vertex], per_degree: f64, shift: f64, vertices: &mut Vec<Vertex>) {
    let steps = |v: &Vertex| (v.longitude + shift).to_degrees() * per_degree;
    let [a, b] = [edge[0], edge[1]];
    let from = steps(&a);
    let run = normalize_signed(b.longitude - a.longitude);
    let to = from + run.to_degrees() * per_degree;
    let (low, high) = (from.min(to).ceil(), from.max(to).floor());
    let mut multiples: Vec<f64> = Vec::new();
    let mut k = low;
    while k <= high {
        multiples.push(k);
        k += 1.0;
    }
    if to < from {
        multiples.reverse();
    }
    for k in multiples {
        let u = (k - from) / (to - from);
        if u > 0.0 && u < 1.0 {
            vertices.push(Vertex {
                t: a.t + u * (b.t - a.t),
                latitude: a.latitude + u * (b.latitude - a.latitude),
                longitude: normalize_signed((k / per_degree).to_radians() - shift),
            });
        }
    }
}

/// The stretches of a curve on which `f` is not negative, as ranges of its parameter.
pub(super) fn stretches(
    pieces: usize,
    f: impl Fn(f64) -> Result<f64, Error>,
) -> Result<Vec<(f64, f64)>, Error> {
    // Four looks a piece: no piece bends more than once.
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

/// Tells how coarse an edge is.
struct Measure<F> {
    /// Of both ends and a point between them; an edge of at most 1 stays.
    coarseness: F,
    /// How much less the halves of a regular edge have.
    halving: f64,
}

impl<F: Fn(&Vertex, &Vertex, &Vertex) -> f64> Measure<F> {
    /// Vertices between both ends of a stretch of a curve.
    ///
    /// `whole` is the coarseness of the edge of which the stretch is a half, if it is known. A half that is about
    /// as coarse as it has to be is regular: what its own halves and thirds have is known without a look. Where it
    /// is not, the curve may turn one way and then the other, with its middle on the edge: there a look at the
    /// quarters decides.
    fn refine(
        &self,
        curve: &impl Curve,
        ((a, from), (b, to)): ((f64, Vertex), (f64, Vertex)),
        whole: Option<f64>,
        vertices: &mut Vec<Vertex>,
    ) -> Result<(), Error> {
        let middle = (a + b) / 2.0;
        if middle <= a || middle >= b {
            // Numbers are no denser: the curve has a gap, as at a pole.
            return Ok(());
        }
        let at = curve.vertex(middle)?;
        let mut coarseness = (self.coarseness)(&from, &at, &to);
        let is_regular = whole.is_some_and(|w| {
            let regular = w / self.halving;
            (regular / 3.0..2.0 * regular).contains(&coarseness)
        });
        if coarseness <= 1.0 && !is_regular {
            for quarter in [(a + middle) / 2.0, (middle + b) / 2.0] {
                coarseness = coarseness.max((self.coarseness)(&from, &curve.vertex(quarter)?, &to));
            }
        }
        if coarseness <= 1.0 {
            return Ok(());
        }
        // Room is left for edges that bend unevenly.
        if is_regular && coarseness < 0.75 * self.halving {
            vertices.push(at);
            return Ok(());
        }
        if is_regular && coarseness < 0.4 * self.halving * self.halving {
            let third = (b - a) / 3.0;
            vertices.push(curve.vertex(a + third)?);
            vertices.push(curve.vertex(b - third)?);
            return Ok(());
        }
        self.refine(curve, ((a, from), (middle, at)), Some(coarseness), vertices)?;
        vertices.push(at);
        self.refine(curve, ((middle, at), (b, to)), Some(coarseness), vertices)
    }
}

/// Distance of the middle vertex from the straight edge of longitude and latitude between its neighbours,
/// Earth radii.
fn bend(a: &Vertex, m: &Vertex, b: &Vertex) -> f64 {
    let east = m.latitude.cos();
    let flat = |p: &Vertex| (normalize_signed(p.longitude - m.longitude) * east, p.latitude - m.latitude);
    let ((xa, ya), (xb, yb)) = (flat(a), flat(b));
    let (dx, dy) = (xb - xa, yb - ya);
    let length2 = dx * dx + dy * dy;
    if length2 == 0.0 {
        return xa.hypot(ya);
    }
    let along = (-(xa * dx + ya * dy) / length2).clamp(0.0, 1.0);
    (xa + along * dx).hypot(ya + along * dy)
}

/// Arc between two vertices, radians.
fn distance(a: &Vertex, b: &Vertex) -> f64 {
    let (dlat, dlon) = (b.latitude - a.latitude, b.longitude - a.longitude);
    let h = (dlat / 2.0).sin().powi(2) + a.latitude.cos() * b.latitude.cos() * (dlon / 2.0).sin().powi(2);
    2.0 * h.sqrt().min(1.0).asin()
}
