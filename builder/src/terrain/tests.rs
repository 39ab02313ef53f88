use super::*;
use artifacts::terrain::Pack;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder, colortype::Gray32Float};
use tiff::tags::Tag;

/// What a dataset may add to heights that are no whole metres, m; the claim is 0.005 m.
const TOLERANCE_M: f64 = 0.0075;

/// A plane that bilinear interpolation meets everywhere, m.
fn plane_m(latitude_deg: f64, longitude_deg: f64) -> f64 {
    100.0 + 200.0 * (latitude_deg - 47.0) + 300.0 * (longitude_deg - 7.0)
}

fn options(root: &Path, files: &[PathBuf]) -> TerrainOptions {
    let (out, files) = (root.join("terrain"), files.to_vec());
    TerrainOptions { out, files, name: None, datum: None, licence: None, keep: 2 }
}

fn pack(root: &Path, files: &[PathBuf]) -> Pack {
    terrain(&options(root, files)).expect("published");
    Pack::current(&root.join("terrain"), |e| panic!("{e}")).expect("opens")
}

/// Why files are refused.
fn refusal(root: &Path, files: &[PathBuf]) -> String {
    let refused = terrain(&options(root, files)).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(!root.join("terrain/current").exists(), "nothing is published");
    refused
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("folder")
}

/// A file of whole metres, by latitude and longitude of each sample.
fn hgt(
    root: &Path,
    name: &str,
    corner: (f64, f64),
    side: usize,
    height: impl Fn(f64, f64) -> i16,
) -> PathBuf {
    let step = 1.0 / (side - 1) as f64;
    let sample =
        |k: usize| height(corner.0 + 1.0 - (k / side) as f64 * step, corner.1 + (k % side) as f64 * step);
    let bytes: Vec<u8> = (0..side * side).flat_map(|k| sample(k).to_be_bytes()).collect();
    let path = root.join(name);
    fs::write(&path, bytes).expect("written");
    path
}

/// What a GeoTIFF of a test says of itself.
struct Tags {
    epsg: u16,
    raster_type: u16,
    corner: (f64, f64),
    step_deg: (f64, f64),
    unknown: &'static str,
    metadata: &'static str,
    rows_a_strip: u32,
}

const COPERNICUS: Tags = Tags {
    epsg: 4326,
    raster_type: 2,
    corner: (48.0, 7.0),
    step_deg: (1.0 / 120.0, 1.0 / 120.0),
    unknown: "-9999",
    metadata: "<GDALMetadata/>",
    rows_a_strip: 7,
};

/// A GeoTIFF of strips, compressed.
fn geotiff(root: &Path, name: &str, tags: &Tags, size: (u32, u32), heights_m: &[f32]) -> PathBuf {
    let path = root.join(name);
    let mut encoder = TiffEncoder::new(fs::File::create(&path).expect("made")).expect("a header");
    encoder = encoder.with_compression(Compression::Deflate(DeflateLevel::Fast));
    let mut image = encoder.new_image::<Gray32Float>(size.0, size.1).expect("an image");
    image.rows_per_strip(tags.rows_a_strip).expect("strips");
    let directory = image.encoder();
    let keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, tags.raster_type, 2048, 0, 1, tags.epsg];
    directory.write_tag(Tag::GeoKeyDirectoryTag, &keys[..]).expect("keys");
    directory
        .write_tag(Tag::ModelPixelScaleTag, &[tags.step_deg.0, tags.step_deg.1, 0.0][..])
        .expect("scale");
    let tie = [0.0, 0.0, 0.0, tags.corner.1, tags.corner.0, 0.0];
    directory.write_tag(Tag::ModelTiepointTag, &tie[..]).expect("tie");
    directory.write_tag(Tag::Unknown(42112), tags.metadata).expect("metadata");
    directory.write_tag(Tag::GdalNodata, tags.unknown).expect("unknown");
    image.write_data(heights_m).expect("pixels");
    path
}

/// Heights of the plane at the samples of a GeoTIFF.
fn of_plane(tags: &Tags, (columns, rows): (u32, u32)) -> Vec<f32> {
    let half = if tags.raster_type == 2 { 0.0 } else { 0.5 };
    let (across, down) = tags.step_deg;
    let height = |row: u32, column: u32| {
        let latitude_deg = tags.corner.0 - (f64::from(row) + half) * down;
        plane_m(latitude_deg, tags.corner.1 + (f64::from(column) + half) * across) as f32
    };
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .map(|(r, c)| height(r, c))
        .collect()
}

/// The worst difference from the plane, m, over places in a box of south, west, north, east.
fn worst_m(pack: &Pack, [south, west, north, east]: [f64; 4]) -> f64 {
    let part = |k: u32, n: u32| f64::from(k.wrapping_mul(n) % 9973) / 9973.0;
    let place = |k: u32| (south + part(k, 7919) * (north - south), west + part(k, 6131) * (east - west));
    let difference = |(latitude_deg, longitude_deg): (f64, f64)| {
        let found = pack.height_m(latitude_deg, longitude_deg);
        let found = found.unwrap_or_else(|| panic!("nothing at {latitude_deg}, {longitude_deg}"));
        (found - plane_m(latitude_deg, longitude_deg)).abs()
    };
    (0..20_000).map(place).map(difference).fold(0.0, f64::max)
}

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

/// A GeoTIFF of tiles that are not compressed, as a COG has them, written by hand: the library writes strips.
fn tiled(root: &Path, side: u32, tile: u32, height: impl Fn(u32, u32) -> f32) -> PathBuf {
    let (mut bytes, mut offsets) = (b"II*\0\0\0\0\0".to_vec(), Vec::new());
    let across = side.div_ceil(tile);
    for (down, right) in (0..across).flat_map(|down| (0..across).map(move |right| (down, right))) {
        offsets.push(bytes.len() as u32);
        for (row, column) in (0..tile).flat_map(|row| (0..tile).map(move |column| (row, column))) {
            bytes.extend(height(down * tile + row, right * tile + column).to_le_bytes());
        }
    }
    let lengths = vec![tile * tile * 4; offsets.len()];
    let put = |bytes: &mut Vec<u8>, values: Vec<u8>| {
        let at = bytes.len() as u32;
        bytes.extend(values);
        at
    };
    let words = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let doubles = |values: &[f64]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let shorts = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let count = offsets.len() as u32;
    let step = 1.0 / f64::from(side);
    let at = [
        put(&mut bytes, words(&offsets)),
        put(&mut bytes, words(&lengths)),
        put(&mut bytes, doubles(&[step, step, 0.0])),
        put(&mut bytes, doubles(&[0.0, 0.0, 0.0, 7.0, 48.0, 0.0])),
        put(&mut bytes, shorts(&[1, 1, 0, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326])),
    ];
    // Number, type (3 short, 4 long, 12 double), count, value.
    let entries = [
        [256, 4, 1, side],
        [257, 4, 1, side],
        [258, 3, 1, 32],
        [259, 3, 1, 1],
        [262, 3, 1, 1],
        [277, 3, 1, 1],
        [322, 4, 1, tile],
        [323, 4, 1, tile],
        [324, 4, count, at[0]],
        [325, 4, count, at[1]],
        [339, 3, 1, 3],
        [33550, 12, 3, at[2]],
        [33922, 12, 6, at[3]],
        [34735, 3, 12, at[4]],
    ];
    let directory = bytes.len() as u32;
    bytes[4..8].copy_from_slice(&directory.to_le_bytes());
    bytes.extend((entries.len() as u16).to_le_bytes());
    for [number, kind, count, value] in entries {
        bytes.extend(shorts(&[number as u16, kind as u16]));
        bytes.extend(words(&[count, value]));
    }
    bytes.extend([0; 4]);
    let path = root.join("tiled.tif");
    fs::write(&path, bytes).expect("written");
    path
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

/// A PNG file by the bytes of each pixel.
fn png_of<const CHANNELS: usize>(
    root: &Path,
    at: &str,
    side: u32,
    colour: png::ColorType,
    pixel: impl Fn(u32, u32) -> [u8; CHANNELS],
) -> PathBuf {
    let path = root.join(at);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    let mut encoder = png::Encoder::new(fs::File::create(&path).expect("made"), side, side);
    encoder.set_color(colour);
    let pixels: Vec<u8> = (0..side * side).flat_map(|k| pixel(k / side, k % side)).collect();
    encoder.write_header().and_then(|mut w| w.write_image_data(&pixels)).expect("written");
    path
}

/// The colour of a height, m.
fn colour(height_m: f64) -> [u8; 3] {
    let number = ((height_m + 32_768.0) * 256.0).round() as u32;
    [number >> 16, number >> 8 & 255, number & 255].map(|part| part as u8)
}

/// A tile of Terrarium by the height of each pixel, m.
fn terrarium_tile(root: &Path, at: &str, side: u32, height: impl Fn(u32, u32) -> f64) -> PathBuf {
    png_of(root, at, side, png::ColorType::Rgb, |row, column| colour(height(row, column)))
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
    assert_eq!([16.3, 16.7].map(at), [None; 2]);
    assert_eq!([18.3, 18.7].map(at), [Some(700.0), None]);
    assert_eq!([20.3, 20.7].map(at), [Some(0.0), None]);
}

#[test]
fn terrarium_tiles_lie_on_mercators_map_and_join_across_squares() {
    let root = folder();
    // Zoom 5: the squares of 16 tiles meet between the columns 15 and 16.
    let height = |column: u32, row: u32| 1000.0 + f64::from(column) / 4.0 - f64::from(row) / 8.0;
    let mut tiles = Vec::new();
    for (x, y) in [(15, 11), (16, 11), (15, 12), (16, 12)] {
        let of_tile = move |row: u32, column: u32| height(x * 256 + column, y * 256 + row);
        tiles.push(terrarium_tile(root.path(), &format!("5/{x}/{y}.png"), 256, of_tile));
    }
    let sea = terrarium_tile(root.path(), "5/20/12.png", 256, |_, _| -3500.0);
    tiles.push(sea);
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
    // The sea floor, and ground without a tile.
    assert_eq!([[38.0, 50.0], [41.0, 30.0]].map(|[lat, lng]| pack.height_m(lat, lng)), [None; 2]);
    assert_eq!(tiles.len(), 5);
}

#[test]
fn files_that_are_cut_off_foreign_or_damaged_are_refused_by_name() {
    let root = folder();
    let whole = hgt(root.path(), "N10E010.hgt", (10.0, 10.0), 1201, |_, _| 5);
    let bytes = fs::read(&whole).expect("read");
    let put = |name: &str, bytes: &[u8]| {
        let path = root.path().join(name);
        fs::write(&path, bytes).expect("written");
        path
    };
    let cut_tiff = || {
        let tags = Tags { corner: (20.0, 20.0), ..COPERNICUS };
        let path = geotiff(root.path(), "cut.tif", &tags, (120, 120), &of_plane(&tags, (120, 120)));
        let bytes = fs::read(path).expect("read");
        put("cut.tif", &bytes[..bytes.len() / 2])
    };
    let utm = Tags { epsg: 32632, ..COPERNICUS };
    let plane = of_plane(&COPERNICUS, (120, 120));
    let no_unknown = Tags { unknown: "-1", ..COPERNICUS };
    let holes: Vec<f32> =
        plane.iter().enumerate().map(|(k, h)| if k == 250 { -32767.0 } else { *h }).collect();
    // As a program that forgets which byte comes first writes it.
    let swapped: Vec<u8> = (0..1201 * 1201).flat_map(|_| 300i16.to_le_bytes()).collect();
    let png = terrarium_tile(root.path(), "7/3/4.png", 256, |_, _| 10.0);
    let png_bytes = fs::read(&png).expect("read");
    let half = |name: &str| {
        fs::write(&png, &png_bytes[..png_bytes.len() / 2]).expect("written");
        assert!(name.ends_with("png"));
        png.clone()
    };
    let cases: [(PathBuf, &str); 13] = [
        (put("N11E010.hgt", &bytes[..bytes.len() - 2]), "cut off"),
        (put("N12E010.hgt", b""), "0 bytes"),
        (put("hill.hgt", &bytes), "the name must begin"),
        (put("N13E010.hgt", &swapped), "row 0, column 0: 11265 m"),
        (put("N90E010.hgt", &bytes), "the name must begin"),
        (put("N10E180.hgt", &bytes), "the name must begin"),
        (put("notes.txt", b"x"), "not a file of heights"),
        (put("empty.tif", b"II*\0"), "damaged, cut off"),
        (cut_tiff(), "damaged, cut off"),
        (geotiff(root.path(), "utm.tif", &utm, (120, 120), &plane), "EPSG:32632"),
        (geotiff(root.path(), "holes.tif", &no_unknown, (120, 120), &holes), "row 2, column 10: -32767 m"),
        (terrarium_tile(root.path(), "8/3/4.png", 128, |_, _| 1.0), "128 × 128 pixels"),
        (half("4.png"), "cannot be read"),
    ];
    for (path, expected) in &cases {
        let refused = refusal(root.path(), &[whole.clone(), path.clone()]);
        let name = file_name(path);
        assert!(refused.contains(expected) && refused.contains(&name), "{name}: {refused}");
    }
    let refused = refusal(root.path(), &[root.path().join("absent.hgt")]);
    assert!(refused.contains("absent.hgt"), "{refused}");
}

#[test]
fn numbers_that_are_no_metres_as_they_stand_are_refused() {
    let plane = of_plane(&COPERNICUS, (120, 120));
    for (metadata, expected) in [
        (
            r#"<GDALMetadata><Item name="SCALE" sample="0" role="scale">0.1</Item></GDALMetadata>"#,
            "scale 0.1",
        ),
        (
            r#"<GDALMetadata><Item name="OFFSET" sample="0" role="offset">-1000</Item></GDALMetadata>"#,
            "offset -1000",
        ),
        (r#"<GDALMetadata><Item name="SCALE" sample="0" role="scale">1</Item></GDALMetadata>"#, ""),
        (r#"<GDALMetadata><Item name="RESAMPLING">AVERAGE</Item></GDALMetadata>"#, ""),
    ] {
        let root = folder();
        let tags = Tags { metadata, ..COPERNICUS };
        let file = geotiff(root.path(), "scaled.tif", &tags, (120, 120), &plane);
        if expected.is_empty() {
            assert!(worst_m(&pack(root.path(), &[file]), [47.1, 7.1, 47.9, 7.9]) < TOLERANCE_M);
        } else {
            let refused = refusal(root.path(), &[file]);
            assert!(refused.contains("scaled.tif") && refused.contains(expected), "{refused}");
        }
    }
}

#[test]
fn what_would_fill_the_memory_is_refused_before_it_is_read() {
    let root = folder();
    let wide = |name: &str, tags: &Tags, columns: u32| {
        let path = geotiff(root.path(), name, tags, (120, 120), &of_plane(tags, (120, 120)));
        let mut bytes = fs::read(&path).expect("read");
        let directory = u32::from_le_bytes([4, 5, 6, 7].map(|at| bytes[at])) as usize;
        // The first entry of the directory is the width: number, type, count, value.
        assert_eq!(bytes[directory + 2..][..2], 256u16.to_le_bytes());
        bytes[directory + 10..][..4].copy_from_slice(&columns.to_le_bytes());
        fs::write(&path, bytes).expect("written");
        path
    };
    let one_strip = Tags { rows_a_strip: 120, ..COPERNICUS };
    let png = root.path().join("3/1/1.png");
    fs::create_dir_all(root.path().join("3/1")).expect("made");
    let encoder = png::Encoder::new(fs::File::create(&png).expect("made"), 100_000, 100_000);
    let written = encoder.write_header().and_then(|mut w| w.write_chunk(png::chunk::IDAT, &[0]));
    written.expect("written");
    for (file, expected) in [
        (wide("wide.tif", &COPERNICUS, 3_000_000), "3000000 × 120 pixels"),
        (wide("strip.tif", &one_strip, 2_000_000), "2000000 × 120 pixels"),
        (png, "100000 × 100000 pixels"),
    ] {
        let refused = refusal(root.path(), std::slice::from_ref(&file));
        assert!(refused.contains(expected) && refused.contains(&file_name(&file)), "{refused}");
    }
}

#[test]
fn files_meet_at_the_antimeridian() {
    let height = |lat: f64, lng: f64| (1200.0 * (lat + (lng + 360.0) % 360.0 - 179.0)).round() as i16;
    let first = folder();
    let east = hgt(first.path(), "N00E179.hgt", (0.0, 179.0), 1201, height);
    let west = hgt(first.path(), "N00W180.hgt", (0.0, -180.0), 1201, height);
    let pack = pack(first.path(), &[east.clone(), west.clone()]);
    for (lat, lng, turned) in
        [(0.3, 179.999_7, 179.999_7), (0.3, 180.0, 180.0), (0.3, -180.0, 180.0), (0.3, -179.999_6, 180.000_4)]
    {
        let found = pack.height_m(lat, lng).unwrap_or_else(|| panic!("nothing at {lat}, {lng}"));
        let expected = 1200.0 * (lat + turned - 179.0);
        assert!((found - expected).abs() < 1e-6, "{lat}, {lng}: {found} {expected}");
    }
    // The same ground, told as beyond 180°.
    let root = folder();
    let step_deg = (1.0 / 1200.0, 1.0 / 1200.0);
    let tags = Tags { corner: (0.6, 179.9), step_deg, ..COPERNICUS };
    for other in [east, west] {
        let over = geotiff(root.path(), "over.tif", &tags, (240, 50), &[5.0; 12_000]);
        let refused = refusal(root.path(), &[other, over]);
        assert!(refused.contains("over.tif") && refused.contains("covers the same ground"), "{refused}");
    }
}

#[test]
fn files_that_cover_the_same_ground_are_refused_and_finer_ones_are_not() {
    let root = folder();
    let first = hgt(root.path(), "N47E007.hgt", (47.0, 7.0), 1201, |_, _| 5);
    fs::create_dir(root.path().join("b")).expect("made");
    let same = hgt(&root.path().join("b"), "N47E007.hgt", (47.0, 7.0), 1201, |_, _| 5);
    let refused = refusal(root.path(), &[first.clone(), same]);
    assert!(refused.contains("b/N47E007.hgt") && refused.contains("covers the same ground"), "{refused}");
    let tags = Tags { corner: (47.6, 7.3), step_deg: (1.0 / 1200.0, 1.0 / 1200.0), ..COPERNICUS };
    let part = geotiff(root.path(), "part.tif", &tags, (50, 50), &[5.0; 2500]);
    let refused = refusal(root.path(), &[first.clone(), part]);
    assert!(refused.contains("part.tif"), "{refused}");
    let finer = Tags { step_deg: (1.0 / 3600.0, 1.0 / 3600.0), ..tags };
    let finer = geotiff(root.path(), "finer.tif", &finer, (50, 50), &[77.0; 2500]);
    let pack = pack(root.path(), &[first, finer]);
    assert_eq!((pack.height_m(47.595, 7.305), pack.height_m(47.2, 7.3)), (Some(77.0), Some(5.0)));
}

#[test]
fn the_same_files_make_the_same_dataset() {
    let root = folder();
    let file = hgt(root.path(), "S12W077.hgt", (-12.0, -77.0), 1201, |lat, _| (lat * 10.0) as i16);
    let id = || terrain(&options(root.path(), std::slice::from_ref(&file))).expect("published").id;
    assert_eq!(id(), id());
}
