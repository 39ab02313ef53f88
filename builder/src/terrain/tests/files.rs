//! Files of heights as their publishers write them, in small.

use super::plane_m;
use std::fs;
use std::path::{Path, PathBuf};
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder, colortype::Gray32Float};
use tiff::tags::Tag;

/// A file of whole metres, by latitude and longitude of each sample.
pub(crate) fn hgt(
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

/// Tags of a test GeoTIFF.
pub(super) struct Tags {
    pub(super) epsg: u16,
    pub(super) raster_type: u16,
    pub(super) corner: (f64, f64),
    pub(super) step_deg: (f64, f64),
    pub(super) unknown: &'static str,
    pub(super) metadata: &'static str,
    pub(super) rows_a_strip: u32,
}

pub(super) const COPERNICUS: Tags = Tags {
    epsg: 4326,
    raster_type: 2,
    corner: (48.0, 7.0),
    step_deg: (1.0 / 120.0, 1.0 / 120.0),
    unknown: "-9999",
    metadata: "<GDALMetadata/>",
    rows_a_strip: 7,
};

/// A GeoTIFF of strips, compressed.
pub(super) fn geotiff(root: &Path, name: &str, tags: &Tags, size: (u32, u32), heights_m: &[f32]) -> PathBuf {
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
pub(super) fn of_plane(tags: &Tags, (columns, rows): (u32, u32)) -> Vec<f32> {
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

/// A GeoTIFF of tiles that are not compressed, as a COG has them, written by hand: the library writes strips.
pub(super) fn tiled(root: &Path, side: u32, tile: u32, height: impl Fn(u32, u32) -> f32) -> PathBuf {
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

/// A PNG file by the bytes of each pixel.
pub(super) fn png_of<const CHANNELS: usize>(
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

pub(super) fn colour(height_m: f64) -> [u8; 3] {
    let number = ((height_m + 32_768.0) * 256.0).round() as u32;
    [number >> 16, number >> 8 & 255, number & 255].map(|part| part as u8)
}

/// A tile of Terrarium by the height of each pixel, m.
pub(super) fn terrarium_tile(root: &Path, at: &str, side: u32, height: impl Fn(u32, u32) -> f64) -> PathBuf {
    png_of(root, at, side, png::ColorType::Rgb, |row, column| colour(height(row, column)))
}
