use super::curvature::radius_of_curvature_m;
use super::*;
use crate::geodesic::{Ellipsoid, GeodesicRay, Route};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tolerance for a skyline, whose claim is 0.001°, degrees.
const TOLERANCE_DEG: f64 = 0.0015;

const ALPS: GroundPlace = GroundPlace { latitude_deg: 46.5, longitude_deg: 8.0 };

fn eye(elevation_m: f64) -> Viewpoint {
    Viewpoint { place: ALPS, elevation_m }
}

fn distance_m(from: GroundPlace, to: GroundPlace) -> f64 {
    let degrees = |p: GroundPlace| [p.latitude_deg, p.longitude_deg];
    Route::new(Ellipsoid::Wgs84, [from, to].map(degrees)).distance_m
}

/// The altitude by the formula as it is printed, degrees.
fn printed_deg(latitude_deg: f64, azimuth_deg: f64, k: f64, h0: f64, s: f64, h: f64) -> f64 {
    let r = radius_of_curvature_m(latitude_deg, azimuth_deg) / (1.0 - k);
    let theta = s / r;
    ((r + h) * theta.cos() - (r + h0)).atan2((r + h) * theta.sin()).to_degrees()
}

#[test]
fn curvature_is_that_of_the_ellipsoid() {
    // Source: WGS 84: a (1 − e²) at the equator along the meridian, a along the equator, a² / b at the poles.
    for (latitude, azimuth, expected) in
        [(0.0, 0.0, 6_335_439.327), (0.0, 90.0, 6_378_137.0), (90.0, 12.0, 6_399_593.626)]
    {
        let found = radius_of_curvature_m(latitude, azimuth);
        assert!((found - expected).abs() < 0.001, "{latitude} {azimuth}: {found}");
    }
}

fn profile(heights: &[f64], spacing_m: f64) -> Vec<Ground> {
    let ground = |(k, h): (usize, &f64)| Ground { distance_m: k as f64 * spacing_m, elevation_m: Some(*h) };
    heights.iter().enumerate().map(ground).collect()
}

fn look(elevation_m: f64) -> Eye {
    Eye { latitude_deg: 46.5, azimuth_deg: 70.0, elevation_m, refraction: USUAL_REFRACTION }
}

#[test]
fn altitudes_are_those_of_the_printed_formula() {
    let points = profile(&[100.0, 300.0, 50.0, 2000.0, 400.0], 25_000.0);
    let found = sightline(&look(101.7), &points, 410.0);
    for (point, seen) in points.iter().zip(&found.points).skip(1) {
        let expected =
            printed_deg(46.5, 70.0, 0.13, 101.7, point.distance_m, point.elevation_m.unwrap_or(0.0));
        assert!((seen.expect("known").altitude_deg - expected).abs() < 1e-9);
    }
    let visible: Vec<_> = found.points.iter().map(|p| p.and_then(|p| p.is_visible)).collect();
    assert_eq!(visible, [true, true, false, true, false].map(Some));
    let verdict = found.verdict.expect("all heights are known");
    assert_eq!(verdict.obstruction.map(|o| o.index), Some(3));
}

#[test]
fn raising_either_end_by_the_given_height_just_frees_the_view() {
    let points = profile(&[120.0, 340.0, 150.0, 900.0, 70.0, 260.0, 30.0], 11_000.0);
    let (ground_m, target_m) = (120.0, 35.0);
    let verdict = |eye_m: f64, target_m: f64| {
        sightline(&look(eye_m), &points, target_m).verdict.expect("all heights are known")
    };
    let hidden = verdict(ground_m + 1.7, target_m);
    assert_eq!(hidden.obstruction.map(|o| o.index), Some(3));
    let missing_m = -hidden.clearance_m.expect("points between");
    assert!(missing_m > 0.0);
    assert!(verdict(ground_m + 1.7, target_m + missing_m - 0.001).obstruction.is_some());
    assert!(verdict(ground_m + 1.7, target_m + missing_m + 0.001).obstruction.is_none());
    let least_m = hidden.least_observer_height_m.expect("not too high");
    assert!(verdict(ground_m + least_m - 0.001, target_m).obstruction.is_some());
    assert!(verdict(ground_m + least_m + 0.001, target_m).obstruction.is_none());
}

#[test]
fn unknown_heights_make_no_verdict() {
    let mut points = profile(&[100.0, 90.0, 80.0, 70.0], 1000.0);
    points[2].elevation_m = None;
    let found = sightline(&look(110.0), &points, 70.0);
    assert_eq!(found.verdict, None);
    let visible: Vec<_> = found.points.iter().map(|p| p.map(|p| p.is_visible)).collect();
    assert_eq!(visible, [Some(Some(true)), Some(Some(true)), None, Some(None)]);
}

#[test]
fn an_observer_too_low_gets_no_height_above_20_km() {
    let points = profile(&[0.0, 8000.0, 0.0], 250_000.0);
    let points = [points, vec![Ground { distance_m: 500_000.0, elevation_m: Some(0.0) }]].concat();
    let found = sightline(&look(1.7), &points[..3], 0.0);
    assert_eq!(found.verdict.expect("known").least_observer_height_m, None);
}

#[test]
fn a_sightline_of_two_points_has_nothing_between() {
    let verdict = sightline(&look(10.0), &profile(&[5.0, 5.0], 900.0), 5.0).verdict.expect("known");
    assert_eq!((verdict.obstruction, verdict.clearance_m), (None, None));
    assert_eq!(verdict.least_observer_height_m, Some(0.0));
}

#[test]
fn a_round_wall_stands_as_high_as_its_near_edge_anywhere() {
    let mut worst = 0f64;
    let alps = [0.0, 33.5, 90.0, 211.0].map(|azimuth| (46.5, 8.0, azimuth));
    // Across the antimeridian and by the pole.
    let others = [(10.0, 179.9, 80.0), (-10.0, -179.9, 265.0), (89.5, 10.0, 0.5)];
    for (latitude_deg, longitude_deg, azimuth) in alps.into_iter().chain(others) {
        let place = GroundPlace { latitude_deg, longitude_deg };
        for (away_m, top_m) in [(300.0, 40.0), (5_000.0, 1_000.0), (33_333.0, 1_500.0), (120_000.0, 4_000.0)]
        {
            let height = |at: GroundPlace| {
                assert!((-180.0..=180.0).contains(&at.longitude_deg), "{at:?}");
                Some(if distance_m(place, at) < away_m { 0.0 } else { top_m })
            };
            let found = SkylinePoint::towards(&Viewpoint { place, elevation_m: 1.7 }, azimuth, &height);
            let expected = printed_deg(latitude_deg, azimuth, 0.13, 1.7, away_m, top_m);
            worst = worst.max((found.altitude_deg - expected).abs());
        }
    }
    println!("wall: worst {worst:.5}°");
    assert!(worst < TOLERANCE_DEG, "{worst}");
}

#[test]
fn the_skyline_of_a_sea_is_its_dip() {
    // Source: geometry: cos dip = R / (R + h), with R = Re / (1 − k).
    for height_m in [1.7f64, 100.0, 4000.0, 10_000.0, 100_000.0] {
        let found = SkylinePoint::towards(&eye(height_m), 15.0, &|_: GroundPlace| Some(0.0));
        let r = radius_of_curvature_m(46.5, 15.0) / 0.87;
        let expected = -(r / (r + height_m)).acos().to_degrees();
        assert!((found.altitude_deg - expected).abs() < 1e-3, "{height_m}: {found:?} {expected}");
    }
}

#[test]
fn a_ray_reports_unknown_ground() {
    let known = |place: GroundPlace| (distance_m(ALPS, place) < 40_000.0).then_some(0.0);
    let point = SkylinePoint::towards(&eye(0.0), 10.0, &known);
    assert!((point.known_m - 40_000.0).abs() < 200.0, "{point:?}");
    // On a plain whose heights end at one's feet the horizon is that of the plain.
    let plain = |_: GroundPlace| Some(500.0);
    let of_plain = SkylinePoint::towards(&eye(501.7), 10.0, &plain);
    let cut = SkylinePoint::towards(&eye(501.7), 10.0, &|at: GroundPlace| {
        plain(at).filter(|_| distance_m(ALPS, at) < 90.0)
    });
    assert!((cut.altitude_deg - of_plain.altitude_deg).abs() < 1e-3, "{cut:?} {of_plain:?}");
    assert!(cut.known_m < 100.0);
    let nothing = SkylinePoint::towards(&eye(0.0), 10.0, &|_: GroundPlace| None);
    assert_eq!((nothing.altitude_deg, nothing.known_m), (0.0, 10.0));
}

/// Mountains all around, m: a function of the place that is as rough as ground.
fn rough_m(place: GroundPlace) -> Option<f64> {
    let (x, y) = (place.latitude_deg * 60.0, place.longitude_deg * 45.0);
    let hills = (x * 1.7).sin() * (y * 1.3).cos() + 0.4 * (x * 7.1 + y * 3.3).sin() + 0.1 * (x * 31.0).cos();
    Some(1500.0 + 900.0 * hills)
}

#[test]
fn a_skyline_lies_between_its_rays_and_looks_along_each_once() {
    static LOOKS: AtomicUsize = AtomicUsize::new(0);
    let counted = |place: GroundPlace| {
        LOOKS.fetch_add(1, Ordering::Relaxed);
        rough_m(place)
    };
    let viewpoint = eye(rough_m(ALPS).unwrap_or(0.0) + 1.7);
    let expected: Vec<_> = (0..RAYS)
        .map(|ray| SkylinePoint::towards(&viewpoint, ray as f64 / 2.0, &rough_m).altitude_deg)
        .collect();
    let skyline = Skyline::new(viewpoint, Box::new(counted));
    for (azimuth, [a, b], part) in
        [(0.0, [0, 1], 0.0), (0.125, [0, 1], 0.25), (-0.25, [719, 0], 0.5), (359.75, [719, 0], 0.5)]
    {
        let altitude_deg = expected[a] + part * (expected[b] - expected[a]);
        assert!((skyline.altitude_deg(azimuth) - altitude_deg).abs() < 1e-9, "{azimuth}");
    }
    assert_eq!([359.8, 0.2, 0.3].map(|azimuth| skyline.nearest(azimuth).0), [0.0, 0.0, 0.5]);
    assert!(skyline.is_known(719) && !skyline.is_known(300));
    // Several threads sweep at a time, and no ray is computed twice.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..RAYS).for_each(|ray| skyline.sweep(ray)));
        }
    });
    let [least, greatest] = skyline.bounds_deg();
    let once = LOOKS.swap(0, Ordering::Relaxed);
    let again = Skyline::new(viewpoint, Box::new(counted));
    assert_eq!([least, greatest], again.bounds_deg());
    assert_eq!(LOOKS.load(Ordering::Relaxed), once);
    assert_eq!(least, expected.iter().copied().fold(f64::INFINITY, f64::min));
    assert_eq!(greatest, expected.iter().copied().fold(f64::NEG_INFINITY, f64::max));
}

/// The ground of [`rough_m`] is nowhere steeper: the sum of its derivatives; a unit of x is 1853 m, one of y
/// 1702 m.
const STEEPEST: f64 = 900.0 * (1.7 + 1.3 + 0.4 * (7.1 + 3.3) + 0.1 * 31.0) / 1_700.0;

#[test]
fn between_its_looks_a_ray_misses_no_more_than_is_said() {
    let mut worst = 0f64;
    for (height_m, azimuth) in [(1.7, 10.0), (500.0, 77.0), (2_000.0, 200.5), (50.0, 311.0)] {
        let elevation_m = rough_m(ALPS).unwrap_or(0.0) + height_m;
        let found = SkylinePoint::towards(&eye(elevation_m), azimuth, &rough_m);
        let line = GeodesicRay::new(Ellipsoid::Wgs84, [46.5, 8.0], azimuth);
        let bent = Bent::new(46.5, azimuth, elevation_m, USUAL_REFRACTION);
        // Each 2 m up to 150 km.
        let altitude = |k: u32| {
            let distance_m = f64::from(k) * 2.0;
            bent.altitude_deg(distance_m, rough_m(line.at(distance_m).into()).unwrap_or(0.0))
        };
        let highest = (5..=75_000).map(altitude).fold(f64::NEG_INFINITY, f64::max);
        worst = worst.max(highest - found.altitude_deg);
    }
    println!("missed {worst:.5}° of {:.5}° that are allowed", (STEEPEST / 800.0).to_degrees());
    assert!(worst < (STEEPEST / 800.0).to_degrees(), "{worst}");
}
