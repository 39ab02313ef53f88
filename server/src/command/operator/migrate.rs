//! `umbra accounts migrate`: copies accounts from SQLite to PostgreSQL.

use super::output::{CommandOutput, table};
use accounts::ledger::lock::lock;
use accounts::place::{AccountsPlace, PostgresAddress};
use accounts::store::shared::{TransferCount, Transferred, database};
use accounts::store::sqlite::SqliteStore;
use accounts::store::{StoreError, Stored};
use serde_json::json;

/// Copies the accounts of a file. No server may use the file in the meantime.
pub(super) fn run(from: &AccountsPlace, to: &PostgresAddress) -> Stored<CommandOutput> {
    let AccountsPlace::File(from) = from else {
        return Err(StoreError::Invalid("--from must be an SQLite file".into()));
    };
    let file = SqliteStore::open_existing(from)?;
    // Released only after the file is closed.
    let held = lock(from)?;
    let Transferred { is_old, counts } = database().transfer(&file, to)?;
    drop((file, held));
    let done = if is_old {
        format!(
            "{to} already contains these accounts: nothing was copied. Later changes to the file are not in \
             PostgreSQL"
        )
    } else {
        format!("copied and verified; start the servers with --accounts {to}")
    };
    let row = |count: &TransferCount| {
        let same = if count.is_equal() { "same" } else { "differs" };
        vec![count.what.clone(), count.file.to_string(), count.database.to_string(), same.into()]
    };
    let text = table(&["counted", "file", "PostgreSQL", ""], counts.iter().map(row).collect());
    let counted = |count: &TransferCount| {
        let TransferCount { what, file, database } = count;
        json!({ "what": what, "file": file, "postgresql": database })
    };
    let json = json!({
        "done": done,
        "copied": !is_old,
        "counts": counts.iter().map(counted).collect::<Vec<_>>(),
    });
    Ok(CommandOutput::new(json, format!("{text}{done}\n")))
}
