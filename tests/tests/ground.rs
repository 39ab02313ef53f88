//! Compares geodesics and tiles with well-known programs.

use crate::figures::{GEODESIC_DEG, GEODESIC_M};
use geography::geodesic::{Ellipsoid, Route};
use geography::tiles::TileBlock;
use tests::{number, root, rows};

fn ellipsoid(name: &str) -> Ellipsoid {
    match name {
        "WGS84" => Ellipsoid::Wgs84,
        "GRS67" => Ellipsoid::Grs67,
        "Clarke1858" => Ellipsoid::Clarke1858,
        "Clarke1880" => Ellipsoid::Clarke1880,
        "Sphere" => Ellipsoid::Sphere,
        _ => panic!("{name} is not in the sample"),
    }
}

#[test]
fn geodesics_are_those_of_geographiclib() {
    let rows = rows(&root().join("tests/data/geodesic.csv"));
    let (mut worst_m, mut worst_deg) = (0.0f64, 0.0f64);
    for row in &rows {
        let [lat1, lng1, lat2, lng2] = ["lat1", "lng1", "lat2", "lng2"].map(|column| number(row, column));
        let route = Route::new(ellipsoid(&row["ellipsoid"]), [[lat1, lng1], [lat2, lng2]]);
        worst_m = worst_m.max((route.distance_m - number(row, "distance_m")).abs());
        for (at, column) in [(route.start, "azimuth1"), (route.end, "azimuth2")] {
            let apart_deg = (at.azimuth_deg - number(row, column)).rem_euclid(360.0);
            worst_deg = worst_deg.max(apart_deg.min(360.0 - apart_deg));
        }
    }
    println!("{} lines, a third of them nearly antipodal: {worst_m:.1e} m, {worst_deg:.1e}°", rows.len());
    assert!(rows.len() >= 600 && worst_m <= GEODESIC_M && worst_deg <= GEODESIC_DEG);
}

#[test]
fn tiles_of_boxes_are_those_of_mercantile() {
    let rows = rows(&root().join("tests/data/tiles.csv"));
    for row in &rows {
        let z = row["z"].parse().expect("a zoom");
        let bounds = ["west", "south", "east", "north"].map(|column| number(row, column));
        let mut found: Vec<_> = TileBlock::of_box(z, bounds).tiles().map(|tile| (tile.x, tile.y)).collect();
        found.sort_unstable();
        let shown: Vec<_> = found.iter().map(|(x, y)| format!("{x}/{y}")).collect();
        assert_eq!(shown.join(";"), row["tiles"], "{z}, {bounds:?}");
    }
    assert!(rows.len() >= 600);
}
