//! Curves of a solar eclipse on the Earth: limits, central line, rise and set, contacts, regions.

mod centre;
mod cone;
mod contacts;
mod figure;
mod frame;
mod horizon;
mod limits;
mod sample;

pub use centre::{Central, CentralLine};
pub use horizon::SunAt;
pub use sample::{Spacing, Vertex};

use crate::eclipse::besselian::Polynomials;
use cone::Cone;
use figure::Figure;
use sample::sample;

/// A curve could not be computed; a wrong one is never given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no {what} found near {hours} h from t0")]
pub struct Error {
    /// What was sought.
    pub what: &'static str,
    /// Where, hours of TD from t0.
    pub hours: f64,
}

impl Error {
    pub(crate) fn at(what: &'static str, hours: f64) -> Self {
        Self { what, hours }
    }
}

/// Vertices of the limits of magnitude `q`.
pub fn limit_vertices(elements: &Polynomials, q: f64, spacing: Spacing) -> Result<Vec<Vec<Vertex>>, Error> {
    let figure = Figure::of(elements, Cone::of_magnitude(elements, q))?;
    figure.limits.iter().map(|l| sample(l, spacing)).collect()
}

/// Vertices of the ring of magnitude `q`.
pub fn ring(elements: &Polynomials, q: f64, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
    Figure::of(elements, Cone::of_magnitude(elements, q))?.ring(spacing)
}

/// The central line.
pub fn central_line(elements: &Polynomials) -> Result<Option<CentralLine<'_>>, Error> {
    CentralLine::of(elements)
}

/// Vertices of the central line.
pub fn central_vertices(line: &CentralLine, spacing: Spacing) -> Result<Vec<Vertex>, Error> {
    sample(line, spacing)
}

/// The point of the central line at an instant.
pub fn central_at(line: &CentralLine, t: f64) -> Vertex {
    let (frame, point) = line.point(t);
    Vertex::new(t, frame.to_earth(point))
}
