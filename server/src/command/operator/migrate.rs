//! `server accounts migrate`: from a file of SQLite into PostgreSQL.

use super::output::{Output, table};
use accounts::instance::Instance;
use accounts::ledger::lock::lock;
use accounts::place::{AccountsPlace, PostgresAddress};
use accounts::store::postgres::PostgresStore;
use accounts::store::sqlite::SqliteStore;
use accounts::store::transfer::{Count, Transferred, transfer};
use accounts::store::{StoreError, Stored};
use serde_json::json;

/// Copies the accounts of a file, which no server may use meanwhile.
pub(super) fn run(from: &AccountsPlace, to: &PostgresAddress) -> Stored<Output> {
    let AccountsPlace::File(from) = from else {
        let text = "--from must be a file of SQLite; accounts are copied from a file into PostgreSQL only";
        return Err(StoreError::Invalid(text.into()));
    };
    let file = SqliteStore::open_existing(from)?;
    // Held until the copy is made, and let go after the file is closed.
    let held = lock(from)?;
    let database = PostgresStore::open(to, Instance::unused())?;
    let Transferred { is_old, counts } = transfer(&file, &database)?;
    drop((file, held));
    let done = if is_old {
        format!(
            "{to} has these accounts already: nothing was copied; what has changed in the file since is not \
             in PostgreSQL"
        )
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
