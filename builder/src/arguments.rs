//! The arguments of the program.

use builder::batch::BatchOptions;
use builder::limb::LimbOptions;
use builder::paths_limb::PathsLimbOptions;
use builder::verify::Against;
use builder::visibility_file::VisibilityOptions;
use builder::{BuildOptions, TerrainOptions, usual_source, years};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Computes Umbra's eclipse catalog, Besselian elements, ΔT and ephemeris from catalog-src, and publishes
/// them.
///
/// Without a command, the program builds. If the result is already published and intact, it prints that and
/// ends.
#[derive(Parser)]
#[command(version, long_version = long_version(), args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) build: BuildArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Compute everything and publish a generation (the default)
    Build(BuildArgs),
    /// Check the published generation, and compare it with published tables; exits with 1 beyond tolerance
    Verify {
        #[command(flatten)]
        against: Against,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        out: Out,
    },
    /// Print the eclipses by country and sea, and write a page about the eclipses, report.html, into the
    /// current generation
    Report {
        /// Solar eclipses in the canon's columns, to plot the differences from
        #[arg(long, value_name = "FILE.csv")]
        canon: Option<PathBuf>,
        /// Address of a server, for links to its maps
        #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
        site: String,
        #[command(flatten)]
        out: Out,
    },
    /// Write the base map alone, as a PMTiles archive
    Basemap {
        /// File to write
        #[arg(value_name = "FILE.pmtiles")]
        file: PathBuf,
        /// Greatest zoom
        #[arg(long, default_value_t = builder::basemap_file::MAX_ZOOM,
            value_parser = clap::value_parser!(u8).range(0..=6), value_name = "ZOOM")]
        max_zoom: u8,
        #[command(flatten)]
        source: Source,
    },
    /// Make a dataset of your own heights of the ground, for umbra serve --terrain: SRTM or NASADEM (.hgt),
    /// GeoTIFF in EPSG:4326 (Copernicus GLO-30, GLO-90), Terrarium tiles (Z/X/Y.png)
    Terrain(TerrainOptions),
    /// Compute the Moon's limb for every libration from a map of its heights, and publish the profiles as a
    /// dataset, for umbra serve --limb
    Limb {
        #[command(flatten)]
        options: LimbOptions,
        /// Print neither progress nor what was published
        #[arg(long)]
        quiet: bool,
    },
    /// Renew the observed and predicted ΔT of catalog-src from the published files of IERS and USNO, with its
    /// checksum and dates; print the changes
    UpdateDeltaT {
        /// finals2000A.all (.data, .daily, finals.all), deltat.data, deltat.preds; recognised by content
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        source: Source,
    },
    /// Print the eclipses of a date (TD, astronomical years), for example 2024-04-08 or -0584-05-28
    Show {
        /// Date as YYYY-MM-DD
        #[arg(allow_hyphen_values = true)]
        date: String,
        /// Print the curves of the solar eclipse on the map as GeoJSON, and nothing else
        #[arg(long)]
        geojson: bool,
        #[command(flatten)]
        out: Out,
    },
    /// Write the elements of solar eclipses and ΔT into one file, for the packages for other languages
    Pack {
        /// The file
        file: PathBuf,
        /// Years of the eclipses, FIRST..LAST
        #[arg(long, default_value = "-1999..3000", value_parser = years, allow_hyphen_values = true)]
        years: (i32, i32),
        #[command(flatten)]
        out: Out,
    },
    /// Write the solar eclipses that many places see into Parquet files
    Batch {
        #[command(flatten)]
        options: BatchOptions,
        /// Print neither progress nor summary
        #[arg(long)]
        quiet: bool,
    },
    /// Write a map of whether the Sun is above the hills during totality or annularity, as a PMTiles archive
    /// of PNG tiles. It covers the path of the eclipse where --terrain has heights at most 100 m apart; its
    /// metadata list the meaning of each colour
    Visibility {
        #[command(flatten)]
        options: VisibilityOptions,
        /// Print neither progress nor summary
        #[arg(long)]
        quiet: bool,
    },
    /// Write limits and paths of solar eclipses with the mountains of the Moon and the height of the ground
    /// into a GeoParquet file
    PathsLimb {
        #[command(flatten)]
        options: PathsLimbOptions,
        /// Print neither progress nor summary
        #[arg(long)]
        quiet: bool,
    },
    /// Print completions for a shell: bash, zsh, fish, elvish, powershell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write man pages
    Man {
        /// Folder to write them into
        folder: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct Source {
    /// Folder of the sources; default: catalog-src in the current folder, or else
    /// PREFIX/share/umbra/catalog-src where this program is installed
    #[arg(long = "source", env = "UMBRA_SOURCE", value_name = "FOLDER", default_value_os_t = usual_source(),
        hide_default_value = true)]
    pub(crate) folder: PathBuf,
}

#[derive(Args)]
pub(crate) struct Out {
    /// Folder of the generations
    #[arg(long = "out", value_name = "OUT", default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub(crate) folder: PathBuf,
}

#[derive(Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) options: BuildOptions,
    /// Compute even if the result is already published
    #[arg(long)]
    pub(crate) force: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print neither progress nor summary
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The text of `--version`. The justfile passes the commit, because a build script that asks git would
/// recompile everything after each commit.
fn long_version() -> String {
    let commit = option_env!("UMBRA_COMMIT").filter(|commit| !commit.is_empty());
    let commit = commit.map(|commit| format!("commit {commit}\n")).unwrap_or_default();
    let (terrain, limb) = (artifacts::terrain::FORMAT_VERSION, artifacts::limb::FORMAT_VERSION);
    format!(
        "{}\n{commit}writes datasets of format {}, of terrain {terrain}, of the Moon's limb {limb}",
        env!("CARGO_PKG_VERSION"),
        artifacts::FORMAT_VERSION
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_in_order() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
