//! `server accounts migrate`: from a file of SQLite into PostgreSQL.

use super::output::{Output, table};
use crate::accounts::instance::Instance;
use crate::accounts::ledger::lock::lock;
use crate::accounts::place::PostgresAddress;
use crate::accounts::store::Stored;
use crate::accounts::store::postgres::PostgresStore;
use crate::accounts::store::sqlite::SqliteStore;
use crate::accounts::store::transfer::{Count, Transferred, transfer};
use serde_json::json;
use std::path::Path;

/// Copies the accounts of a file, which no server may use meanwhile.
pub(super) fn run(from: &Path, to: &PostgresAddress) -> Stored<Output> {
    let file = SqliteStore::open_existing(from)?;
    // Held until the copy is made, and let go after the file is closed.
    let held = lock(from)?;
    let database = PostgresStore::open(to, Instance::unused())?;
    let Transferred { is_old, counts } = transfer(&file, &database)?;
    drop((file, held));
    let done = if is_old {
        format!("{to} has these accounts already: nothing was copied; it may have changed since")
    } else {
        format!("copied and compared: start servers with --accounts {to}")
    };
    let row = |count: &Count| {
        let same = if count.is_equal() { "same" } else { "differs" };
        vec![count.what.clone(), count.file.to_string(), count.database.to_string(), same.into()]
    };
    let text = table(&["counted", "file", "PostgreSQL", ""], counts.iter().map(row).collect());
    let counted = |count: &Count| {
        let Count { what, file, database } = count;
        json!({ "what": what, "file": file, "postgresql": database })
    };
    let json = json!({
        "done": done,
        "copied": !is_old,
        "counts": counts.iter().map(counted).collect::<Vec<_>>(),
    });
    Ok(Output::new(json, format!("{text}{done}\n")))
}
