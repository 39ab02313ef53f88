//! Copies the accounts from a file of SQLite into an empty PostgreSQL: ids and secrets stay, so keys and
//! tokens work as before.
//!
//! The copy is one transaction of PostgreSQL: an interrupted copy leaves nothing behind and can be repeated.

mod count;
mod tables;

use super::store::PostgresStore;
use super::trouble::Executed;
use accounts::store::shared::{TransferCount, Transferred};
use accounts::store::sqlite::SqliteStore;
use accounts::store::{StoreError, Stored};
use rusqlite::Connection;
use std::time::Duration;
use tables::TABLES;
use tokio_postgres::{Client, Transaction};

/// Time limit of a copy: millions of rows of usage take minutes.
const TIMEOUT: Duration = Duration::from_secs(3600);
/// The server that has spent what was used before the copy.
const INSTANCE: &str = "migrated";

/// Copies the accounts of a file, which no server may use meanwhile, and compares both.
pub(super) fn transfer(from: &SqliteStore, to: &PostgresStore) -> Stored<Transferred> {
    // One state of the file, even if another process writes meanwhile.
    let file = from.connection().unchecked_transaction()?;
    to.work(TIMEOUT, async |client| {
        let transaction = begin(client).await?;
        let is_old = is_same(&file, &transaction).await?;
        if !is_old {
            refuse_others(&transaction, &to.place()).await?;
            copy(&file, &transaction).await?;
        }
        let counts = count::compare(&file, &transaction).await?;
        if !is_old && let Some(wrong) = counts.iter().find(|count| !count.is_equal()) {
            let TransferCount { what, file, database } = wrong;
            let text = format!("the copy has {database} {what} and the file {file}: nothing was copied");
            return Err(StoreError::Invalid(text).into());
        }
        transaction.commit().await?;
        Ok(Transferred { is_old, counts })
    })
}

/// Begins a transaction that locks out other changes and copies of accounts.
async fn begin(client: &mut Client) -> Executed<Transaction<'_>> {
    let transaction = client.transaction().await?;
    transaction.batch_execute("SET LOCAL idle_in_transaction_session_timeout = 0").await?;
    transaction.execute("SELECT 1 FROM revision FOR UPDATE", &[]).await?;
    Ok(transaction)
}

/// Returns whether PostgreSQL has the accounts of this file: the same secret, under which keys are hashed.
async fn is_same(file: &Connection, transaction: &Transaction<'_>) -> Executed<bool> {
    let sql = "SELECT bytes FROM secrets WHERE purpose = 'keys'";
    let of_file: Vec<u8> = file.query_row(sql, [], |row| row.get(0))?;
    let of_database: Vec<u8> = transaction.query_one(sql, &[]).await?.get(0);
    Ok(of_file == of_database)
}

/// Refuses a PostgreSQL that has other accounts.
async fn refuse_others(transaction: &Transaction<'_>, place: &str) -> Executed<()> {
    let accounts: i64 = transaction.query_one("SELECT count(*) FROM accounts", &[]).await?.get(0);
    if accounts == 0 {
        return Ok(());
    }
    let s = if accounts == 1 { "account" } else { "accounts" };
    Err(StoreError::Invalid(format!(
        "--to {place}: has {accounts} {s} of its own; accounts are copied into an empty database only: make \
         another one with createdb"
    ))
    .into())
}

async fn copy(file: &Connection, transaction: &Transaction<'_>) -> Executed<()> {
    transaction.batch_execute("DELETE FROM plans; DELETE FROM secrets; DELETE FROM audit").await?;
    for table in &TABLES {
        table.copy(file, transaction).await?;
    }
    let sql = "INSERT INTO spent
               SELECT account, date_trunc('month', DATE '1970-01-01' + day::int)::date - DATE '1970-01-01',
                   $1, sum(millicredits)::bigint
               FROM usage JOIN keys ON keys.id = usage.key GROUP BY 1, 2";
    transaction.execute(sql, &[&INSTANCE]).await?;
    // Later rows get higher numbers, and running servers read everything again.
    let sql = "SELECT setval(pg_get_serial_sequence('audit', 'id'), max(id)) FROM audit HAVING count(*) > 0;
               SELECT setval(pg_get_serial_sequence('notices', 'id'), max(id))
               FROM notices HAVING count(*) > 0;
               DELETE FROM changed WHERE account IS NOT NULL;
               ANALYZE accounts; ANALYZE keys; ANALYZE usage";
    Ok(transaction.batch_execute(sql).await?)
}
