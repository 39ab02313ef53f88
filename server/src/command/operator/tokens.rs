//! `server tokens`: the secrets that sign access tokens.

use super::output::Output;
use accounts::store::{Actor, Store, Stored};
use clap::Subcommand;

/// What can be done with the secrets of tokens.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum TokensCommand {
    /// Makes a new secret; tokens of the one before stay valid until they expire, older ones do not
    RotateSecret,
}

/// Carries out a command.
pub(super) fn run(command: &TokensCommand, store: &mut dyn Store, by: &Actor) -> Stored<Output> {
    match command {
        TokensCommand::RotateSecret => {
            let name = store.rotate_secret(by)?;
            Ok(Output::done(format!("new tokens are signed with {name}")))
        }
    }
}
