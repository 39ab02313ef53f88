//! GeoTIFF: heights in rows of latitude, as Copernicus GLO-30 and GLO-90 have them, also as COG.
//!
//! Reference: OGC 19-008r4, GeoTIFF 1.1 (2019), sections 7.1 and 7.2; the GDAL tag of unknown values, 42113.

use super::input::{HeightRows, TerrainFormat, TerrainInput, file_name};
use crate::Error;
use artifacts::terrain::TerrainGrid;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tiff::decoder::{Decoder, DecodingResult};
use tiff::tags::Tag;

/// Keys of the GeoKey directory, and their accepted values.
const RASTER_TYPE: u16 = 1025;
const PIXEL_IS_POINT: u16 = 2;
const GEODETIC_CRS: u16 = 2048;
const WGS84: u16 = 4326;
const PROJECTED_CRS: u16 = 3072;
const VERTICAL_UNITS: u16 = 4099;
const METRE: u16 = 9001;
/// Value of the tag `Orientation`: rows from the north, columns from the west.
const NORTH_WEST: u16 = 1;
/// Value of the tag `Compression`.
const UNCOMPRESSED: u16 = 1;

/// The tag with GDAL's further metadata as XML, including scale and offset of the heights.
const GDAL_METADATA: Tag = Tag::Unknown(42112);
/// Maximum number of columns and of rows: more than the Earth has in steps of 20 m.
const MAX_SAMPLES: u32 = 1 << 21;
/// Upper limit of the bytes that one byte unpacks to: 1032 with Deflate, below 2600 with LZW.
const MAX_RATIO: u64 = 4096;
/// Minimum step between columns and rows, degrees: a centimetre.
const MIN_STEP_DEG: f64 = 1e-7;
/// Maximum number of samples in a row of strips or tiles, which is in memory as a whole: 512 MB.
const MAX_HELD: u64 = 1 << 27;

type TiffReader = Decoder<BufReader<File>>;

fn open(path: &Path) -> Result<TiffReader, Error> {
    let file = File::open(path).map_err(|e| Error::terrain(path, format!("cannot be read: {e}")))?;
    Decoder::new(BufReader::new(file)).map_err(failed(path))
}

fn failed(path: &Path) -> impl Fn(tiff::TiffError) -> Error {
    move |e| Error::terrain(path, format!("damaged, cut off, or not a supported GeoTIFF: {e}"))
}

/// The area of a file, by its tags.
pub(super) fn look(path: PathBuf) -> Result<TerrainInput, Error> {
    let mut decoder = open(&path)?;
    let (columns, rows) = size(&path, &mut decoder)?;
    let [west_deg, north_deg, column_deg, row_deg] = placement(&path, &mut decoder)?;
    let is_on_earth = |degrees: f64, most: f64| degrees.is_finite() && degrees.abs() <= most;
    let south_deg = north_deg - row_deg * f64::from(rows.max(1) - 1);
    let is_placed = is_on_earth(west_deg, 360.0)
        && is_on_earth(north_deg, 90.0)
        && is_on_earth(south_deg, 90.0)
        && column_deg >= MIN_STEP_DEG
        && row_deg >= MIN_STEP_DEG
        && column_deg * f64::from(columns) < 360.0 + column_deg;
    if !is_placed {
        return Err(Error::terrain(
            &path,
            "its corners are not on the Earth, in degrees, north up, with steps of at least 1e-7°",
        ));
    }
    check_scale(&path, &mut decoder)?;
    check_rows(&path, &mut decoder)?;
    let unknown = unknown(&path, &mut decoder)?;
    let grid = TerrainGrid {
        file: file_name(&path),
        sha256: String::new(),
        source: 0,
        mercator: false,
        west_deg,
        north_deg,
        column_deg,
        row_deg,
        columns,
        rows,
    };
    Ok(TerrainInput { path, grid, format: TerrainFormat::GeoTiff(unknown) })
}

/// Columns and rows, if they can be held in memory as they are read.
fn size(path: &Path, decoder: &mut TiffReader) -> Result<(u32, u32), Error> {
    let (columns, rows) = decoder.dimensions().map_err(failed(path))?;
    let sides = 1..=MAX_SAMPLES;
    if !sides.contains(&columns) || !sides.contains(&rows) {
        let problem = format!("{columns} × {rows} pixels; the maximum is {MAX_SAMPLES} a side");
        return Err(Error::terrain(path, problem));
    }
    let (chunk_columns, chunk_rows) = decoder.chunk_dimensions();
    // A strip or a tile may be declared larger than the image; only the part in the image is read.
    let held = u64::from(columns) * u64::from(chunk_rows.min(rows));
    if chunk_columns == 0 || chunk_rows == 0 || held > MAX_HELD {
        let problem = format!(
            "its strips or tiles have {chunk_columns} × {chunk_rows} pixels; a row of them may have up to \
             {MAX_HELD} in all, and not 0"
        );
        return Err(Error::terrain(path, problem));
    }
    // Samples have at least two bytes. The memory for 64 rows is allocated before they are read.
    let bytes =
        std::fs::metadata(path).map_err(|e| Error::terrain(path, format!("cannot be read: {e}")))?.len();
    if u64::from(columns) * u64::from(rows) * 2 > bytes.saturating_mul(MAX_RATIO) {
        let problem =
            format!("{columns} × {rows} pixels are more than its size can hold; it is cut off or damaged");
        return Err(Error::terrain(path, problem));
    }
    Ok((columns, rows))
}

/// Rejects rows that do not begin in the north-west, and strips or tiles that are missing or truncated.
fn check_rows(path: &Path, decoder: &mut TiffReader) -> Result<(), Error> {
    let orientation = decoder.find_tag_unsigned::<u16>(Tag::Orientation).map_err(failed(path))?;
    if orientation.is_some_and(|orientation| orientation != NORTH_WEST) {
        return Err(Error::terrain(path, "its first row is not the northern one (tag Orientation)"));
    }
    let mut counts = |tag| decoder.find_tag_unsigned_vec::<u64>(tag).map_err(failed(path));
    let bytes = match counts(Tag::StripByteCounts)? {
        Some(bytes) => bytes,
        None => counts(Tag::TileByteCounts)?.unwrap_or_default(),
    };
    let compression = decoder.find_tag_unsigned::<u16>(Tag::Compression).map_err(failed(path))?;
    let bits = decoder.find_tag_unsigned::<u16>(Tag::BitsPerSample).map_err(failed(path))?.unwrap_or(1);
    let is_plain = compression.is_none_or(|compression| compression == UNCOMPRESSED);
    let of_pixel = if is_plain { u64::from(bits) / 8 } else { 0 };
    for (number, bytes) in bytes.into_iter().enumerate() {
        let (columns, rows) = decoder.chunk_data_dimensions(number as u32);
        let least = (u64::from(columns) * u64::from(rows) * of_pixel).max(1);
        if bytes < least {
            let problem = format!(
                "its strip or tile {number} has {bytes} bytes, not {least}; a sparse file is filled by \
                 gdal_translate -co SPARSE_OK=FALSE"
            );
            return Err(Error::terrain(path, problem));
        }
    }
    Ok(())
}

/// Rejects heights with a scale or an offset.
fn check_scale(path: &Path, decoder: &mut TiffReader) -> Result<(), Error> {
    let Some(value) = decoder.find_tag(GDAL_METADATA).map_err(failed(path))? else { return Ok(()) };
    let text = value.into_string().map_err(failed(path))?;
    for (role, neutral) in [("scale", 1.0), ("offset", 0.0)] {
        let items = text.split("<Item").filter(|item| item.contains(&format!("role=\"{role}\"")));
        for number in items.filter_map(|item| item.split_once('>')?.1.split('<').next()) {
            if number.trim().parse() != Ok(neutral) {
                let problem = format!(
                    "its tag GDAL_METADATA has the {role} {number}; give metres \
                     (gdal_translate -unscale -ot Float32)"
                );
                return Err(Error::terrain(path, problem));
            }
        }
    }
    Ok(())
}

/// Longitude and latitude of the middle of the first pixel, and the steps to the next column and row,
/// degrees.
fn placement(path: &Path, decoder: &mut TiffReader) -> Result<[f64; 4], Error> {
    let keys = keys(path, decoder)?;
    let key = |id: u16| keys.iter().find(|key| key.0 == id).map(|key| key.1);
    match key(GEODETIC_CRS) {
        Some(WGS84) => {}
        Some(other) => {
            return Err(Error::terrain(path, format!("its system is EPSG:{other}, not EPSG:4326")));
        }
        None => return Err(Error::terrain(path, "it is not in degrees of EPSG:4326")),
    }
    if let Some(projected) = key(PROJECTED_CRS) {
        return Err(Error::terrain(path, format!("its system is EPSG:{projected}, not EPSG:4326")));
    }
    if let Some(unit) = key(VERTICAL_UNITS).filter(|unit| *unit != METRE) {
        return Err(Error::terrain(path, format!("its heights are in the unit EPSG:{unit}, not in metres")));
    }
    let half = if key(RASTER_TYPE) == Some(PIXEL_IS_POINT) { 0.0 } else { 0.5 };
    let mut list = |tag| -> Option<Vec<f64>> { decoder.find_tag(tag).ok()??.into_f64_vec().ok() };
    if let (Some(scale), Some(tie)) = (list(Tag::ModelPixelScaleTag), list(Tag::ModelTiepointTag))
        && let ([column_deg, row_deg, ..], [i, j, _, lng, lat, _]) = (&scale[..], &tie[..])
    {
        return Ok([lng + (half - i) * column_deg, lat - (half - j) * row_deg, *column_deg, *row_deg]);
    }
    if let Some(matrix) = list(Tag::ModelTransformationTag)
        && let [a, b, _, lng, d, e, _, lat, ..] = matrix[..]
        && (b, d) == (0.0, 0.0)
    {
        return Ok([lng + half * a, lat + half * e, a, -e]);
    }
    Err(Error::terrain(path, "its tags lack the position of its corner or the size of its pixels"))
}

/// The keys of the GeoKey directory with short values.
fn keys(path: &Path, decoder: &mut TiffReader) -> Result<Vec<(u16, u16)>, Error> {
    let directory = decoder.find_tag(Tag::GeoKeyDirectoryTag).map_err(failed(path))?;
    let directory =
        directory.ok_or_else(|| Error::terrain(path, "it has no GeoKeys: a TIFF, not a GeoTIFF"))?;
    let numbers = directory.into_u16_vec().map_err(failed(path))?;
    // The header has four numbers. A key has its number, the location of its value, the count, and the value.
    let keys = numbers.get(4..).unwrap_or_default().as_chunks::<4>().0;
    Ok(keys.iter().filter(|key| key[1] == 0).map(|key| (key[0], key[3])).collect())
}

/// The marker of unknown heights, if the file declares one.
fn unknown(path: &Path, decoder: &mut TiffReader) -> Result<Option<f64>, Error> {
    let Some(value) = decoder.find_tag(Tag::GdalNodata).map_err(failed(path))? else { return Ok(None) };
    let text = value.into_string().map_err(failed(path))?;
    let number = text.trim_matches(['\0', ' ']).parse();
    number
        .map(Some)
        .map_err(|_| Error::terrain(path, format!("\"{text}\" is not a number for unknown heights")))
}

/// The rows of a file. One row of its strips or tiles is in memory at a time.
pub(super) fn rows(input: &TerrainInput, unknown: Option<f64>) -> Result<HeightRows<'_>, Error> {
    let path = &input.path;
    let mut decoder = open(path)?;
    let samples = decoder.find_tag_unsigned::<u16>(Tag::SamplesPerPixel).map_err(failed(path))?;
    if samples.is_some_and(|samples| samples != 1) {
        return Err(Error::terrain(path, "it has several samples a pixel; heights have one"));
    }
    let columns = input.grid.columns as usize;
    let (_, chunk_rows) = decoder.chunk_dimensions();
    let chunk_rows = chunk_rows as usize;
    let (mut next, mut held) = (0, Vec::new());
    Ok(Box::new(move |count| {
        let mut heights_m = Vec::with_capacity(count * columns);
        for row in next..next + count {
            if row % chunk_rows == 0 {
                held = chunk_row(path, &mut decoder, columns, row / chunk_rows, unknown)?;
            }
            heights_m.extend_from_slice(&held[row % chunk_rows * columns..][..columns]);
        }
        next += count;
        Ok(heights_m)
    }))
}

/// The heights of a row of strips or tiles.
fn chunk_row(
    path: &Path,
    decoder: &mut TiffReader,
    columns: usize,
    number: usize,
    unknown: Option<f64>,
) -> Result<Vec<f32>, Error> {
    let (width, _) = decoder.chunk_dimensions();
    let across = columns.div_ceil(width as usize);
    let mut heights_m = Vec::new();
    for at in 0..across {
        let index = (number * across + at) as u32;
        let (chunk_columns, chunk_rows) = decoder.chunk_data_dimensions(index);
        let (chunk_columns, chunk_rows) = (chunk_columns as usize, chunk_rows as usize);
        let decoded = decoder.read_chunk(index).map_err(failed(path))?;
        let chunk = numbers(decoded, unknown)
            .filter(|chunk| chunk.len() == chunk_columns * chunk_rows)
            .ok_or_else(|| Error::terrain(path, "its pixels are not numbers of 16, 32 or 64 bits"))?;
        heights_m.resize(chunk_rows * columns, f32::NAN);
        for (row, of_row) in chunk.chunks_exact(chunk_columns).enumerate() {
            heights_m[row * columns + at * width as usize..][..chunk_columns].copy_from_slice(of_row);
        }
    }
    Ok(heights_m)
}

/// Pixels as heights, NaN where they are unknown; none of a kind that heights never have.
fn numbers(decoded: DecodingResult, unknown: Option<f64>) -> Option<Vec<f32>> {
    fn all<T: Into<f64>>(values: Vec<T>, unknown: Option<f64>) -> Vec<f32> {
        let known = |value: T| Some(value.into()).filter(|height| Some(*height) != unknown);
        values.into_iter().map(|value| known(value).map_or(f32::NAN, |height| height as f32)).collect()
    }
    match decoded {
        DecodingResult::F32(values) => Some(all(values, unknown)),
        DecodingResult::F64(values) => Some(all(values, unknown)),
        DecodingResult::I16(values) => Some(all(values, unknown)),
        DecodingResult::U16(values) => Some(all(values, unknown)),
        DecodingResult::I32(values) => Some(all(values, unknown)),
        _ => None,
    }
}
