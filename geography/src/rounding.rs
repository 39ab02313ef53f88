//! Rounding of geometry to the decimals of files.

use crate::cut::{Polygon, Vertex};
use crate::geometry::Geometry;

/// Rounded coordinates are multiples of a millionth of a degree.
pub(crate) const PER_DEGREE: f64 = 1e6;

/// Rounded geometry, and the number of parts that became too small.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundedGeometry {
    /// The rounded geometry.
    pub geometry: Geometry,
    /// The number of lines and rings that were left out because they collapsed, including the holes of an
    /// outline that was left out.
    pub left_out: usize,
}

impl Geometry {
    /// Rounds coordinates to six decimals (0.1 m), without −0.
    ///
    /// Neighbours that become equal are merged into the first. Rings also lose spikes, which run out and back
    /// along themselves. Parts that were closer than 1e-6° can touch afterwards.
    ///
    /// ```
    /// use geography::{Geometry, cut::Vertex};
    /// let point = Geometry::Point(Vertex { longitude_deg: 1.000_000_4, latitude_deg: -1e-9, t: 0.0 });
    /// let rounded = Geometry::Point(Vertex { longitude_deg: 1.0, latitude_deg: 0.0, t: 0.0 });
    /// assert_eq!(point.rounded().geometry, rounded);
    /// ```
    pub fn rounded(&self) -> RoundedGeometry {
        let mut left_out = 0;
        let geometry = match self {
            Self::Point(vertex) => Self::Point(rounded(vertex)),
            Self::Lines(lines) => {
                let kept: Vec<_> = lines.iter().filter_map(|line| rounded_line(line)).collect();
                left_out = lines.len() - kept.len();
                Self::Lines(kept)
            }
            Self::Polygons(polygons) => {
                let kept: Vec<_> = polygons.iter().filter_map(rounded_polygon).collect();
                let rings = |polygons: &[Polygon]| polygons.iter().map(|p| 1 + p.holes.len()).sum::<usize>();
                left_out = rings(polygons) - rings(&kept);
                Self::Polygons(kept)
            }
        };
        RoundedGeometry { geometry, left_out }
    }
}

fn rounded(vertex: &Vertex) -> Vertex {
    // Adding zero turns −0 into 0.
    let round = |angle_deg: f64| (angle_deg * PER_DEGREE).round() / PER_DEGREE + 0.0;
    Vertex {
        longitude_deg: round(vertex.longitude_deg),
        latitude_deg: round(vertex.latitude_deg),
        t: vertex.t,
    }
}

fn is_same(a: &Vertex, b: &Vertex) -> bool {
    a.longitude_deg == b.longitude_deg && a.latitude_deg == b.latitude_deg
}

/// Returns `None` if fewer than two vertices are left.
fn rounded_line(line: &[Vertex]) -> Option<Vec<Vertex>> {
    let mut line: Vec<_> = line.iter().map(rounded).collect();
    line.dedup_by(|b, a| is_same(a, b));
    (line.len() > 1).then_some(line)
}

/// Returns `None` if less than a triangle is left of the outline.
fn rounded_polygon(polygon: &Polygon) -> Option<Polygon> {
    let outer = rounded_ring(&polygon.outer)?;
    Some(Polygon { outer, holes: polygon.holes.iter().filter_map(|hole| rounded_ring(hole)).collect() })
}

/// Returns `None` if less than a triangle is left.
fn rounded_ring(ring: &[Vertex]) -> Option<Vec<Vertex>> {
    let mut kept: Vec<Vertex> = Vec::with_capacity(ring.len());
    for vertex in ring.iter().map(rounded) {
        while let [.., a, b] = kept[..]
            && is_idle(&a, &b, &vertex)
        {
            kept.pop();
        }
        if kept.last().is_none_or(|last| !is_same(last, &vertex)) {
            kept.push(vertex);
        }
    }
    // The same at the seam of the ring.
    let mut begin = 0;
    loop {
        let open = &kept[begin..];
        match open {
            [] | [_] | [_, _] => return None,
            [first, .., last] if is_same(first, last) => _ = kept.pop(),
            [first, .., a, last] if is_idle(a, last, first) => _ = kept.pop(),
            [first, second, .., last] if is_idle(last, first, second) => begin += 1,
            _ => break,
        }
    }
    kept.drain(..begin);
    kept.push(kept[0]);
    Some(kept)
}

/// Returns whether the path from `a` to `b` to `c` goes out and straight back, or stays.
fn is_idle(a: &Vertex, b: &Vertex, c: &Vertex) -> bool {
    let ahead = (b.longitude_deg - a.longitude_deg) * (c.longitude_deg - b.longitude_deg)
        + (b.latitude_deg - a.latitude_deg) * (c.latitude_deg - b.latitude_deg);
    // Most paths go ahead; only the others need exact arithmetic.
    if ahead > 0.0 {
        return false;
    }
    // Products of integers of this size fit into 128 bits; a map needs only 1e9.
    const MOST: f64 = 1e15;
    let units = |angle_deg: f64| (angle_deg * PER_DEGREE).round().clamp(-MOST, MOST) as i128;
    let edge = |from: &Vertex, to: &Vertex| {
        let x = units(to.longitude_deg) - units(from.longitude_deg);
        let y = units(to.latitude_deg) - units(from.latitude_deg);
        (x, y)
    };
    let ((out_x, out_y), (back_x, back_y)) = (edge(a, b), edge(b, c));
    out_x * back_y == out_y * back_x && (out_x * back_x + out_y * back_y < 0 || (out_x, out_y) == (0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{places, run};

    #[test]
    fn equal_neighbours_merge_and_short_lines_go() {
        let lines = vec![
            run(&[(1.000_000_4, 2.0), (1.000_000_1, 2.0), (3.0, -1e-9)]),
            run(&[(1.0, 1.0), (1.000_000_1, 1.0)]),
        ];
        let RoundedGeometry { geometry: Geometry::Lines(kept), left_out } = Geometry::Lines(lines).rounded()
        else {
            panic!("lines stay lines")
        };
        assert_eq!(kept.iter().map(|l| places(l)).collect::<Vec<_>>(), [[(1.0, 2.0), (3.0, 0.0)]]);
        assert!(kept[0][1].latitude_deg.is_sign_positive());
        assert_eq!((kept[0][0].t, kept[0][1].t, left_out), (0.0, 2.0, 1));
    }

    #[test]
    fn spikes_and_slivers_of_rings_go() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)];
        let (below, spike) = ([(0.0, -2.0)], [(9.0, 0.0), (7.0, 0.000_000_1), (4.0, 0.0)]);
        let spiked = [&below[..], &square[..2], &spike, &square[2..], &below].concat();
        let ring = rounded_ring(&run(&spiked)).expect("a square");
        assert_eq!(places(&ring), square);
        assert_eq!(rounded_ring(&run(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 0.0)])), None);
        let sliver = run(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1e-8), (0.0, 0.0)]);
        let hole = Polygon { outer: run(&square), holes: vec![sliver.clone()] };
        let polygons = Geometry::Polygons(vec![hole, Polygon { outer: sliver, holes: vec![] }]);
        let rounded = polygons.rounded();
        assert_eq!((rounded.left_out, rounded.geometry.vertices()), (2, 5));
        assert!(Geometry::Lines(vec![]).rounded().geometry.is_empty());
    }
}
