//! Regions of a map between two contours of a quantity on a grid.

use crate::cut::{Polygon, Vertex, doubled_area, is_within};
use std::collections::{BTreeMap, BTreeSet};

/// Values at the nodes of a grid, which is a rectangle of the plane.
#[derive(Debug, Clone, Copy)]
pub struct Grid<'a> {
    /// Longitudes of the columns, degrees, ascending.
    pub longitudes_deg: &'a [f64],
    /// Latitudes of the rows, degrees, ascending.
    pub latitudes_deg: &'a [f64],
    /// Values row by row, from the south-west corner on; finite.
    pub values: &'a [f64],
    /// A second quantity at the same nodes. Where it is not positive, all values belong to the last class.
    pub openness: &'a [f64],
}

/// A corner of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Corner {
    /// A node of the grid.
    Node(usize),
    /// The point between two nodes at which the quantity has the value of a limit, by its number.
    OfLimit([usize; 2], usize),
    /// The point between two nodes at which the openness is zero.
    OfOpenness([usize; 2]),
    /// The point in a triangle at which the quantity has the value of a limit and the openness is zero.
    Inside([usize; 3], usize),
}

/// A corner with its place and its openness.
type Placed = (Corner, Vertex, f64);

impl Grid<'_> {
    /// Returns the region of a class by linear interpolation in the triangles of the grid, of which each cell
    /// has two. Class 0 is above the first of the descending limits, class 1 up to it and above the second,
    /// and so on.
    ///
    /// The regions of all classes share their vertices and cover the grid once.
    ///
    /// ```
    /// use geography::contour::Grid;
    /// let (values, openness) = (&[0.0, 1.0, 0.0, 1.0], &[1.0; 4]);
    /// let grid = Grid { longitudes_deg: &[0.0, 10.0], latitudes_deg: &[0.0, 1.0], values, openness };
    /// assert_eq!(grid.region(0, &[0.4]).len(), 1);
    /// ```
    pub fn region(&self, class: usize, limits: &[f64]) -> Vec<Polygon> {
        let (mut edges, vertices) = self.outline(class, limits);
        let (mut polygons, mut holes) = (Vec::new(), Vec::new());
        while let Some(&(first, _)) = edges.first() {
            let (mut at, mut ring) = (first, Vec::new());
            while let Some(&edge) = edges.range((at, Corner::Node(0))..).next().filter(|edge| edge.0 == at) {
                edges.remove(&edge);
                ring.push(vertices[&at]);
                at = edge.1;
            }
            ring.push(ring[0]);
            let area = doubled_area(&ring);
            if area < 0.0 {
                holes.push(ring)
            } else if area > 0.0 {
                polygons.push(Polygon { outer: ring, holes: vec![] })
            }
        }
        for hole in holes {
            let around = polygons.iter_mut().filter(|polygon| is_within(hole[0], &polygon.outer));
            let area = |polygon: &Polygon| doubled_area(&polygon.outer);
            let around = around.min_by(|a, b| area(a).total_cmp(&area(b)));
            around.expect("a hole is inside a region").holes.push(hole);
        }
        polygons
    }

    /// Edges of the parts of all triangles that are in a class, without those that two parts share, and their
    /// vertices. The region is on the left.
    fn outline(
        &self,
        class: usize,
        limits: &[f64],
    ) -> (BTreeSet<(Corner, Corner)>, BTreeMap<Corner, Vertex>) {
        let (columns, rows) = (self.longitudes_deg.len(), self.latitudes_deg.len());
        let (mut edges, mut vertices) = (BTreeSet::new(), BTreeMap::new());
        let mut add = |part: Vec<Placed>| {
            for (k, (corner, vertex, _)) in part.iter().enumerate() {
                let next = part[(k + 1) % part.len()].0;
                vertices.insert(*corner, *vertex);
                if !edges.remove(&(next, *corner)) {
                    edges.insert((*corner, next));
                }
            }
        };
        for south_west in (0..rows.saturating_sub(1)).flat_map(|row| row * columns..(row + 1) * columns - 1) {
            let [south_east, north_west] = [south_west + 1, south_west + columns];
            for triangle in
                [[south_west, south_east, north_west + 1], [south_west, north_west + 1, north_west]]
            {
                add(self.cut(triangle, self.part(triangle, class, limits), true));
                // What is not open is in the last class, whatever its values.
                let shut = (0..=limits.len()).filter(|_| class == limits.len());
                shut.for_each(|class| add(self.cut(triangle, self.part(triangle, class, limits), false)));
            }
        }
        (edges, vertices)
    }

    /// The part of a triangle in a class, counter-clockwise as the triangle: its nodes in the class, and the
    /// points of its sides at the limits of the class.
    fn part(&self, triangle: [usize; 3], class: usize, limits: &[f64]) -> Vec<Placed> {
        let class_of = |node: usize| limits.iter().filter(|limit| self.values[node] <= **limit).count();
        let mut part = Vec::with_capacity(5);
        for (k, &node) in triangle.iter().enumerate() {
            let next = triangle[(k + 1) % 3];
            let [from, to] = [node, next].map(class_of);
            if from == class {
                part.push((Corner::Node(node), self.place(node), self.openness[node]));
            }
            let side = [node.min(next), node.max(next)];
            // The upper limit of a class has the number before it.
            let crossed = |limit: &usize| (from.min(to)..from.max(to)).contains(limit);
            let mut points = [class.checked_sub(1), Some(class)].into_iter().flatten().filter(crossed);
            let [upper, lower] = [points.next(), points.next()];
            let ordered = if from < to { [upper, lower] } else { [lower, upper] };
            part.extend(ordered.into_iter().flatten().map(|limit| {
                let [first, last] = side.map(|node| self.values[node]);
                self.between(Corner::OfLimit(side, limit), side, (limits[limit] - first) / (last - first))
            }));
        }
        part
    }

    /// Returns that of a part of a triangle which is open, or which is not.
    fn cut(&self, triangle: [usize; 3], part: Vec<Placed>, is_open: bool) -> Vec<Placed> {
        let is_kept = |(.., openness): &Placed| (*openness > 0.0) == is_open;
        let mut kept = Vec::with_capacity(part.len() + 1);
        for (k, from) in part.iter().enumerate() {
            let to = &part[(k + 1) % part.len()];
            if is_kept(from) {
                kept.push(*from);
            }
            if is_kept(from) != is_kept(to) {
                kept.push(self.shut_between(triangle, from, to));
            }
        }
        kept
    }

    /// The point between two corners of a part at which the openness is zero.
    fn shut_between(&self, triangle: [usize; 3], from: &Placed, to: &Placed) -> Placed {
        let on = |corner: Corner, [a, b]: [usize; 2]| match corner {
            Corner::Node(node) => node == a || node == b,
            Corner::OfLimit(side, _) => side == [a, b],
            _ => false,
        };
        let sides = [[0, 1], [1, 2], [0, 2]].map(|ends| {
            let [a, b] = ends.map(|k| triangle[k]);
            [a.min(b), a.max(b)]
        });
        match sides.into_iter().find(|side| on(from.0, *side) && on(to.0, *side)) {
            Some(side) => {
                let [first, last] = side.map(|node| self.openness[node]);
                self.between(Corner::OfOpenness(side), side, first / (first - last))
            }
            None => {
                let Corner::OfLimit(_, limit) = from.0 else { unreachable!("a part crosses along a limit") };
                // From the same end for the parts on both sides of the limit.
                let (a, b) = if from.0 < to.0 { (from, to) } else { (to, from) };
                (Corner::Inside(triangle, limit), a.1.towards(b.1, a.2 / (a.2 - b.2)), 0.0)
            }
        }
    }

    /// A corner at a part of the way between two nodes.
    fn between(&self, corner: Corner, [a, b]: [usize; 2], part: f64) -> Placed {
        let openness = self.openness[a] + part * (self.openness[b] - self.openness[a]);
        (corner, self.place(a).towards(self.place(b), part), openness)
    }

    fn place(&self, node: usize) -> Vertex {
        let (column, row) = (node % self.longitudes_deg.len(), node / self.longitudes_deg.len());
        Vertex { longitude_deg: self.longitudes_deg[column], latitude_deg: self.latitudes_deg[row], t: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    /// Values of a function on a grid of whole degrees.
    fn values(columns: &[f64], rows: &[f64], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        rows.iter().flat_map(|y| columns.iter().map(|x| f(*x, *y)).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn bands_of_a_hill_and_a_lake_cover_the_grid_once() {
        let columns: Vec<f64> = (-30..=30).map(f64::from).collect();
        let rows: Vec<f64> = (-20..=20).map(f64::from).collect();
        let f = |x: f64, y: f64| ((x - 10.0).hypot(y) / 9.0).cos() + 0.02 * x;
        let values = values(&columns, &rows, f);
        // What is south-west of a line is shut.
        let open = |x: f64, y: f64| x + 2.0 * y + 31.7;
        let openness = self::values(&columns, &rows, open);
        let (longitudes_deg, latitudes_deg) = (&columns[..], &rows[..]);
        let grid = Grid { longitudes_deg, latitudes_deg, values: &values, openness: &openness };
        let limits = [0.9, 0.25, -0.2, -0.7];
        let mut area = 0.0;
        for class in 0..=limits.len() {
            let rounded = Geometry::Polygons(grid.region(class, &limits)).rounded();
            let Geometry::Polygons(polygons) = rounded.geometry else { panic!("polygons stay polygons") };
            area +=
                polygons.iter().flat_map(Polygon::rings).map(|ring| doubled_area(ring) / 2.0).sum::<f64>();
            for k in 0..500 {
                let (x, y) = (f64::from(k) * 7.77 % 59.0 - 29.5, f64::from(k) * 3.33 % 39.0 - 19.5);
                let at = Vertex { longitude_deg: x, latitude_deg: y, t: 0.0 };
                let rings =
                    polygons.iter().flat_map(Polygon::rings).filter(|ring| is_within(at, ring)).count();
                if open(x, y) <= 0.0 {
                    assert_eq!(rings % 2 == 1, class == limits.len(), "{x} {y} in {class}");
                } else if limits.iter().all(|limit| (f(x, y) - limit).abs() > 0.01) {
                    let expected = limits.iter().filter(|limit| f(x, y) <= **limit).count();
                    assert_eq!(rings % 2 == 1, expected == class, "{x} {y} in {class}");
                }
            }
        }
        assert!((area - 60.0 * 40.0).abs() < 1e-3, "{area}");
        assert!(grid.region(1, &limits).iter().any(|polygon| !polygon.holes.is_empty()));
        assert!(grid.region(0, &[9.0]).is_empty());
    }
}
