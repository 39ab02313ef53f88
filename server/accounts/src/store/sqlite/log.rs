//! The audit log: lines are added and read, never changed.

use crate::store::change::Entry;
use crate::store::{Actor, AuditFilter, AuditRow, Stored};
use rusqlite::{Connection, Row, params};

/// Adds a line about a change.
pub(super) fn add(connection: &Connection, entry: &Entry, by: &Actor) -> Stored<()> {
    let Entry { action, account, key, detail } = entry;
    connection.execute(
        "INSERT INTO audit (at_ms, who, name, place, action, account, key, detail)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        params![by.now_ms, by.who.word(), by.name, by.place, action, account, key, detail],
    )?;
    Ok(())
}

/// The lines that are asked for, oldest first.
pub(super) fn read(connection: &Connection, filter: &AuditFilter) -> Stored<Vec<AuditRow>> {
    let mut statement = connection.prepare(
        "SELECT id, at_ms, who, name, place, action, account, key, detail FROM audit
         WHERE (?1 IS NULL OR account = ?1) AND (?2 IS NULL OR at_ms >= ?2)
         ORDER BY id DESC LIMIT COALESCE(?3, -1)",
    )?;
    let row = |r: &Row| {
        Ok(AuditRow {
            id: r.get(0)?,
            at_ms: r.get(1)?,
            who: r.get(2)?,
            name: r.get(3)?,
            place: r.get(4)?,
            action: r.get(5)?,
            account: r.get(6)?,
            key: r.get(7)?,
            detail: r.get(8)?,
        })
    };
    let asked = params![filter.account, filter.since_ms, filter.most];
    let mut rows: Vec<AuditRow> = statement.query_map(asked, row)?.collect::<Result<_, _>>()?;
    rows.reverse();
    Ok(rows)
}
