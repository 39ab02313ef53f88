//! All curves of one eclipse, computed on request.

use super::centre::Central;
use super::cone::Cone;
use super::curves::{HorizonLine, PathLine, Ring};
use super::error::Error;
use super::figure::Figure;
use super::frame::{Shadow, SunPlace};
use super::hybrid::{self, Sides};
use super::kind::{CentralKind, Side};
use super::limit_curve::LimitCurve;
use super::maximum::MaximumOnHorizon;
use super::points::{self, PathPoint};
use super::row::{self, PathRow};
use super::sample::{
    CurveVertex, ParametricCurve, Sampling, VertexSpacing, sample, sample_between, split, stretches,
};
use super::shared_curves::SharedCurves;
use super::{isochrone, outline};
use crate::eclipse::besselian::Polynomials;
use crate::math::portable::Portable;
use crate::math::search;

/// Hours about t0 within which greatest eclipse lies, with room to spare.
const SEARCH_HOURS: f64 = 4.5;

/// The curves of one eclipse.
///
/// Times are hours of TD from t0 of the elements; longitudes are those for ΔT = 0. What several curves
/// share, the limits of penumbra and umbra, is followed once.
pub struct Paths<'a> {
    pub(super) shadow: Shadow<'a>,
    pub(super) shared: SharedCurves<'a>,
    pub(super) sampling: Sampling,
    /// Sine of the least altitude of the Sun along lines.
    pub(super) least_sine: f64,
    greatest: f64,
    /// The only side of the axis on which limits are computed, if not both.
    side: Option<Side>,
}

impl<'a> Paths<'a> {
    /// Curves with the given spacing of vertices and least airless altitude of the Sun's centre along lines,
    /// radians from −2° to 89°.
    ///
    /// Regions, curves on the horizon, isochrones and outlines always end where the Sun's centre is on the
    /// horizon. Valid for elements of any eclipse. Errors of all methods: [`Error::NotFound`] if a search
    /// fails, [`Error::OutOfRange`] for an argument outside its range.
    pub fn new(
        elements: &'a Polynomials,
        spacing: VertexSpacing,
        least_altitude: f64,
    ) -> Result<Self, Error> {
        spacing.check()?;
        let altitudes = (-2f64).to_radians()..=89f64.to_radians();
        Error::unless_in("a least altitude", &altitudes, least_altitude)?;
        let shadow = Shadow::new(elements);
        let slope = |t: f64| {
            let f = shadow.frame(t);
            f.x.value * f.x.rate + f.y.value * f.y.rate
        };
        let greatest = search::root(slope, -SEARCH_HOURS, SEARCH_HOURS, 1e-9)
            .map_err(|_| Error::at("greatest eclipse", 0.0))?;
        let shared = SharedCurves::of(shadow);
        let sampling = Sampling { spacing, pause: || () };
        Ok(Self { shadow, shared, sampling, least_sine: least_altitude.sine(), greatest, side: None })
    }

    /// Computes the limits of positive magnitudes and obscurations only on one side of the axis, or on both.
    pub fn on_side(self, side: Option<Side>) -> Self {
        Self { side, ..self }
    }

    /// Sets a function that is called after at most a millisecond; see [`TrueEdge::with_pause`].
    ///
    /// [`TrueEdge::with_pause`]: super::TrueEdge::with_pause
    pub fn with_pause(mut self, pause: fn()) -> Self {
        self.sampling.pause = pause;
        self
    }

    /// Greatest eclipse, hours of TD from t0.
    pub fn greatest(&self) -> f64 {
        self.greatest
    }

    /// The central line, split where a hybrid eclipse changes its kind; empty if the axis misses the Earth.
    pub fn central_line(&self) -> Result<Vec<PathLine>, Error> {
        let Some(line) = self.shared.line()? else { return Ok(Vec::new()) };
        let line = if self.least_sine < 0.0 { line.beyond_the_horizon() } else { line };
        let cuts = points::transitions(&line)?;
        let mut lines = Vec::new();
        for stretch in self.visible(line.pieces(), |u| Ok(line.sin_altitude(u)))? {
            for (from, to) in split(stretch, &cuts) {
                let kind = CentralKind::of_radius(line.umbra((from + to) / 2.0));
                let vertices = sample_between(&line, (from, to), self.sampling)?;
                lines.push(PathLine { vertices, kind: Some(kind), side: None });
            }
        }
        Ok(lines)
    }

    /// The limits of the places that see magnitude `q` or more, 0 (penumbra) ≤ q < 1.
    pub fn limits(&self, q: f64) -> Result<Vec<PathLine>, Error> {
        Error::unless_in("a magnitude", &(0.0..1.0), q)?;
        if q == 0.0 {
            return self.lines_of(self.shared.penumbra()?, None);
        }
        self.lines_of(&Figure::of(self.shadow, Cone::of_magnitude(self.shadow.elements, q))?, self.side)
    }

    /// The limits of the places that see an obscuration of `share` or more, 0 < share < 1: the covered part
    /// of the Sun's disk.
    ///
    /// Empty as well where an annular eclipse does not cover that much anywhere on some stretch of its path:
    /// such a line would begin and end on the path itself.
    pub fn obscuration_limits(&self, share: f64) -> Result<Vec<PathLine>, Error> {
        let shares = f64::MIN_POSITIVE..1.0;
        Error::unless_in("an obscuration", &shares, share)?;
        match Cone::of_obscuration(self.shadow.elements, share) {
            Some(cone) => self.lines_of(&Figure::of(self.shadow, cone)?, self.side),
            None => Ok(Vec::new()),
        }
    }

    fn lines_of(&self, figure: &Figure<'a>, only: Option<Side>) -> Result<Vec<PathLine>, Error> {
        let mut lines = Vec::new();
        for curve in &self.to_least_altitude(figure)? {
            let side = curve.side(self.greatest);
            if only.is_some_and(|only| only != side) {
                continue;
            }
            // Where a magnitude is more than an annular eclipse has on its axis, the cone has no radius.
            let cuts = hybrid::pinches(curve)?;
            for stretch in self.visible_on(curve)? {
                for (from, to) in split(stretch, &cuts) {
                    if curve.limit.touch(curve.at((from + to) / 2.0)?).radius < 0.0 {
                        continue;
                    }
                    let vertices = sample_between(curve, (from, to), self.sampling)?;
                    lines.push(PathLine { vertices, kind: None, side: Some(side) });
                }
            }
        }
        Ok(lines)
    }

    /// The limits of totality or annularity; in a hybrid eclipse each stretch has its own kind and side.
    pub fn central_limits(&self) -> Result<Vec<PathLine>, Error> {
        let mut lines = Vec::new();
        for curve in &self.to_least_altitude(self.shared.umbra()?)? {
            let sides = Sides::of(curve, self.greatest)?;
            for stretch in self.visible_on(curve)? {
                for (from, to) in split(stretch, &sides.pinches) {
                    let middle = (from + to) / 2.0;
                    let side = sides.at(middle)?;
                    let radius = curve.limit.touch(curve.at(middle)?).radius;
                    let vertices = sample_between(curve, (from, to), self.sampling)?;
                    let kind = Some(CentralKind::of_radius(radius));
                    lines.push(PathLine { vertices, kind, side: Some(side) });
                }
            }
        }
        Ok(lines)
    }

    /// The curves on which the eclipse begins or ends at sunrise or sunset, split by meaning.
    pub fn rise_set(&self) -> Result<Vec<HorizonLine>, Error> {
        let mut lines = Vec::new();
        for on in &self.shared.penumbra()?.loops {
            for (begins, from, to) in on.meanings()? {
                let sun = on.sun((from + to) / 2.0)?;
                let vertices = sample(&on.arc(from, to), self.sampling)?;
                lines.push(HorizonLine { vertices, begins, sun });
            }
        }
        Ok(lines)
    }

    /// The curves on which the eclipse is greatest at sunrise or sunset.
    pub fn maximum_on_horizon(&self) -> Result<Vec<PathLine>, Error> {
        let line = |curve: &MaximumOnHorizon| {
            Ok(PathLine { vertices: sample(curve, self.sampling)?, kind: None, side: None })
        };
        self.shared.on_horizon()?.iter().map(line).collect()
    }

    /// The lines on which the eclipse is greatest at the instant `t`.
    pub fn isochrones(&self, t: f64) -> Result<Vec<PathLine>, Error> {
        let curves = isochrone::at(self.shared.penumbra()?, self.shared.on_horizon()?, t)?;
        let line = |curve| Ok(PathLine { vertices: sample(&curve, self.sampling)?, kind: None, side: None });
        curves.into_iter().map(line).collect()
    }

    /// The outline of the umbra or antumbra on the day side at the instant `t`; none if it is not on the
    /// Earth.
    pub fn outline(&self, t: f64) -> Result<Option<Ring>, Error> {
        let ring = outline::outline(self.shadow, &Cone::umbra(self.shadow.elements), t, self.sampling)?;
        Ok(ring.map(|vertices| Ring { vertices, kind: Some(self.kind_at(t)) }))
    }

    /// The outline of the penumbra on the day side at the instant `t`; none if it is not on the Earth.
    pub fn penumbra_outline(&self, t: f64) -> Result<Option<Ring>, Error> {
        let ring = outline::outline(self.shadow, &Cone::penumbra(self.shadow.elements), t, self.sampling)?;
        Ok(ring.map(|vertices| Ring { vertices, kind: None }))
    }

    /// Returns the kind of the umbra at `t` where the axis meets the ground or misses it on the horizon.
    pub fn kind_at(&self, t: f64) -> CentralKind {
        let umbra = Cone::umbra(self.shadow.elements);
        CentralKind::of_radius(umbra.radius(t, self.shadow.frame(t).zeta_or_horizon()))
    }

    /// Returns when the umbra touches the Earth first and last; none if it misses it.
    pub fn umbra_span(&self) -> Result<Option<(f64, f64)>, Error> {
        Ok(self.shared.umbra_contacts()?.map(|c| (c.first, c.last)))
    }

    /// Returns when the penumbra touches the Earth first and last; none if it misses it.
    pub fn penumbra_span(&self) -> Result<Option<(f64, f64)>, Error> {
        Ok(self.shared.penumbra_contacts()?.map(|c| (c.first, c.last)))
    }

    /// The ring around all places that see magnitude `q` or more with the Sun up; `q` = 0 is the whole region
    /// of the eclipse, `q` = 1 the whole path of totality and annularity.
    pub fn region(&self, q: f64) -> Result<Option<Ring>, Error> {
        Error::unless_in("a magnitude", &(0.0..=1.0), q)?;
        let vertices = match q {
            0.0 => self.shared.penumbra()?.ring(self.sampling)?,
            1.0 => self.shared.umbra()?.ring(self.sampling)?,
            _ => Figure::of(self.shadow, Cone::of_magnitude(self.shadow.elements, q))?.ring(self.sampling)?,
        };
        Ok((!vertices.is_empty()).then_some(Ring { vertices, kind: None }))
    }

    /// The path of totality and annularity as rings, one for each stretch of a kind.
    pub fn central_area(&self) -> Result<Vec<Ring>, Error> {
        hybrid::rings(self.shared.umbra()?, self.sampling)
    }

    /// A place that is outside every region of the eclipse: the one that has the Sun in its nadir at t0.
    pub fn outside(&self) -> CurveVertex {
        let f = self.shadow.frame(0.0);
        let [xi, eta, zeta] = [0.0, 0.0, -1.0];
        CurveVertex::new(0.0, f.earth_fixed([xi, eta, zeta]))
    }

    /// Contacts of the shadow with the Earth, ends of the central line, greatest eclipse and duration,
    /// transitions; in the order of time.
    pub fn points(&self) -> Result<Vec<PathPoint>, Error> {
        let (penumbra, umbra) = (self.shared.penumbra_contacts()?, self.shared.umbra_contacts()?);
        points::points(self.shadow, self.greatest, penumbra, umbra, self.shared.line()?.as_ref())
    }

    /// Circumstances at a vertex of the central line; none at the instant of a vertex if the axis misses the
    /// Earth then.
    ///
    /// The axis cuts the Earth twice: a vertex at which the Sun is below the horizon is where it leaves it.
    pub fn central_at(&self, vertex: &CurveVertex) -> Result<Option<Central>, Error> {
        let Some(line) = self.shared.line()?.filter(|line| line.has(vertex.t)) else { return Ok(None) };
        let frame = self.shadow.frame(vertex.t);
        let point = frame.fundamental(vertex.place());
        Ok(Some(line.central(vertex.t, frame.height(point[1], point[2]) >= 0.0)))
    }

    /// A row of the published tables of paths: limits and central line at an instant.
    pub fn row(&self, t: f64) -> Result<PathRow, Error> {
        let limit = |curve: &LimitCurve, u: f64| Ok(Some(curve.vertex(u)?));
        row::at(self.shared.umbra()?, self.shared.line()?, self.greatest, t, &limit)
    }

    /// First and last instant for which [`Paths::row`] is not empty; none if the umbra misses the Earth.
    pub fn row_span(&self) -> Result<Option<(f64, f64)>, Error> {
        Ok(row::span(self.shared.umbra()?, self.shared.line()?))
    }

    /// Horizontal coordinates of the Sun at a vertex at its instant.
    pub fn sun_at(&self, vertex: &CurveVertex) -> SunPlace {
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

    pub(super) fn visible_on(&self, curve: &LimitCurve) -> Result<Vec<(f64, f64)>, Error> {
        self.visible(curve.pieces(), |u| Ok(curve.limit.sin_altitude(curve.at(u)?)))
    }
}

#[cfg(test)]
mod tests;
