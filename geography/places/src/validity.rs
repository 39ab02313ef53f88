//! Checks of geometry against the requirements of maps and tables.

use crate::Error;
use geo::{Coord, Intersects, Line};
use geography::Geometry;
use geography::cut::{Vertex, doubled_area};

/// Checks that geometry is valid on the map. Returns [`Error::NotValid`] with the first violated rule.
///
/// Geometry is not empty, and coordinates are within −180 … 180 and −90 … 90. A line has at least two
/// vertices. A ring has at least four, is closed, runs counter-clockwise as an outline and clockwise as a
/// hole, and neither crosses nor touches itself. Rings are not compared with each other.
///
/// ```
/// use geography::Geometry;
/// let error = places::validity::check(&Geometry::Lines(vec![])).unwrap_err();
/// assert_eq!(error.to_string(), "it is empty");
/// ```
pub fn check(geometry: &Geometry) -> Result<(), Error> {
    if geometry.is_empty() {
        return not_valid("it is empty");
    }
    // `NaN` fails the comparison, too.
    let is_on_the_map = |v: &Vertex| v.longitude_deg.abs() <= 180.0 && v.latitude_deg.abs() <= 90.0;
    if !geometry.runs().flatten().all(is_on_the_map) {
        return not_valid("a vertex lies outside −180 … 180 and −90 … 90");
    }
    match geometry {
        Geometry::Lines(lines) if lines.iter().any(|line| line.len() < 2) => {
            not_valid("a line has fewer than two vertices")
        }
        Geometry::Point(_) | Geometry::Lines(_) => Ok(()),
        Geometry::Polygons(polygons) => polygons.iter().try_for_each(|polygon| {
            check_ring(&polygon.outer, 1.0)?;
            polygon.holes.iter().try_for_each(|hole| check_ring(hole, -1.0))
        }),
    }
}

/// Checks a ring whose signed area must have this sign.
fn check_ring(ring: &[Vertex], sign: f64) -> Result<(), Error> {
    let place = |v: &Vertex| (v.longitude_deg, v.latitude_deg);
    if ring.len() < 4 || ring.first().map(place) != ring.last().map(place) {
        return not_valid("a ring is not closed or has fewer than four vertices");
    }
    if doubled_area(ring) * sign <= 0.0 {
        return not_valid("a ring runs the wrong way round");
    }
    if meets_itself(ring) { not_valid("a ring crosses or touches itself") } else { Ok(()) }
}

/// Returns whether two edges of a closed ring meet although they are not neighbours.
fn meets_itself(ring: &[Vertex]) -> bool {
    let west = |edge: &Line| edge.start.x.min(edge.end.x);
    let mut edges: Vec<(usize, Line)> = ring.windows(2).map(edge).enumerate().collect();
    let last = edges.len().saturating_sub(1);
    // Sorted from west to east, an edge can only meet edges that begin before it ends.
    edges.sort_by(|(_, a), (_, b)| west(a).total_cmp(&west(b)));
    let are_neighbours = |i: usize, j: usize| i.abs_diff(j) == 1 || i.abs_diff(j) == last;
    edges.iter().enumerate().any(|(place, (i, a))| {
        let east = a.start.x.max(a.end.x);
        let mut others = edges[place + 1..].iter().take_while(|(_, b)| west(b) <= east);
        others.any(|(j, b)| !are_neighbours(*i, *j) && a.intersects(b))
    })
}

fn edge(pair: &[Vertex]) -> Line {
    let coordinates = |v: &Vertex| Coord { x: v.longitude_deg, y: v.latitude_deg };
    Line::new(coordinates(&pair[0]), coordinates(&pair[1]))
}

fn not_valid(problem: &'static str) -> Result<(), Error> {
    Err(Error::NotValid { problem })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::cut::Polygon;

    fn run(places: &[(f64, f64)]) -> Vec<Vertex> {
        let vertex =
            |&(longitude_deg, latitude_deg): &(f64, f64)| Vertex { longitude_deg, latitude_deg, t: 0.0 };
        places.iter().map(vertex).collect()
    }

    #[test]
    fn each_problem_has_its_message() {
        let ring = run(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)]);
        let reversed: Vec<_> = ring.iter().rev().copied().collect();
        let crossed = run(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (4.0, -1.0), (0.0, 0.0)]);
        let touching = run(&[(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (4.0, 0.0), (0.0, 8.0), (0.0, 0.0)]);
        let polygon = |outer: &[Vertex], hole: &[Vertex]| {
            Geometry::Polygons(vec![Polygon { outer: outer.to_vec(), holes: vec![hole.to_vec()] }])
        };
        assert_eq!(check(&polygon(&ring, &reversed)), Ok(()));
        assert_eq!(check(&Geometry::Lines(vec![run(&[(-180.0, 90.0), (180.0, -90.0)])])), Ok(()));
        for (geometry, problem) in [
            (Geometry::Lines(vec![]), "empty"),
            (Geometry::Lines(vec![run(&[(1.0, 1.0)])]), "fewer than two"),
            (Geometry::Lines(vec![run(&[(1.0, 1.0), (180.1, 1.0)])]), "outside"),
            (Geometry::Lines(vec![run(&[(1.0, f64::NAN), (1.0, 1.0)])]), "outside"),
            (polygon(&ring[..3], &reversed), "not closed"),
            (polygon(&ring, &ring), "wrong way"),
            (polygon(&reversed, &reversed), "wrong way"),
            (polygon(&crossed, &reversed), "crosses"),
            (polygon(&touching, &reversed), "crosses"),
        ] {
            let found = check(&geometry).expect_err("not valid").to_string();
            assert!(found.contains(problem), "{found}");
        }
    }
}
