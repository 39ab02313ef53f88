//! Claims: which of several servers delivers a notice.

use super::sql::Sql;
use super::trouble::Executed;
use accounts::store::sql::SqlDatabase;
use accounts::store::sql::notices::{SELECT, notice_row};
use accounts::store::{NOTICE_CLAIM, NoticeRow};
use tokio_postgres::Client;

/// Claims the notices that are not delivered and that no other server has claimed, and returns them, oldest
/// first. The caller opens the transaction.
pub(crate) async fn claim(client: &Client) -> Executed<Vec<NoticeRow>> {
    let sql = format!(
        "{SELECT} WHERE done_ms IS NULL AND (claimed_until IS NULL OR claimed_until <= now())
         ORDER BY notices.id FOR UPDATE OF notices SKIP LOCKED"
    );
    let db: &dyn SqlDatabase = &Sql(client);
    let claimed = db.rows(&sql, &[], notice_row).await?;
    let ids: Vec<i64> = claimed.iter().map(|notice| notice.id).collect();
    let sql = "UPDATE notices SET claimed_until = now() + $2 * interval '1 second' WHERE id = ANY($1)";
    client.execute(sql, &[&ids, &NOTICE_CLAIM.as_secs_f64()]).await?;
    Ok(claimed)
}

/// Gives claims up, so that another server can deliver the notices.
pub(crate) async fn release(client: &Client, ids: &[i64]) -> Executed<()> {
    client.execute("UPDATE notices SET claimed_until = NULL WHERE id = ANY($1)", &[&ids]).await?;
    Ok(())
}
