//! Queries, and rows of the database as plain data.

use crate::plan::{Credits, Entitlements, Plan};
use crate::store::{AccountRow, KeyRow, Stored};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::HashMap;

const ACCOUNT_COLUMNS: &str = "id, name, email, plan, password_hash IS NOT NULL, created_ms, suspended_ms";

/// The number of changes of everything but usage.
pub(super) fn revision(connection: &Connection) -> Stored<i64> {
    Ok(connection.query_row("SELECT number FROM revision", [], |r| r.get(0))?)
}

/// All accounts, oldest first.
pub(super) fn accounts(connection: &Connection) -> Stored<Vec<AccountRow>> {
    let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM accounts ORDER BY created_ms, id");
    let mut statement = connection.prepare(&sql)?;
    Ok(statement.query_map([], account_row)?.collect::<Result<_, _>>()?)
}

/// The account with an id or an email address, if there is one.
pub(super) fn account(connection: &Connection, id_or_email: &str) -> Stored<Option<AccountRow>> {
    let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE id = ?1 OR email = ?1");
    Ok(connection.query_row(&sql, [id_or_email], account_row).optional()?)
}

fn account_row(row: &Row) -> rusqlite::Result<AccountRow> {
    Ok(AccountRow {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        plan: plan_of(row, 3)?,
        has_password: row.get(4)?,
        created_ms: row.get(5)?,
        suspended_ms: row.get(6)?,
    })
}

/// Keys that are not deleted, of one account or of all, or the one key with an id.
pub(super) fn keys(connection: &Connection, account: Option<&str>, key: Option<&str>) -> Stored<Vec<KeyRow>> {
    let mut granted = grants(connection, key)?;
    let mut statement = connection.prepare(
        "SELECT keys.id, account, nickname, description, enabled, origins, ips, keys.created_ms, plan,
             secret_ms, old_until_ms, last_used_ms
         FROM keys JOIN accounts ON accounts.id = account LEFT JOIN key_use ON key = keys.id
         WHERE deleted_ms IS NULL AND (?1 IS NULL OR account = ?1) AND (?2 IS NULL OR keys.id = ?2)
         ORDER BY account, keys.created_ms, keys.id",
    )?;
    let row = |r: &Row| {
        let id: String = r.get(0)?;
        let granted = granted.remove(&id).unwrap_or_default();
        let entitlements = Entitlements::new(plan_of(r, 8)?, granted.clone());
        Ok(KeyRow {
            id,
            account: r.get(1)?,
            nickname: r.get(2)?,
            description: r.get(3)?,
            enabled: r.get(4)?,
            entitlements: entitlements.words().to_vec(),
            granted,
            origins: r.get(5)?,
            ips: r.get(6)?,
            created_ms: r.get(7)?,
            secret_ms: r.get(9)?,
            old_until_ms: r.get(10)?,
            last_used_ms: r.get(11)?,
        })
    };
    Ok(statement.query_map(params![account, key], row)?.collect::<Result<_, _>>()?)
}

/// Granted entitlements by key, of all keys or of one.
pub(super) fn grants(connection: &Connection, key: Option<&str>) -> Stored<HashMap<String, Vec<String>>> {
    let mut all = HashMap::<String, Vec<String>>::new();
    let mut statement =
        connection.prepare("SELECT key, entitlement FROM grants WHERE ?1 IS NULL OR key = ?1")?;
    let mut rows = statement.query([key])?;
    while let Some(row) = rows.next()? {
        all.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(all)
}

/// Plans and their allowances, from least to most.
pub(super) fn plans(connection: &Connection) -> Stored<Vec<(Plan, Credits)>> {
    let mut statement = connection.prepare("SELECT name, allowance_millicredits FROM plans")?;
    let row = |r: &Row| Ok((plan_of(r, 0)?, Credits(r.get(1)?)));
    let mut plans: Vec<_> = statement.query_map([], row)?.collect::<Result<_, _>>()?;
    plans.sort();
    Ok(plans)
}

/// The secret under which keys are hashed.
pub(super) fn key_secret(connection: &Connection) -> Stored<Vec<u8>> {
    Ok(connection.query_row("SELECT bytes FROM secrets WHERE purpose = 'keys'", [], |r| r.get(0))?)
}

/// The plan in a column.
pub(super) fn plan_of(row: &Row, column: usize) -> rusqlite::Result<Plan> {
    let text: String = row.get(column)?;
    text.parse().map_err(|e: String| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, e.into())
    })
}
