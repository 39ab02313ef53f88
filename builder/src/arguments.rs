//! The arguments of the program.

use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};

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
        /// Solar eclipses in the canon's columns
        #[arg(long, value_name = "FILE.csv")]
        canon: Option<PathBuf>,
        /// Besselian elements in the canon's columns
        #[arg(long, value_name = "FILE.csv")]
        elements: Option<PathBuf>,
        /// Lunar eclipses in the canon's columns
        #[arg(long, value_name = "FILE.csv")]
        lunar: Option<PathBuf>,
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
        source: SourceArguments,
    },
    /// Make a dataset of your own heights of the ground, for umbra serve --terrain: SRTM or NASADEM (.hgt),
    /// GeoTIFF in EPSG:4326 (Copernicus GLO-30, GLO-90), Terrarium tiles (Z/X/Y.png)
    Terrain(TerrainArgs),
    /// Compute the Moon's limb for every libration from a map of its heights, and publish the profiles as a
    /// dataset, for umbra serve --limb
    Limb(LimbArgs),
    /// Renew the observed and predicted ΔT of catalog-src from the published files of IERS and USNO, with its
    /// checksum and dates; print the changes
    UpdateDeltaT {
        /// finals2000A.all (.data, .daily, finals.all), deltat.data, deltat.preds; recognised by content
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        source: SourceArguments,
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
    Batch(BatchArgs),
    /// Write a map of whether the Sun is above the hills during totality or annularity, as a PMTiles archive
    /// of PNG tiles. It covers the path of the eclipse where --terrain has heights at most 100 m apart; its
    /// metadata list the meaning of each colour
    Visibility(VisibilityArgs),
    /// Write limits and paths of solar eclipses with the mountains of the Moon and the height of the ground
    /// into a GeoParquet file
    PathsLimb(PathsLimbArgs),
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
pub(crate) struct SourceArguments {
    /// Folder of the sources; default: catalog-src in the current folder, or else
    /// PREFIX/share/umbra/catalog-src where this program is installed
    #[arg(long, env = "UMBRA_SOURCE", value_name = "FOLDER")]
    pub(crate) source: Option<PathBuf>,
}

impl SourceArguments {
    /// The given folder, or the default.
    pub(crate) fn folder(self) -> PathBuf {
        self.source.unwrap_or_else(|| usual_source(std::env::current_exe().ok().as_deref()))
    }
}

/// The default folder of the sources, for a program at the path `program`.
fn usual_source(program: Option<&Path>) -> PathBuf {
    let here = PathBuf::from("catalog-src");
    // PREFIX/bin, or PREFIX/libexec/umbra.
    let prefixes = program.into_iter().flat_map(|program| program.ancestors().skip(2).take(2));
    let mut installed = prefixes.map(|prefix| prefix.join("share/umbra/catalog-src"));
    installed.find(|folder| !here.is_dir() && folder.is_dir()).unwrap_or(here)
}

#[derive(Args)]
pub(crate) struct LimbArgs {
    /// Image of NASA's LOLA gridded data records in the cylindrical projection, LDEM_4.IMG … LDEM_128.IMG,
    /// with its label (LDEM_4.LBL …) next to it
    #[arg(long, value_name = "FILE.IMG")]
    pub(crate) lola: PathBuf,
    /// Images of SLDEM2015 as 32-bit numbers, SLDEM2015_128_60S_60N_000_360_FLOAT.IMG or tiles of 256 or 512
    /// pixels a degree, with their labels: they replace LOLA's heights within 60° of the equator
    #[arg(long, value_name = "FILE.IMG", num_args = 1..)]
    pub(crate) sldem: Vec<PathBuf>,
    /// Folder of the datasets of profiles
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
    /// Datasets to keep, the new one included
    #[arg(long, default_value_t = 3)]
    pub(crate) keep: usize,
    /// Print neither progress nor what was published
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct Out {
    /// Folder of the generations
    #[arg(long, default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct BatchArgs {
    /// Places as .parquet, .csv, .ndjson, .json or .arrows with the columns lat and lng (degrees), and if
    /// you like height (m) and id; or towns, for the published table
    #[arg(long, value_name = "FILE")]
    pub(crate) places: PathBuf,
    /// Years of the eclipses, FIRST..LAST
    #[arg(long, value_name = "YEARS", value_parser = years, allow_hyphen_values = true)]
    pub(crate) eclipses: (i32, i32),
    /// Folder of the results; created if absent
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Part of the places to compute, K/N: several processes or machines share the work
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    pub(crate) shard: (usize, usize),
    /// Theories of Sun and Moon: canon, or precise for the years 1500 … 2500
    #[arg(long, default_value = "canon", value_parser = ["canon", "precise"])]
    pub(crate) theory: String,
    /// Columns, separated by commas; default: all
    #[arg(long, value_name = "NAMES")]
    pub(crate) fields: Option<String>,
    /// Folder of the generations
    #[arg(long, default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub(crate) artifacts: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
    /// Print neither progress nor summary
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct VisibilityArgs {
    /// Date of the solar eclipse (TD) as YYYY-MM-DD
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub(crate) eclipse: String,
    /// Folder of the heights that umbra terrain has published
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "DIR")]
    pub(crate) terrain: PathBuf,
    /// Zoom of the tiles, 6 to 12; at 11 a pixel is 76 m wide at the equator and 56 m at 43° north
    #[arg(long, default_value_t = 11)]
    pub(crate) zoom: u8,
    /// Box of the map in degrees; tiles that overlap it are written. It crosses the antimeridian if W is
    /// greater than E
    #[arg(long, value_name = "W,S,E,N", value_parser = bounds, allow_hyphen_values = true,
        default_value = "-180,-90,180,90")]
    pub(crate) bounds: [f64; 4],
    #[command(flatten)]
    pub(crate) out: Out,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
    /// Print neither progress nor summary
    #[arg(long)]
    pub(crate) quiet: bool,
    /// File to write
    #[arg(value_name = "FILE.pmtiles")]
    pub(crate) file: PathBuf,
}

#[derive(Args)]
pub(crate) struct PathsLimbArgs {
    /// Folder with the profiles of the Moon's limb that umbra limb publishes
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub(crate) limb: PathBuf,
    /// Eclipses: years FIRST..LAST, or dates (TD) with commas between, such as 2024-04-08,2026-08-12
    #[arg(long, default_value = "2017..2035", value_name = "YEARS or DATES", allow_hyphen_values = true)]
    pub(crate) eclipses: String,
    /// Folder with the terrain that umbra terrain publishes; elsewhere, and without it, the heights are those
    /// of the artifacts
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "FOLDER")]
    pub(crate) terrain: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) out: Out,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
    /// Print neither progress nor summary
    #[arg(long)]
    pub(crate) quiet: bool,
    /// File to write; it is replaced if it exists
    #[arg(value_name = "FILE.parquet")]
    pub(crate) file: PathBuf,
}

#[derive(Args)]
pub(crate) struct TerrainArgs {
    /// Folder of the dataset; created if absent
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Name of the source in responses; default: by the kind of file
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Vertical datum of the heights, such as EGM2008
    #[arg(long, value_name = "TEXT")]
    pub(crate) datum: Option<String>,
    /// Licence of the heights
    #[arg(long, value_name = "TEXT")]
    pub(crate) licence: Option<String>,
    /// Datasets to keep, the new one included
    #[arg(long, default_value_t = 2)]
    pub(crate) keep: usize,
    /// Files, and folders with files of these kinds. Heights of Terrarium tiles below sea level count as
    /// unknown, because they may be of the sea floor
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    /// Sea areas to use instead of catalog-src/seas/limits.geojson: polygons with a property "mrgid"; the
    /// first that contains a point decides
    #[arg(long, value_name = "FILE.geojson", env = "UMBRA_SEAS")]
    pub(crate) seas: Option<PathBuf>,
    /// JPL's ephemeris as an SPK kernel, such as de440.bsp: the source of the ephemeris and the precise
    /// elements in the years that it covers; elsewhere the series are used
    #[arg(long, value_name = "FILE.bsp", env = "UMBRA_KERNEL")]
    pub(crate) kernel: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) out: Out,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
    /// Generations to keep, the new one included
    #[arg(long, default_value_t = 3)]
    pub(crate) keep: usize,
    /// Years of the ephemeris, FIRST..LAST
    #[arg(long, default_value = "1500..2500", value_parser = years, allow_hyphen_values = true)]
    pub(crate) ephemeris_range: (i32, i32),
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

fn years(text: &str) -> Result<(i32, i32), String> {
    let parsed = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.ok_or_else(|| "write FIRST..LAST, for example 1500..2500".into())
}

fn bounds(text: &str) -> Result<[f64; 4], String> {
    let parsed: Option<Vec<f64>> = text.split(',').map(|degrees| degrees.trim().parse().ok()).collect();
    let all = parsed.and_then(|all| all.try_into().ok());
    all.ok_or_else(|| "write W,S,E,N in degrees, for example -10,36,5,44".into())
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parsed = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let valid = parsed.filter(|(k, n)| (1..=*n).contains(k));
    valid.ok_or_else(|| "write K/N with K from 1 to N, for example 3/8".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_in_order() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
