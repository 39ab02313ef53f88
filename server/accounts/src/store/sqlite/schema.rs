//! The schema of the database, brought up to date by numbered migrations.

use super::sql::at_once;
use crate::store::sql::secrets;
use crate::store::{SchemaNumbers, StoreError, Stored};
use rusqlite::{Connection, TransactionBehavior};
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
    let SchemaNumbers { found, known } = numbers(&transaction, path)?;
    for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    at_once(secrets::make_missing(&*transaction, &path.display().to_string()))?;
    Ok(transaction.commit()?)
}

/// Reads the number of the schema. A newer one is an error.
pub(super) fn numbers(connection: &Connection, path: &Path) -> Stored<SchemaNumbers> {
    let found = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { place: path.display().to_string(), found, known });
    }
    Ok(SchemaNumbers { found, known })
}
