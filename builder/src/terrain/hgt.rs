//! SRTM and NASADEM: `.hgt`, a degree of whole metres, big-endian, named by its south-western corner.

use super::input::{HeightRows, TerrainFormat, TerrainInput, file_name};
use crate::Error;
use artifacts::terrain::TerrainGrid;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Samples along an edge: each third arcsecond, and each.
const SIDES: [u32; 2] = [1201, 3601];
/// An unknown height.
const VOID: i16 = i16::MIN;

/// The area of a file, by its name and its size.
pub(super) fn look(path: PathBuf) -> Result<TerrainInput, Error> {
    let bytes =
        std::fs::metadata(&path).map_err(|e| Error::terrain(&path, format!("cannot be read: {e}")))?;
    let has_size = |side: &u32| u64::from(*side) * u64::from(*side) * 2 == bytes.len();
    let side = SIDES.into_iter().find(has_size).ok_or_else(|| {
        let problem = format!(
            "{} bytes; a .hgt file has 2,884,802 (1201 × 1201 samples) or 25,934,402 (3601 × 3601): it is \
             cut off, or of another kind",
            bytes.len()
        );
        Error::terrain(&path, problem)
    })?;
    let (south_deg, west_deg) = corner(&path)?;
    let step_deg = 1.0 / f64::from(side - 1);
    let grid = TerrainGrid {
        file: file_name(&path),
        sha256: String::new(),
        source: 0,
        mercator: false,
        west_deg,
        north_deg: south_deg + 1.0,
        column_deg: step_deg,
        row_deg: step_deg,
        columns: side,
        rows: side,
    };
    Ok(TerrainInput { path, grid, format: TerrainFormat::Hgt })
}

/// The south-western corner in a name such as `N47E007.hgt`, degrees.
fn corner(path: &Path) -> Result<(f64, f64), Error> {
    let name = file_name(path).to_ascii_uppercase();
    let number = |range: std::ops::Range<usize>, most: f64| {
        let digits = name.get(range).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
        digits.and_then(|text| text.parse::<f64>().ok()).filter(|degrees| *degrees <= most)
    };
    let letter = |at: usize| name.as_bytes().get(at);
    // A degree begins at most at 89° north and 179° east.
    let south = match letter(0) {
        Some(b'N') => number(1..3, 89.0),
        Some(b'S') => number(1..3, 90.0).map(|degrees| -degrees),
        _ => None,
    };
    let west = match letter(3) {
        Some(b'E') => number(4..7, 179.0),
        Some(b'W') => number(4..7, 180.0).map(|degrees| -degrees),
        _ => None,
    };
    let is_end = name.as_bytes().get(7).is_some_and(|next| !next.is_ascii_alphanumeric());
    south.zip(west).filter(|_| is_end).ok_or_else(|| {
        let problem = "the name must begin with the south-western corner, as N47E007.hgt or s12w077.hgt";
        Error::terrain(path, problem)
    })
}

pub(super) fn rows(input: &TerrainInput) -> Result<HeightRows<'_>, Error> {
    let failed = |e: std::io::Error| Error::terrain(&input.path, format!("cannot be read: {e}"));
    let mut file = BufReader::new(File::open(&input.path).map_err(failed)?);
    let columns = input.grid.columns as usize;
    Ok(Box::new(move |count| {
        let mut bytes = vec![0; 2 * count * columns];
        file.read_exact(&mut bytes).map_err(failed)?;
        let height = |pair: &[u8; 2]| match i16::from_be_bytes(*pair) {
            VOID => f32::NAN,
            height_m => f32::from(height_m),
        };
        Ok(bytes.as_chunks().0.iter().map(height).collect())
    }))
}
