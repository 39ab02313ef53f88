//! The costs of many accounts: the time to start, memory, processor time without requests, and the time until
//! a change is seen.
//!
//! `tools many-accounts SERVER ARTIFACTS [--postgres]`: 100,000 accounts, each with three keys, in SQLite or
//! in a new PostgreSQL. All data live in temporary folders and are deleted afterwards.

mod accounts;
mod measured;

use accounts::Accounts;
use measured::Started;
use std::path::Path;
use std::process::ExitCode;

/// The number of accounts.
const ACCOUNTS: usize = 100_000;

/// Measures a server without accounts, then with accounts, then with usage of all of their keys.
pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let ([program, artifacts] | [program, artifacts, "--postgres"]) = *arguments else {
        eprintln!("tools many-accounts SERVER ARTIFACTS [--postgres]");
        return ExitCode::from(2);
    };
    let accounts = Accounts::new(program, arguments.len() == 3);
    let key = accounts.one_key();
    let start = || Started::new(program, Path::new(artifacts), &accounts.place);
    println!("one account: {}", start());
    accounts.add(ACCOUNTS);
    let server = start();
    println!("{} accounts, {} keys: {server}", ACCOUNTS + 1, 3 * ACCOUNTS + 1);
    println!("  processor without requests: {:.2} % of a core", server.idle_percent());
    println!("  until a change is seen, of ten: {}", server.changes(&accounts, &key));
    println!("  afterwards: {}", server.memory());
    drop(server);
    accounts.add_usage();
    println!("with usage of each key at two operations in this month: {}", start());
    ExitCode::SUCCESS
}
