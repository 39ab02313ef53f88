//! The schema of the database, brought up to date by numbered migrations.

use super::sql::Sql;
use super::trouble::Executed;
use accounts::store::sql::secrets;
use accounts::store::{SchemaNumbers, StoreError};
use tokio_postgres::Client;

/// A migration, which brings the schema to its number, counted from 1. CONTRIBUTING.md has the rules.
struct Migration {
    sql: &'static str,
    /// Number of the oldest schema whose servers can use the new one.
    least: i64,
}

const MIGRATIONS: [Migration; 4] = [
    Migration { sql: include_str!("migrations/1.sql"), least: 1 },
    Migration { sql: include_str!("migrations/2.sql"), least: 1 },
    Migration { sql: include_str!("migrations/3.sql"), least: 2 },
    Migration { sql: include_str!("migrations/4.sql"), least: 2 },
];

/// Number of the lock that a server holds while it migrates: `umbra` in ASCII.
const LOCK: i64 = 0x75_6d_62_72_61;

/// Brings the schema to the newest number and makes the secrets that a new database lacks. Of servers that
/// start at once one does so and the others wait. A newer schema stays as it is, if this server can use it.
pub(crate) async fn migrate(client: &mut Client, place: &str) -> Executed<()> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let sql = "CREATE TABLE IF NOT EXISTS schema_version (number BIGINT NOT NULL);
               ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS least BIGINT";
    transaction.batch_execute(sql).await?;
    let SchemaNumbers { found, known } = numbers(transaction.client(), place).await?;
    for Migration { sql, least } in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.batch_execute(sql).await?;
        transaction.execute("DELETE FROM schema_version", &[]).await?;
        let sql = "INSERT INTO schema_version (number, least) VALUES ($1, $2)";
        transaction.execute(sql, &[&known, least]).await?;
    }
    secrets::make_missing(&Sql(transaction.client()), place).await?;
    Ok(transaction.commit().await?)
}

/// Reads the number of the schema; 0 if there is none. One that this program cannot use is an error.
pub(crate) async fn numbers(client: &Client, place: &str) -> Executed<SchemaNumbers> {
    let exists = client.query_one("SELECT to_regclass('schema_version') IS NOT NULL", &[]).await?.get(0);
    // Early versions had no column `least`.
    let sql = "SELECT number, COALESCE((to_jsonb(s) ->> 'least')::bigint, number) FROM schema_version s";
    let found = if exists { client.query_opt(sql, &[]).await? } else { None };
    let (found, least) = found.map_or((0, 0), |row| (row.get(0), row.get(1)));
    let known = MIGRATIONS.len() as i64;
    if least > known {
        return Err(StoreError::Newer { place: place.into(), found, known }.into());
    }
    Ok(SchemaNumbers { found, known })
}
