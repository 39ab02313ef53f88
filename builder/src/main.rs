//! Arguments, one call, and the exit code.

mod arguments;

use arguments::{BatchArgs, BuildArgs, Cli, Command, LimbArgs, PathsLimbArgs, TerrainArgs, VisibilityArgs};
use artifacts::reader::Generation;
use builder::batch::{BatchOptions, batch};
use builder::limb::LimbOptions;
use builder::paths_limb::{PathsLimbOptions, paths_limb};
use builder::verify::{Against, verify};
use builder::visibility_file::{self, VisibilityOptions};
use builder::{
    BuildOptions, Error, Progress, PublishedState, TerrainOptions, basemap_file, build, curves, pack,
    published_state, report, show, terrain, update_delta_t,
};
use clap::{CommandFactory, Parser};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        None => run_build(cli.build),
        Some(Command::Build(args)) => run_build(args),
        Some(Command::Verify { canon, elements, lunar, out }) => {
            run_verify(&out.out, &Against { canon, elements, lunar })
        }
        Some(Command::Report { canon, site, out }) => run_report(&out.out, canon.as_deref(), &site),
        Some(Command::Basemap { file, max_zoom, source }) => run_basemap(&source.folder(), max_zoom, &file),
        Some(Command::Terrain(args)) => run_terrain(args),
        Some(Command::Limb(args)) => run_limb(args),
        Some(Command::UpdateDeltaT { files, source }) => run_update_delta_t(&source.folder(), &files),
        Some(Command::Show { date, geojson, out }) => run_show(&out.out, &date, geojson),
        Some(Command::Pack { file, years: (from, to), out }) => Generation::current(&out.out)
            .map_err(Error::from)
            .and_then(|generation| say(pack::pack(&generation, &(from..=to), &file)?))
            .map(|()| ExitCode::SUCCESS),
        Some(Command::Batch(args)) => run_batch(args),
        Some(Command::Visibility(args)) => run_visibility(args),
        Some(Command::PathsLimb(args)) => run_paths_limb(args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "builder", &mut script);
            say(String::from_utf8_lossy(&script)).map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Man { folder }) => run_man(&folder),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

/// Prints to standard output. A reader that has closed it, such as `head`, is no error.
fn say(text: impl std::fmt::Display) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Option(format!("the standard output cannot be written: {e}")))
        }
        _ => Ok(()),
    }
}

fn run_build(args: BuildArgs) -> Result<ExitCode, Error> {
    let options = BuildOptions {
        source: args.source.folder(),
        out: args.out.out,
        seas: args.seas,
        kernel: args.kernel,
        threads: args.threads,
        keep: args.keep,
        ephemeris_years: args.ephemeris_range,
    };
    let print = |summary: &dyn std::fmt::Display, json: serde_json::Result<String>| {
        match (args.quiet, args.json) {
            (true, _) => {}
            (false, true) => say(json? + "\n")?,
            (false, false) => say(summary)?,
        }
        Ok(ExitCode::SUCCESS)
    };
    if !args.force {
        match published_state(&options)? {
            PublishedState::Same(unchanged) => {
                return print(&unchanged, serde_json::to_string_pretty(&unchanged));
            }
            PublishedState::Damaged(problem) if !args.quiet => eprintln!("building anew: {problem}"),
            PublishedState::Damaged(_) | PublishedState::Other => {}
        }
    }
    let summary = build(&options, &Progress::new(args.quiet))?;
    print(&summary, serde_json::to_string_pretty(&summary))
}

fn run_update_delta_t(source: &Path, files: &[PathBuf]) -> Result<ExitCode, Error> {
    let renewed = update_delta_t(source, files)?;
    say(renewed)?;
    Ok(ExitCode::SUCCESS)
}

fn run_man(folder: &Path) -> Result<ExitCode, Error> {
    let cannot = |e| Error::Option(format!("cannot write to {}: {e}", folder.display()));
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(cannot)?;
    Ok(ExitCode::SUCCESS)
}

fn run_verify(out: &Path, against: &Against) -> Result<ExitCode, Error> {
    let report = verify(out, against)?;
    say(&report)?;
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_report(out: &Path, canon: Option<&Path>, site: &str) -> Result<ExitCode, Error> {
    let (path, counts) = report::report(out, canon, site)?;
    say(counts)?;
    say(format_args!("\nThe page is {}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn run_basemap(source: &Path, max_zoom: u8, file: &Path) -> Result<ExitCode, Error> {
    let bytes = basemap_file::write(source, max_zoom, file)?;
    say(format_args!("{}: {bytes} bytes\n", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn run_terrain(args: TerrainArgs) -> Result<ExitCode, Error> {
    let TerrainArgs { out, name, datum, licence, keep, files } = args;
    let manifest = terrain(&TerrainOptions { out, files, name, datum, licence, keep })?;
    say(format_args!(
        "terrain {}: {} grids, {} bytes\n",
        manifest.id,
        manifest.grids.len(),
        manifest.heights_bytes
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn run_limb(args: LimbArgs) -> Result<ExitCode, Error> {
    let LimbArgs { lola: image, sldem, out, threads, keep, quiet } = args;
    let progress = Progress::new(quiet);
    let options = LimbOptions { image, sldem, out: out.clone(), threads, keep };
    let manifest = builder::limb::build(&options, &progress)?;
    if !quiet {
        let (source, of_all) = (&manifest.source, artifacts::limb::LimbNode::COUNT);
        say(format_args!(
            "{}: dataset {}, {of_all} profiles of the Moon's limb\n",
            out.display(),
            manifest.id
        ))?;
        say(format_args!("from {source}\n"))?;
        for (stage, took) in progress.stages() {
            say(format_args!("  {stage:12} {:6.2} s\n", took.as_secs_f64()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_batch(args: BatchArgs) -> Result<ExitCode, Error> {
    let BatchArgs { places, eclipses, out, shard, theory, fields, artifacts, threads, quiet } = args;
    let is_precise = theory == "precise";
    let options = BatchOptions { artifacts, places, eclipses, is_precise, fields, out, shard, threads };
    let progress = Progress::new(quiet);
    let summary = batch(&options, &progress)?;
    if !quiet {
        say(summary)?;
        for (stage, took) in progress.stages() {
            say(format_args!("  {stage:12} {:6.2} s\n", took.as_secs_f64()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_visibility(args: VisibilityArgs) -> Result<ExitCode, Error> {
    let VisibilityArgs { eclipse, terrain, zoom, bounds: bounds_deg, out, threads, quiet, file } = args;
    let options = VisibilityOptions { artifacts: out.out, eclipse, terrain, zoom, bounds_deg, file, threads };
    let progress = Progress::new(quiet);
    let summary = visibility_file::write(&options, &progress)?;
    if !quiet {
        say(summary)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_paths_limb(args: PathsLimbArgs) -> Result<ExitCode, Error> {
    let PathsLimbArgs { limb, eclipses, terrain, out, threads, quiet, file } = args;
    let (artifacts, path) = (out.out, file.clone());
    let options = PathsLimbOptions { artifacts, limb, terrain, eclipses, threads, file };
    let progress = Progress::new(quiet);
    let summary = paths_limb(&options, &progress)?;
    if !quiet {
        let (eclipses, rows) = (summary.eclipses, summary.rows);
        say(format_args!("{}: {rows} rows of {eclipses} eclipses\n", path.display()))?;
        for (stage, took) in progress.stages() {
            say(format_args!("  {stage:12} {:6.2} s\n", took.as_secs_f64()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_show(out: &Path, date: &str, geojson: bool) -> Result<ExitCode, Error> {
    let generation = Generation::current(out)?;
    if geojson {
        say(format_args!("{}\n", curves::geojson(&generation, date)?))?;
    } else {
        say(show::eclipse(&generation, date)?)?;
    }
    Ok(ExitCode::SUCCESS)
}
