//! The nearest place that sees the eclipse.

use crate::endpoints::prelude::*;
use crate::pages::widget::shared::request::curves_failed;
use maps::{Collection, CurveOptions, Cut, PathWord};

/// Tolerance of the central line, m. Its vertices are then so dense that the nearest vertex represents the
/// line.
const TOLERANCE_M: f64 = 100.0;
/// Minimum altitude of the Sun there at greatest eclipse: at the ends of the line it is on the horizon.
const MIN_ALTITUDE_DEG: f64 = 1.0;

/// The point of the central line nearest to a place, or the point of greatest eclipse if there is no central
/// line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Nearest {
    pub(super) lat: f64,
    pub(super) lng: f64,
    pub(super) km: f64,
    pub(super) is_central: bool,
}

impl Nearest {
    /// The point nearest to a place, longitude and latitude in degrees.
    pub(super) fn to(place: (f64, f64), eclipse: &EclipseElements) -> Result<Self, Problem> {
        let options = CurveOptions {
            cut: Cut::None,
            least_altitude_deg: MIN_ALTITUDE_DEG,
            ..CurveOptions::of(vec![PathWord::Centre], TOLERANCE_M)
        };
        let line = Collection::new(&eclipse.polynomials, eclipse.delta_t_s, &options)
            .map_err(|error| curves_failed(eclipse, &error))?;
        let vertices = line.features.iter().flat_map(|feature| feature.geometry.runs()).flatten();
        let points = vertices.map(|vertex| (vertex.longitude_deg, vertex.latitude_deg));
        let nearest = points.min_by(|a, b| distance_km(place, *a).total_cmp(&distance_km(place, *b)));
        let is_central = nearest.is_some();
        let (lng, lat) = nearest.unwrap_or_else(|| {
            let (lat, lng) = eclipse.greatest_deg();
            (lng, lat)
        });
        let lng = (lng + 180.0).rem_euclid(360.0) - 180.0;
        let rounded = |x: f64| (x * 1e4).round() / 1e4;
        Ok(Self { lat: rounded(lat), lng: rounded(lng), km: distance_km(place, (lng, lat)), is_central })
    }
}

/// Distance between two places on a sphere, km.
fn distance_km((lng_a, lat_a): (f64, f64), (lng_b, lat_b): (f64, f64)) -> f64 {
    /// Mean radius of the Earth (IUGG), km.
    const EARTH_KM: f64 = 6371.009;
    let (sin_a, cos_a) = lat_a.to_radians().sin_cos();
    let (sin_b, cos_b) = lat_b.to_radians().sin_cos();
    let cos_turn = (lng_b - lng_a).to_radians().cos();
    EARTH_KM * (sin_a * sin_b + cos_a * cos_b * cos_turn).clamp(-1.0, 1.0).acos()
}
