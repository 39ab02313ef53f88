//! Notices that accounts near the end of their allowance: one for each account, month and level.

use super::database::{Database, SqlRow};
use crate::plan::Credits;
use crate::store::{NewNotice, NoticeRow, StoreError, Stored};

/// The columns of a notice, with those of its account.
pub const SELECT: &str = "SELECT notices.id, account, name, email, notices.plan, month, level,
        used_millicredits, allowance_millicredits, notices.created_ms, done_ms, done_by
    FROM notices JOIN accounts ON accounts.id = account";

/// Adds notices, unless they exist or their account is deleted.
pub async fn add(db: Database<'_>, notices: &[NewNotice]) -> Stored<()> {
    let key_share = db.dialect().key_share;
    let sql = format!(
        "INSERT INTO notices
             (account, month, level, plan, used_millicredits, allowance_millicredits, created_ms)
         SELECT id, $2, $3, $4, $5, $6, $7 FROM accounts WHERE id = $1 {key_share}
         ON CONFLICT (account, month, level) DO NOTHING"
    );
    for new in notices {
        let (level, plan, used, allowance) =
            (i64::from(new.level), new.plan.word(), new.used.0, new.allowance.0);
        let NewNotice { account, first_day, created_ms, .. } = new;
        db.execute(&sql, &[account, first_day, &level, &plan, &used, &allowance, created_ms]).await?;
    }
    Ok(())
}

/// Notices, oldest first: all, or those that are not delivered.
pub async fn read(db: Database<'_>, all: bool) -> Stored<Vec<NoticeRow>> {
    let sql = format!("{SELECT} WHERE $1 OR done_ms IS NULL ORDER BY notices.id");
    db.rows(&sql, &[&all], notice_row).await
}

/// A row of [`SELECT`].
pub fn notice_row(row: &dyn SqlRow) -> Stored<NoticeRow> {
    let level: i64 = row.get(6)?;
    let (done_ms, done_by): (Option<i64>, Option<String>) = (row.get(10)?, row.get(11)?);
    Ok(NoticeRow {
        id: row.get(0)?,
        account: row.get(1)?,
        name: row.get(2)?,
        email: row.get(3)?,
        plan: row.plan(4)?,
        first_day: row.get(5)?,
        level: u8::try_from(level).expect("the schema allows 80 and 100"),
        used: Credits(row.get(7)?),
        allowance: Credits(row.get(8)?),
        created_ms: row.get(9)?,
        done: done_ms.map(|ms| (ms, done_by.unwrap_or_default())),
    })
}

/// Marks notices as delivered; fails if one does not exist.
pub async fn mark(db: Database<'_>, ids: &[i64], by: &str, now_ms: i64) -> Stored<()> {
    let sql = "UPDATE notices SET done_ms = COALESCE(done_ms, $1), done_by = COALESCE(done_by, $2)
               WHERE id = $3";
    for id in ids {
        if db.execute(sql, &[&now_ms, &by, id]).await? == 0 {
            return Err(StoreError::NotFound { what: "notice", name: id.to_string() });
        }
    }
    Ok(())
}
