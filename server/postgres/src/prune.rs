//! Deletes old rows of tables that SQLite does not have.

use accounts::store::sql::Database;
use accounts::store::{Pruned, Retention, Stored};

/// Deletes spending by server and the names of ended servers that a retention does not keep.
pub(crate) async fn prune(db: Database<'_>, retention: &Retention) -> Stored<Pruned> {
    let Retention { usage_day, spent_month, batch_ms, .. } = retention;
    let mut pruned = Pruned::new();
    // The last use of a key outlasts its usage.
    let sql = "INSERT INTO key_use SELECT key, max(last_used_ms) FROM usage
               WHERE day < $1 AND last_used_ms IS NOT NULL GROUP BY key ORDER BY key
               ON CONFLICT (key)
                   DO UPDATE SET last_used_ms = GREATEST(key_use.last_used_ms, excluded.last_used_ms)";
    db.execute(sql, &[usage_day]).await?;
    let deleted = db.execute("DELETE FROM spent WHERE month < $1", &[usage_day]).await?;
    // Batches add to rows, so the sum stays right even if a server writes late.
    let sql = "WITH folded AS (
                   DELETE FROM spent WHERE month < $1 AND instance <> 'pruned'
                   RETURNING account, month, millicredits
               ), sums AS (
                   INSERT INTO spent
                   SELECT account, month, 'pruned', SUM(millicredits)::bigint FROM folded
                   GROUP BY account, month
                   ON CONFLICT (account, month, instance)
                       DO UPDATE SET millicredits = spent.millicredits + excluded.millicredits
               ) SELECT COUNT(*) FROM folded";
    let folded: i64 = db.value(sql, &[spent_month]).await?;
    let reports = db.execute("DELETE FROM reports WHERE month < $1", &[spent_month]).await?;
    pruned.push(("spending by server", deleted + folded.unsigned_abs() + reports));
    let sql = "DELETE FROM batches WHERE written < to_timestamp(CAST($1 AS BIGINT) / 1000)";
    pruned.push(("ended servers", db.execute(sql, &[batch_ms]).await?));
    Ok(pruned)
}
