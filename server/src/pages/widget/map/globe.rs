//! The Earth as a globe: orthographic projection of the near side.

use crate::vocabulary::svg_path::PathText;

/// Radius of the globe in units of the picture.
pub(super) const RADIUS: f64 = 1000.0;

/// A globe seen from above a place.
pub(super) struct Globe {
    longitude_deg: f64,
    latitude_deg: f64,
    sin_lat: f64,
    cos_lat: f64,
}

/// A place in the picture: x to the right, y down, depth towards the viewer.
struct Projected {
    x: f64,
    y: f64,
    depth: f64,
}

impl Globe {
    /// The globe with a place in its middle.
    pub(super) fn new(latitude_deg: f64, longitude_deg: f64) -> Self {
        let (sin_lat, cos_lat) = latitude_deg.to_radians().sin_cos();
        Self { longitude_deg, latitude_deg, sin_lat, cos_lat }
    }

    fn project(&self, (longitude_deg, latitude_deg): (f64, f64)) -> Projected {
        let (sin, cos) = latitude_deg.to_radians().sin_cos();
        let (sin_turn, cos_turn) = (longitude_deg - self.longitude_deg).to_radians().sin_cos();
        Projected {
            x: RADIUS * cos * sin_turn,
            y: -RADIUS * (self.cos_lat * sin - self.sin_lat * cos * cos_turn),
            depth: self.sin_lat * sin + self.cos_lat * cos * cos_turn,
        }
    }

    /// Position of a place in the picture; none if it is on the far side.
    pub(super) fn point(&self, place: (f64, f64)) -> Option<(f64, f64)> {
        let projected = self.project(place);
        (projected.depth >= 0.0).then_some((projected.x, projected.y))
    }

    /// Appends the parts of a line on the near side.
    pub(super) fn line(&self, text: &mut PathText, places: impl IntoIterator<Item = (f64, f64)>) {
        let mut run: Vec<(f64, f64)> = Vec::new();
        for place in places {
            match self.point(place) {
                Some(point) => run.push(point),
                None => text.run(run.drain(..), false),
            }
        }
        text.run(run, false);
    }

    /// Appends a region, to be filled by the rule `evenodd`. Where its edge is on the far side, the outline
    /// follows the limb at the same angle about the centre.
    pub(super) fn region(&self, text: &mut PathText, ring: &[(f64, f64)]) {
        let projected: Vec<Projected> = ring.iter().map(|place| self.project(*place)).collect();
        if projected.iter().all(|place| place.depth < 0.0) {
            return;
        }
        let is_across = projected.iter().any(|place| place.depth < 0.0);
        let mut points: Vec<(f64, f64)> = Vec::with_capacity(projected.len());
        let mut before: Option<f64> = None;
        for place in &projected {
            let at = (place.depth < 0.0).then(|| place.y.atan2(place.x).to_degrees());
            match (before, at) {
                (_, None) => points.push((place.x, place.y)),
                (Some(before), Some(at)) => points.extend(arc(before, at)),
                (None, Some(at)) => points.push(angle(at)),
            }
            before = at;
        }
        text.run(points, true);
        // A region that contains the antipode of the centre followed the limb in the opposite direction.
        let behind = ((self.longitude_deg + 360.0) % 360.0 - 180.0, -self.latitude_deg);
        if is_across && contains(ring, behind) {
            text.run((0..72).map(|k| angle(f64::from(k) * 5.0)), true);
        }
    }

    /// Appends meridians and parallels every thirty degrees.
    pub(super) fn graticule(&self, text: &mut PathText) {
        let steps = |from: i32, to: i32| (from..=to).step_by(3).map(f64::from);
        for longitude in (-180..180).step_by(30).map(f64::from) {
            self.line(text, steps(-90, 90).map(|latitude| (longitude, latitude)));
        }
        for latitude in (-60..=60).step_by(30).map(f64::from) {
            self.line(text, steps(-180, 180).map(|longitude| (longitude, latitude)));
        }
    }
}

/// Points of the limb from one angle to another by the shorter way, without the first.
fn arc(from_deg: f64, to_deg: f64) -> impl Iterator<Item = (f64, f64)> {
    const STEP_DEG: f64 = 5.0;
    let way = (to_deg - from_deg + 180.0).rem_euclid(360.0) - 180.0;
    let steps = (way.abs() / STEP_DEG).ceil().max(1.0) as u32;
    (1..=steps).map(move |k| angle(from_deg + way * f64::from(k) / f64::from(steps)))
}

/// A point of the limb.
fn angle(angle_deg: f64) -> (f64, f64) {
    let (sin, cos) = angle_deg.to_radians().sin_cos();
    (RADIUS * cos, RADIUS * sin)
}

/// Returns whether a ring of longitudes and latitudes contains a place.
pub(super) fn contains(ring: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let crosses = |pair: &&[(f64, f64)]| {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        (y0 > y) != (y1 > y) && x < (x1 - x0) * (y - y0) / (y1 - y0) + x0
    };
    ring.windows(2).filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_on_the_near_side_have_a_position() {
        let globe = Globe::new(0.0, 10.0);
        let at = |place| globe.point(place).map(|(x, y)| (x.round(), y.round()));
        assert_eq!(at((10.0, 0.0)), Some((0.0, 0.0)));
        assert_eq!(at((40.0, 0.0)), Some((500.0, 0.0)));
        assert_eq!(at((10.0, 30.0)), Some((0.0, -500.0)));
        assert_eq!(at((-170.0, 0.0)), None);
        let north = Globe::new(90.0, 0.0);
        assert_eq!(north.point((90.0, 60.0)).map(|(x, y)| (x.round(), y.round())), Some((500.0, 0.0)));
    }

    #[test]
    fn a_region_on_the_far_side_is_empty_and_one_around_the_antipode_fills_the_disc() {
        let ring = |x: f64, y: f64, r: f64| {
            vec![(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r), (x - r, y - r)]
        };
        let written = |ring: &[(f64, f64)]| {
            let mut text = PathText::default();
            Globe::new(0.0, 0.0).region(&mut text, ring);
            text.0
        };
        assert_eq!(written(&ring(180.0, 0.0, 20.0)), "");
        assert_eq!(written(&ring(0.0, 0.0, 20.0)).matches('z').count(), 1);
        let corner: Vec<_> = arc(170.0, -170.0).map(|(x, y)| (x.round(), y.round())).collect();
        assert_eq!(corner, [(-996.0, 87.0), (-1000.0, 0.0), (-996.0, -87.0), (-985.0, -174.0)]);
        assert!(contains(&ring(0.0, 0.0, 20.0), (5.0, 5.0)) && !contains(&ring(0.0, 0.0, 20.0), (25.0, 5.0)));
    }
}
