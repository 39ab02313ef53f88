//! Unrolled geometry moved next to a meridian.

use crate::angle::whole_turns_deg;
use crate::cut::{Polygon, Vertex};
use crate::geometry::Geometry;

impl Geometry {
    /// Moves each point, line and polygon by whole turns, so that the middle of its longitudes is within half
    /// a turn of a meridian, in degrees. On a map that repeats the world, the parts then appear together.
    pub fn nearest_to_meridian(mut self, meridian_deg: f64) -> Self {
        let line = |line: &mut Vec<Vertex>| {
            let turns_deg = turns_from(line, meridian_deg);
            turn(line, -turns_deg);
        };
        let polygon = |polygon: &mut Polygon| {
            let turns_deg = turns_from(&polygon.outer, meridian_deg);
            turn(&mut polygon.outer, -turns_deg);
            polygon.holes.iter_mut().for_each(|hole| turn(hole, -turns_deg));
        };
        match &mut self {
            Self::Point(vertex) => {
                vertex.longitude_deg -= whole_turns_deg(vertex.longitude_deg - meridian_deg)
            }
            Self::Lines(lines) => lines.iter_mut().for_each(line),
            Self::Polygons(polygons) => polygons.iter_mut().for_each(polygon),
        }
        self
    }
}

/// The whole turns between the middle of a run and a meridian, degrees; 0 without vertices.
fn turns_from(run: &[Vertex], meridian_deg: f64) -> f64 {
    let extreme = |pick: fn(f64, f64) -> f64| run.iter().map(|v| v.longitude_deg).reduce(pick);
    let middle = extreme(f64::min).zip(extreme(f64::max)).map(|(west, east)| (west + east) / 2.0);
    middle.map_or(0.0, |middle| whole_turns_deg(middle - meridian_deg))
}

fn turn(run: &mut [Vertex], by_deg: f64) {
    if by_deg != 0.0 {
        run.iter_mut().for_each(|vertex| vertex.longitude_deg += by_deg);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run;

    #[test]
    fn parts_move_into_one_turn() {
        let line = |west: f64| run(&[(west, 0.0), (west + 40.0, 10.0)]);
        let lines = Geometry::Lines(vec![line(150.0), line(-200.0), line(-170.0), line(-20.0)]);
        let expected = |middle: f64| line(middle - 20.0);
        let expected = Geometry::Lines([170.0, 180.0, 210.0, 0.0].map(expected).into());
        assert_eq!(lines.nearest_to_meridian(175.0), expected);
        let point = Geometry::Point(run(&[(-179.0, 1.0)])[0]).nearest_to_meridian(100.0);
        assert_eq!(point, Geometry::Point(run(&[(181.0, 1.0)])[0]));
        let hole = run(&[(-171.0, 1.0), (-171.0, 2.0), (-169.0, 2.0), (-171.0, 1.0)]);
        let polygon = Polygon { outer: run(&[(-180.0, 0.0), (-160.0, 0.0)]), holes: vec![hole] };
        let Geometry::Polygons(turned) = Geometry::Polygons(vec![polygon]).nearest_to_meridian(120.0) else {
            panic!("polygons stay polygons")
        };
        assert_eq!((turned[0].outer[1].longitude_deg, turned[0].holes[0][0].longitude_deg), (200.0, 189.0));
        assert_eq!(Geometry::Lines(vec![vec![]]).nearest_to_meridian(9.0), Geometry::Lines(vec![vec![]]));
    }
}
