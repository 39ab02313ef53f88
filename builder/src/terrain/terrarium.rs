//! Tiles of Terrarium: PNG files of 256 × 256 pixels on Mercator's map, at `Z/X/Y.png`, whose colours are
//! heights: red · 256 + green + blue / 256 − 32768 m.
//!
//! Tiles include the depth of the sea. Sea, dry land below sea level and holes (black or transparent) cannot
//! be distinguished. So all heights below sea level count as unknown, and the grid of the whole Earth, which
//! does distinguish them, is used there.

use super::input::{HeightRows, TerrainFormat, TerrainInput, file_name};
use crate::Error;
use artifacts::terrain::TerrainGrid;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Pixels along an edge of a tile.
const SIDE: usize = 256;
/// Zoom levels combined into one grid: squares of 16 × 16 tiles.
const TOGETHER: u32 = 4;
/// Maximum zoom: 4 cm.
const MAX_ZOOM: u32 = 22;

/// A tile: zoom, row, column, and its file.
pub(super) struct TerrariumTile {
    zoom: u32,
    row: u32,
    column: u32,
    path: PathBuf,
}

pub(super) fn tile(path: PathBuf) -> Result<TerrariumTile, Error> {
    let text = path.with_extension("");
    let parts: Vec<_> = text.iter().rev().take(3).map(|part| part.to_str()?.parse::<u32>().ok()).collect();
    let [Some(Some(row)), Some(Some(column)), Some(Some(zoom))] = [0, 1, 2].map(|k| parts.get(k).copied())
    else {
        return Err(Error::terrain(&path, "the path of a tile must end in Z/X/Y.png"));
    };
    if zoom > MAX_ZOOM || row >> zoom != 0 || column >> zoom != 0 {
        let problem = format!("there is no tile {zoom}/{column}/{row}; the maximum zoom is {MAX_ZOOM}");
        return Err(Error::terrain(&path, problem));
    }
    Ok(TerrariumTile { zoom, row, column, path })
}

pub(super) fn squares(tiles: Vec<TerrariumTile>) -> Result<Vec<TerrainInput>, Error> {
    let mut squares: BTreeMap<[u32; 3], Vec<Option<PathBuf>>> = BTreeMap::new();
    for TerrariumTile { zoom, row, column, path } in tiles {
        let down = zoom.min(TOGETHER);
        let side = 1 << down;
        let square = squares.entry([zoom, row >> down, column >> down]);
        let square = square.or_insert_with(|| vec![None; side * side]);
        let place = &mut square[(row as usize % side) * side + column as usize % side];
        if let Some(other) = place {
            let problem = format!("is the same tile as {}; pass only one of them", other.display());
            return Err(Error::terrain(&path, problem));
        }
        *place = Some(path);
    }
    Ok(squares.into_iter().filter_map(|(at, tiles)| square(at, tiles)).collect())
}

/// A square of tiles; its row and column are counted in squares.
fn square([zoom, row, column]: [u32; 3], tiles: Vec<Option<PathBuf>>) -> Option<TerrainInput> {
    let path = tiles.iter().flatten().next()?.clone();
    let samples = (1 << zoom.min(TOGETHER)) * SIDE as u32;
    // Degrees of a turn, along the parallel and of Mercator's ordinate alike, from pixel to pixel.
    let step_deg = 360.0 / (SIDE as f64 * f64::from(1u32 << zoom));
    let first = |square: u32| (f64::from(square) * f64::from(samples) + 0.5) * step_deg;
    let grid = TerrainGrid {
        file: file_name(&path),
        sha256: String::new(),
        source: 0,
        mercator: true,
        west_deg: first(column) - 180.0,
        north_deg: 180.0 - first(row),
        column_deg: step_deg,
        row_deg: step_deg,
        columns: samples,
        rows: samples,
    };
    Some(TerrainInput { path, grid, format: TerrainFormat::Terrarium(tiles) })
}

/// The rows of a square: unknown where there is no tile.
pub(super) fn rows(tiles: &[Option<PathBuf>]) -> HeightRows<'_> {
    let across = tiles.len().isqrt();
    let (mut next, mut decoded) = (0, Vec::new());
    Box::new(move |count| {
        let mut heights_m = Vec::with_capacity(count * across * SIDE);
        for row in next..next + count {
            if row % SIDE == 0 {
                let of_row = &tiles[row / SIDE * across..][..across];
                decoded = of_row
                    .iter()
                    .map(|tile| tile.as_deref().map(decode).transpose())
                    .collect::<Result<Vec<_>, _>>()?;
            }
            for tile in &decoded {
                match tile {
                    Some(tile) => heights_m.extend_from_slice(&tile[row % SIDE * SIDE..][..SIDE]),
                    None => heights_m.resize(heights_m.len() + SIDE, f32::NAN),
                }
            }
        }
        next += count;
        Ok(heights_m)
    })
}

/// The heights of a tile, m.
fn decode(path: &Path) -> Result<Vec<f32>, Error> {
    let failed = |e: &dyn std::fmt::Display| Error::terrain(path, format!("cannot be read: {e}"));
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path).map_err(|e| failed(&e))?));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|e| failed(&e))?;
    // Before memory for the pixels is allocated.
    let (width, height) = reader.info().size();
    if (width as usize, height as usize) != (SIDE, SIDE) {
        let problem = format!("{width} × {height} pixels; a tile has 256 × 256");
        return Err(Error::terrain(path, problem));
    }
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(|| failed(&"too large"))?];
    let info = reader.next_frame(&mut pixels).map_err(|e| failed(&e))?;
    // Read the end of the file too, to detect truncation there.
    reader.finish().map_err(|e| failed(&e))?;
    let channels = match info.color_type {
        png::ColorType::Rgb => 3,
        png::ColorType::Rgba => 4,
        other => return Err(Error::terrain(path, format!("its colours are {other:?}; Terrarium has RGB"))),
    };
    let height = |pixel: &[u8]| {
        let [red, green, blue] = [0, 1, 2].map(|k| f32::from(pixel[k]));
        let height_m = red * 256.0 + green + blue / 256.0 - 32_768.0;
        let is_known = height_m >= 0.0 && pixel.get(3) != Some(&0);
        if is_known { height_m } else { f32::NAN }
    };
    Ok(pixels[..SIDE * SIDE * channels].chunks_exact(channels).map(height).collect())
}
