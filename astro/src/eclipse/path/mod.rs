//! The curves of a solar eclipse on the Earth: limits, central line, rise and set, instants, contacts, regions.
//!
//! Everything comes from the published polynomials alone, for observers on the ellipsoid, a smooth Moon, no
//! refraction, and a Sun that is up when its centre is above the true horizon. Curves are followed in Earth-fixed
//! space, so that poles, the antimeridian and the pinches of hybrid eclipses are ordinary points; they are cut for
//! maps at output only, elsewhere.
//!
//! Reference: Chauvenet, *Spherical and Practical Astronomy* I (1863), chapter X; *Explanatory Supplement*
//! (1992), section 8.35; (2013), section 11.3.

mod centre;
mod cone;
mod contacts;
mod figure;
mod frame;
mod horizon;
mod instants;
mod limits;
mod maximum;
mod points;
mod sample;

pub use centre::Central;
pub use horizon::SunAt;
pub use points::{Mark, Point};
pub use sample::{Spacing, Vertex};

use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use centre::CentralLine;
use cone::Cone;
use figure::{Figure, LimitCurve};
use frame::Frame;
use sample::{Curve, sample, sample_between, stretches};

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
    fn at(what: &'static str, hours: f64) -> Self {
        Self { what, hours }
    }
}

/// What is seen on a stretch of the central path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CentralKind {
    /// The Sun is covered.
    Total,
    /// A ring remains.
    Annular,
}

/// On which side of the axis a limit lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// North.
    North,
    /// South.
    South,
}

/// A line on the Earth.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its vertices, in order.
    pub vertices: Vec<Vertex>,
    /// Total or annular, for the central line and its limits.
    pub kind: Option<CentralKind>,
    /// North or south, for limits.
    pub side: Option<Side>,
}

/// A line on which the eclipse begins or ends at sunrise or sunset.
#[derive(Debug, Clone, PartialEq)]
pub struct HorizonLine {
    /// Its vertices, in order.
    pub vertices: Vec<Vertex>,
    /// Whether the eclipse begins; otherwise it ends.
    pub begins: bool,
    /// Whether the Sun rises or sets.
    pub sun: SunAt,
}

/// A closed ring and what is seen inside.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// Vertices; the last is the first.
    pub vertices: Vec<Vertex>,
    /// Total or annular, for the central path.
    pub kind: Option<CentralKind>,
}

/// The curves of one eclipse.
pub struct Paths<'a> {
    elements: &'a Polynomials,
    spacing: Spacing,
    /// Sine of the least altitude of the Sun along lines.
    least_sine: f64,
    greatest: f64,
}

impl<'a> Paths<'a> {
    /// Curves with the given spacing of vertices and least airless altitude of the Sun's centre along lines, radians
    /// from −2° to 89°.
    ///
    /// Valid for elements of any eclipse. Errors of all methods: [`Error`], if a search fails.
    pub fn new(elements: &'a Polynomials, spacing: Spacing, least_altitude: f64) -> Result<Self, Error> {
        let slope = |t: f64| {
            let f = Frame::at(elements, t);
            f.x.value * f.x.rate + f.y.value * f.y.rate
        };
        let greatest =
            search::root(slope, -4.5, 4.5, 1e-9).map_err(|_| Error::at("greatest eclipse", 0.0))?;
        Ok(Self { elements, spacing, least_sine: least_altitude.sin(), greatest })
    }

    /// Greatest eclipse, hours of TD from t0.
    pub fn greatest(&self) -> f64 {
        self.greatest
    }

    fn figure(&self, q: f64) -> Result<Figure<'a>, Error> {
        // The height is the altitude's sine but for a factor within 0.7 % of 1.
        let floor = if self.least_sine < 0.0 { 1.02 * self.least_sine } else { 0.0 };
        Figure::of(self.elements, Cone::of_magnitude(self.elements, q), floor)
    }

    /// The central line, split where a hybrid eclipse changes its kind; empty if the axis misses the Earth.
    pub fn central_line(&self) -> Result<Vec<Line>, Error> {
        let Some(line) = CentralLine::of(self.elements)? else { return Ok(Vec::new()) };
        // sin h grows about as fast as φ from the ends.
        let line = if self.least_sine < 0.0 { line.beyond(0.3) } else { line };
        let mut lines = Vec::new();
        let visible = self.visible(line.pieces(), |u| Ok(line.sin_altitude(u)))?;
        for stretch in visible {
            for (from, to) in split(stretch, &self.transitions_on(&line)?) {
                let kind = self.kind_at(&line, (from + to) / 2.0)?;
                let vertices = sample_between(&line, (from, to), self.spacing)?;
                lines.push(Line { vertices, kind: Some(kind), side: None });
            }
        }
        Ok(lines)
    }

    /// Circumstances on the central line at a vertex of it; none if the axis misses the Earth.
    pub fn central_at(&self, t: f64) -> Result<Option<Central>, Error> {
        Ok(CentralLine::of(self.elements)?.map(|line| line.central(t)))
    }

    /// The limits of the line of magnitude `q`, 0 (penumbra) ≤ q < 1.
    pub fn limits(&self, q: f64) -> Result<Vec<Line>, Error> {
        let figure = self.figure(q)?;
        let mut lines = Vec::new();
        for curve in &figure.limits {
            let side = if curve.is_north(self.greatest) { Side::North } else { Side::South };
            for stretch in self.visible_on(curve)? {
                let vertices = sample_between(curve, stretch, self.spacing)?;
                lines.push(Line { vertices, kind: None, side: Some(side) });
            }
        }
        Ok(lines)
    }

    /// The limits of totality or annularity; in a hybrid eclipse each stretch has its own kind and side.
    pub fn central_limits(&self) -> Result<Vec<Line>, Error> {
        let figure = self.figure(1.0)?;
        let mut lines = Vec::new();
        for curve in &figure.limits {
            let whole = if curve.is_north(self.greatest) { Side::North } else { Side::South };
            let pinches = pinches(curve)?;
            for stretch in self.visible_on(curve)? {
                for (from, to) in split(stretch, &pinches) {
                    let at = curve.at((from + to) / 2.0)?;
                    let radius = curve.limit.touch(at).radius;
                    let kind = if radius > 0.0 { CentralKind::Total } else { CentralKind::Annular };
                    let side = match (pinches.is_empty(), radius * at[1].cos() < 0.0) {
                        (true, _) => whole,
                        (false, true) => Side::North,
                        (false, false) => Side::South,
                    };
                    let vertices = sample_between(curve, (from, to), self.spacing)?;
                    lines.push(Line { vertices, kind: Some(kind), side: Some(side) });
                }
            }
        }
        Ok(lines)
    }

    /// The curves on which the eclipse begins or ends at sunrise or sunset, split by meaning.
    pub fn rise_set(&self) -> Result<Vec<HorizonLine>, Error> {
        let figure = self.figure(0.0)?;
        let mut lines = Vec::new();
        for on in &figure.loops {
            for (begins, from, to) in on.meanings()? {
                let middle = on.sun((from + to) / 2.0)?;
                let vertices = sample(&on.arc(from, to), self.spacing)?;
                lines.push(HorizonLine { vertices, begins, sun: middle });
            }
        }
        Ok(lines)
    }

    /// The curves on which the eclipse is greatest at sunrise or sunset.
    pub fn maximum_on_horizon(&self) -> Result<Vec<Line>, Error> {
        let figure = self.figure(0.0)?;
        let of_loop = |on| {
            let curve = maximum::MaximumOnHorizon::of(self.elements, on)?;
            Ok(Line { vertices: sample(&curve, self.spacing)?, kind: None, side: None })
        };
        figure.loops.iter().map(of_loop).collect()
    }

    /// The lines on which the eclipse is greatest at the instant `t`, hours of TD from t0.
    pub fn isochrones(&self, t: f64) -> Result<Vec<Line>, Error> {
        let figure = Figure::of(self.elements, Cone::of_magnitude(self.elements, 0.0), 0.0)?;
        let mut edges = Vec::new();
        for curve in &figure.limits {
            for k in 0..curve.pieces() {
                let (a, b) = (curve.nodes[k].at[0] - t, curve.nodes[k + 1].at[0] - t);
                if (a < 0.0) != (b < 0.0) {
                    let gap = |u: f64| curve.at(u).map_or(f64::NAN, |p| p[0] - t);
                    let u = search::root(gap, k as f64, (k + 1) as f64, 1e-10)
                        .map_err(|_| Error::at("an instant on a limit", t))?;
                    edges.push(curve.at(u)?);
                }
            }
        }
        let lines = instants::isochrones(self.elements, t, &edges, self.spacing)?;
        Ok(lines.into_iter().map(|vertices| Line { vertices, kind: None, side: None }).collect())
    }

    /// The outline of the umbra or antumbra on the day side at the instant `t`, hours of TD from t0; none if it is
    /// not on the Earth.
    pub fn outline(&self, t: f64) -> Result<Option<Ring>, Error> {
        let umbra = Cone::of_magnitude(self.elements, 1.0);
        let kind = match umbra.radius(t, Frame::at(self.elements, t).zeta_or_horizon()) > 0.0 {
            true => CentralKind::Total,
            false => CentralKind::Annular,
        };
        let ring = instants::outline(self.elements, umbra, t, self.spacing)?;
        Ok(ring.map(|vertices| Ring { vertices, kind: Some(kind) }))
    }

    /// When the umbra touches the Earth, hours of TD from t0; none if it misses it.
    pub fn umbra_span(&self) -> Result<Option<(f64, f64)>, Error> {
        let contacts = contacts::Contacts::of(self.elements, &Cone::of_magnitude(self.elements, 1.0))?;
        Ok(contacts.map(|c| (c.first, c.last)))
    }

    /// When the penumbra touches the Earth, hours of TD from t0; none if it misses it.
    pub fn penumbra_span(&self) -> Result<Option<(f64, f64)>, Error> {
        let contacts = contacts::Contacts::of(self.elements, &Cone::of_magnitude(self.elements, 0.0))?;
        Ok(contacts.map(|c| (c.first, c.last)))
    }

    /// The ring around all places that see magnitude `q` or more with the Sun up; `q` = 0 is the whole region of the
    /// eclipse.
    pub fn region(&self, q: f64) -> Result<Option<Ring>, Error> {
        let vertices =
            Figure::of(self.elements, Cone::of_magnitude(self.elements, q), 0.0)?.ring(self.spacing)?;
        Ok((!vertices.is_empty()).then_some(Ring { vertices, kind: None }))
    }

    /// The central path as rings, one for each stretch of a kind.
    pub fn central_area(&self) -> Result<Vec<Ring>, Error> {
        Figure::of(self.elements, Cone::of_magnitude(self.elements, 1.0), 0.0)?.central_rings(self.spacing)
    }

    /// Contacts of the shadow with the Earth, ends of the central line, greatest eclipse and duration, transitions.
    pub fn points(&self) -> Result<Vec<Point>, Error> {
        points::points(self.elements, self.greatest)
    }

    fn visible(
        &self,
        pieces: usize,
        sine: impl Fn(f64) -> Result<f64, Error>,
    ) -> Result<Vec<(f64, f64)>, Error> {
        if self.least_sine == 0.0 {
            return Ok(vec![(0.0, pieces as f64)]);
        }
        stretches(pieces, |u| Ok(sine(u)? - self.least_sine))
    }

    fn visible_on(&self, curve: &LimitCurve) -> Result<Vec<(f64, f64)>, Error> {
        self.visible(curve.pieces(), |u| Ok(curve.limit.sin_altitude(curve.at(u)?)))
    }

    /// Parameters of the central line at which the kind changes.
    fn transitions_on(&self, line: &CentralLine) -> Result<Vec<f64>, Error> {
        Ok(points::transitions(line)?.into_iter().map(|t| line.parameter(t)).collect())
    }

    fn kind_at(&self, line: &CentralLine, u: f64) -> Result<CentralKind, Error> {
        let t = line.vertex(u)?.t;
        Ok(if line.umbra(t) < 0.0 { CentralKind::Total } else { CentralKind::Annular })
    }
}

/// Parameters of a limit at which the umbra has no radius.
fn pinches(curve: &LimitCurve) -> Result<Vec<f64>, Error> {
    let radius = |u: f64| curve.at(u).map_or(f64::NAN, |p| curve.limit.touch(p).radius);
    let mut found = Vec::new();
    for k in 0..curve.pieces() {
        let (a, b) = (radius(k as f64), radius((k + 1) as f64));
        if (a < 0.0) != (b < 0.0) {
            found.push(
                search::root(radius, k as f64, (k + 1) as f64, 1e-13)
                    .map_err(|_| Error::at("a pinch of the path", curve.nodes[k].at[0]))?,
            );
        }
    }
    Ok(found)
}

/// A range cut at the values that lie inside it.
fn split((from, to): (f64, f64), cuts: &[f64]) -> Vec<(f64, f64)> {
    let mut at = from;
    let mut parts = Vec::with_capacity(cuts.len() + 1);
    for &cut in cuts.iter().filter(|c| **c > from && **c < to) {
        parts.push((at, cut));
        at = cut;
    }
    parts.push((at, to));
    parts
}
