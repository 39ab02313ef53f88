//! What the program can do besides serving.

use crate::command::operator::OperatorCommand;
use clap::Subcommand;
use clap_complete::Shell;
use std::path::PathBuf;

/// A command besides serving.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum OtherCommand {
    #[command(flatten)]
    Operator(OperatorCommand),
    #[command(flatten)]
    About(AboutCommand),
}

/// What the program prints of itself.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum AboutCommand {
    /// Print what makes a shell complete commands and options: bash, zsh, fish, elvish, powershell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write man pages
    Man {
        /// Folder to write them into
        folder: PathBuf,
    },
}
