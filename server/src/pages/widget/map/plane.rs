//! A part of the Earth on a plane: equirectangular projection, true to scale at the middle latitude.

use crate::vocabulary::svg_path::PathText;

/// Units of the picture per degree of latitude.
const UNITS: f64 = 20.0;
/// Minimum height and width of the picture, degrees of latitude.
const MIN_DEG: f64 = 24.0;
/// Margin around the places as a fraction of their extent.
const MARGIN: f64 = 0.12;

/// A part of the Earth on a plane.
pub(super) struct Plane {
    /// Longitude of the middle.
    longitude_deg: f64,
    /// Units per degree of longitude.
    x_units: f64,
    /// West, north, width and height in units.
    window: [f64; 4],
}

impl Plane {
    /// The part around some places, whose longitudes may exceed ±180°; `longitude_deg` is close to them.
    pub(super) fn around(longitude_deg: f64, places: impl Iterator<Item = (f64, f64)>) -> Self {
        let near = |longitude: f64| longitude - ((longitude - longitude_deg) / 360.0).round() * 360.0;
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for (x, y) in places {
            let x = near(x);
            bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
        }
        let [west, south, east, north] = bounds;
        let (x, y) = (f64::midpoint(west, east), f64::midpoint(south, north));
        let stretch = y.to_radians().cos();
        let width = ((east - west) * stretch * (1.0 + 2.0 * MARGIN)).max(MIN_DEG);
        let height = ((north - south) * (1.0 + 2.0 * MARGIN)).max(MIN_DEG);
        let window = [
            x * stretch * UNITS - width * UNITS / 2.0,
            -y * UNITS - height * UNITS / 2.0,
            width * UNITS,
            height * UNITS,
        ];
        Self { longitude_deg: x, x_units: UNITS * stretch, window }
    }

    pub(super) fn view_box(&self) -> String {
        self.window.map(|n| format!("{}", n.round())).join(" ")
    }

    /// The width of the Earth in units.
    pub(super) fn turn(&self) -> f64 {
        360.0 * self.x_units
    }

    /// Position of a place in the picture, in the copy of the world nearest to the middle.
    pub(super) fn point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        self.moved(self.shift(x), (x, y))
    }

    fn shift(&self, longitude_deg: f64) -> f64 {
        ((self.longitude_deg - longitude_deg) / 360.0).round() * 360.0
    }

    fn moved(&self, shift: f64, (x, y): (f64, f64)) -> (f64, f64) {
        ((x + shift) * self.x_units, -y * UNITS)
    }

    /// Appends a curve in one piece, in the copy of the world nearest to the middle of the picture.
    pub(super) fn curve(&self, text: &mut PathText, places: &[(f64, f64)], is_ring: bool) {
        let Some((middle, _)) = places.get(places.len() / 2) else { return };
        let shift = self.shift(*middle);
        text.run(places.iter().map(|place| self.moved(shift, *place)), is_ring);
    }

    /// Appends land, whose longitudes lie within ±180°. A ring that crosses the antimeridian continues beyond
    /// it; a ring around the Earth is closed at the pole.
    pub(super) fn land(&self, text: &mut PathText, ring: &[(f64, f64)]) {
        let mut shift = 0.0;
        let mut before = ring.first().map_or(0.0, |first| first.0);
        let mut places: Vec<(f64, f64)> = Vec::with_capacity(ring.len() + 2);
        for (x, y) in ring {
            shift -= ((x - before) / 360.0).round() * 360.0;
            before = *x;
            places.push((x + shift, *y));
        }
        if shift != 0.0 {
            let (first, last) = (places[0], places[places.len() - 1]);
            let pole = 90.0_f64.copysign(first.1);
            places.extend([(last.0, pole), (first.0, pole)]);
        }
        text.run(places.into_iter().map(|place| self.moved(0.0, place)), true);
    }

    /// Appends meridians and parallels every ten degrees, once around the Earth.
    pub(super) fn graticule(&self, text: &mut PathText) {
        for x in (-180..180).step_by(10).map(f64::from) {
            text.run([(x, -90.0), (x, 90.0)].map(|place| self.moved(0.0, place)), false);
        }
        for y in (-80..=80).step_by(10).map(f64::from) {
            text.run([(-180.0, y), (180.0, y)].map(|place| self.moved(0.0, place)), false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_across_the_antimeridian_is_drawn_in_one_piece() {
        let places = [(170.0, 10.0), (175.0, 15.0), (185.0, 20.0), (190.0, 20.0)];
        let plane = Plane::around(-180.0, places.into_iter());
        let mut text = PathText::default();
        plane.curve(&mut text, &places, false);
        assert_eq!(text.0.matches('M').count(), 1);
        let x = |longitude| plane.point((longitude, 0.0)).0;
        assert!((x(170.0) - x(-190.0)).abs() < 1e-6, "the same place in another copy of the world");
        assert!(x(-175.0) - x(175.0) > 0.0 && x(-175.0) - x(175.0) < 10.0 * UNITS);
        let mut land = PathText::default();
        let round = [(170.0, -70.0), (-170.0, -70.0), (-50.0, -70.0), (70.0, -70.0), (170.0, -70.0)];
        plane.land(&mut land, &round);
        let south = plane.moved(0.0, (170.0, -90.0));
        let back = format!("{}", (-plane.turn()).round());
        assert!(land.0.contains(&back[..3]) && land.0.ends_with('z'), "{} {south:?}", land.0);
        assert!((plane.turn() - 360.0 * plane.x_units).abs() < 1e-9);
    }
}
