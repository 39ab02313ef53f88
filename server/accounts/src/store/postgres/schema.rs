//! The schema of the database, brought up to date by numbered migrations.

use crate::store::sql::{Database, secrets};
use crate::store::{StoreError, Stored};
use tokio_postgres::Client;

/// Migrations; each brings the schema to its number, counted from 1.
const MIGRATIONS: [&str; 3] =
    [include_str!("migrations/1.sql"), include_str!("migrations/2.sql"), include_str!("migrations/3.sql")];

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
    secrets::make_missing(Database::Postgres(transaction.client()), place).await?;
    Ok(transaction.commit().await?)
}
