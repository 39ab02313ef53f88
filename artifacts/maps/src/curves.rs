//! The requested curves, one after the other, cut and named.

use crate::clock::{EclipseClock, time_of_day};
use crate::edge::{Edge, WorkLimits};
use crate::error::Error;
use crate::feature::{Feature, Subject, point_key, sun_word};
use crate::word::{Kind, PathWord};
use astro::eclipse::path::{
    CurveVertex, EdgeBand, Mark, PathLine, Paths, Ring, Side, TrueEdge, VertexSpacing,
};
use geography::{Geometry, cut};

/// The density of vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Density {
    /// A straight edge in longitude and latitude is nowhere further than this from its curve.
    Tolerance {
        /// The distance, m.
        metres: f64,
    },
    /// A vertex wherever a line crosses a multiple of `1 / per_degree` degrees of longitude, and more where
    /// neighbours would be further apart than 1.5 such steps.
    Longitude {
        /// Vertices per degree.
        per_degree: u32,
    },
}

impl Density {
    /// The density in terms of `astro`; `turn` is the rotation of the Earth during ΔT, radians.
    pub(crate) fn spacing(self, turn: f64) -> VertexSpacing {
        match self {
            Self::Tolerance { metres } => VertexSpacing::Tolerance { km: metres / 1000.0 },
            Self::Longitude { per_degree } => {
                VertexSpacing::Longitude { per_degree: f64::from(per_degree), shift: turn }
            }
        }
    }
}

/// The treatment of curves at the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Curves are cut there.
    Antimeridian,
    /// Longitudes run on beyond ±180: the middle of each piece is at most half a turn from the meridian of
    /// greatest eclipse.
    None,
}

/// The curves to compute, and their options.
#[derive(Debug, Clone)]
pub struct CurveOptions {
    /// The curves, in the order of the collection.
    pub words: Vec<PathWord>,
    /// The density of vertices.
    pub density: Density,
    /// Minimum airless altitude of the Sun's centre along lines, −2° … 89°.
    pub least_altitude_deg: f64,
    /// Magnitudes of lines, above 0 and below 1.
    pub magnitudes: Vec<f64>,
    /// Obscurations of lines, above 0 and below 1.
    pub obscurations: Vec<f64>,
    /// The time between isochrones, ms.
    pub isochrone_step_ms: i64,
    /// The time between outlines, ms.
    pub outline_step_ms: i64,
    /// Instants of outlines instead of a step, milliseconds since 1970-01-01, 0h UT.
    pub outline_instants_ms: Vec<i64>,
    /// Durations of lines of equal duration, s.
    pub durations_s: Vec<f64>,
    /// Mountains and ground for the limits, the path, outlines and lines of equal duration; none for a smooth
    /// Moon and height 0.
    pub edge: Option<Edge>,
    /// The treatment of curves at the antimeridian.
    pub cut: Cut,
    /// The maximum number of vertices of a collection.
    pub max_vertices: usize,
    /// The limits of the work.
    pub limits: WorkLimits,
}

impl CurveOptions {
    /// Returns options for these curves, cut at the antimeridian, with a tolerance in metres and without
    /// limits of vertices and looks. Isochrones are half an hour apart, outlines ten minutes; there are no
    /// lines of equal magnitude or obscuration.
    ///
    /// ```
    /// use maps::{Cut, Density, CurveOptions, PathWord};
    /// let options = CurveOptions::of(PathWord::CLASSIC.to_vec(), 100.0);
    /// assert_eq!(options.density, Density::Tolerance { metres: 100.0 });
    /// assert_eq!(options.cut, Cut::Antimeridian);
    /// ```
    pub fn of(words: Vec<PathWord>, metres: f64) -> Self {
        const MINUTE_MS: i64 = 60_000;
        Self {
            words,
            density: Density::Tolerance { metres },
            least_altitude_deg: 0.0,
            magnitudes: Vec::new(),
            obscurations: Vec::new(),
            isochrone_step_ms: 30 * MINUTE_MS,
            outline_step_ms: 10 * MINUTE_MS,
            outline_instants_ms: Vec::new(),
            durations_s: Vec::new(),
            edge: None,
            cut: Cut::Antimeridian,
            max_vertices: usize::MAX,
            limits: WorkLimits::default(),
        }
    }
}

/// The features computed so far.
pub(crate) struct CurveCollector<'p, 'a> {
    paths: &'p Paths<'a>,
    /// The edge of the options, or that of a smooth Moon.
    edge: TrueEdge<'p>,
    clock: EclipseClock,
    turn: f64,
    options: &'p CurveOptions,
    /// Longitude of greatest eclipse, degrees, if curves are not cut.
    meridian_deg: Option<f64>,
    vertices: usize,
    features: Vec<Feature>,
    /// Limits of totality or annularity, for both of their words.
    central: Option<Vec<PathLine>>,
    /// Limits of the partial eclipse, for both of their words.
    partial: Option<Vec<PathLine>>,
    /// Lines of equal magnitude and obscuration, for both of their words.
    equal: Option<Vec<(Subject, Vec<PathLine>)>>,
}

impl<'p, 'a> CurveCollector<'p, 'a> {
    /// Returns all features that the options name.
    pub(crate) fn features(
        paths: &'p Paths<'a>,
        edge: TrueEdge<'p>,
        clock: EclipseClock,
        turn: f64,
        options: &'p CurveOptions,
    ) -> Result<Vec<Feature>, Error> {
        let mut curves = Self {
            paths,
            edge,
            clock,
            turn,
            options,
            meridian_deg: None,
            vertices: 0,
            features: Vec::with_capacity(options.words.len()),
            central: None,
            partial: None,
            equal: None,
        };
        if options.cut == Cut::None {
            curves.meridian_deg = Some(curves.meridian_of_greatest_eclipse_deg()?);
        }
        options.words.iter().try_for_each(|word| curves.add(*word))?;
        Ok(curves.features)
    }

    fn meridian_of_greatest_eclipse_deg(&self) -> Result<f64, Error> {
        let points = self.paths.points()?;
        let greatest = points.iter().find(|point| point.mark == Mark::GreatestEclipse);
        let greatest = greatest.expect("every eclipse is greatest somewhere");
        Ok(self.vertex(&greatest.vertex, true).longitude_deg)
    }

    fn add(&mut self, path: PathWord) -> Result<(), Error> {
        let paths = self.paths;
        match path {
            PathWord::Centre => self.stretches(path.word(), path, Subject::Curve, paths.central_line()?),
            PathWord::NorthernLimit | PathWord::SouthernLimit => {
                if self.central.is_none() {
                    self.central = Some(match &self.options.edge {
                        Some(_) => paths.edge_limits(&self.edge)?,
                        None => paths.central_limits()?,
                    });
                }
                let lines = on_side(self.central.iter().flatten(), path);
                self.stretches(path.word(), path, Subject::Curve, lines)
            }
            PathWord::NorthernPartial | PathWord::SouthernPartial => {
                if self.partial.is_none() {
                    self.partial = Some(paths.limits(0.0)?);
                }
                let lines = on_side(self.partial.iter().flatten(), path);
                self.line(path.word().to_owned(), path, Subject::Curve, Some(Kind::Partial), lines)
            }
            PathWord::NorthernEqual | PathWord::SouthernEqual => self.equal_lines(path),
            PathWord::Area if self.options.edge.is_some() => self.areas(paths.edge_area(&self.edge)?),
            PathWord::Area => self.areas(paths.central_area()?),
            PathWord::Region => match paths.region(0.0)? {
                Some(ring) => self.rings(path.word().to_owned(), path, Subject::Curve, vec![ring]),
                None => Ok(()),
            },
            PathWord::RiseSet => self.rise_set(),
            PathWord::MaximumOnHorizon => {
                let lines = paths.maximum_on_horizon()?;
                self.line(path.word().to_owned(), path, Subject::Curve, None, lines)
            }
            PathWord::Isochrones => self.isochrones(),
            PathWord::Outlines => self.outlines(),
            PathWord::Points => self.points(),
            PathWord::Durations => self.durations(),
            PathWord::Sigma => self.bands(path, EdgeBand::Sigma),
            PathWord::Valley => self.bands(path, EdgeBand::Valley),
        }
    }

    fn durations(&mut self) -> Result<(), Error> {
        let path = PathWord::Durations;
        for &duration_s in &self.options.durations_s {
            let lines = self.paths.edge_durations(&self.edge, duration_s)?;
            let id = format!("{}-{duration_s}", path.word());
            self.stretches(&id, path, Subject::Duration(duration_s), lines)?;
        }
        Ok(())
    }

    /// Adds the bands of both limits; there are none without mountains or ground.
    fn bands(&mut self, path: PathWord, band: EdgeBand) -> Result<(), Error> {
        if self.options.edge.is_none() {
            return Ok(());
        }
        for (side, name) in [(Side::North, "north"), (Side::South, "south")] {
            let mut rings = self.paths.edge_bands(&self.edge, band, side)?;
            rings.sort_by(|a, b| first_instant(&a.vertices).total_cmp(&first_instant(&b.vertices)));
            let groups: Vec<Vec<Ring>> =
                rings.chunk_by(|a, b| a.kind == b.kind).map(<[Ring]>::to_vec).collect();
            let count = groups.len();
            for (number, group) in groups.into_iter().enumerate() {
                let id = numbered(&format!("{}-{name}", path.word()), number + 1, count);
                self.rings(id, path, Subject::Band(side), group)?;
            }
        }
        Ok(())
    }

    /// Adds lines in stretches of one kind each; a hybrid eclipse has several, which are numbered.
    fn stretches(
        &mut self,
        id: &str,
        path: PathWord,
        subject: Subject,
        mut lines: Vec<PathLine>,
    ) -> Result<(), Error> {
        lines.sort_by(|a, b| first_instant(&a.vertices).total_cmp(&first_instant(&b.vertices)));
        let groups: Vec<Vec<PathLine>> =
            lines.chunk_by(|a, b| a.kind == b.kind).map(<[PathLine]>::to_vec).collect();
        let count = groups.len();
        for (number, group) in groups.into_iter().enumerate() {
            let kind = group.first().and_then(|line| line.kind).map(Kind::from);
            self.line(numbered(id, number + 1, count), path, subject, kind, group)?;
        }
        Ok(())
    }

    fn equal_lines(&mut self, path: PathWord) -> Result<(), Error> {
        if self.equal.is_none() {
            self.equal = Some(self.compute_equal_lines()?);
        }
        let of_side: Vec<(Subject, Vec<PathLine>)> = self
            .equal
            .iter()
            .flatten()
            .map(|(subject, lines)| (*subject, on_side(lines.iter(), path)))
            .collect();
        for (subject, lines) in of_side {
            let id = match subject {
                // `{q}` prints the shortest text that reads back as the same number, so identifiers differ.
                Subject::Obscuration(q) => format!("{}-obscuration-{q}", path.word()),
                Subject::Magnitude(q) => format!("{}-{q}", path.word()),
                _ => continue,
            };
            self.line(id, path, subject, Some(Kind::Partial), lines)?;
        }
        Ok(())
    }

    /// Computes the lines of all magnitudes and obscurations on the requested sides.
    fn compute_equal_lines(&self) -> Result<Vec<(Subject, Vec<PathLine>)>, Error> {
        let CurveOptions { magnitudes, obscurations, words, .. } = self.options;
        let is_requested = |line: &PathLine| {
            words.contains(match line.side {
                Some(Side::North) => &PathWord::NorthernEqual,
                _ => &PathWord::SouthernEqual,
            })
        };
        let magnitudes = magnitudes.iter().map(|q| Subject::Magnitude(*q));
        let obscurations = obscurations.iter().map(|q| Subject::Obscuration(*q));
        let mut all = Vec::new();
        let mut vertices = self.vertices;
        for subject in magnitudes.chain(obscurations) {
            let mut lines = match subject {
                Subject::Obscuration(q) => self.paths.obscuration_limits(q)?,
                Subject::Magnitude(q) => self.paths.limits(q)?,
                _ => continue,
            };
            lines.retain(is_requested);
            vertices += lines.iter().map(|line| line.vertices.len()).sum::<usize>();
            // Checked after each value, so that a call with many of them stops early.
            self.check(vertices)?;
            all.push((subject, lines));
        }
        Ok(all)
    }

    fn areas(&mut self, mut rings: Vec<Ring>) -> Result<(), Error> {
        let path = PathWord::Area;
        rings.sort_by(|a, b| first_instant(&a.vertices).total_cmp(&first_instant(&b.vertices)));
        let count = rings.len();
        for (number, ring) in rings.into_iter().enumerate() {
            let id = numbered(path.word(), number + 1, count);
            self.rings(id, path, Subject::Curve, vec![ring])?;
        }
        Ok(())
    }

    fn rise_set(&mut self) -> Result<(), Error> {
        let path = PathWord::RiseSet;
        let mut counts: Vec<(String, usize)> = Vec::new();
        for line in self.paths.rise_set()? {
            let meaning = format!("{}-{}", if line.begins { "begins" } else { "ends" }, sun_word(line.sun));
            let number = 1 + counts.iter().filter(|(of, _)| *of == meaning).count();
            let id = format!("{}-{meaning}-{number}", path.word());
            counts.push((meaning, number));
            let subject = Subject::Horizon { begins: line.begins, sun: line.sun };
            let line = PathLine { vertices: line.vertices, kind: None, side: None };
            self.line(id, path, subject, Some(Kind::Partial), vec![line])?;
        }
        Ok(())
    }

    fn isochrones(&mut self) -> Result<(), Error> {
        let path = PathWord::Isochrones;
        let Some(span) = self.paths.penumbra_span()? else { return Ok(()) };
        for at in self.clock.multiples(span, self.options.isochrone_step_ms) {
            let lines = self.paths.isochrones(self.clock.hours(at))?;
            let id = format!("{}-{}", path.word(), time_of_day(at));
            self.line(id, path, Subject::Instant(at), None, lines)?;
        }
        Ok(())
    }

    fn outlines(&mut self) -> Result<(), Error> {
        let path = PathWord::Outlines;
        let Some(span) = self.paths.umbra_span()? else { return Ok(()) };
        let instants: Vec<i64> = match &self.options.outline_instants_ms[..] {
            [] => self.clock.multiples(span, self.options.outline_step_ms).collect(),
            given => {
                let is_within = |at: &&i64| (span.0..=span.1).contains(&self.clock.hours(**at));
                given.iter().filter(is_within).copied().collect()
            }
        };
        for at in instants {
            let t = self.clock.hours(at);
            let ring = match &self.options.edge {
                Some(_) => self.paths.edge_outline(&self.edge, t)?,
                None => self.paths.outline(t)?,
            };
            if let Some(ring) = ring {
                let id = format!("{}-{}", path.word(), time_of_day(at));
                self.rings(id, path, Subject::Instant(at), vec![ring])?;
            }
        }
        Ok(())
    }

    fn points(&mut self) -> Result<(), Error> {
        let mut transitions = 0;
        for point in self.paths.points()? {
            let (kind, number) = match point.mark {
                Mark::Transition(kind) => {
                    transitions += 1;
                    (Some(kind), transitions)
                }
                Mark::Umbra(_) | Mark::CentralBegins | Mark::CentralEnds | Mark::GreatestDuration => {
                    (Some(self.paths.kind_at(point.vertex.t)), 1)
                }
                Mark::Penumbra(_) | Mark::GreatestEclipse => (None, 1),
            };
            let kind = kind.map(Kind::from);
            let geometry = Geometry::Point(self.vertex(&point.vertex, true));
            let id = point_key(point.mark, number);
            self.push(id, PathWord::Points, Subject::Point(point.mark, number), kind, geometry)?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        id: String,
        path: PathWord,
        subject: Subject,
        kind: Option<Kind>,
        lines: Vec<PathLine>,
    ) -> Result<(), Error> {
        let mut pieces = Vec::with_capacity(lines.len());
        for line in lines {
            let mut vertices: Vec<cut::Vertex> =
                line.vertices.iter().map(|vertex| self.vertex(vertex, false)).collect();
            // Lines run forward in time, whatever the direction in which they were found.
            if vertices.first().map(|v| v.t) > vertices.last().map(|v| v.t) {
                vertices.reverse();
            }
            match self.options.cut {
                Cut::Antimeridian => pieces.extend(cut::line(&vertices)?),
                Cut::None => pieces.push(cut::unrolled_line(&vertices)?),
            }
        }
        self.push(id, path, subject, kind, Geometry::Lines(pieces))
    }

    fn rings(&mut self, id: String, path: PathWord, subject: Subject, rings: Vec<Ring>) -> Result<(), Error> {
        let outside = self.vertex(&self.paths.outside(), false);
        let outside = (outside.longitude_deg, outside.latitude_deg);
        let mut kind = None;
        let mut polygons = Vec::with_capacity(rings.len());
        for ring in rings {
            let vertices: Vec<_> = ring.vertices.iter().map(|vertex| self.vertex(vertex, false)).collect();
            polygons.extend(match self.options.cut {
                Cut::Antimeridian => cut::ring(&vertices, outside)?,
                Cut::None => cut::unrolled_ring(&vertices, outside)?,
            });
            kind = ring.kind.map(Kind::from);
        }
        let kind = kind.or((path == PathWord::Region).then_some(Kind::Partial));
        self.push(id, path, subject, kind, Geometry::Polygons(polygons))
    }

    /// Adds a feature, unless rounding to six decimals leaves nothing of it.
    fn push(
        &mut self,
        id: String,
        path: PathWord,
        subject: Subject,
        kind: Option<Kind>,
        geometry: Geometry,
    ) -> Result<(), Error> {
        let geometry = match self.meridian_deg {
            Some(meridian_deg) => geometry.nearest_to_meridian(meridian_deg),
            None => geometry,
        };
        let geometry = geometry.rounded().geometry;
        if geometry.is_empty() {
            return Ok(());
        }
        self.vertices += geometry.vertices();
        self.check(self.vertices)?;
        self.features.push(Feature { id, path, subject, kind, geometry });
        Ok(())
    }

    /// An error for too many vertices. Pauses before.
    fn check(&self, vertices: usize) -> Result<(), Error> {
        (self.options.limits.pause)();
        let max = self.options.max_vertices;
        if vertices > max { Err(Error::TooMany { max }) } else { Ok(()) }
    }

    /// Returns a vertex with its geographic longitude, which is reduced to −180 … 180 for a single point.
    /// Along curves cutting does that.
    fn vertex(&self, vertex: &CurveVertex, is_point: bool) -> cut::Vertex {
        let longitude = vertex.longitude + self.turn;
        let longitude = if is_point { astro::math::angle::normalize_signed(longitude) } else { longitude };
        cut::Vertex {
            longitude_deg: longitude.to_degrees(),
            latitude_deg: vertex.latitude.to_degrees(),
            t: vertex.t,
        }
    }
}

/// The lines on the side that a word names.
fn on_side<'l>(lines: impl Iterator<Item = &'l PathLine>, path: PathWord) -> Vec<PathLine> {
    let side = match path {
        PathWord::NorthernLimit | PathWord::NorthernPartial | PathWord::NorthernEqual => Side::North,
        _ => Side::South,
    };
    lines.filter(|line| line.side == Some(side)).cloned().collect()
}

/// The earlier of the instants at the ends of a line.
fn first_instant(vertices: &[CurveVertex]) -> f64 {
    let ends = [vertices.first(), vertices.last()];
    ends.into_iter().flatten().map(|vertex| vertex.t).fold(f64::INFINITY, f64::min)
}

fn numbered(word: &str, number: usize, count: usize) -> String {
    if count > 1 { format!("{word}-{number}") } else { word.to_owned() }
}
