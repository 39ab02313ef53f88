//! Usage by key, operation and day, when keys were used last, and what each server has written of it.

use crate::clock::Month;
use crate::meter::Tally;
use crate::plan::Credits;
use crate::store::{Spent, Stored, UsageRow, Used};
use futures_util::TryStreamExt;
use std::pin::pin;
use tokio_postgres::{GenericClient, Row};

/// Usage of a month, of all accounts or of one.
pub(super) async fn of_month(
    client: &impl GenericClient,
    month: Month,
    account: Option<&str>,
) -> Stored<Vec<UsageRow>> {
    let sql = "SELECT keys.account, keys.id, keys.nickname, usage.day, usage.endpoint, usage.calls,
                   usage.millicredits
               FROM usage JOIN keys ON keys.id = usage.key
               WHERE usage.day >= $1 AND usage.day < $2 AND ($3::text IS NULL OR keys.account = $3)
               ORDER BY keys.account, usage.day, keys.nickname, usage.endpoint";
    let rows = client.query(sql, &[&month.first_day, &month.end_day, &account]).await?;
    Ok(rows.iter().map(usage_row).collect())
}

fn usage_row(row: &Row) -> UsageRow {
    UsageRow {
        account: row.get(0),
        key: row.get(1),
        nickname: row.get(2),
        day: row.get(3),
        endpoint: row.get(4),
        calls: row.get(5),
        credits: Credits(row.get(6)).to_f64(),
    }
}

/// Hands over the usage of a month for the meters, of all accounts.
pub(super) async fn by_key(
    client: &impl GenericClient,
    month: Month,
    recipient: &mut dyn FnMut(Used),
) -> Stored<()> {
    // Sums of BIGINT are NUMERIC there.
    let sql = "SELECT account, key, endpoint, calls, millicredits
               FROM (SELECT key, endpoint, SUM(calls)::bigint AS calls,
                   SUM(millicredits)::bigint AS millicredits
                     FROM usage WHERE day >= $1 AND day < $2 GROUP BY key, endpoint) AS sums
               JOIN keys ON keys.id = key";
    let mut rows = pin!(client.query_raw(sql, [month.first_day, month.end_day]).await?);
    while let Some(row) = rows.try_next().await? {
        let tally = Tally { calls: row.get(3), credits: Credits(row.get(4)) };
        recipient(Used { account: row.get(0), key: row.get(1), endpoint: row.get(2), tally });
    }
    Ok(())
}

/// The first day with usage of an account, in days since 1970-01-01.
pub(super) async fn first_day(client: &impl GenericClient, account: &str) -> Stored<Option<i64>> {
    let sql = "SELECT MIN(day) FROM usage JOIN keys ON keys.id = usage.key WHERE account = $1";
    Ok(client.query_one(sql, &[&account]).await?.get(0))
}

/// What each server has written of the credits of some accounts in a month.
pub(super) async fn spent(
    client: &impl GenericClient,
    month: Month,
    accounts: &[String],
) -> Stored<Vec<Spent>> {
    let sql = "SELECT account, instance, millicredits FROM spent WHERE month = $1 AND account = ANY($2)";
    let rows = client.query(sql, &[&month.first_day, &accounts]).await?;
    let spent = |row: &Row| Spent { account: row.get(0), instance: row.get(1), credits: Credits(row.get(2)) };
    Ok(rows.iter().map(spent).collect())
}
