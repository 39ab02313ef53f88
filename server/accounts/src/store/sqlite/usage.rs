//! Usage by key, operation and day, and when keys were used last.

use crate::clock::Month;
use crate::meter::Tally;
use crate::plan::Credits;
use crate::secret::KeyId;
use crate::store::{Spent, Stored, UsageRow, UsageToAdd, Used};
use rusqlite::{Connection, Row, params};
use std::collections::HashMap;

/// Adds usage to what is written; that of keys which are gone with their account is left out.
pub(super) fn add(connection: &Connection, usage: &[UsageToAdd]) -> Stored<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO usage SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM keys WHERE id = ?1)
         ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
             millicredits = millicredits + excluded.millicredits",
    )?;
    let mut last_used_ms = HashMap::<KeyId, i64>::new();
    for usage in usage {
        let UsageToAdd { key, endpoint, day, tally, .. } = usage;
        statement.execute(params![key.as_str(), day, endpoint, tally.calls, tally.credits.0])?;
        let last = last_used_ms.entry(*key).or_insert(usage.last_used_ms);
        *last = usage.last_used_ms.max(*last);
    }
    let mut statement = connection.prepare_cached(
        "INSERT INTO key_use SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM keys WHERE id = ?1)
         ON CONFLICT DO UPDATE SET last_used_ms = MAX(last_used_ms, excluded.last_used_ms)",
    )?;
    for (key, ms) in last_used_ms {
        statement.execute(params![key.as_str(), ms])?;
    }
    Ok(())
}

/// Usage of a month, of all accounts or of one.
pub(super) fn of_month(
    connection: &Connection,
    month: Month,
    account: Option<&str>,
) -> Stored<Vec<UsageRow>> {
    let mut statement = connection.prepare(
        "SELECT keys.account, keys.id, keys.nickname, usage.day, usage.endpoint, usage.calls,
             usage.millicredits
         FROM usage JOIN keys ON keys.id = usage.key
         WHERE usage.day >= ?1 AND usage.day < ?2 AND (?3 IS NULL OR keys.account = ?3)
         ORDER BY keys.account, usage.day, keys.nickname, usage.endpoint",
    )?;
    let row = |r: &Row| {
        Ok(UsageRow {
            account: r.get(0)?,
            key: r.get(1)?,
            nickname: r.get(2)?,
            day: r.get(3)?,
            endpoint: r.get(4)?,
            calls: r.get(5)?,
            credits: Credits(r.get(6)?).to_f64(),
        })
    };
    Ok(statement
        .query_map(params![month.first_day, month.end_day, account], row)?
        .collect::<Result<_, _>>()?)
}

/// Hands over the usage of a month for the meters, of all accounts.
pub(super) fn by_key(connection: &Connection, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()> {
    let mut statement = connection.prepare(
        "SELECT keys.account, usage.key, usage.endpoint, usage.calls, usage.millicredits
         FROM usage CROSS JOIN keys ON keys.id = usage.key WHERE usage.day >= ? AND usage.day < ?",
    )?;
    let mut rows = statement.query([month.first_day, month.end_day])?;
    while let Some(row) = rows.next()? {
        let tally = Tally { calls: row.get(3)?, credits: Credits(row.get(4)?) };
        let text = |column| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_str()?);
        recipient(Used { account: text(0)?, key: text(1)?, endpoint: text(2)?, tally });
    }
    Ok(())
}

/// What is written of the credits of some accounts in a month: one row for each, for one server has the file.
pub(super) fn spent(connection: &Connection, month: Month, accounts: &[String]) -> Stored<Vec<Spent>> {
    let mut statement = connection.prepare(
        "SELECT SUM(millicredits) FROM usage JOIN keys ON keys.id = usage.key
         WHERE account = ?1 AND day >= ?2 AND day < ?3",
    )?;
    let mut all = Vec::new();
    for account in accounts {
        let of_account = params![account, month.first_day, month.end_day];
        let sum: Option<i64> = statement.query_row(of_account, |r| r.get(0))?;
        let spent = |sum| Spent { account: account.clone(), instance: "file".into(), credits: Credits(sum) };
        all.extend(sum.map(spent));
    }
    Ok(all)
}

/// The first day with usage of an account, in days since 1970-01-01.
pub(super) fn first_day(connection: &Connection, account: &str) -> Stored<Option<i64>> {
    let sql = "SELECT MIN(day) FROM usage JOIN keys ON keys.id = usage.key WHERE account = ?";
    Ok(connection.query_row(sql, [account], |r| r.get(0))?)
}
