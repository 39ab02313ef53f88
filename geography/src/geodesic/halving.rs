//! Points along a geodesic, denser where it turns more.

use super::line::Along;
use super::route::Route;

/// Limit of halvings: 65,536 parts. Near a pole the azimuth may jump whatever the distance.
pub const MOST_HALVINGS: u32 = 16;

/// An iterator over points between which the azimuth of a geodesic changes by less than a tolerance.
///
/// Parts are halved until the azimuths at both ends differ by less than the tolerance, at most
/// [`MOST_HALVINGS`] times. Yields all points in order, including both ends.
#[derive(Debug, Clone)]
pub struct Halving<'a> {
    route: &'a Route,
    tolerance_deg: f64,
    /// The last point returned.
    last: Option<Along>,
    /// The next points, the nearest last, each with the number of halvings of the part before it.
    ahead: Vec<(Along, u32)>,
}

impl<'a> Halving<'a> {
    /// Returns the points of a geodesic for a tolerance in degrees.
    pub fn new(route: &'a Route, tolerance_deg: f64) -> Self {
        Self { route, tolerance_deg, last: None, ahead: vec![(route.end, 0)] }
    }
}

impl Iterator for Halving<'_> {
    type Item = Along;

    fn next(&mut self) -> Option<Along> {
        let Some(last) = self.last else {
            self.last = Some(self.route.start);
            return self.last;
        };
        let (mut next, mut halvings) = self.ahead.pop()?;
        let turns =
            |next: &Along| next.distance_m > last.distance_m && turn_deg(&last, next) >= self.tolerance_deg;
        while halvings < MOST_HALVINGS && turns(&next) {
            halvings += 1;
            self.ahead.push((next, halvings));
            next = self.route.at((last.distance_m + next.distance_m) / 2.0);
        }
        self.last = Some(next);
        self.last
    }
}

/// The difference of the azimuths at two points, degrees, 0 … 180.
fn turn_deg(a: &Along, b: &Along) -> f64 {
    let apart_deg = (a.azimuth_deg - b.azimuth_deg).abs();
    apart_deg.min(360.0 - apart_deg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geodesic::Ellipsoid;

    fn points(ends: [[f64; 2]; 2], tolerance_deg: f64) -> Vec<Along> {
        Halving::new(&Route::new(Ellipsoid::Wgs84, ends), tolerance_deg).collect()
    }

    #[test]
    fn check_values_of_the_specification() {
        for (tolerance_deg, expected) in [(5.0, 27), (1.0, 125), (0.5, 248), (0.1, 1_401), (0.05, 2_801)] {
            let found = points([[37.6, -122.3], [35.6, -3.0]], tolerance_deg);
            assert_eq!(found.len(), expected, "{tolerance_deg}°");
            assert!(found.windows(2).all(|pair| pair[0].distance_m < pair[1].distance_m));
            assert!(found.windows(2).all(|pair| turn_deg(&pair[0], &pair[1]) < tolerance_deg));
        }
    }

    #[test]
    fn a_pole_on_the_way_is_halved_no_more_than_allowed() {
        let over = points([[80.0, 10.0], [75.0, -170.0]], 1.0);
        assert_eq!(over.len(), 2 + MOST_HALVINGS as usize);
        assert_eq!(points([[0.0, 0.0], [0.0, 90.0]], 0.001).len(), 2);
        assert_eq!(points([[1.0, 1.0], [1.0, 1.0]], 1.0).len(), 2);
        assert_eq!(points([[90.0, 0.0], [90.0, 100.0]], 0.05).len(), 2);
    }
}
