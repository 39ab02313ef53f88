//! The command `terrain`: the operator's own heights as a dataset beside the generations.
//!
//! Files are looked at first, all of them: what each covers, and that no two cover the same ground. Then they
//! are read one after the other, a band of rows at a time, so that the memory this takes does not grow with
//! their number. Nothing is published unless every file is whole.

mod band;
mod geotiff;
mod hgt;
mod inputs;
mod overlap;
mod terrarium;
#[cfg(test)]
mod tests;

use crate::Error;
use artifacts::terrain::{Grid, Manifest, Source, Writer};
use std::path::{Path, PathBuf};

/// What the command is asked for.
#[derive(Debug, Clone)]
pub struct TerrainOptions {
    /// Folder of the dataset.
    pub out: PathBuf,
    /// Files, and folders whose files are taken.
    pub files: Vec<PathBuf>,
    /// Name of the source, in place of what follows from the kind of a file.
    pub name: Option<String>,
    /// What heights are counted from, likewise.
    pub datum: Option<String>,
    /// The licence, likewise.
    pub licence: Option<String>,
    /// Datasets to keep, the new one included.
    pub keep: usize,
}

/// A file, or several that make one grid, after a look at what it covers.
pub(crate) struct Input {
    /// The first or only file.
    pub(crate) path: PathBuf,
    /// Where its samples lie; source and sum are filled in later.
    pub(crate) grid: Grid,
    /// How it is read.
    pub(crate) format: Format,
}

/// How a file is read.
pub(crate) enum Format {
    /// Big-endian whole metres.
    Hgt,
    /// A GeoTIFF with the value that stands for unknown heights.
    GeoTiff(Option<f64>),
    /// Tiles of Terrarium: the files of a square of so many tiles a side, row by row, where there are any.
    Terrarium(Vec<Option<PathBuf>>),
}

/// Heights of whole rows, m, NaN where they are unknown: so many rows at a time, from the north.
pub(crate) type Rows<'a> = Box<dyn FnMut(usize) -> Result<Vec<f32>, Error> + 'a>;

/// Makes a dataset of files and publishes it.
pub fn terrain(options: &TerrainOptions) -> Result<Manifest, Error> {
    let inputs = inputs::look(&options.files)?;
    overlap::check(&inputs)?;
    let mut writer = Writer::new(&options.out)?;
    let mut sources = Vec::new();
    for input in &inputs {
        let source = source(options, input);
        let number = sources.iter().position(|s| *s == source).unwrap_or(sources.len());
        if number == sources.len() {
            sources.push(source);
        }
        let grid = Grid { source: number, sha256: inputs::sum(input)?, ..input.grid.clone() };
        let mut rows = match &input.format {
            Format::Hgt => hgt::rows(input)?,
            Format::GeoTiff(unknown) => geotiff::rows(input, *unknown)?,
            Format::Terrarium(tiles) => terrarium::rows(tiles),
        };
        let columns = grid.columns as usize;
        let mut next = 0;
        writer.write_grid(grid, |count| {
            let heights_m = rows(count)?;
            band::check(&input.path, &heights_m, columns, next)?;
            next += count;
            Ok::<_, Error>(heights_m)
        })?;
    }
    Ok(writer.publish(sources, env!("CARGO_PKG_VERSION"), options.keep)?)
}

/// The source of a file: what the operator says, or else what files of this kind are.
fn source(options: &TerrainOptions, input: &Input) -> Source {
    let is_copernicus = file_name(&input.path).starts_with("Copernicus_DSM");
    let [name, datum, licence] = match input.format {
        Format::Hgt => ["SRTM or NASADEM", "EGM96", "public domain (NASA, USGS)"],
        Format::GeoTiff(_) if is_copernicus => [
            "Copernicus DEM",
            "EGM2008",
            "© DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018, provided under COPERNICUS \
             by the European Union and ESA; all rights reserved",
        ],
        Format::GeoTiff(_) => ["GeoTIFF of the operator", "not stated", "not stated"],
        Format::Terrarium(_) => [
            "Terrain Tiles (Terrarium), at or above sea level",
            "EGM96 and others",
            "see the attribution of Terrain Tiles",
        ],
    };
    let or = |given: &Option<String>, usual: &str| given.clone().unwrap_or_else(|| usual.to_owned());
    Source {
        name: or(&options.name, name),
        datum: or(&options.datum, datum),
        licence: or(&options.licence, licence),
    }
}

/// The last part of a path, as text.
fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
