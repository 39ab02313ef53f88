//! The audit log: lines are added and read, never changed.

use crate::store::change::Entry;
use crate::store::{Actor, AuditFilter, AuditRow, Stored};
use tokio_postgres::{GenericClient, Row};

/// Adds a line about a change.
pub(super) async fn add(client: &impl GenericClient, entry: &Entry<'_>, by: &Actor) -> Stored<()> {
    let Entry { action, account, key, detail } = entry;
    let sql = "INSERT INTO audit (at_ms, who, name, place, action, account, key, detail)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let who = by.who.word();
    client.execute(sql, &[&by.now_ms, &who, &by.name, &by.place, action, account, key, detail]).await?;
    Ok(())
}

/// The lines that are asked for, oldest first.
pub(super) async fn read(client: &impl GenericClient, filter: &AuditFilter) -> Stored<Vec<AuditRow>> {
    let sql = "SELECT id, at_ms, who, name, place, action, account, key, detail FROM audit
               WHERE ($1::text IS NULL OR account = $1) AND ($2::bigint IS NULL OR at_ms >= $2)
               ORDER BY id DESC LIMIT $3";
    let most = filter.most.map(i64::from);
    let rows = client.query(sql, &[&filter.account, &filter.since_ms, &most]).await?;
    Ok(rows.iter().rev().map(line).collect())
}

fn line(row: &Row) -> AuditRow {
    AuditRow {
        id: row.get(0),
        at_ms: row.get(1),
        who: row.get(2),
        name: row.get(3),
        place: row.get(4),
        action: row.get(5),
        account: row.get(6),
        key: row.get(7),
        detail: row.get(8),
    }
}
