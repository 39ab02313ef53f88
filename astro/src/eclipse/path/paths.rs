//! All curves of one eclipse, computed when they are asked for.

use super::centre::{Central, CentralLine};
use super::cone::Cone;
use super::contacts::Contacts;
use super::curves::{HorizonLine, Line, Ring};
use super::error::Error;
use super::figure::Figure;
use super::frame::{Shadow, SunPlace};
use super::hybrid::{self, Sides};
use super::kind::CentralKind;
use super::limit_curve::LimitCurve;
use super::maximum::MaximumOnHorizon;
use super::points::{self, Point};
use super::row::{self, Row};
use super::sample::{Curve, Spacing, Vertex, sample, sample_between, split, stretches};
use super::{isochrone, outline};
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use std::cell::OnceCell;

/// Hours about t0 within which greatest eclipse lies, with room to spare.
const SEARCH_HOURS: f64 = 4.5;

/// The curves of one eclipse.
///
/// Times are hours of TD from t0 of the elements; longitudes are those for ΔT = 0. What several curves
/// share, the limits of penumbra and umbra, is followed once.
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
    on_horizon: OnceCell<Vec<MaximumOnHorizon<'a>>>,
}

impl<'a> Paths<'a> {
    /// Curves with the given spacing of vertices and least airless altitude of the Sun's centre along lines,
    /// radians from −2° to 89°.
    ///
    /// Regions, curves on the horizon, isochrones and outlines always end where the Sun's centre is on the
    /// horizon. Valid for elements of any eclipse. Errors of all methods: [`Error::NotFound`] if a search
    /// fails, [`Error::OutOfRange`] for what is asked outside of its range.
    pub fn new(elements: &'a Polynomials, spacing: Spacing, least_altitude: f64) -> Result<Self, Error> {
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
            on_horizon: OnceCell::new(),
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

    /// Where the eclipse is greatest on the horizon, one curve for each loop of the penumbra.
    fn on_horizon(&self) -> Result<&[MaximumOnHorizon<'a>], Error> {
        let of_loop = |on| MaximumOnHorizon::of(self.shadow, on);
        once(&self.on_horizon, || self.penumbra()?.loops.iter().map(of_loop).collect()).map(Vec::as_slice)
    }

    /// The central line, split where a hybrid eclipse changes its kind; empty if the axis misses the Earth.
    pub fn central_line(&self) -> Result<Vec<Line>, Error> {
        let Some(line) = self.line()? else { return Ok(Vec::new()) };
        let line = if self.least_sine < 0.0 { line.beyond_the_horizon() } else { line };
        let cuts = points::transitions(&line)?;
        let mut lines = Vec::new();
        for stretch in self.visible(line.pieces(), |u| Ok(line.sin_altitude(u)))? {
            for (from, to) in split(stretch, &cuts) {
                let kind = CentralKind::of_radius(line.umbra((from + to) / 2.0));
                let vertices = sample_between(&line, (from, to), self.spacing)?;
                lines.push(Line { vertices, kind: Some(kind), side: None });
            }
        }
        Ok(lines)
    }

    /// The limits of the places that see magnitude `q` or more, 0 (penumbra) ≤ q < 1.
    pub fn limits(&self, q: f64) -> Result<Vec<Line>, Error> {
        Error::unless_in("a magnitude", &(0.0..1.0), q)?;
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
        let shares = f64::MIN_POSITIVE..1.0;
        Error::unless_in("an obscuration", &shares, share)?;
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
            let sides = Sides::of(curve, self.greatest)?;
            for stretch in self.visible_on(curve)? {
                for (from, to) in split(stretch, &sides.pinches) {
                    let middle = (from + to) / 2.0;
                    let side = sides.at(middle)?;
                    let radius = curve.limit.touch(curve.at(middle)?).radius;
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
        let line = |curve| Ok(Line { vertices: sample(curve, self.spacing)?, kind: None, side: None });
        self.on_horizon()?.iter().map(line).collect()
    }

    /// The lines on which the eclipse is greatest at the instant `t`.
    pub fn isochrones(&self, t: f64) -> Result<Vec<Line>, Error> {
        let curves = isochrone::at(self.penumbra()?, self.on_horizon()?, t)?;
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
        Error::unless_in("a magnitude", &(0.0..=1.0), q)?;
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
        let (penumbra, umbra) = (self.penumbra_contacts()?, self.umbra_contacts()?);
        points::points(self.shadow, self.greatest, penumbra, umbra, self.line()?.as_ref())
    }

    /// What is seen at a vertex of the central line; none at the instant of a vertex if the axis misses the
    /// Earth then.
    ///
    /// The axis cuts the Earth twice: a vertex at which the Sun is below the horizon is where it leaves it.
    pub fn central_at(&self, vertex: &Vertex) -> Result<Option<Central>, Error> {
        let Some(line) = self.line()?.filter(|line| line.has(vertex.t)) else { return Ok(None) };
        let frame = self.shadow.frame(vertex.t);
        let point = frame.fundamental(vertex.place());
        Ok(Some(line.central(vertex.t, frame.height(point[1], point[2]) >= 0.0)))
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
    use crate::eclipse::path::Side;
    use crate::eclipse::published::{APRIL_2024, AUGUST_2017};
    use crate::math::vector::{norm, sub};

    const SPACING: Spacing = Spacing::Tolerance { km: 1.0 };

    /// The same eclipse seen in a mirror, from the end to the beginning: x and µ are odd in time, all else
    /// is even.
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
    fn vertices_on_meridians_are_on_the_curve() {
        let spacing = Spacing::Longitude { per_degree: 1.0, shift: 0.0 };
        for elements in [APRIL_2024, AUGUST_2017] {
            let paths = Paths::new(&elements, spacing, 0.0).expect("greatest eclipse");
            let line = paths.line().expect("a line").expect("a central eclipse");
            let vertices = &paths.central_line().expect("lines")[0].vertices;
            for v in vertices {
                let (frame, point) = line.point(v.t, true);
                assert!(norm(sub(frame.earth_fixed(point), v.place())) < 1e-7, "{v:?}");
            }
            let degrees = vertices.iter().map(|v| v.longitude.to_degrees());
            let meridians = degrees.filter(|d| (d - d.round()).abs() < 1e-9).count();
            assert!(meridians > 80, "{meridians} of {}", vertices.len());
        }
    }

    #[test]
    fn what_is_seen_on_the_line_is_of_the_very_point_below_the_horizon_too() {
        let paths = Paths::new(&APRIL_2024, SPACING, (-2f64).to_radians()).expect("greatest eclipse");
        let vertices = &paths.central_line().expect("lines")[0].vertices;
        let mut below = 0;
        for v in vertices {
            let (sun, seen) = (paths.sun_at(v), paths.central_at(v).expect("a line").expect("on the line"));
            assert!((sun.altitude - seen.sun.altitude).abs() < 1e-9, "{v:?}: {seen:?}");
            below += usize::from(sun.altitude < 0.0);
        }
        assert!(below >= 4, "{below}");
        // The umbra narrows as it goes: the ends below the horizon see less than those on it.
        let day = Paths::new(&APRIL_2024, SPACING, 0.0).expect("greatest eclipse");
        let on_horizon = day.central_line().expect("lines")[0].vertices[0];
        let duration = |paths: &Paths, v: &Vertex| paths.central_at(v).expect("a line").map(|c| c.duration_s);
        assert!(duration(&paths, &vertices[0]) < duration(&day, &on_horizon));
    }

    #[test]
    fn rows_of_a_hybrid_eclipse_name_the_sides_as_the_lines_do() {
        // The umbra's vertex lies a quarter of an Earth radius under the highest ground.
        let hybrid = Polynomials { l2: [0.0022, 0.0, 0.0, 0.0], ..AUGUST_2017 };
        let paths = Paths::new(&hybrid, SPACING, 0.0).expect("greatest eclipse");
        let lines = paths.central_limits().expect("limits");
        assert_eq!(lines.len(), 6);
        for line in &lines {
            let v = line.vertices[line.vertices.len() / 2];
            let row = paths.row(v.t).expect("a row");
            let place = match line.side {
                Some(Side::North) => row.north,
                _ => row.south,
            };
            let away = place.map_or(1.0, |p| norm(sub(p.place(), v.place())));
            assert!(away < 1e-6, "{:?} {:?}: {away}", line.kind, line.side);
        }
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        let paths = |spacing, altitude| Paths::new(&APRIL_2024, spacing, altitude);
        for km in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(paths(Spacing::Tolerance { km }, 0.0).is_err(), "{km}");
            assert!(paths(Spacing::Longitude { per_degree: km, shift: 0.0 }, 0.0).is_err(), "{km}");
        }
        assert!(paths(Spacing::Longitude { per_degree: 1.0, shift: f64::NAN }, 0.0).is_err());
        assert!([-1.0, 1.6, f64::NAN].into_iter().all(|altitude| paths(SPACING, altitude).is_err()));
        let paths = paths(SPACING, 0.0).expect("greatest eclipse");
        for share in [-0.1, 1.1, f64::NAN] {
            assert!(paths.limits(share).is_err() && paths.region(share).is_err(), "{share}");
            assert!(paths.obscuration_limits(share).is_err(), "{share}");
        }
        for t in [f64::NAN, f64::INFINITY, -1e9, 30.0] {
            assert!(paths.isochrones(t).is_ok_and(|lines| lines.is_empty()), "{t}");
            assert!(!paths.outline(t).is_ok_and(|ring| ring.is_some()), "{t}");
            let row = paths.row(t).expect("a row");
            assert_eq!((row.north, row.south, row.central), (None, None, None), "{t}");
            let nowhere = Vertex { t, ..paths.outside() };
            assert_eq!(paths.central_at(&nowhere), Ok(None), "{t}");
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
