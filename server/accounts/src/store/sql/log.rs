//! The audit log: lines are added and read, never changed.

use super::database::{Database, SqlRow};
use crate::store::change::AuditEntry;
use crate::store::{Actor, AuditFilter, AuditRow, Stored};

/// Adds a line about a change.
pub(super) async fn add(db: Database<'_>, entry: &AuditEntry<'_>, by: &Actor) -> Stored<()> {
    let AuditEntry { action, account, key, detail } = entry;
    let sql = "INSERT INTO audit (at_ms, who, name, place, action, account, key, detail)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let who = by.who.word();
    db.execute(sql, &[&by.now_ms, &who, &by.name, &by.place, action, account, key, detail]).await?;
    Ok(())
}

/// The lines that a filter selects, oldest first.
pub async fn read(db: Database<'_>, filter: &AuditFilter) -> Stored<Vec<AuditRow>> {
    let sql = "SELECT id, at_ms, who, name, place, action, account, key, detail FROM audit
               WHERE (CAST($1 AS TEXT) IS NULL OR account = $1)
                   AND (CAST($2 AS BIGINT) IS NULL OR at_ms >= $2)
               ORDER BY id DESC LIMIT $3";
    let most = filter.most.map_or(i64::MAX, i64::from);
    let mut rows = db.rows(sql, &[&filter.account, &filter.since_ms, &most], audit_row).await?;
    rows.reverse();
    Ok(rows)
}

fn audit_row(row: &dyn SqlRow) -> Stored<AuditRow> {
    Ok(AuditRow {
        id: row.get(0)?,
        at_ms: row.get(1)?,
        who: row.get(2)?,
        name: row.get(3)?,
        place: row.get(4)?,
        action: row.get(5)?,
        account: row.get(6)?,
        key: row.get(7)?,
        detail: row.get(8)?,
    })
}
