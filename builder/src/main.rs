//! Arguments, one call, and the exit code.

use artifacts::reader::Generation;
use builder::limb::LimbOptions;
use builder::verify::{Against, verify};
use builder::{
    BuildOptions, Error, Progress, Standing, TerrainOptions, basemap_file, build, curves, report, show,
    standing, terrain,
};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Computes Umbra's eclipse catalog, Besselian elements, ΔT and ephemeris from catalog-src, and publishes
/// them.
///
/// Without a command it builds. A build whose result is published already, and whole, says so and ends.
#[derive(Parser)]
#[command(version, long_version = long_version(), args_conflicts_with_subcommands = true)]
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
        #[command(flatten)]
        source: Source,
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
    /// Print what makes a shell complete commands and options: bash, zsh, fish, elvish, powershell
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
struct Source {
    /// Folder of the sources; without it catalog-src in the current folder, and where there is none,
    /// share/umbra/catalog-src beside the folder of this program
    #[arg(long, env = "UMBRA_SOURCE", value_name = "FOLDER")]
    source: Option<PathBuf>,
}

impl Source {
    /// The folder as given, or the one to be found.
    fn folder(self) -> PathBuf {
        self.source.unwrap_or_else(|| usual_source(std::env::current_exe().ok().as_deref()))
    }
}

/// The folder of the sources where none is given, for a program that lies at `program`.
fn usual_source(program: Option<&Path>) -> PathBuf {
    let here = PathBuf::from("catalog-src");
    let installed = program.and_then(Path::parent).and_then(Path::parent);
    let installed = installed.map(|prefix| prefix.join("share/umbra/catalog-src"));
    installed.filter(|folder| !here.is_dir() && folder.is_dir()).unwrap_or(here)
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
    #[command(flatten)]
    source: Source,
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
    /// Compute also what is published already
    #[arg(long)]
    force: bool,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Print neither progress nor summary
    #[arg(long)]
    quiet: bool,
}

/// What `--version` says. The recipes of the justfile name the commit, because a build script that asks git
/// would have everything compiled again after each commit.
fn long_version() -> String {
    let commit = option_env!("UMBRA_COMMIT").unwrap_or("unknown");
    let (terrain, limb) = (artifacts::terrain::FORMAT_VERSION, artifacts::limb::FORMAT_VERSION);
    format!(
        "{}\ncommit {commit}\nwrites datasets of format {}, of terrain {terrain}, of the Moon's limb {limb}",
        env!("CARGO_PKG_VERSION"),
        artifacts::FORMAT_VERSION
    )
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
        Some(Command::Basemap { file, max_zoom, source }) => run_basemap(&source.folder(), max_zoom, &file),
        Some(Command::Terrain(args)) => run_terrain(args),
        Some(Command::Limb(args)) => run_limb(args),
        Some(Command::Show { date, geojson, out }) => run_show(&out.out, &date, geojson),
        Some(Command::Completions { shell }) => {
            clap_complete::generate(shell, &mut Cli::command(), "builder", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Man { folder }) => run_man(&folder),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run_build(args: BuildArgs) -> Result<ExitCode, Error> {
    let options = BuildOptions {
        source: args.source.folder(),
        out: args.out.out,
        seas: args.seas,
        threads: args.threads,
        keep: args.keep,
        ephemeris_years: args.ephemeris_range,
    };
    let print = |summary: &dyn std::fmt::Display, json: serde_json::Result<String>| {
        match (args.quiet, args.json) {
            (true, _) => {}
            (false, true) => println!("{}", json?),
            (false, false) => print!("{summary}"),
        }
        Ok(ExitCode::SUCCESS)
    };
    if !args.force {
        match standing(&options)? {
            Standing::Same(unchanged) => {
                return print(&unchanged, serde_json::to_string_pretty(&unchanged));
            }
            Standing::Damaged(problem) if !args.quiet => eprintln!("building anew: {problem}"),
            Standing::Damaged(_) | Standing::Other => {}
        }
    }
    let summary = build(&options, &Progress::new(args.quiet))?;
    print(&summary, serde_json::to_string_pretty(&summary))
}

fn run_man(folder: &Path) -> Result<ExitCode, Error> {
    let cannot = |e| Error::Option(format!("{}: cannot be written into: {e}", folder.display()));
    std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder)).map_err(cannot)?;
    Ok(ExitCode::SUCCESS)
}

fn run_verify(out: &Path, against: &Against) -> Result<ExitCode, Error> {
    let report = verify(out, against)?;
    print!("{report}");
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_report(out: &Path, canon: Option<&Path>) -> Result<ExitCode, Error> {
    let (path, counts) = report::report(out, canon)?;
    print!("{counts}");
    println!("\nThe page is {}", path.display());
    Ok(ExitCode::SUCCESS)
}

fn run_basemap(source: &Path, max_zoom: u8, file: &Path) -> Result<ExitCode, Error> {
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

fn run_show(out: &Path, date: &str, geojson: bool) -> Result<ExitCode, Error> {
    let generation = Generation::current(out)?;
    if geojson {
        println!("{}", curves::geojson(&generation, date)?);
    } else {
        print!("{}", show::eclipse(&generation, date)?);
    }
    Ok(ExitCode::SUCCESS)
}
