//! Positions and values of heights are those of the files.

use super::files::*;
use super::*;

#[test]
fn hgt_files_join_without_a_seam_and_their_voids_are_unknown() {
    let root = folder();
    // Whole metres: steps of the plane fall on them.
    let step_m = |lat: f64, lng: f64| (1200.0 * (lat - 47.0) + 2400.0 * (lng - 7.0)).round() as i16;
    let is_void = |lat: f64, lng: f64| (lat - 47.5).abs() < 1e-9 && (lng - 7.5).abs() < 1e-9;
    let height = |lat: f64, lng: f64| if is_void(lat, lng) { i16::MIN } else { step_m(lat, lng) };
    let files = [
        hgt(root.path(), "N47E007.hgt", (47.0, 7.0), 1201, height),
        hgt(root.path(), "n47e008.SRTMGL3.hgt", (47.0, 8.0), 1201, height),
    ];
    let pack = pack(root.path(), &files);
    for (lat, lng) in
        [(47.25, 7.999_7), (47.25, 8.0), (47.25, 8.000_3), (48.0, 7.0), (47.0, 9.0), (47.123, 7.9)]
    {
        let found = pack.height_m(lat, lng).unwrap_or_else(|| panic!("nothing at {lat}, {lng}"));
        let expected = 1200.0 * (lat - 47.0) + 2400.0 * (lng - 7.0);
        assert!((found - expected).abs() < 1e-6, "{lat}, {lng}: {found} {expected}");
    }
    assert_eq!(pack.height_m(47.5, 7.5), None);
    assert_eq!(pack.height_m(47.5 + 0.5 / 1200.0, 7.5 - 0.5 / 1200.0), None);
    assert!(pack.height_m(47.5 + 1.01 / 1200.0, 7.5).is_some());
    let found = pack.find(47.2, 7.2).expect("known");
    assert_eq!((found.source.datum.as_str(), found.resolution_arcsec.round()), ("EGM96", 3.0));
}

#[test]
fn geotiffs_are_placed_by_pixel_or_point_and_joined_where_columns_are_fewer() {
    for raster_type in [1, 2] {
        let root = folder();
        let south = Tags { raster_type, ..COPERNICUS };
        let east = Tags { corner: (48.0, 8.0), raster_type, ..COPERNICUS };
        // Nearer to the pole, as in GLO-30, columns are wider.
        let north =
            Tags { corner: (49.0, 7.0), step_deg: (1.0 / 80.0, 1.0 / 120.0), raster_type, ..COPERNICUS };
        let files =
            [("a.tif", &south, (120, 120)), ("b.TIFF", &east, (120, 120)), ("c.tif", &north, (80, 120))]
                .map(|(name, tags, size)| geotiff(root.path(), name, tags, size, &of_plane(tags, size)));
        let pack = pack(root.path(), &files);
        let inside = worst_m(&pack, [47.1, 7.1, 47.9, 8.9]);
        let seam = worst_m(&pack, [47.9, 7.1, 48.1, 7.9]);
        println!("raster type {raster_type}: worst {inside:.4} m, at the seam {seam:.4} m");
        assert!(inside < TOLERANCE_M && seam < TOLERANCE_M, "{inside} {seam}");
    }
}

#[test]
fn copernicus_is_named_and_the_operators_words_come_first() {
    let root = folder();
    let name = "Copernicus_DSM_COG_10_N47_00_E007_00_DEM.tif";
    let file = geotiff(root.path(), name, &COPERNICUS, (120, 120), &of_plane(&COPERNICUS, (120, 120)));
    let manifest = terrain(&options(root.path(), std::slice::from_ref(&file))).expect("published");
    assert_eq!(manifest.sources[0].name, "Copernicus DEM");
    let named = TerrainOptions { name: Some("Mine".into()), ..options(root.path(), &[file]) };
    let manifest = terrain(&named).expect("published");
    assert_eq!((manifest.sources[0].name.as_str(), manifest.sources[0].datum.as_str()), ("Mine", "EGM2008"));
}

#[test]
fn tiles_of_a_geotiff_are_put_in_their_places_also_at_its_edges() {
    let root = folder();
    let step = 1.0 / 100.0;
    let height =
        |row: u32, column: u32| plane_m(48.0 - f64::from(row) * step, 7.0 + f64::from(column) * step) as f32;
    let pack = pack(root.path(), &[tiled(root.path(), 100, 32, height)]);
    let worst = worst_m(&pack, [47.02, 7.01, 47.99, 7.98]);
    assert!(worst < TOLERANCE_M, "{worst}");
}

#[test]
fn holes_of_terrarium_and_what_lies_below_the_sea_are_unknown() {
    let root = folder();
    // Zoom 5: a tile has 11.25° of longitude from west to east. Black, half transparent, half a sea floor.
    png_of(root.path(), "5/16/11.png", 256, png::ColorType::Rgb, |_, _| [0; 3]);
    png_of(root.path(), "5/18/11.png", 256, png::ColorType::Rgba, |_, column| {
        let [red, green, blue] = colour(700.0);
        [red, green, blue, if column < 128 { 255 } else { 0 }]
    });
    terrarium_tile(root.path(), "5/20/11.png", 256, |_, column| if column < 128 { 0.0 } else { -0.5 });
    let pack = pack(root.path(), &[root.path().join("5")]);
    let at = |tile: f64| pack.height_m(45.0, (tile - 16.0) * 11.25);
    // The tile 17 is absent.
    assert_eq!([16.3, 16.7, 17.5].map(at), [None; 3]);
    assert_eq!([18.3, 18.7].map(at), [Some(700.0), None]);
    assert_eq!([20.3, 20.7].map(at), [Some(0.0), None]);
}

#[test]
fn terrarium_tiles_lie_on_mercators_map_and_join_across_squares() {
    let root = folder();
    // Zoom 5: the squares of 16 tiles meet between the columns 15 and 16.
    let height = |column: u32, row: u32| 1000.0 + f64::from(column) / 4.0 - f64::from(row) / 8.0;
    for (x, y) in [(15, 11), (16, 11), (15, 12), (16, 12)] {
        let of_tile = move |row: u32, column: u32| height(x * 256 + column, y * 256 + row);
        terrarium_tile(root.path(), &format!("5/{x}/{y}.png"), 256, of_tile);
    }
    let pack = pack(root.path(), &[root.path().join("5")]);
    let pixels = 256.0 * 32.0;
    for (latitude_deg, longitude_deg) in
        [(48.0f64, -0.3), (48.0, 0.0), (45.0, 0.01), (40.979, 0.0), (41.0, 10.9)]
    {
        let column = (longitude_deg + 180.0) / 360.0 * pixels - 0.5;
        let ordinate = latitude_deg.to_radians().tan().asinh() / std::f64::consts::PI;
        let row = (1.0 - ordinate) / 2.0 * pixels - 0.5;
        let expected = 1000.0 + column / 4.0 - row / 8.0;
        let found = pack.height_m(latitude_deg, longitude_deg).expect("known");
        assert!((found - expected).abs() < TOLERANCE_M, "{latitude_deg}: {found} {expected}");
    }
}

#[test]
fn files_meet_at_the_antimeridian() {
    let height = |lat: f64, lng: f64| (1200.0 * (lat + (lng + 360.0) % 360.0 - 179.0)).round() as i16;
    let first = folder();
    let east = hgt(first.path(), "N00E179.hgt", (0.0, 179.0), 1201, height);
    let west = hgt(first.path(), "N00W180.hgt", (0.0, -180.0), 1201, height);
    let pack = pack(first.path(), &[east.clone(), west.clone()]);
    assert!(
        [180.0, -180.0].iter().all(|lng| pack.height_m(0.3, *lng).is_some_and(|h| (h - 1560.0).abs() < 1e-6))
    );
    // The same ground, given as beyond 180°.
    let root = folder();
    let step_deg = (1.0 / 1200.0, 1.0 / 1200.0);
    let tags = Tags { corner: (0.6, 179.9), step_deg, ..COPERNICUS };
    for other in [east, west] {
        let over = geotiff(root.path(), "over.tif", &tags, (240, 50), &[5.0; 12_000]);
        let refused = refusal(root.path(), &[other, over]);
        assert!(refused.contains("over.tif") && refused.contains("covers the same ground"), "{refused}");
    }
}
