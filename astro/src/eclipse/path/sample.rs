//! Vertices along a curve: as many as straight edges in longitude and latitude need.

use super::Error;
use crate::constants::{ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS_KM};
use crate::math::angle::normalize_signed;
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

/// More halvings of a piece than any tolerance needs.
const MOST_HALVINGS: u32 = 24;

/// The vertices of a curve, both ends included.
pub(super) fn sample(curve: &impl Curve, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
    let mut vertices = Vec::with_capacity(8 * curve.pieces());
    let mut here = curve.vertex(0.0)?;
    vertices.push(here);
    for piece in 0..curve.pieces() {
        let next = curve.vertex((piece + 1) as f64)?;
        let ends = (piece as f64, (piece + 1) as f64);
        match spacing {
            Spacing::Tolerance { km } => {
                let tolerance = km / EQUATORIAL_RADIUS_KM;
                refine(curve, ends, (here, next), &mut vertices, MOST_HALVINGS, &|a, m, b| {
                    bend(a, m, b) > tolerance
                })?;
            }
            Spacing::Longitude { per_degree, .. } => {
                let step = (1.5 / per_degree).to_radians();
                refine(curve, ends, (here, next), &mut vertices, MOST_HALVINGS, &|a, _, b| {
                    distance(a, b) > step
                })?;
            }
        }
        vertices.push(next);
        here = next;
    }
    Ok(vertices)
}

fn refine(
    curve: &impl Curve,
    (a, b): (f64, f64),
    (from, to): (Vertex, Vertex),
    vertices: &mut Vec<Vertex>,
    halvings: u32,
    is_coarse: &impl Fn(&Vertex, &Vertex, &Vertex) -> bool,
) -> Result<(), Error> {
    if halvings == 0 {
        return Ok(());
    }
    let middle = (a + b) / 2.0;
    let at = curve.vertex(middle)?;
    if !is_coarse(&from, &at, &to) {
        return Ok(());
    }
    refine(curve, (a, middle), (from, at), vertices, halvings - 1, is_coarse)?;
    vertices.push(at);
    refine(curve, (middle, b), (at, to), vertices, halvings - 1, is_coarse)
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
