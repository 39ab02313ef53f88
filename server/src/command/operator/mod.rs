//! The operator's commands. They work on the database itself, also while a server runs on it, which sees a
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
mod shown;
mod tokens;
mod usage;
mod user;

use ::accounts::clock::Clock;
use ::accounts::instance::Instance;
use ::accounts::place::AccountsPlace;
use ::accounts::store::postgres::PostgresStore;
use ::accounts::store::sqlite::SqliteStore;
use ::accounts::store::{Actor, Store, Stored};
use accounts::AccountsCommand;
use audit::AuditCommand;
use clap::Subcommand;
use keys::KeysCommand;
use notices::NoticesCommand;
use output::Output;
use plans::PlansCommand;
use std::path::PathBuf;
use tokens::TokensCommand;
use usage::UsageCommand;

/// What an operator can do besides serving.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum OperatorCommand {
    /// Accounts: who pays
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Keys: what an account's programs send
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Plans and what they allow
    #[command(subcommand)]
    Plans(PlansCommand),
    /// Credits and calls of a month, by key, operation and day
    Usage(UsageCommand),
    /// Accounts that have used 80 or 100 % of a month's allowance, and are to be told
    #[command(subcommand)]
    Notices(NoticesCommand),
    /// Who has changed accounts, keys, rules, plans and secrets, from where and when
    Audit(AuditCommand),
    /// Secrets that sign access tokens
    #[command(subcommand)]
    Tokens(TokensCommand),
    /// Copies the database, also while a server uses it
    Backup {
        /// A file that does not exist yet
        file: PathBuf,
    },
}

/// Carries out a command on the accounts at a place, and gives what is to be printed.
pub(crate) fn run(command: &OperatorCommand, place: &AccountsPlace, as_json: bool) -> Stored<String> {
    if let OperatorCommand::Accounts(AccountsCommand::Migrate { from, to }) = command {
        return Ok(migrate::run(from, to)?.render(as_json));
    }
    let mut store = open(command, place)?;
    let store = store.as_mut();
    let by = Actor::operator(&user::name(), Clock::System.now_ms());
    let output = match command {
        OperatorCommand::Accounts(command) => accounts::run(command, store, &by),
        OperatorCommand::Keys(command) => keys::run(command, store, &by),
        OperatorCommand::Plans(command) => plans::run(command, store, &by),
        OperatorCommand::Usage(command) => usage::run(command, store, by.now_ms),
        OperatorCommand::Notices(command) => notices::run(command, store, &by),
        OperatorCommand::Audit(command) => audit::run(command, store),
        OperatorCommand::Tokens(command) => tokens::run(command, store, &by),
        OperatorCommand::Backup { file } => {
            store.backup(file).map(|()| Output::done(format!("copied to {}", file.display())))
        }
    };
    Ok(output?.render(as_json))
}

/// Opens the accounts. A file of them is made only with the first account.
fn open(command: &OperatorCommand, place: &AccountsPlace) -> Stored<Box<dyn Store>> {
    let makes_file = matches!(command, OperatorCommand::Accounts(AccountsCommand::Create { .. }));
    Ok(match place {
        AccountsPlace::File(path) if makes_file => Box::new(SqliteStore::open(path)?),
        AccountsPlace::File(path) => Box::new(SqliteStore::open_existing(path)?),
        AccountsPlace::Postgres(address) => Box::new(PostgresStore::open(address, Instance::unused())?),
    })
}
