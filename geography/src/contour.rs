//! Regions of a map between two contours of a quantity on a grid.

use crate::cut::{Polygon, Vertex, doubled_area, is_within};
use std::collections::BTreeSet;

/// Values at the nodes of a grid, which is a rectangle of the plane.
#[derive(Debug, Clone, Copy)]
pub struct Grid<'a> {
    /// Longitudes of the columns, degrees, ascending.
    pub longitudes_deg: &'a [f64],
    /// Latitudes of the rows, degrees, ascending.
    pub latitudes_deg: &'a [f64],
    /// Values row by row, from the south-west corner on; finite.
    pub values: &'a [f64],
}

/// A corner of a region: a node of the grid, twice, or the point between two nodes at which the quantity has
/// the value of a limit, by its number.
type Corner = (usize, usize, usize);

impl Grid<'_> {
    /// Returns the region of a class by linear interpolation in the triangles of the grid, of which each cell
    /// has two. Class 0 is above the first of the descending limits, class 1 up to it and above the second,
    /// and so on.
    ///
    /// The regions of all classes share their vertices and cover the grid once.
    ///
    /// ```
    /// use geography::contour::Grid;
    /// let values = &[0.0, 1.0, 0.0, 1.0];
    /// let grid = Grid { longitudes_deg: &[0.0, 10.0], latitudes_deg: &[0.0, 1.0], values };
    /// assert_eq!(grid.region(0, &[0.4]).len(), 1);
    /// ```
    pub fn region(&self, class: usize, limits: &[f64]) -> Vec<Polygon> {
        let mut edges = self.outline(class, limits);
        let (mut polygons, mut holes) = (Vec::new(), Vec::new());
        while let Some(&(first, _)) = edges.first() {
            let (mut at, mut ring) = (first, Vec::new());
            while let Some(&edge) = edges.range((at, (0, 0, 0))..).next().filter(|edge| edge.0 == at) {
                edges.remove(&edge);
                ring.push(self.vertex(at, limits));
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

    /// Edges of the parts of all triangles that are in a class, without those that two parts share. The
    /// region is on the left.
    fn outline(&self, class: usize, limits: &[f64]) -> BTreeSet<(Corner, Corner)> {
        let (columns, rows) = (self.longitudes_deg.len(), self.latitudes_deg.len());
        let mut edges = BTreeSet::new();
        for south_west in (0..rows.saturating_sub(1)).flat_map(|row| row * columns..(row + 1) * columns - 1) {
            let [south_east, north_west] = [south_west + 1, south_west + columns];
            for triangle in
                [[south_west, south_east, north_west + 1], [south_west, north_west + 1, north_west]]
            {
                let part = self.part(triangle, class, limits);
                for (k, corner) in part.iter().enumerate() {
                    let next = part[(k + 1) % part.len()];
                    if !edges.remove(&(next, *corner)) {
                        edges.insert((*corner, next));
                    }
                }
            }
        }
        edges
    }

    /// The part of a triangle in a class, counter-clockwise as the triangle: its nodes in the class, and the
    /// points of its sides at the limits of the class.
    fn part(&self, triangle: [usize; 3], class: usize, limits: &[f64]) -> Vec<Corner> {
        let class_of = |node: usize| limits.iter().filter(|limit| self.values[node] <= **limit).count();
        let mut part = Vec::with_capacity(5);
        for (k, &node) in triangle.iter().enumerate() {
            let next = triangle[(k + 1) % 3];
            let [from, to] = [node, next].map(class_of);
            if from == class {
                part.push((node, node, 0));
            }
            let (a, b) = (node.min(next), node.max(next));
            // The upper limit of a class has the number before it.
            let crossed = |limit: &usize| (from.min(to)..from.max(to)).contains(limit);
            let mut points = [class.checked_sub(1), Some(class)].into_iter().flatten().filter(crossed);
            let [upper, lower] = [points.next(), points.next()];
            let ordered = if from < to { [upper, lower] } else { [lower, upper] };
            part.extend(ordered.into_iter().flatten().map(|limit| (a, b, limit)));
        }
        part
    }

    fn vertex(&self, (a, b, limit): Corner, limits: &[f64]) -> Vertex {
        let place = |node: usize| {
            let (column, row) = (node % self.longitudes_deg.len(), node / self.longitudes_deg.len());
            Vertex {
                longitude_deg: self.longitudes_deg[column],
                latitude_deg: self.latitudes_deg[row],
                t: 0.0,
            }
        };
        if a == b {
            return place(a);
        }
        let (from, to) = (self.values[a], self.values[b]);
        place(a).towards(place(b), (limits[limit] - from) / (to - from))
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
        let grid = Grid { longitudes_deg: &columns, latitudes_deg: &rows, values: &values };
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
                if limits.iter().all(|limit| (f(x, y) - limit).abs() > 0.01) {
                    assert_eq!(
                        rings % 2 == 1,
                        limits.iter().filter(|limit| f(x, y) <= **limit).count() == class,
                        "{x} {y} in {class}"
                    );
                }
            }
        }
        assert!((area - 60.0 * 40.0).abs() < 1e-3, "{area}");
        assert!(grid.region(1, &limits).iter().any(|polygon| !polygon.holes.is_empty()));
        assert!(grid.region(0, &[9.0]).is_empty());
    }
}
