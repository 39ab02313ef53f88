//! The command `terrain`: the operator's own heights as a dataset next to the generations.
//!
//! The command first inspects all files: the area of each, and that no two cover the same ground. Then it
//! reads them one after the other, a band of rows at a time, so memory does not grow with their number. It
//! publishes nothing unless every file is intact.

mod band;
mod geotiff;
mod hgt;
mod input;
mod inputs;
mod overlap;
mod terrarium;

use crate::Error;
use artifacts::terrain::{TerrainGrid, TerrainManifest, TerrainSource, TerrainWriter};
use clap::Args;
use input::{TerrainFormat, TerrainInput, file_name};
use std::path::PathBuf;

/// Options of the command.
#[derive(Debug, Clone, Args)]
pub struct TerrainOptions {
    /// Folder of the dataset; created if absent
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "DIR")]
    pub out: PathBuf,
    /// Name of the source in responses; default: by the kind of file
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// Vertical datum of the heights, such as EGM2008
    #[arg(long, value_name = "TEXT")]
    pub datum: Option<String>,
    /// Licence of the heights
    #[arg(long, value_name = "TEXT")]
    pub licence: Option<String>,
    /// Datasets to keep, the new one included
    #[arg(long, default_value_t = 2)]
    pub keep: usize,
    /// Files, and folders with files of these kinds. Heights of Terrarium tiles below sea level count as
    /// unknown, because they may be of the sea floor
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
}

/// Makes a dataset of files and publishes it.
pub fn terrain(options: &TerrainOptions) -> Result<TerrainManifest, Error> {
    let inputs = inputs::look(&options.files)?;
    overlap::check(&inputs)?;
    let mut writer = TerrainWriter::new(&options.out)?;
    let mut sources = Vec::new();
    for input in &inputs {
        let source = source(options, input);
        let number = sources.iter().position(|s| *s == source).unwrap_or(sources.len());
        if number == sources.len() {
            sources.push(source);
        }
        let grid = TerrainGrid { source: number, sha256: inputs::sum(input)?, ..input.grid.clone() };
        let mut rows = match &input.format {
            TerrainFormat::Hgt => hgt::rows(input)?,
            TerrainFormat::GeoTiff(unknown) => geotiff::rows(input, *unknown)?,
            TerrainFormat::Terrarium(tiles) => terrarium::rows(tiles),
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

/// The source of a file: the operator's options, or the defaults of its kind.
fn source(options: &TerrainOptions, input: &TerrainInput) -> TerrainSource {
    let is_copernicus = file_name(&input.path).starts_with("Copernicus_DSM");
    let [name, datum, licence] = match input.format {
        TerrainFormat::Hgt => ["SRTM or NASADEM", "EGM96", "public domain (NASA, USGS)"],
        TerrainFormat::GeoTiff(_) if is_copernicus => [
            "Copernicus DEM",
            "EGM2008",
            "© DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018, provided under COPERNICUS \
             by the European Union and ESA; all rights reserved",
        ],
        TerrainFormat::GeoTiff(_) => ["GeoTIFF of the operator", "not stated", "not stated"],
        TerrainFormat::Terrarium(_) => [
            "Terrain Tiles (Terrarium), at or above sea level",
            "EGM96 and others",
            "see the attribution of Terrain Tiles",
        ],
    };
    let or = |given: &Option<String>, usual: &str| given.clone().unwrap_or_else(|| usual.to_owned());
    TerrainSource {
        name: or(&options.name, name),
        datum: or(&options.datum, datum),
        licence: or(&options.licence, licence),
    }
}

#[cfg(test)]
pub(crate) mod tests;
