//! Errors at startup, while serving, and when stopping.

use crate::api::registry::PathTaken;
use crate::generation::basemap::Unusable;
use accounts::credits::Tally;
use accounts::store::StoreError;
use std::net::SocketAddr;

/// An error that ends the program. Its message names the option or file and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No usable data generation.
    #[error(transparent)]
    Data(#[from] artifacts::Error),
    /// The file in `--basemap` is not usable.
    #[error(transparent)]
    BaseMap(#[from] Unusable),
    /// No usable accounts.
    #[error(transparent)]
    Accounts(#[from] StoreError),
    /// The server cannot listen on an address.
    #[error(
        "{option} {address}: cannot listen on this address: {source}; use another one, such as 127.0.0.1:0 \
         for a free port"
    )]
    Listen {
        /// The option with the address.
        option: &'static str,
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The runtime or a signal handler cannot be created.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
    /// A task that the server needs panicked.
    #[error("the server ends because of an internal error: {0}")]
    Accepting(#[from] tokio::task::JoinError),
    /// Standard output is not writable.
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
    /// `umbra mcp` cannot go on.
    #[error("cannot serve the agent: {0}")]
    Agent(std::io::Error),
    /// The last usage was not written when the server stopped.
    #[error(
        "cannot write the last usage to the accounts: {} calls and {} credits are lost",
        .0.calls,
        .0.credits
    )]
    UsageLost(Tally),
    /// `umbra check` has found data or accounts that do not fit.
    #[error("this program cannot use all of these data")]
    Unfit,
    /// Options that exclude each other.
    #[error("{0}")]
    Option(String),
    /// Two operations or pages share a path.
    #[error(transparent)]
    Routes(#[from] PathTaken),
}
