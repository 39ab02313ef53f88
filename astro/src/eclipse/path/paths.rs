//! All curves of one eclipse, computed when they are asked for.

use super::centre::{Central, CentralLine};
use super::cone::Cone;
use super::contacts::Contacts;
use super::curves::{HorizonLine, Line, Ring};
use super::error::Error;
use super::figure::Figure;
use super::frame::{Shadow, SunPlace};
use super::kind::{CentralKind, Side};
use super::limit_curve::LimitCurve;
use super::maximum::MaximumOnHorizon;
use super::points::{self, Point};
use super::row::{self, Row};
use super::sample::{Curve, Spacing, Vertex, sample, sample_between, split, stretches};
use super::{hybrid, isochrone, outline};
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use std::cell::OnceCell;

/// Hours about t0 within which greatest eclipse lies, with room to spare.
const SEARCH_HOURS: f64 = 4.5;

/// The curves of one eclipse.
///
/// Times are hours of TD from t0 of the elements; longitudes are those for ΔT = 0. What several curves share,
/// the limits of penumbra and umbra, is followed once.
pub struct Paths<'a> {
    shadow: Shadow<'a>,
    spacing: Spacing,
    /// Sine of the least altitude of the Sun along lines.
    least_sine: f64,
    greatest: f64,
    line: OnceCell<Option<CentralLine<'a>>>,
    penumbra: OnceCell<Figure<'a>>,
    umbra: OnceCell<Figure<'a>>,
    penumbra_contacts: OnceCell<Option<Contacts>>,
    umbra_contacts: OnceCell<Option<Contacts>>,
}

impl<'a> Paths<'a> {
    /// Curves with the given spacing of vertices and least airless altitude of the Sun's centre along lines,
    /// radians from −2° to 89°.
    ///
    /// Regions, curves on the horizon, isochrones and outlines always end where the Sun's centre is on the
    /// horizon. Valid for elements of any eclipse. Errors of all methods: [`Error`], if a search fails.
    pub fn new(elements: &'a Polynomials, spacing: Spacing, least_altitude: f64) -> Result<Self, Error> {
        let shadow = Shadow::new(elements);
        let slope = |t: f64| {
            let f = shadow.frame(t);
            f.x.value * f.x.rate + f.y.value * f.y.rate
        };
        let greatest = search::root(slope, -SEARCH_HOURS, SEARCH_HOURS, 1e-9)
            .map_err(|_| Error::at("greatest eclipse", 0.0))?;
        Ok(Self {
            shadow,
            spacing,
            least_sine: least_altitude.sin(),
            greatest,
            line: OnceCell::new(),
            penumbra: OnceCell::new(),
            umbra: OnceCell::new(),
            penumbra_contacts: OnceCell::new(),
            umbra_contacts: OnceCell::new(),
        })
    }

    /// Greatest eclipse, hours of TD from t0.
    pub fn greatest(&self) -> f64 {
        self.greatest
    }

    fn line(&self) -> Result<Option<CentralLine<'a>>, Error> {
        once(&self.line, || CentralLine::of(self.shadow)).copied()
    }

    fn penumbra(&self) -> Result<&Figure<'a>, Error> {
        let cone = Cone::penumbra(self.shadow.elements);
        once(&self.penumbra, || Figure::between(self.penumbra_contacts()?, self.shadow, cone))
    }

    fn umbra(&self) -> Result<&Figure<'a>, Error> {
        let cone = Cone::umbra(self.shadow.elements);
        once(&self.umbra, || Figure::between(self.umbra_contacts()?, self.shadow, cone))
    }

    fn penumbra_contacts(&self) -> Result<Option<Contacts>, Error> {
        let cone = Cone::penumbra(self.shadow.elements);
        once(&self.penumbra_contacts, || Contacts::of(self.shadow, &cone)).copied()
    }

    fn umbra_contacts(&self) -> Result<Option<Contacts>, Error> {
        let cone = Cone::umbra(self.shadow.elements);
        once(&self.umbra_contacts, || Contacts::of(self.shadow, &cone)).copied()
    }

    /// The central line, split where a hybrid eclipse changes its kind; empty if the axis misses the Earth.
    pub fn central_line(&self) -> Result<Vec<Line>, Error> {
        let Some(line) = self.line()? else { return Ok(Vec::new()) };
        let transitions = points::transitions(&line)?;
        let line = if self.least_sine < 0.0 { line.beyond_the_horizon() } else { line };
        let cuts: Vec<f64> = transitions.into_iter().map(|t| line.parameter(t)).collect();
        let mut lines = Vec::new();
        for stretch in self.visible(line.pieces(), |u| Ok(line.sin_altitude(u)))? {
            for (from, to) in split(stretch, &cuts) {
                let middle = line.vertex((from + to) / 2.0)?.t;
                let kind = CentralKind::of_radius(-line.umbra(middle));
                let vertices = sample_between(&line, (from, to), self.spacing)?;
                lines.push(Line { vertices, kind: Some(kind), side: None });
            }
        }
        Ok(lines)
    }

    /// The limits of the places that see magnitude `q` or more, 0 (penumbra) ≤ q < 1.
    pub fn limits(&self, q: f64) -> Result<Vec<Line>, Error> {
        if q == 0.0 {
            return self.lines_of(self.penumbra()?);
        }
        self.lines_of(&Figure::of(self.shadow, Cone::of_magnitude(self.shadow.elements, q))?)
    }

    /// The limits of the places that see an obscuration of `share` or more, 0 < share < 1: the covered part
    /// of the Sun's disk.
    ///
    /// Empty as well where an annular eclipse does not cover that much anywhere on some stretch of its path:
    /// such a line would begin and end on the path itself.
    pub fn obscuration_limits(&self, share: f64) -> Result<Vec<Line>, Error> {
        match Cone::of_obscuration(self.shadow.elements, share) {
            Some(cone) => self.lines_of(&Figure::of(self.shadow, cone)?),
            None => Ok(Vec::new()),
        }
    }

    fn lines_of(&self, figure: &Figure<'a>) -> Result<Vec<Line>, Error> {
        let mut lines = Vec::new();
        for curve in &self.to_least_altitude(figure)? {
            let side = curve.side(self.greatest);
            // Where a magnitude is more than an annular eclipse has on its axis, the cone has no radius.
            let cuts = hybrid::pinches(curve)?;
            for stretch in self.visible_on(curve)? {
                for (from, to) in split(stretch, &cuts) {
                    if curve.limit.touch(curve.at((from + to) / 2.0)?).radius < 0.0 {
                        continue;
                    }
                    let vertices = sample_between(curve, (from, to), self.spacing)?;
                    lines.push(Line { vertices, kind: None, side: Some(side) });
                }
            }
        }
        Ok(lines)
    }

    /// The limits of totality or annularity; in a hybrid eclipse each stretch has its own kind and side.
    pub fn central_limits(&self) -> Result<Vec<Line>, Error> {
        let mut lines = Vec::new();
        for curve in &self.to_least_altitude(self.umbra()?)? {
            let whole = curve.side(self.greatest);
            let pinches = hybrid::pinches(curve)?;
            for stretch in self.visible_on(curve)? {
                for (from, to) in split(stretch, &pinches) {
                    let at = curve.at((from + to) / 2.0)?;
                    let radius = curve.limit.touch(at).radius;
                    let side = if pinches.is_empty() { whole } else { Side::of(radius * at[1].cos()) };
                    let vertices = sample_between(curve, (from, to), self.spacing)?;
                    let kind = Some(CentralKind::of_radius(radius));
                    lines.push(Line { vertices, kind, side: Some(side) });
                }
            }
        }
        Ok(lines)
    }

    /// The curves on which the eclipse begins or ends at sunrise or sunset, split by meaning.
    pub fn rise_set(&self) -> Result<Vec<HorizonLine>, Error> {
        let mut lines = Vec::new();
        for on in &self.penumbra()?.loops {
            for (begins, from, to) in on.meanings()? {
                let sun = on.sun((from + to) / 2.0)?;
                let vertices = sample(&on.arc(from, to), self.spacing)?;
                lines.push(HorizonLine { vertices, begins, sun });
            }
        }
        Ok(lines)
    }

    /// The curves on which the eclipse is greatest at sunrise or sunset.
    pub fn maximum_on_horizon(&self) -> Result<Vec<Line>, Error> {
        let of_loop = |on| {
            let curve = MaximumOnHorizon::of(self.shadow, on)?;
            Ok(Line { vertices: sample(&curve, self.spacing)?, kind: None, side: None })
        };
        self.penumbra()?.loops.iter().map(of_loop).collect()
    }

    /// The lines on which the eclipse is greatest at the instant `t`.
    pub fn isochrones(&self, t: f64) -> Result<Vec<Line>, Error> {
        let curves = isochrone::at(self.penumbra()?, t)?;
        let line = |curve| Ok(Line { vertices: sample(&curve, self.spacing)?, kind: None, side: None });
        curves.into_iter().map(line).collect()
    }

    /// The outline of the umbra or antumbra on the day side at the instant `t`; none if it is not on the
    /// Earth.
    pub fn outline(&self, t: f64) -> Result<Option<Ring>, Error> {
        let ring = outline::outline(self.shadow, t, self.spacing)?;
        Ok(ring.map(|vertices| Ring { vertices, kind: Some(self.kind_at(t)) }))
    }

    /// What the umbra is at `t` where the axis meets the ground, or on the horizon beside it where it misses.
    pub fn kind_at(&self, t: f64) -> CentralKind {
        let umbra = Cone::umbra(self.shadow.elements);
        CentralKind::of_radius(umbra.radius(t, self.shadow.frame(t).zeta_or_horizon()))
    }

    /// When the umbra touches the Earth first and last; none if it misses it.
    pub fn umbra_span(&self) -> Result<Option<(f64, f64)>, Error> {
        Ok(self.umbra_contacts()?.map(|c| (c.first, c.last)))
    }

    /// When the penumbra touches the Earth first and last; none if it misses it.
    pub fn penumbra_span(&self) -> Result<Option<(f64, f64)>, Error> {
        Ok(self.penumbra_contacts()?.map(|c| (c.first, c.last)))
    }

    /// The ring around all places that see magnitude `q` or more with the Sun up; `q` = 0 is the whole region
    /// of the eclipse, `q` = 1 the whole path of totality and annularity.
    pub fn region(&self, q: f64) -> Result<Option<Ring>, Error> {
        let vertices = match q {
            0.0 => self.penumbra()?.ring(self.spacing)?,
            1.0 => self.umbra()?.ring(self.spacing)?,
            _ => Figure::of(self.shadow, Cone::of_magnitude(self.shadow.elements, q))?.ring(self.spacing)?,
        };
        Ok((!vertices.is_empty()).then_some(Ring { vertices, kind: None }))
    }

    /// The path of totality and annularity as rings, one for each stretch of a kind.
    pub fn central_area(&self) -> Result<Vec<Ring>, Error> {
        hybrid::rings(self.umbra()?, self.spacing)
    }

    /// A place that is outside every region of the eclipse: the one that has the Sun in its nadir at t0.
    pub fn outside(&self) -> Vertex {
        let f = self.shadow.frame(0.0);
        let [xi, eta, zeta] = [0.0, 0.0, -1.0];
        Vertex::new(0.0, f.earth_fixed([xi, eta, zeta]))
    }

    /// Contacts of the shadow with the Earth, ends of the central line, greatest eclipse and duration,
    /// transitions; in the order of time.
    pub fn points(&self) -> Result<Vec<Point>, Error> {
        points::points(self.shadow, self.greatest, self.penumbra_contacts()?, self.umbra_contacts()?)
    }

    /// Circumstances on the central line at the instant of a vertex of it; none where the axis misses the
    /// Earth.
    pub fn central_at(&self, t: f64) -> Result<Option<Central>, Error> {
        Ok(self.line()?.filter(|line| line.has(t)).map(|line| line.central(t)))
    }

    /// A row of the published tables of paths: limits and central line at an instant.
    pub fn row(&self, t: f64) -> Result<Row, Error> {
        row::at(self.umbra()?, self.line()?, self.greatest, t)
    }

    /// First and last instant for which [`Paths::row`] is not empty; none if the umbra misses the Earth.
    pub fn row_span(&self) -> Result<Option<(f64, f64)>, Error> {
        Ok(row::span(self.umbra()?, self.line()?))
    }

    /// Where the Sun stands at a vertex at its instant.
    pub fn sun_at(&self, vertex: &Vertex) -> SunPlace {
        let f = self.shadow.frame(vertex.t);
        f.sun_at(f.fundamental(vertex.place()), vertex.latitude)
    }

    /// The limits of a figure, below the horizon too if lines are to run on there.
    fn to_least_altitude(&self, figure: &Figure<'a>) -> Result<Vec<LimitCurve<'a>>, Error> {
        let curves = figure.limits.iter();
        if self.least_sine < 0.0 {
            curves.map(|c| c.below_the_horizon(self.least_sine)).collect()
        } else {
            Ok(curves.cloned().collect())
        }
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
}

/// The value of a cell, made at the first call.
fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, Error>) -> Result<&T, Error> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eclipse::published::{APRIL_2024, AUGUST_2017};

    const SPACING: Spacing = Spacing::Tolerance { km: 1.0 };

    /// The same eclipse seen in a mirror, from the end to the beginning: x and µ are odd in time, all else is even.
    fn mirrored(e: &Polynomials) -> Polynomials {
        let odd = |[a, b, c, d]: [f64; 4]| [-a, b, -c, d];
        let even = |[a, b, c, d]: [f64; 4]| [a, -b, c, -d];
        Polynomials {
            x: odd(e.x),
            y: even(e.y),
            d: even(e.d),
            mu: odd(e.mu),
            l1: even(e.l1),
            l2: even(e.l2),
            ..*e
        }
    }

    #[test]
    fn curves_of_a_mirrored_eclipse_are_mirrored() {
        for elements in [APRIL_2024, AUGUST_2017] {
            let mirror = mirrored(&elements);
            let paths = |e| Paths::new(e, SPACING, 0.0).expect("greatest eclipse");
            let (one, other) = (paths(&elements), paths(&mirror));
            let ends = |paths: &Paths, sign: f64| {
                let lines = paths
                    .limits(0.0)
                    .expect("limits")
                    .into_iter()
                    .chain(paths.central_limits().expect("limits"));
                let mut ends: Vec<[f64; 3]> = lines
                    .flat_map(|l| [l.vertices[0], l.vertices[l.vertices.len() - 1]])
                    .map(|v| [sign * v.t, v.latitude, sign * v.longitude])
                    .collect();
                ends.sort_by(|a, b| a[0].total_cmp(&b[0]));
                ends
            };
            let (ends, mirrored) = (ends(&one, 1.0), ends(&other, -1.0));
            assert_eq!(ends.len(), 8);
            for (a, b) in ends.iter().zip(&mirrored) {
                assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-7), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn lines_run_on_below_the_horizon_and_end_above_it() {
        let altitude = |degrees: f64| -> (f64, f64) {
            let paths = Paths::new(&APRIL_2024, SPACING, degrees.to_radians()).expect("greatest eclipse");
            let lines =
                paths.central_line().expect("a line").into_iter().chain(paths.limits(0.5).expect("limits"));
            let ends = lines.flat_map(|l| [l.vertices[0], l.vertices[l.vertices.len() - 1]]);
            let altitudes = ends.map(|v| paths.sun_at(&v).altitude.to_degrees());
            altitudes.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), a| (low.min(a), high.max(a)))
        };
        for degrees in [-2.0, -0.5, 10.0, 40.0] {
            let (low, high) = altitude(degrees);
            assert!((low - degrees).abs() < 1e-6 && (high - degrees).abs() < 1e-6, "{degrees}: {low} {high}");
        }
    }
}
