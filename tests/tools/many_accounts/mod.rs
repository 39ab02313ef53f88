//! The costs of many accounts: the time to start, memory, processor time without requests, and the time until
//! a change is seen.
//!
//! `tools many-accounts SERVER ARTIFACTS [--postgres] [--accounts N]`: 100,000 accounts by default, each with
//! three keys, in SQLite or in a new PostgreSQL. All data live in temporary folders and are deleted
//! afterwards.

mod made;
mod measured;

use made::Accounts;
use measured::Started;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let (program, artifacts, in_postgres, number) = match *arguments {
        [program, artifacts] => (program, artifacts, false, Ok(100_000)),
        [program, artifacts, "--postgres"] => (program, artifacts, true, Ok(100_000)),
        [program, artifacts, "--accounts", n] => (program, artifacts, false, n.parse()),
        [program, artifacts, "--postgres", "--accounts", n] => (program, artifacts, true, n.parse()),
        _ => {
            eprintln!("tools many-accounts SERVER ARTIFACTS [--postgres] [--accounts N]");
            return ExitCode::from(2);
        }
    };
    let Ok(number) = number else {
        eprintln!("--accounts must be a number such as 100000");
        return ExitCode::from(2);
    };
    measure(program, Path::new(artifacts), in_postgres, number);
    ExitCode::SUCCESS
}

/// Measures a server without accounts, then with accounts, then with usage of all of their keys.
fn measure(program: &str, artifacts: &Path, in_postgres: bool, number: usize) {
    let accounts = Accounts::new(program, in_postgres);
    let key = accounts.one_key();
    let before = Started::new(program, artifacts, accounts.place());
    println!("one account: {before}");
    drop(before);
    accounts.add(number);
    let server = Started::new(program, artifacts, accounts.place());
    println!("{} accounts, {} keys: {server}", number + 1, 3 * number + 1);
    println!("  processor without requests: {:.2} % of a core", server.idle_percent());
    println!("  until a change is seen, of ten: {}", server.changes(&accounts, &key));
    println!("  afterwards: {}", server.memory());
    drop(server);
    accounts.add_usage();
    let server = Started::new(program, artifacts, accounts.place());
    println!("with usage of each key at two operations in this month: {server}");
}
