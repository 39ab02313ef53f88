//! Bounding boxes, also across the antimeridian.

use crate::angle::whole_turns_deg;
use crate::cut::Vertex;
use crate::geometry::Geometry;

/// A bounding box in degrees, as RFC 7946, section 5, defines it.
///
/// `west` is greater than `east` if the box crosses the antimeridian. Geometry around a pole extends from
/// −180 to 180 and to ±90.
///
/// ```
/// use geography::{BoundingBox, Geometry, cut::Vertex};
/// let vertex = |longitude_deg| Vertex { longitude_deg, latitude_deg: -18.0, t: 0.0 };
/// let fiji = Geometry::Lines(vec![vec![vertex(177.0), vertex(180.0)], vec![vertex(-180.0),
/// vertex(-178.0)]]); assert_eq!(BoundingBox::of(&fiji).map(BoundingBox::to_array), Some([177.0, -18.0,
/// -178.0, -18.0])); assert_eq!(BoundingBox::in_the_plane(&fiji).map(|b| b.east), Some(180.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoundingBox {
    /// Longitude of the western edge.
    pub west: f64,
    /// Least latitude.
    pub south: f64,
    /// Longitude of the eastern edge.
    pub east: f64,
    /// Greatest latitude.
    pub north: f64,
}

impl BoundingBox {
    /// Returns the box around geometry, cut or unrolled, or `None` if it is empty.
    ///
    /// The box leaves out the widest gap in longitude between the pieces; of equal gaps, the one at the
    /// antimeridian.
    pub fn of(geometry: &Geometry) -> Option<Self> {
        let (mut spans, mut south, mut north) = (Spans::default(), f64::INFINITY, f64::NEG_INFINITY);
        for run in geometry.runs() {
            let (mut west, mut east) = (f64::INFINITY, f64::NEG_INFINITY);
            for vertex in run {
                (west, east) = (west.min(vertex.longitude_deg), east.max(vertex.longitude_deg));
                (south, north) = (south.min(vertex.latitude_deg), north.max(vertex.latitude_deg));
            }
            if west <= east {
                spans.add(west, east);
            }
        }
        let (west, east) = spans.covering()?;
        Some(Self { west, south, east, north })
    }

    /// Returns the minimum and maximum coordinates, which suit filters that compare numbers. West is never
    /// greater than east: the box of geometry that is cut at the antimeridian extends from −180 to 180, and
    /// that of unrolled geometry beyond. Returns `None` if the geometry is empty.
    pub fn in_the_plane(geometry: &Geometry) -> Option<Self> {
        let at = |v: &Vertex| Self {
            west: v.longitude_deg,
            south: v.latitude_deg,
            east: v.longitude_deg,
            north: v.latitude_deg,
        };
        Self::union_in_the_plane(geometry.runs().flatten().map(at))
    }

    /// Returns the union of boxes from [`Self::in_the_plane`], or `None` without boxes.
    pub fn union_in_the_plane(boxes: impl IntoIterator<Item = Self>) -> Option<Self> {
        boxes.into_iter().reduce(|all, one| Self {
            west: all.west.min(one.west),
            south: all.south.min(one.south),
            east: all.east.max(one.east),
            north: all.north.max(one.north),
        })
    }

    /// Returns the box around boxes from [`Self::of`], which leaves out the widest gap, or `None` without
    /// boxes.
    pub fn union(boxes: impl IntoIterator<Item = Self>) -> Option<Self> {
        let (mut spans, mut south, mut north) = (Spans::default(), f64::INFINITY, f64::NEG_INFINITY);
        for b in boxes {
            spans.add(b.west, if b.west > b.east { b.east + 360.0 } else { b.east });
            (south, north) = (south.min(b.south), north.max(b.north));
        }
        let (west, east) = spans.covering()?;
        Some(Self { west, south, east, north })
    }

    /// West, south, east, north.
    pub fn to_array(self) -> [f64; 4] {
        [self.west, self.south, self.east, self.north]
    }
}

/// Intervals of longitude within −180 … 180.
#[derive(Default)]
struct Spans(Vec<(f64, f64)>);

impl Spans {
    /// Adds an interval in any turn, as two parts if it crosses the antimeridian.
    fn add(&mut self, west: f64, east: f64) {
        if east - west >= 360.0 {
            return self.0.push((-180.0, 180.0));
        }
        let is_in_the_plane = west >= -180.0 && east <= 180.0;
        let turn = if is_in_the_plane { 0.0 } else { whole_turns_deg((west + east) / 2.0) };
        let (west, east) = (west - turn, east - turn);
        self.0.push((west.max(-180.0), east.min(180.0)));
        if west < -180.0 {
            self.0.push((west + 360.0, 180.0));
        }
        if east > 180.0 {
            self.0.push((-180.0, east - 360.0));
        }
    }

    /// Returns the beginning and the end of the interval that leaves out the widest gap.
    fn covering(mut self) -> Option<(f64, f64)> {
        self.0.sort_by(|a, b| a.0.total_cmp(&b.0));
        let &(first, mut reach) = self.0.first()?;
        let (mut widest, mut gap) = (0.0, None);
        for &(west, east) in &self.0 {
            if west - reach > widest {
                (widest, gap) = (west - reach, Some((west, reach)));
            }
            reach = reach.max(east);
        }
        // The gap across the antimeridian wins ties, so most boxes do not cross it.
        let at_antimeridian = (first + 180.0) + (180.0 - reach);
        Some(gap.filter(|_| widest > at_antimeridian).unwrap_or((first, reach)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run;

    fn lines(runs: &[&[(f64, f64)]]) -> Geometry {
        Geometry::Lines(runs.iter().map(|places| run(places)).collect())
    }

    fn around(runs: &[&[(f64, f64)]]) -> Option<[f64; 4]> {
        BoundingBox::of(&lines(runs)).map(BoundingBox::to_array)
    }

    #[test]
    fn west_is_greater_than_east_across_the_antimeridian() {
        let pieces: [&[_]; 2] = [&[(177.0, -20.0), (180.0, -18.0)], &[(-180.0, -18.0), (-178.0, -16.0)]];
        assert_eq!(around(&pieces), Some([177.0, -20.0, -178.0, -16.0]));
        assert_eq!(around(&[&[(177.0, -20.0), (182.0, -16.0)]]), Some([177.0, -20.0, -178.0, -16.0]));
        assert_eq!(around(&[&[(-182.0, 1.0), (-183.0, 2.0)]]), Some([177.0, 1.0, 178.0, 2.0]));
    }

    #[test]
    fn in_the_plane_west_is_never_greater_than_east() {
        let pieces: [&[_]; 2] = [&[(177.0, -20.0), (180.0, -18.0)], &[(-180.0, -18.0), (-178.0, -16.0)]];
        let around = |runs: &[&[_]]| BoundingBox::in_the_plane(&lines(runs)).map(BoundingBox::to_array);
        assert_eq!(around(&pieces), Some([-180.0, -20.0, 180.0, -16.0]));
        assert_eq!(around(&pieces[..1]), Some([177.0, -20.0, 180.0, -18.0]));
        assert_eq!(around(&[]), None);
        let [a, b] = [[(177.0, -20.0), (182.0, -16.0)], [(190.0, -30.0), (185.0, -31.0)]];
        assert_eq!(around(&[&a]), Some([177.0, -20.0, 182.0, -16.0]));
        let boxes = [a, b].map(|run| BoundingBox::in_the_plane(&lines(&[&run])));
        let all = BoundingBox::union_in_the_plane(boxes.into_iter().flatten());
        assert_eq!(all.map(BoundingBox::to_array), Some([177.0, -31.0, 190.0, -16.0]));
    }

    #[test]
    fn the_widest_gap_is_left_out() {
        assert_eq!(around(&[&[(-10.0, 0.0)], &[(40.0, 5.0), (50.0, 1.0)]]), Some([-10.0, 0.0, 50.0, 5.0]));
        assert_eq!(around(&[&[(-170.0, 0.0)], &[(40.0, 5.0)]]), Some([40.0, 0.0, -170.0, 5.0]));
        assert_eq!(around(&[&[(-90.0, 0.0)], &[(90.0, 5.0)]]), Some([-90.0, 0.0, 90.0, 5.0]));
    }

    #[test]
    fn geometry_around_the_world_has_a_box_from_edge_to_edge() {
        assert_eq!(around(&[&[(-180.0, 60.0), (180.0, 90.0)]]), Some([-180.0, 60.0, 180.0, 90.0]));
        assert_eq!(around(&[&[(-100.0, 60.0), (260.0, 90.0)]]), Some([-180.0, 60.0, 180.0, 90.0]));
        let halves: [&[_]; 2] = [&[(-180.0, 0.0), (0.0, 1.0)], &[(0.0, 1.0), (180.0, 0.0)]];
        assert_eq!(around(&halves), Some([-180.0, 0.0, 180.0, 1.0]));
    }

    #[test]
    fn along_the_antimeridian_the_side_is_kept() {
        assert_eq!(around(&[&[(180.0, 0.0), (180.0, 9.0)]]), Some([180.0, 0.0, 180.0, 9.0]));
        assert_eq!(around(&[&[(-180.0, 0.0), (-180.0, 9.0)]]), Some([-180.0, 0.0, -180.0, 9.0]));
        assert_eq!(around(&[]), None);
        assert_eq!(around(&[&[]]), None);
    }

    #[test]
    fn boxes_join_as_arcs_of_a_circle() {
        let b = |west, east| BoundingBox { west, south: west / 9.0, east, north: 80.0 };
        let joined =
            |boxes: &[BoundingBox]| BoundingBox::union(boxes.iter().copied()).map(BoundingBox::to_array);
        assert_eq!(joined(&[b(170.0, -170.0), b(-171.0, -90.0)]), Some([170.0, -19.0, -90.0, 80.0]));
        assert_eq!(joined(&[b(90.0, -90.0), b(-99.0, 99.0)]), Some([-180.0, -11.0, 180.0, 80.0]));
        assert_eq!(joined(&[]), None);
    }
}
