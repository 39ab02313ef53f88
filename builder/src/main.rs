//! Arguments, one call, and the exit code.

use artifacts::reader::Generation;
use builder::limb::LimbOptions;
use builder::verify::{Against, verify};
use builder::{
    BuildOptions, Error, Progress, TerrainOptions, basemap_file, build, curves, report, show, terrain,
};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Computes Umbra's eclipse catalog, Besselian elements, ΔT and ephemeris from catalog-src, and publishes
/// them.
///
/// Without a command it builds.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    build: BuildArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Compute everything and publish a generation (the default)
    Build(BuildArgs),
    /// Check the published generation, and compare it with published tables; exit code 1 beyond tolerance
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
    /// Print the eclipses by country and sea, and write a page with plots, report.html, into the current
    /// generation
    Report {
        /// Solar eclipses in the canon's columns, to plot the differences from
        #[arg(long, value_name = "FILE.csv")]
        canon: Option<PathBuf>,
        #[command(flatten)]
        out: Out,
    },
    /// Write the base map alone, as a PMTiles archive
    Basemap {
        /// File to write
        #[arg(value_name = "FILE.pmtiles")]
        file: PathBuf,
        /// Greatest zoom
        #[arg(long, default_value_t = builder::basemap_file::MOST_ZOOM,
            value_parser = clap::value_parser!(u8).range(0..=6), value_name = "ZOOM")]
        max_zoom: u8,
        /// Folder of the sources
        #[arg(long, default_value = "catalog-src", env = "UMBRA_SOURCE")]
        source: PathBuf,
    },
    /// Take heights of the ground of your own into a dataset, for server --terrain: SRTM or NASADEM (.hgt),
    /// GeoTIFF in EPSG:4326 (Copernicus GLO-30, GLO-90), Terrarium tiles (Z/X/Y.png)
    Terrain(TerrainArgs),
    /// Find the Moon's limb for every libration from a map of its heights, and publish the profiles as a
    /// dataset of their own, for the server's option --limb
    Limb(LimbArgs),
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
}

#[derive(Args)]
struct LimbArgs {
    /// Image of NASA's LOLA gridded data records in the cylindrical projection, LDEM_4.IMG … LDEM_128.IMG,
    /// with its label (LDEM_4.LBL …) beside it
    #[arg(long, value_name = "FILE.IMG")]
    lola: PathBuf,
    /// Folder that holds the datasets of profiles
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    out: PathBuf,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Datasets to keep, the new one included
    #[arg(long, default_value_t = 3)]
    keep: usize,
    /// Print neither progress nor what was published
    #[arg(long)]
    quiet: bool,
}

#[derive(Args)]
struct Out {
    /// Folder that holds the generations
    #[arg(long, default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    out: PathBuf,
}

#[derive(Args)]
struct TerrainArgs {
    /// Folder of the dataset; made if it is not there
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "DIR")]
    out: PathBuf,
    /// Name of the source in answers, instead of what follows from the kind of a file
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// What the heights are counted from, such as EGM2008
    #[arg(long, value_name = "TEXT")]
    datum: Option<String>,
    /// On what terms the heights may be used
    #[arg(long, value_name = "TEXT")]
    licence: Option<String>,
    /// Datasets to keep, the new one included
    #[arg(long, default_value_t = 2)]
    keep: usize,
    /// Files, and folders whose files of these kinds are taken. Heights of Terrarium tiles below sea level
    /// are unknown: they are those of the sea floor
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
}

#[derive(Args)]
struct BuildArgs {
    /// Folder of the sources
    #[arg(long, default_value = "catalog-src", env = "UMBRA_SOURCE")]
    source: PathBuf,
    /// Sea areas to use instead of catalog-src/seas/limits.geojson: polygons with a property "mrgid"; the
    /// first that contains a point decides
    #[arg(long, value_name = "FILE.geojson", env = "UMBRA_SEAS")]
    seas: Option<PathBuf>,
    #[command(flatten)]
    out: Out,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Generations to keep, the new one included
    #[arg(long, default_value_t = 3)]
    keep: usize,
    /// Years of the ephemeris, FIRST..LAST
    #[arg(long, default_value = "1500..2500", value_parser = years, allow_hyphen_values = true)]
    ephemeris_range: (i32, i32),
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Print neither progress nor summary
    #[arg(long)]
    quiet: bool,
}

fn years(text: &str) -> Result<(i32, i32), String> {
    let parsed = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.ok_or_else(|| "write FIRST..LAST, for example 1500..2500".into())
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        None => run_build(cli.build),
        Some(Command::Build(args)) => run_build(args),
        Some(Command::Verify { canon, elements, lunar, out }) => {
            run_verify(&out.out, &Against { canon, elements, lunar })
        }
        Some(Command::Report { canon, out }) => run_report(&out.out, canon.as_deref()),
        Some(Command::Basemap { file, max_zoom, source }) => run_basemap(&source, max_zoom, &file),
        Some(Command::Terrain(args)) => run_terrain(args),
        Some(Command::Limb(args)) => run_limb(args),
        Some(Command::Show { date, geojson, out }) => run_show(&out.out, &date, geojson),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run_build(args: BuildArgs) -> Result<ExitCode, Error> {
    let options = BuildOptions {
        source: args.source,
        out: args.out.out,
        seas: args.seas,
        threads: args.threads,
        keep: args.keep,
        ephemeris_years: args.ephemeris_range,
    };
    let summary = build(&options, &Progress::new(args.quiet))?;
    match (args.quiet, args.json) {
        (true, _) => {}
        (false, true) => {
            println!("{}", serde_json::to_string_pretty(&summary)?)
        }
        (false, false) => print!("{summary}"),
    }
    Ok(ExitCode::SUCCESS)
}

fn run_verify(out: &std::path::Path, against: &Against) -> Result<ExitCode, Error> {
    let report = verify(out, against)?;
    print!("{report}");
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_report(out: &std::path::Path, canon: Option<&std::path::Path>) -> Result<ExitCode, Error> {
    let (path, counts) = report::report(out, canon)?;
    print!("{counts}");
    println!("\nThe page is {}", path.display());
    Ok(ExitCode::SUCCESS)
}

fn run_basemap(source: &std::path::Path, max_zoom: u8, file: &std::path::Path) -> Result<ExitCode, Error> {
    let bytes = basemap_file::write(source, max_zoom, file)?;
    println!("{}: {bytes} bytes", file.display());
    Ok(ExitCode::SUCCESS)
}

fn run_terrain(args: TerrainArgs) -> Result<ExitCode, Error> {
    let TerrainArgs { out, name, datum, licence, keep, files } = args;
    let manifest = terrain(&TerrainOptions { out, files, name, datum, licence, keep })?;
    println!("terrain {}: {} grids, {} bytes", manifest.id, manifest.grids.len(), manifest.heights_bytes);
    Ok(ExitCode::SUCCESS)
}

fn run_limb(args: LimbArgs) -> Result<ExitCode, Error> {
    let LimbArgs { lola: image, out, threads, keep, quiet } = args;
    let progress = Progress::new(quiet);
    let manifest = builder::limb::build(&LimbOptions { image, out: out.clone(), threads, keep }, &progress)?;
    if !quiet {
        let (source, of_all) = (&manifest.source, artifacts::limb::Node::COUNT);
        println!("{}: dataset {}, {of_all} profiles of the Moon's limb", out.display(), manifest.id);
        println!("from {} {}, {} pixels a degree", source.product, source.version, source.pixels_per_deg);
        for (stage, took) in progress.stages() {
            println!("  {stage:12} {:6.2} s", took.as_secs_f64());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_show(out: &std::path::Path, date: &str, geojson: bool) -> Result<ExitCode, Error> {
    let generation = Generation::current(out)?;
    if geojson {
        println!("{}", curves::geojson(&generation, date)?);
    } else {
        print!("{}", show::eclipse(&generation, date)?);
    }
    Ok(ExitCode::SUCCESS)
}
