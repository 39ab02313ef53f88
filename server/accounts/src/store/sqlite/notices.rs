//! Notices: what accounts are to be told, once for each account, month and level.

use super::read::plan_of;
use crate::plan::Credits;
use crate::store::{NewNotice, NoticeRow, StoreError, Stored};
use rusqlite::{Connection, Row, params};

/// Adds notices that are not there yet.
pub(super) fn add(connection: &Connection, notices: &[NewNotice]) -> Stored<()> {
    let mut statement = connection.prepare(
        "INSERT INTO notices
             (account, month, level, plan, used_millicredits, allowance_millicredits, created_ms)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?1)
         ON CONFLICT (account, month, level) DO NOTHING",
    )?;
    for new in notices {
        let (plan, used, allowance) = (new.plan.word(), new.used.0, new.allowance.0);
        let row = params![new.account, new.first_day, new.level, plan, used, allowance, new.created_ms];
        statement.execute(row)?;
    }
    Ok(())
}

/// Notices, oldest first: all, or those that are still to be passed on.
pub(super) fn read(connection: &Connection, all: bool) -> Stored<Vec<NoticeRow>> {
    let mut statement = connection.prepare(
        "SELECT notices.id, account, name, email, notices.plan, month, level, used_millicredits,
             allowance_millicredits, notices.created_ms, done_ms, done_by
         FROM notices JOIN accounts ON accounts.id = account
         WHERE ? OR done_ms IS NULL ORDER BY notices.id",
    )?;
    let row = |r: &Row| {
        let done_ms: Option<i64> = r.get(10)?;
        let done_by: Option<String> = r.get(11)?;
        Ok(NoticeRow {
            id: r.get(0)?,
            account: r.get(1)?,
            name: r.get(2)?,
            email: r.get(3)?,
            plan: plan_of(r, 4)?,
            first_day: r.get(5)?,
            level: r.get(6)?,
            used: Credits(r.get(7)?),
            allowance: Credits(r.get(8)?),
            created_ms: r.get(9)?,
            done: done_ms.map(|ms| (ms, done_by.unwrap_or_default())),
        })
    };
    Ok(statement.query_map([all], row)?.collect::<Result<_, _>>()?)
}

/// Marks notices as passed on; all of them must be there.
pub(super) fn mark(connection: &Connection, ids: &[i64], by: &str, now_ms: i64) -> Stored<()> {
    let mut statement = connection.prepare(
        "UPDATE notices SET done_ms = COALESCE(done_ms, ?1), done_by = COALESCE(done_by, ?2) WHERE id = ?3",
    )?;
    for id in ids {
        if statement.execute(params![now_ms, by, id])? == 0 {
            return Err(StoreError::NotFound { what: "notice", name: id.to_string() });
        }
    }
    Ok(())
}
