//! Deletes old rows.

use super::database::Database;
use super::log;
use crate::clock::iso;
use crate::store::change::AuditEntry;
use crate::store::{Actor, Pruned, Retention, Stored};

/// Deletes what a retention does not keep, and returns it with what was pruned before. The caller opens the
/// transaction, and commits it or not.
pub async fn prune(
    db: Database<'_>,
    retention: &Retention,
    by: &Actor,
    mut pruned: Pruned,
) -> Stored<Pruned> {
    let Retention { usage_day, audit_ms, .. } = retention;
    pruned.push(("usage", db.execute("DELETE FROM usage WHERE day < $1", &[usage_day]).await?));
    pruned.push(("audit log", db.execute("DELETE FROM audit WHERE at_ms < $1", &[audit_ms]).await?));
    if pruned.iter().any(|(_, rows)| *rows > 0) {
        let detail =
            pruned.iter().map(|(what, rows)| format!("{what}: {rows}")).collect::<Vec<_>>().join("; ");
        let detail = format!("{detail}; audit log before {}", iso(*audit_ms));
        log::add(db, &AuditEntry { action: "prune", account: None, key: None, detail }, by).await?;
    }
    Ok(pruned)
}
