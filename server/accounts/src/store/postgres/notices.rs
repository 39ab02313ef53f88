//! Claims: which of several servers delivers a notice.

use crate::store::sql::Database;
use crate::store::sql::notices::{SELECT, notice_row};
use crate::store::{NOTICE_CLAIM, NoticeRow, Stored};
use tokio_postgres::Client;

/// Claims the notices that are not delivered and that no other server has claimed, and returns them, oldest
/// first. The caller opens the transaction.
pub(super) async fn claim(client: &Client) -> Stored<Vec<NoticeRow>> {
    let sql = format!(
        "{SELECT} WHERE done_ms IS NULL AND (claimed_until IS NULL OR claimed_until <= now())
         ORDER BY notices.id FOR UPDATE OF notices SKIP LOCKED"
    );
    let claimed = Database::Postgres(client).rows(&sql, &[], notice_row).await?;
    let ids: Vec<i64> = claimed.iter().map(|notice| notice.id).collect();
    let sql = "UPDATE notices SET claimed_until = now() + $2 * interval '1 second' WHERE id = ANY($1)";
    client.execute(sql, &[&ids, &NOTICE_CLAIM.as_secs_f64()]).await?;
    Ok(claimed)
}

/// Gives claims up, so that another server can deliver the notices.
pub(super) async fn release(client: &Client, ids: &[i64]) -> Stored<()> {
    client.execute("UPDATE notices SET claimed_until = NULL WHERE id = ANY($1)", &[&ids]).await?;
    Ok(())
}
