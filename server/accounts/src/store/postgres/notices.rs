//! Notices: what accounts are to be told, once for each account, month and level.

use super::read::plan_of;
use crate::plan::Credits;
use crate::store::{NOTICE_CLAIM, NewNotice, NoticeRow, StoreError, Stored};
use tokio_postgres::{GenericClient, Row, Transaction};

/// The columns of a notice, with those of its account.
const SELECT: &str = "SELECT notices.id, account, name, email, notices.plan, month, level, used_millicredits,
        allowance_millicredits, notices.created_ms, done_ms, done_by
    FROM notices JOIN accounts ON accounts.id = account";

/// Adds notices that are not there yet.
pub(super) async fn add(transaction: &Transaction<'_>, notices: &[NewNotice]) -> Stored<()> {
    let sql = "INSERT INTO notices
                   (account, month, level, plan, used_millicredits, allowance_millicredits, created_ms)
               SELECT id, $2, $3, $4, $5, $6, $7 FROM accounts WHERE id = $1 FOR KEY SHARE
               ON CONFLICT (account, month, level) DO NOTHING";
    let statement = transaction.prepare(sql).await?;
    for new in notices {
        let (level, plan, used, allowance) =
            (i64::from(new.level), new.plan.word(), new.used.0, new.allowance.0);
        transaction
            .execute(
                &statement,
                &[&new.account, &new.first_day, &level, &plan, &used, &allowance, &new.created_ms],
            )
            .await?;
    }
    Ok(())
}

/// Notices, oldest first: all, or those that are still to be passed on.
pub(super) async fn read(client: &impl GenericClient, all: bool) -> Stored<Vec<NoticeRow>> {
    let sql = format!("{SELECT} WHERE $1 OR done_ms IS NULL ORDER BY notices.id");
    client.query(&sql, &[&all]).await?.iter().map(notice).collect()
}

/// Notices that are still to be passed on and that no other server has claimed, oldest first; claims them.
pub(super) async fn claim(transaction: &Transaction<'_>) -> Stored<Vec<NoticeRow>> {
    let sql = format!(
        "{SELECT} WHERE done_ms IS NULL AND (claimed_until IS NULL OR claimed_until <= now())
         ORDER BY notices.id FOR UPDATE OF notices SKIP LOCKED"
    );
    let rows = transaction.query(&sql, &[]).await?;
    let claimed = rows.iter().map(notice).collect::<Stored<Vec<_>>>()?;
    let ids: Vec<i64> = claimed.iter().map(|notice| notice.id).collect();
    let sql = "UPDATE notices SET claimed_until = now() + $2 * interval '1 second' WHERE id = ANY($1)";
    transaction.execute(sql, &[&ids, &NOTICE_CLAIM.as_secs_f64()]).await?;
    Ok(claimed)
}

/// Lets others claim notices again.
pub(super) async fn release(client: &impl GenericClient, ids: &[i64]) -> Stored<()> {
    client.execute("UPDATE notices SET claimed_until = NULL WHERE id = ANY($1)", &[&ids]).await?;
    Ok(())
}

fn notice(row: &Row) -> Stored<NoticeRow> {
    let (done_ms, done_by): (Option<i64>, Option<String>) = (row.get(10), row.get(11));
    let level: i64 = row.get(6);
    Ok(NoticeRow {
        id: row.get(0),
        account: row.get(1),
        name: row.get(2),
        email: row.get(3),
        plan: plan_of(row.get(4))?,
        first_day: row.get(5),
        level: u8::try_from(level).expect("the schema allows 80 and 100"),
        used: Credits(row.get(7)),
        allowance: Credits(row.get(8)),
        created_ms: row.get(9),
        done: done_ms.map(|ms| (ms, done_by.unwrap_or_default())),
    })
}

/// Marks notices as passed on; all of them must be there.
pub(super) async fn mark(transaction: &Transaction<'_>, ids: &[i64], by: &str, now_ms: i64) -> Stored<()> {
    let sql = "UPDATE notices SET done_ms = COALESCE(done_ms, $1), done_by = COALESCE(done_by, $2)
               WHERE id = $3";
    let statement = transaction.prepare(sql).await?;
    for id in ids {
        if transaction.execute(&statement, &[&now_ms, &by, id]).await? == 0 {
            return Err(StoreError::NotFound { what: "notice", name: id.to_string() });
        }
    }
    Ok(())
}
