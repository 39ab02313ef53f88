//! Regions of day, twilights and moonlight on the map: against JPL DE440, and what RFC 7946 requires.

use super::path::regions;
use crate::figures::TERMINATOR_KM;
use geo::{Area, LineString, MultiPolygon, Validation};

/// Distance of a place from the nearest edge of a region, km.
fn distance_km(region: &MultiPolygon<f64>, [lat, lng]: [f64; 2]) -> f64 {
    let rings = region.iter().flat_map(|polygon| polygon.interiors().iter().chain([polygon.exterior()]));
    let of_edge = |edge: geo::Line<f64>| {
        let turned = |x: f64| (x - lng + 540.0).rem_euclid(360.0) - 180.0;
        let scale = lat.to_radians().cos();
        let [a, b] = [edge.start, edge.end].map(|c| [turned(c.x) * scale, c.y - lat]);
        let along = [b[0] - a[0], b[1] - a[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        let part = (-(a[0] * along[0] + a[1] * along[1]) / length).clamp(0.0, 1.0);
        (a[0] + part * along[0]).hypot(a[1] + part * along[1]) * 111.2
    };
    rings.flat_map(LineString::lines).map(of_edge).fold(f64::INFINITY, f64::min)
}

#[test]
fn boundaries_are_where_jpl_de440_has_them() {
    let (mut worst, mut compared) = ((0.0f64, String::new()), 0);
    for row in tests::rows(&tests::root().join("tests/data/terminator_de440.csv")) {
        let (instant, region) = (&row["instant"], &row["region"]);
        let path = format!("/terminator/{instant}?features={region}&tolerance=100&deltaT=69.2");
        let place = ["latitude", "longitude"].map(|key| row[key].parse().expect("a number"));
        let km = distance_km(&regions(&path)[region], place);
        if km >= worst.0 {
            worst = (km, format!("{region} at {instant}, {place:?}"));
        }
        compared += 1;
    }
    println!("{compared} places on boundaries, at most {:.3} km from them: {}", worst.0, worst.1);
    assert!(compared == 150 && worst.0 <= TERMINATOR_KM, "{worst:?}");
}

#[test]
fn regions_are_valid_and_cover_the_map_once() {
    for instant in
        ["2026-03-20T14:46Z", "2026-06-21T00:00Z", "2026-12-21T12:00Z", "-000500-07-01", "2900-09-23"]
    {
        let regions = regions(&format!("/terminator/{instant}"));
        assert_eq!(regions.len(), 6);
        let area: f64 = regions.iter().filter(|(id, _)| *id != "moon").map(|(_, r)| r.signed_area()).sum();
        assert!((area - 360.0 * 180.0).abs() < 1e-4, "{instant}: {area}");
        for (id, region) in &regions {
            assert!(region.check_validation().is_ok(), "{id} at {instant}: {:?}", region.check_validation());
        }
    }
}
