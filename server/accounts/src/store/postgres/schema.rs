//! The schema of the database, brought up to date by numbered migrations.

use crate::secret::{random_bytes, random_text};
use crate::store::{StoreError, Stored};
use tokio_postgres::{Client, Transaction};

/// Migrations; each brings the schema to its number, counted from 1.
const MIGRATIONS: [&str; 2] = [include_str!("migrations/1.sql"), include_str!("migrations/2.sql")];

/// Number of the lock that a server holds while it migrates: `umbra` in ASCII.
const LOCK: i64 = 0x75_6d_62_72_61;

/// Brings the schema to the newest number and makes the secrets that a new database lacks. Of servers that
/// start at once one does so and the others wait.
pub(super) async fn migrate(client: &mut Client, place: &str) -> Stored<()> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let sql = "CREATE TABLE IF NOT EXISTS schema_version (number BIGINT NOT NULL)";
    transaction.batch_execute(sql).await?;
    let found = transaction.query_opt("SELECT number FROM schema_version", &[]).await?;
    let (found, known) = (found.map_or(0, |row| row.get(0)), MIGRATIONS.len() as i64);
    if found > known {
        return Err(StoreError::Newer { place: place.into(), found, known });
    }
    for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.batch_execute(migration).await?;
    }
    if found < known {
        transaction.execute("DELETE FROM schema_version", &[]).await?;
        transaction.execute("INSERT INTO schema_version VALUES ($1)", &[&known]).await?;
    }
    make_secrets(&transaction, place).await?;
    Ok(transaction.commit().await?)
}

async fn make_secrets(transaction: &Transaction<'_>, place: &str) -> Stored<()> {
    for purpose in ["keys", "tokens"] {
        let sql = "SELECT EXISTS (SELECT 1 FROM secrets WHERE purpose = $1)";
        let is_there: bool = transaction.query_one(sql, &[&purpose]).await?.get(0);
        if is_there {
            continue;
        }
        // Those that are deleted have no digest.
        let sql = "SELECT EXISTS (SELECT 1 FROM keys WHERE digest IS NOT NULL)";
        let are_keys: bool = transaction.query_one(sql, &[]).await?.get(0);
        if purpose == "keys" && are_keys {
            return Err(StoreError::NoKeySecret(place.into()));
        }
        insert_secret(transaction, &random_text(8), purpose, &random_bytes::<32>(), 0).await?;
    }
    Ok(())
}

/// Adds a secret for `keys` or `tokens` with its name.
pub(super) async fn insert_secret(
    transaction: &Transaction<'_>,
    id: &str,
    purpose: &str,
    bytes: &[u8],
    now_ms: i64,
) -> Stored<()> {
    let sql = "INSERT INTO secrets (id, purpose, bytes, created_ms) VALUES ($1, $2, $3, $4)";
    transaction.execute(sql, &[&id, &purpose, &bytes, &now_ms]).await?;
    Ok(())
}
