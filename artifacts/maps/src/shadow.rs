//! The moving shadow: outlines of the umbra with the same number of vertices, so that each vertex has a path.

use crate::collection::Collection;
use crate::error::Error;
use crate::job::Job;
use astro::eclipse::path::{CurveVertex, Mark};
use astro::math::vector::{Vector, cross, dot, norm, scale, sub, unit};

/// The number of vertices of every outline: 7.5° apart, a circle is right to 0.2 %.
pub(crate) const VERTICES: usize = 48;

/// The umbra or antumbra from its first to its last contact with the Earth.
pub struct ShadowTrack {
    /// Its outlines in the order of time: at the contacts a single point, between them rings of
    /// [`VERTICES`] vertices that do not repeat the first.
    pub(crate) outlines: Vec<ShadowOutline>,
}

/// The shadow at an instant.
pub(crate) struct ShadowOutline {
    /// Milliseconds since 1970-01-01, 0h UT.
    pub(crate) at_ms: i64,
    /// Longitude and latitude of each vertex, degrees.
    pub(crate) vertices: Vec<(f64, f64)>,
}

impl ShadowTrack {
    /// Returns the shadow at U1 and U4, at the whole multiples of a step between them, and 1, 2, 4, 8, … s
    /// from both contacts, where it moves fastest. Returns `None` if the umbra misses the Earth.
    pub fn of(collection: &Collection, job: &Job) -> Result<Option<Self>, Error> {
        let points = collection.paths().points()?;
        let contact = |number: u8| points.iter().find(|point| point.mark == Mark::Umbra(number));
        let (Some(first), Some(last)) = (contact(1), contact(4)) else { return Ok(None) };
        let (first, last) = (first.vertex, last.vertex);
        let mut rings = Vec::new();
        let edge = job.edge();
        let max = job.options.max_vertices;
        if max_vertices(collection, job.options.outline_step_ms)? > max {
            return Err(Error::TooMany { max });
        }
        for at_ms in instants(collection, (first.t, last.t), job.options.outline_step_ms) {
            (job.options.limits.pause)();
            let (paths, t) = (collection.paths(), collection.clock.hours(at_ms));
            let ring = match &edge {
                Some(edge) => paths.edge_outline(edge, t)?,
                None => paths.outline(t)?,
            };
            if let Some(ring) = ring {
                rings.push((at_ms, ring.vertices.iter().map(direction).collect::<Vec<_>>()));
            }
        }
        let side = side(direction(&first), direction(&last));
        let at_contact = |place: CurveVertex| ShadowOutline {
            at_ms: collection.clock.unix_ms(place.t),
            vertices: vec![collection.place_deg(&place); VERTICES],
        };
        let mut outlines = vec![at_contact(first)];
        outlines.extend(rings.into_iter().map(|(at_ms, ring)| {
            let vertices = evenly(&ring, side).into_iter().map(|place| degrees(collection, place));
            ShadowOutline { at_ms, vertices: vertices.collect() }
        }));
        outlines.push(at_contact(last));
        Ok(Some(Self { outlines }))
    }

    /// The number of vertices of all outlines.
    pub fn vertices(&self) -> usize {
        VERTICES * self.outlines.len()
    }
}

/// The number of vertices of a [`ShadowTrack`], at most.
pub(crate) fn max_vertices(collection: &Collection, step_ms: i64) -> Result<usize, Error> {
    let Some(span) = collection.paths().umbra_span()? else { return Ok(0) };
    Ok(VERTICES * (2 + instants(collection, span, step_ms).len()))
}

/// The instants between two contacts at which the shadow is drawn, milliseconds since 1970-01-01, 0h UT.
fn instants(collection: &Collection, span: (f64, f64), step_ms: i64) -> Vec<i64> {
    const SECOND_MS: i64 = 1000;
    let (from, to) = (collection.clock.unix_ms(span.0), collection.clock.unix_ms(span.1));
    let near = std::iter::successors(Some(SECOND_MS), |ms| Some(2 * ms)).take_while(|ms| *ms < step_ms);
    let near_contacts = near.flat_map(|ms| [from + ms, to - ms]);
    let mut all: Vec<i64> = collection.clock.multiples(span, step_ms).chain(near_contacts).collect();
    all.retain(|at| (from + 1..to).contains(at));
    all.sort_unstable();
    all.dedup();
    all
}

/// The direction of a point on a sphere where latitudes are the geodetic ones.
fn direction(place: &CurveVertex) -> Vector {
    let ((sin, cos), (sin_l, cos_l)) = (place.latitude.sin_cos(), place.longitude.sin_cos());
    [cos * cos_l, cos * sin_l, sin]
}

/// The inverse of [`direction`], as longitude and latitude in degrees.
fn degrees(collection: &Collection, [x, y, z]: Vector) -> (f64, f64) {
    let place = CurveVertex { t: 0.0, latitude: z.atan2(x.hypot(y)), longitude: y.atan2(x) };
    collection.place_deg(&place)
}

/// The direction perpendicular to the path from one point to another. Vertices count from there: the shadow
/// may turn, even at a pole, and no vertex moves round its outline.
fn side(from: Vector, to: Vector) -> Vector {
    const AXES: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let across = cross(from, to);
    let length = norm(across);
    if length > 1e-6 {
        return scale(1.0 / length, across);
    }
    // The shadow hardly moves: take the axis that is most nearly perpendicular to its position.
    let least = |a: &Vector, b: &Vector| dot(*a, from).abs().total_cmp(&dot(*b, from).abs());
    AXES.into_iter().min_by(least).expect("three axes")
}

/// Points on a closed ring at equal distances along it, counter-clockwise from its side.
fn evenly(ring: &[Vector], side: Vector) -> Vec<Vector> {
    let centre = unit(ring.windows(2).fold([0.0; 3], |sum, edge| {
        let length = norm(sub(edge[1], edge[0]));
        std::array::from_fn(|k| sum[k] + (edge[0][k] + edge[1][k]) * length)
    }));
    let ahead = unit(sub(side, scale(dot(side, centre), centre)));
    let left = cross(centre, ahead);
    let flat = |place: &Vector| (dot(*place, ahead), dot(*place, left));
    let mut ring = ring.to_vec();
    let area: f64 = ring.windows(2).map(|e| doubled_triangle(flat(&e[0]), flat(&e[1]))).sum();
    if area < 0.0 {
        ring.reverse();
    }
    let (edge, part) = start(&ring, flat);
    let begin = between(ring[edge], ring[edge + 1], part);
    // Once round; the last point of the ring repeats the first.
    let count = ring.len() - 1;
    let mut way = vec![begin];
    way.extend((1..=count).map(|k| ring[(edge + k) % count]));
    way.push(begin);
    along(&way)
}

/// Where a ring crosses the direction ahead from right to left: the edge, and the fraction along it. Of
/// several crossings it is the one furthest ahead, and without one the vertex furthest ahead.
fn start(ring: &[Vector], flat: impl Fn(&Vector) -> (f64, f64)) -> (usize, f64) {
    let crossing = |(number, edge): (usize, &[Vector])| {
        let ((x0, y0), (x1, y1)) = (flat(&edge[0]), flat(&edge[1]));
        let part = y0 / (y0 - y1);
        (y0 < 0.0 && y1 >= 0.0).then_some((number, part, x0 + (x1 - x0) * part))
    };
    let furthest = ring.windows(2).enumerate().filter_map(crossing).max_by(|a, b| a.2.total_cmp(&b.2));
    let vertex = || {
        let ahead = |k: &usize| flat(&ring[*k]).0;
        (0..ring.len() - 1).max_by(|a, b| ahead(a).total_cmp(&ahead(b))).unwrap_or(0)
    };
    furthest.map_or_else(|| (vertex(), 0.0), |(number, part, _)| (number, part))
}

/// Points at equal distances along a path, including its beginning but not its end.
fn along(way: &[Vector]) -> Vec<Vector> {
    let lengths: Vec<f64> = way.windows(2).map(|edge| norm(sub(edge[1], edge[0]))).collect();
    let whole: f64 = lengths.iter().sum();
    let (mut edge, mut behind) = (0, 0.0);
    let place = |k: usize| {
        let at = whole * k as f64 / VERTICES as f64;
        while edge + 1 < lengths.len() && behind + lengths[edge] < at {
            behind += lengths[edge];
            edge += 1;
        }
        let part = if lengths[edge] > 0.0 { (at - behind) / lengths[edge] } else { 0.0 };
        unit(between(way[edge], way[edge + 1], part))
    };
    (0..VERTICES).map(place).collect()
}

fn doubled_triangle((x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> f64 {
    x0 * y1 - x1 * y0
}

fn between(a: Vector, b: Vector, part: f64) -> Vector {
    std::array::from_fn(|k| a[k] + (b[k] - a[k]) * part)
}
