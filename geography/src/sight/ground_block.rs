//! A block of ground: heights on a grid of Web Mercator, in memory.

use super::place::GroundPlace;
use std::f64::consts::{PI, TAU};

/// Equatorial circumference of WGS 84, m. Source: NGA.STND.0036 (2014), table 3.1.
const EQUATOR_M: f64 = TAU * 6_378_137.0;

/// A point of the square map of the world, in sides of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapPoint {
    /// Eastward from the antimeridian, 0 … 1 or in another turn.
    pub right: f64,
    /// Southward from the northern edge, 0 … 1.
    pub down: f64,
}

impl From<GroundPlace> for MapPoint {
    fn from(place: GroundPlace) -> Self {
        let down = 0.5 - place.latitude_deg.to_radians().tan().asinh() / TAU;
        Self { right: place.longitude_deg / 360.0 + 0.5, down }
    }
}

impl MapPoint {
    /// Returns the place of the point, with a longitude within −180 … 180.
    pub fn place(self) -> GroundPlace {
        let latitude_deg = (PI * (1.0 - 2.0 * self.down)).sinh().atan().to_degrees();
        GroundPlace { latitude_deg, longitude_deg: 360.0 * (self.right - self.right.floor()) - 180.0 }
    }
}

/// Heights of the ground at equally spaced points of the map.
#[derive(Debug, Clone)]
pub struct GroundBlock {
    /// The north-western point.
    pub first: MapPoint,
    /// Distance between points, sides of the map.
    pub step: f64,
    /// Number of columns.
    pub columns: usize,
    /// Heights above mean sea level row by row, m; NaN where unknown.
    pub heights_m: Vec<f32>,
}

impl GroundBlock {
    /// Distance between the points at a latitude, degrees; m.
    pub fn spacing_m(&self, latitude_deg: f64) -> f64 {
        self.step * EQUATOR_M * latitude_deg.to_radians().cos()
    }

    /// Returns the height at a point of the map, m, bilinear between the four points around it; NaN outside
    /// and where one of them is unknown.
    #[inline]
    pub fn height_m(&self, at: MapPoint) -> f32 {
        let (column, row) =
            ((at.right - self.first.right) / self.step, (at.down - self.first.down) / self.step);
        let rows = self.heights_m.len() / self.columns;
        let is_inside =
            (0.0..self.columns as f64 - 1.0).contains(&column) && (0.0..rows as f64 - 1.0).contains(&row);
        if !is_inside {
            return f32::NAN;
        }
        let (west, north) = (column as usize, row as usize);
        let (east, south) = ((column - west as f64) as f32, (row - north as f64) as f32);
        let begin = north * self.columns + west;
        let between = |from: usize| {
            let [a, b] = [self.heights_m[from], self.heights_m[from + 1]];
            a + east * (b - a)
        };
        let (upper, lower) = (between(begin), between(begin + self.columns));
        upper + south * (lower - upper)
    }

    /// Returns the point of a place in the turn of the map in which the block lies.
    pub(super) fn point(&self, place: GroundPlace) -> MapPoint {
        let point = MapPoint::from(place);
        let middle = self.first.right + 0.5 * self.step * self.columns as f64;
        MapPoint { right: point.right - (point.right - middle).round(), ..point }
    }
}
