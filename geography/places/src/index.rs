//! An index that finds the polygon that contains a point.

use geo::indexed::IntervalTreeMultiPolygon;
use geo::{BoundingRect, Contains, MultiPolygon, Point, Polygon};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// Polygons by bounding box, each with its edges sorted by latitude and an associated value.
pub(crate) struct PolygonIndex<T> {
    boxes: RTree<GeomWithData<Rectangle<[f64; 2]>, usize>>,
    shapes: Vec<(IntervalTreeMultiPolygon<f64>, T)>,
}

impl<T> PolygonIndex<T> {
    /// Indexes polygons in order of priority; polygons without vertices are skipped.
    pub(crate) fn new<'a>(polygons: impl Iterator<Item = (&'a Polygon<f64>, T)>) -> Self {
        let (mut boxes, mut shapes) = (Vec::new(), Vec::new());
        for (polygon, value) in polygons {
            let Some(rectangle) = polygon.bounding_rect() else { continue };
            let (min, max) = (rectangle.min(), rectangle.max());
            let corners = Rectangle::from_corners([min.x, min.y], [max.x, max.y]);
            boxes.push(GeomWithData::new(corners, shapes.len()));
            shapes.push((IntervalTreeMultiPolygon::new(&MultiPolygon(vec![polygon.clone()])), value));
        }
        Self { boxes: RTree::bulk_load(boxes), shapes }
    }

    pub(crate) fn first_containing(&self, point: Point<f64>) -> Option<&T> {
        let here = AABB::from_point([point.x(), point.y()]);
        let mut first = usize::MAX;
        // The tree returns boxes in no useful order, so all of them are compared; the cheap test comes first.
        for candidate in self.boxes.locate_in_envelope_intersecting(&here) {
            if candidate.data < first && self.shapes[candidate.data].0.contains(&point) {
                first = candidate.data;
            }
        }
        self.shapes.get(first).map(|(_, value)| value)
    }
}
