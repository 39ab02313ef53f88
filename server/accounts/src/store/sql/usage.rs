//! Usage by key, operation and day.

use super::database::{Database, SqlRow};
use crate::clock::Month;
use crate::credits::Tally;
use crate::plan::Credits;
use crate::store::{Stored, UsageRow, Used};

/// Usage of a month, of all accounts or of one.
pub async fn of_month(db: Database<'_>, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>> {
    let sql = "SELECT keys.account, keys.id, keys.nickname, usage.day, usage.endpoint, usage.calls,
                   usage.millicredits
               FROM usage JOIN keys ON keys.id = usage.key
               WHERE usage.day >= $1 AND usage.day < $2
                   AND (CAST($3 AS TEXT) IS NULL OR keys.account = $3)
               ORDER BY keys.account, usage.day, keys.nickname, usage.endpoint";
    db.rows(sql, &[&month.first_day, &month.end_day, &account], usage_row).await
}

fn usage_row(row: &dyn SqlRow) -> Stored<UsageRow> {
    Ok(UsageRow {
        account: row.get(0)?,
        key: row.get(1)?,
        nickname: row.get(2)?,
        day: row.get(3)?,
        endpoint: row.get(4)?,
        calls: row.get(5)?,
        credits: Credits(row.get(6)?).to_f64(),
    })
}

/// Passes the usage of a month on to the meters, of all accounts.
pub async fn by_key(db: Database<'_>, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()> {
    let mut each = |row: &dyn SqlRow| {
        let tally = Tally { calls: row.get(3)?, credits: Credits(row.get(4)?) };
        recipient(Used { account: row.text(0)?, key: row.text(1)?, endpoint: row.text(2)?, tally });
        Ok(())
    };
    db.for_each(db.dialect().usage_by_key, &[&month.first_day, &month.end_day], &mut each).await
}

/// The first day with usage of an account, in days since 1970-01-01.
pub async fn first_day(db: Database<'_>, account: &str) -> Stored<Option<i64>> {
    let sql = "SELECT MIN(day) FROM usage JOIN keys ON keys.id = usage.key WHERE account = $1";
    db.value(sql, &[&account]).await
}
