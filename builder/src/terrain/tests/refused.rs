//! Tests of files of heights that are not sound: they are refused by name, and nothing is published.

use super::files::*;
use super::*;
use std::fs;

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
    let tiny = Tags { step_deg: (1e-300, 1e-300), ..COPERNICUS };
    let no_unknown = Tags { unknown: "-1", ..COPERNICUS };
    let holes: Vec<f32> =
        plane.iter().enumerate().map(|(k, h)| if k == 250 { -32767.0 } else { *h }).collect();
    // In the wrong byte order.
    let swapped: Vec<u8> = (0..1201 * 1201).flat_map(|_| 300i16.to_le_bytes()).collect();
    let png = terrarium_tile(root.path(), "7/3/4.png", 256, |_, _| 10.0);
    let png_bytes = fs::read(&png).expect("read");
    let half = |name: &str| {
        fs::write(&png, &png_bytes[..png_bytes.len() / 2]).expect("written");
        assert!(name.ends_with("png"));
        png.clone()
    };
    let cases: [(PathBuf, &str); 14] = [
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
        (geotiff(root.path(), "tiny.tif", &tiny, (120, 120), &plane), "at least 1e-7°"),
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
