//! Information about the program: `--version`, shell completions, man pages.

use crate::command::options::{AboutCommand, ServerOptions};
use crate::error::Error;
use accounts::store::sqlite::SCHEMA_VERSION;
use clap::CommandFactory;

/// Options that enable optional features.
const FEATURES: [&str; 7] =
    ["demo", "basemap", "terrain", "limb", "premium-host", "widget-host", "map-tiles"];

/// Runs a command and returns its output.
pub(crate) fn run(command: &AboutCommand) -> Result<String, Error> {
    match command {
        AboutCommand::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut ServerOptions::command(), "server", &mut text);
            Ok(String::from_utf8(text).expect("completions contain only text of the options"))
        }
        AboutCommand::Man { folder } => {
            let cannot =
                |e| Error::Option(format!("{}: cannot write into this folder: {e}", folder.display()));
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(ServerOptions::command(), folder))
                .map_err(cannot)?;
            Ok(String::new())
        }
    }
}

/// The output of `--version`. `commit` is the Git commit of the build, if known.
pub(crate) fn version(commit: Option<&str>) -> String {
    let (oldest, newest) = (artifacts::OLDEST_FORMAT_VERSION, artifacts::FORMAT_VERSION);
    let oldest = if oldest < newest { format!("{oldest} to ") } else { String::new() };
    format!(
        "{}\n{}reads datasets of format {oldest}{newest}, of terrain {}, of the Moon's limb {} to {}; \
         accounts of schema {SCHEMA_VERSION}\nfeatures {}",
        crate::VERSION,
        commit
            .filter(|commit| !commit.is_empty())
            .map(|commit| format!("commit {commit}\n"))
            .unwrap_or_default(),
        artifacts::terrain::FORMAT_VERSION,
        artifacts::limb::OLDEST_FORMAT_VERSION,
        artifacts::limb::FORMAT_VERSION,
        FEATURES.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_in_order_and_every_feature_is_one() {
        let command = ServerOptions::command();
        for feature in FEATURES {
            assert!(command.get_arguments().any(|a| a.get_long() == Some(feature)), "{feature}");
        }
        command.debug_assert();
    }
}
