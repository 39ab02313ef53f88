//! Errors that keep the server from starting, from going on, or from ending well.

use crate::api::registry::PathTaken;
use crate::generation::basemap::Unusable;
use accounts::meter::Tally;
use accounts::store::StoreError;
use std::net::SocketAddr;

/// Errors of starting, serving and ending; each names the option or file and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No usable generation.
    #[error(transparent)]
    Data(#[from] artifacts::Error),
    /// No usable base map in the file that the operator names.
    #[error(transparent)]
    BaseMap(#[from] Unusable),
    /// No usable accounts.
    #[error(transparent)]
    Accounts(#[from] StoreError),
    /// An address that cannot be listened on.
    #[error(
        "{option} {address}: cannot listen there: {source}; give another address, such as 127.0.0.1:0 for \
            any \
         free port"
    )]
    Listen {
        /// The option that names it.
        option: &'static str,
        /// The address of the option.
        address: SocketAddr,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The runtime or a signal handler could not be made.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
    /// The accept loop ended by a mistake in the program.
    #[error("no more connections are taken, by a mistake in the program: {0}")]
    Accepting(#[from] tokio::task::JoinError),
    /// Standard output does not take what is written.
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
    /// The last usage could not be written when the server stopped.
    #[error(
        "the accounts could not be written to the end: the usage of {} calls, {} credits, is lost",
        .0.calls,
        .0.credits
    )]
    UsageLost(Tally),
    /// Options that do not go together.
    #[error("{0}")]
    Option(String),
    /// Two operations or pages have the same path.
    #[error(transparent)]
    Routes(#[from] PathTaken),
}
