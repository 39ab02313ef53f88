//! The schema of the database, brought up to date by numbered migrations.

use crate::secret::{random_bytes, random_text};
use crate::store::{StoreError, Stored};
use rusqlite::{Connection, TransactionBehavior, params};
use std::path::Path;

/// Migrations; each brings the schema to its number, counted from 1.
const MIGRATIONS: [&str; 3] =
    [include_str!("migrations/1.sql"), include_str!("migrations/2.sql"), include_str!("migrations/3.sql")];

/// Number of the newest schema.
pub const SCHEMA_VERSION: usize = MIGRATIONS.len();

/// Brings the schema to the newest number and makes the secrets that a new database lacks.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Stored<()> {
    // Locked before the number is read, so that two processes do not both migrate.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = transaction.pragma_query_value(None, "user_version", |r| r.get(0))?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { place: path.display().to_string(), found, known });
    }
    for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    for purpose in ["keys", "tokens"] {
        let is_there: bool = transaction.query_row(
            "SELECT EXISTS (SELECT 1 FROM secrets WHERE purpose = ?)",
            [purpose],
            |r| r.get(0),
        )?;
        if !is_there {
            // Those that are deleted have no digest.
            let are_keys: bool = transaction.query_row(
                "SELECT EXISTS (SELECT 1 FROM keys WHERE digest IS NOT NULL)",
                [],
                |r| r.get(0),
            )?;
            if purpose == "keys" && are_keys {
                return Err(StoreError::NoKeySecret(path.display().to_string()));
            }
            insert_secret(&transaction, &random_text(8), purpose, &random_bytes::<32>(), 0)?;
        }
    }
    Ok(transaction.commit()?)
}

/// Adds a secret for `keys` or `tokens` with its name.
pub(super) fn insert_secret(
    connection: &Connection,
    id: &str,
    purpose: &str,
    bytes: &[u8],
    now_ms: i64,
) -> Stored<()> {
    connection.execute(
        "INSERT INTO secrets (id, purpose, bytes, created_ms) VALUES (?, ?, ?, ?)",
        params![id, purpose, bytes, now_ms],
    )?;
    Ok(())
}
