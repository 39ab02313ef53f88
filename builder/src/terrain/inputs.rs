//! The files and the area of each.

use super::input::{TerrainFormat, TerrainInput, file_name};
use super::{geotiff, hgt, terrarium};
use crate::Error;
use artifacts::manifest::{sha256_hex, sha256_of_file};
use std::path::{Path, PathBuf};

/// Looks at files, and at all files of a kind that is known in folders; in the order of their names.
pub(super) fn look(files: &[PathBuf]) -> Result<Vec<TerrainInput>, Error> {
    let mut paths = Vec::new();
    for file in files {
        if file.is_dir() {
            let before = paths.len();
            walk(file, &mut paths)?;
            if paths.len() == before {
                return Err(Error::terrain(file, "this folder holds no .hgt, .tif or .png file"));
            }
        } else {
            paths.push(file.clone());
        }
    }
    paths.sort();
    paths.dedup();
    let (mut inputs, mut tiles) = (Vec::new(), Vec::new());
    for path in paths {
        match kind(&path) {
            Some("hgt") => inputs.push(hgt::look(path)?),
            Some("tif") => inputs.push(geotiff::look(path)?),
            Some("png") => tiles.push(terrarium::tile(path)?),
            _ => {
                let problem = "not a file of heights; use .hgt, GeoTIFF (.tif) or Terrarium tiles \
                               (Z/X/Y.png)";
                return Err(Error::terrain(&path, problem));
            }
        }
    }
    inputs.extend(terrarium::squares(tiles)?);
    Ok(inputs)
}

/// The files of known kinds in a folder and the folders in it.
fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |e| Error::terrain(folder, format!("cannot be listed: {e}"));
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            walk(&path, paths)?;
        } else if kind(&path).is_some() {
            paths.push(path);
        }
    }
    Ok(())
}

/// The kind of a file by its name.
fn kind(path: &Path) -> Option<&'static str> {
    let name = file_name(path).to_ascii_lowercase();
    let kinds = [(".hgt", "hgt"), (".tif", "tif"), (".tiff", "tif"), (".png", "png")];
    kinds.into_iter().find(|(end, _)| name.ends_with(end)).map(|(_, kind)| kind)
}

/// SHA-256 of a file; of several, that of their sums.
pub(super) fn sum(input: &TerrainInput) -> Result<String, Error> {
    match &input.format {
        TerrainFormat::Hgt | TerrainFormat::GeoTiff(_) => Ok(sha256_of_file(&input.path)?),
        TerrainFormat::Terrarium(tiles) => {
            let mut sums = String::new();
            for tile in tiles.iter().flatten() {
                sums += &sha256_of_file(tile)?;
            }
            Ok(sha256_hex(sums.as_bytes()))
        }
    }
}
