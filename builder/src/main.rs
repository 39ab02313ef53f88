//! Arguments, one call, and the exit code.

mod arguments;

use arguments::{BuildArgs, Cli, Command};
use artifacts::reader::Generation;
use artifacts::terrain::TerrainManifest;
use builder::batch::{BatchOptions, batch};
use builder::limb::LimbOptions;
use builder::paths_limb::{PathsLimbOptions, paths_limb};
use builder::verify::verify;
use builder::{
    Error, Progress, PublishedState, basemap_file, build, curves, pack, published_state, report, show,
    terrain, update_delta_t, visibility_file,
};
use clap::{CommandFactory, Parser};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::SystemTime;

fn main() -> ExitCode {
    run(Cli::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run(cli: Cli) -> Result<ExitCode, Error> {
    match cli.command.unwrap_or(Command::Build(cli.build)) {
        Command::Build(args) => run_build(&args)?,
        Command::Verify { against, json, out } => {
            let report = verify(&out.folder, &against)?;
            match json {
                true => say(format_args!("{:#}\n", report.json(&today())))?,
                false => say(&report)?,
            }
            if !report.holds() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Report { canon, site, out } => {
            let (path, counts) = report::report(&out.folder, canon.as_deref(), &site)?;
            say(counts)?;
            say(format_args!("\nThe page is {}\n", path.display()))?;
        }
        Command::Basemap { file, max_zoom, source } => {
            let bytes = basemap_file::write(&source.folder, max_zoom, &file)?;
            say(format_args!("{}: {bytes} bytes\n", file.display()))?;
        }
        Command::Terrain(options) => {
            let TerrainManifest { id, grids, heights_bytes, .. } = terrain(&options)?;
            say(format_args!("terrain {id}: {} grids, {heights_bytes} bytes\n", grids.len()))?;
        }
        Command::Limb { options, quiet } => run_limb(&options, quiet)?,
        Command::UpdateDeltaT { files, source } => say(update_delta_t(&source.folder, &files)?)?,
        Command::Show { date, geojson: true, out } => {
            say(curves::geojson(&Generation::current(&out.folder)?, &date)? + "\n")?;
        }
        Command::Show { date, geojson: false, out } => {
            say(show::eclipse(&Generation::current(&out.folder)?, &date)?)?;
        }
        Command::Pack { file, years: (from, to), out } => {
            say(pack::pack(&Generation::current(&out.folder)?, &(from..=to), &file)?)?;
        }
        Command::Batch { options, quiet } => run_batch(&options, quiet)?,
        Command::Visibility { options, quiet } => {
            let summary = visibility_file::write(&options, &Progress::new(quiet))?;
            if !quiet {
                say(summary)?;
            }
        }
        Command::PathsLimb { options, quiet } => run_paths_limb(&options, quiet)?,
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "builder", &mut script);
            say(String::from_utf8_lossy(&script))?;
        }
        Command::Man { folder } => {
            let cannot = |e| Error::Option(format!("cannot write to {}: {e}", folder.display()));
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
                .map_err(cannot)?;
        }
    }
    Ok(ExitCode::SUCCESS)
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

/// Prints the seconds of each stage.
fn say_stages(progress: &Progress) -> Result<(), Error> {
    let mut stages = progress.stages().into_iter();
    stages.try_for_each(|(stage, took)| say(format_args!("  {stage:12} {:6.2} s\n", took.as_secs_f64())))
}

fn run_build(args: &BuildArgs) -> Result<(), Error> {
    let print = |summary: &dyn std::fmt::Display, json: serde_json::Result<String>| {
        match (args.quiet, args.json) {
            (true, _) => {}
            (false, true) => say(json? + "\n")?,
            (false, false) => say(summary)?,
        }
        Ok(())
    };
    if !args.force {
        match published_state(&args.options)? {
            PublishedState::Same(unchanged) => {
                return print(&unchanged, serde_json::to_string_pretty(&unchanged));
            }
            PublishedState::Damaged(problem) if !args.quiet => eprintln!("building anew: {problem}"),
            PublishedState::Damaged(_) | PublishedState::Other => {}
        }
    }
    let summary = build(&args.options, &Progress::new(args.quiet))?;
    print(&summary, serde_json::to_string_pretty(&summary))
}

/// The date of UTC.
fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    astro::time::date_text_ms(since.as_millis() as i64)
}

fn run_limb(options: &LimbOptions, quiet: bool) -> Result<(), Error> {
    let progress = Progress::new(quiet);
    let manifest = builder::limb::build(options, &progress)?;
    if !quiet {
        let (source, of_all) = (&manifest.source, artifacts::limb::LimbNode::COUNT);
        say(format_args!(
            "{}: dataset {}, {of_all} profiles of the Moon's limb\n",
            options.out.display(),
            manifest.id
        ))?;
        say(format_args!("from {source}\n"))?;
        say_stages(&progress)?;
    }
    Ok(())
}

fn run_batch(options: &BatchOptions, quiet: bool) -> Result<(), Error> {
    let progress = Progress::new(quiet);
    let summary = batch(options, &progress)?;
    if !quiet {
        say(summary)?;
        say_stages(&progress)?;
    }
    Ok(())
}

fn run_paths_limb(options: &PathsLimbOptions, quiet: bool) -> Result<(), Error> {
    let progress = Progress::new(quiet);
    let summary = paths_limb(options, &progress)?;
    if !quiet {
        let (eclipses, rows) = (summary.eclipses, summary.rows);
        say(format_args!("{}: {rows} rows of {eclipses} eclipses\n", options.file.display()))?;
        say_stages(&progress)?;
    }
    Ok(())
}
