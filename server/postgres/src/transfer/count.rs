//! Rows and sums of both databases, side by side.

use super::tables::TABLES;
use crate::trouble::Executed;
use accounts::store::shared::TransferCount;
use rusqlite::Connection;
use tokio_postgres::Transaction;

/// Sums that are compared besides the numbers of rows, each with the query that both databases understand.
const SUMS: [(&str, &str); 3] = [
    ("calls in usage", "SELECT CAST(COALESCE(SUM(calls), 0) AS BIGINT) FROM usage"),
    ("millicredits in usage", "SELECT CAST(COALESCE(SUM(millicredits), 0) AS BIGINT) FROM usage"),
    ("keys that work", "SELECT COUNT(*) FROM keys WHERE digest IS NOT NULL"),
];

/// Counts the rows of every table, and what they sum up to.
pub(super) async fn compare(
    file: &Connection,
    transaction: &Transaction<'_>,
) -> Executed<Vec<TransferCount>> {
    let rows = TABLES
        .iter()
        .map(|table| (format!("rows of {}", table.name), format!("SELECT COUNT(*) FROM {}", table.name)));
    let sums = SUMS.iter().map(|(what, sql)| ((*what).to_owned(), (*sql).to_owned()));
    let mut counts = Vec::new();
    for (what, sql) in rows.chain(sums) {
        let of_file = file.query_row(&sql, [], |row| row.get(0))?;
        let database = transaction.query_one(&sql, &[]).await?.get(0);
        counts.push(TransferCount { what, file: of_file, database });
    }
    let sql = "SELECT COALESCE(SUM(millicredits), 0)::bigint FROM spent";
    let file = file.query_row(SUMS[1].1, [], |row| row.get(0))?;
    let database = transaction.query_one(sql, &[]).await?.get(0);
    counts.push(TransferCount { what: "millicredits spent".into(), file, database });
    Ok(counts)
}
