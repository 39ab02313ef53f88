//! The operator's commands. They work directly on the database, even while servers use it; a server sees a
//! change within a second.

mod accounts;
mod audit;
mod confirm;
mod key_name;
mod keys;
mod migrate;
mod notices;
mod output;
mod plans;
mod prune;
mod usage;

use ::accounts::clock::Clock;
use ::accounts::instance::Instance;
use ::accounts::place::AccountsPlace;
use ::accounts::store::shared;
use ::accounts::store::sqlite::SqliteStore;
use ::accounts::store::{Actor, Store, Stored};
use accounts::AccountsCommand;
use audit::AuditCommand;
use clap::Subcommand;
use keys::KeysCommand;
use notices::NoticesCommand;
use output::CommandOutput;
use plans::PlansCommand;
use prune::PruneCommand;
use std::path::PathBuf;
use usage::UsageCommand;

/// A command of the operator.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum OperatorCommand {
    /// Manages accounts
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Manages the keys of accounts
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Manages the allowances of plans
    #[command(subcommand)]
    Plans(PlansCommand),
    /// Shows credits and calls of a month by key, operation and day
    Usage(UsageCommand),
    /// Lists accounts that have used 80 or 100 % of a month's allowance
    #[command(subcommand)]
    Notices(NoticesCommand),
    /// Shows the changes of accounts, keys, rules, plans and secrets: who, when and from where
    Audit(AuditCommand),
    /// Manages the secrets that sign access tokens
    #[command(subcommand)]
    Tokens(TokensCommand),
    /// Deletes old usage, old lines of the audit log and the traces of ended servers, even while servers run
    Prune(PruneCommand),
    /// Copies the database, even while a server uses it
    Backup {
        /// The new file; it must not exist yet
        file: PathBuf,
    },
}

/// A command on the secrets of tokens.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum TokensCommand {
    /// Creates a new secret. Tokens signed with the previous one stay valid until they expire; older tokens
    /// become invalid
    RotateSecret,
}

/// Runs a command and returns its output.
pub(crate) fn run(command: &OperatorCommand, place: &AccountsPlace, as_json: bool) -> Stored<String> {
    if let OperatorCommand::Accounts(AccountsCommand::Migrate { from, to }) = command {
        return Ok(migrate::run(from, to)?.render(as_json));
    }
    let mut store = open(command, place)?;
    let store = store.as_mut();
    let by = Actor::operator(&invoking_user(), Clock::System.now_ms());
    let output = match command {
        OperatorCommand::Accounts(command) => accounts::run(command, store, &by),
        OperatorCommand::Keys(command) => keys::run(command, store, &by),
        OperatorCommand::Plans(command) => plans::run(command, store, &by),
        OperatorCommand::Usage(command) => usage::run(command, store, by.now_ms),
        OperatorCommand::Notices(command) => notices::run(command, store, &by),
        OperatorCommand::Audit(command) => audit::run(command, store),
        OperatorCommand::Tokens(TokensCommand::RotateSecret) => store
            .rotate_secret(&by)
            .map(|name| CommandOutput::done(format!("new tokens are signed with {name}"))),
        OperatorCommand::Prune(command) => prune::run(*command, store, &by),
        OperatorCommand::Backup { file } => {
            store.backup(file).map(|()| CommandOutput::done(format!("copied to {}", file.display())))
        }
    };
    Ok(output?.render(as_json))
}

/// Opens the accounts. Only the creation of an account creates the file.
fn open(command: &OperatorCommand, place: &AccountsPlace) -> Stored<Box<dyn Store>> {
    let creates_file = matches!(command, OperatorCommand::Accounts(AccountsCommand::Create { .. }));
    Ok(match place {
        AccountsPlace::File(path) if creates_file => Box::new(SqliteStore::open(path)?),
        AccountsPlace::File(path) => Box::new(SqliteStore::open_existing(path)?),
        AccountsPlace::Postgres(address) => {
            let (mut store, _) = shared::database().store(address, Instance::unused())?;
            store.connect()?;
            store
        }
    })
}

/// The name of the invoking user: with sudo, `SUDO_USER`; a user without a name is named by number.
fn invoking_user() -> String {
    let id = rustix::process::getuid();
    let name = whoami::fallible::username().unwrap_or_else(|_| format!("user {}", id.as_raw()));
    // Only root may claim another name through the environment.
    match std::env::var("SUDO_USER") {
        Ok(user) if id.is_root() && !user.is_empty() && user != name => format!("{user} as {name}"),
        _ => name,
    }
}
