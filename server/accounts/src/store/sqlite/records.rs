//! What requests depend on, row by row.

use super::read::{grants, key_secret, plan_of, plans, revision};
use crate::store::{AccountRecord, Basis, KeyRecord, OldSecretRecord, Record, Stored};
use rusqlite::{Connection, Row};
use std::collections::HashMap;

/// What all accounts have in common.
pub(super) fn basis(connection: &Connection) -> Stored<Basis> {
    Ok(Basis {
        revision: revision(connection)?,
        allowances: plans(connection)?,
        key_secret: key_secret(connection)?,
        token_secrets: token_secrets(connection)?,
    })
}

/// The secrets that sign tokens with their names, newest first.
fn token_secrets(connection: &Connection) -> Stored<Vec<(String, Vec<u8>)>> {
    let mut statement =
        connection.prepare("SELECT id, bytes FROM secrets WHERE purpose = 'tokens' ORDER BY rowid DESC")?;
    Ok(statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?)
}

/// Hands over all accounts and then all keys, or one account and its keys.
pub(super) fn of(
    connection: &Connection,
    account: Option<&str>,
    recipient: &mut dyn FnMut(Record) -> Stored<()>,
) -> Stored<()> {
    let wanted = |table: &str, column: &str| match account {
        Some(_) => format!("{table} WHERE {column} = ?1"),
        None => format!("{table} WHERE ?1 IS NULL"),
    };
    let sql = format!(
        "SELECT id, name, email, password_hash, plan, suspended_ms FROM {}",
        wanted("accounts", "id")
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([account])?;
    while let Some(row) = rows.next()? {
        recipient(Record::Account(account_record(row)?))?;
    }
    let sql = format!(
        "SELECT id, account, digest, nickname, description, enabled, origins, ips, created_ms, secret_ms,
             old_digest, old_secret_ms, old_until_ms FROM {}",
        wanted("keys", "account")
    );
    let mut granted = match account {
        Some(account) => grants_of(connection, account)?,
        None => grants(connection, None)?,
    };
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([account])?;
    while let Some(row) = rows.next()? {
        recipient(Record::Key(key_record(row, &mut granted)?))?;
    }
    Ok(())
}

/// Granted entitlements of the keys of an account.
fn grants_of(connection: &Connection, account: &str) -> Stored<HashMap<String, Vec<String>>> {
    let mut all = HashMap::<String, Vec<String>>::new();
    let mut statement = connection.prepare_cached(
        "SELECT key, entitlement FROM keys JOIN grants ON grants.key = keys.id WHERE keys.account = ?",
    )?;
    let mut rows = statement.query([account])?;
    while let Some(row) = rows.next()? {
        all.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(all)
}

fn account_record(r: &Row) -> rusqlite::Result<AccountRecord> {
    Ok(AccountRecord {
        id: r.get(0)?,
        name: r.get(1)?,
        email: r.get(2)?,
        password_hash: r.get(3)?,
        plan: plan_of(r, 4)?,
        suspended_ms: r.get(5)?,
    })
}

fn key_record(r: &Row, granted: &mut HashMap<String, Vec<String>>) -> rusqlite::Result<KeyRecord> {
    let id: String = r.get(0)?;
    let old_digest: Option<Vec<u8>> = r.get(10)?;
    let old_times: (Option<i64>, Option<i64>) = (r.get(11)?, r.get(12)?);
    Ok(KeyRecord {
        account: r.get(1)?,
        digest: r.get(2)?,
        nickname: r.get(3)?,
        description: r.get(4)?,
        enabled: r.get(5)?,
        origins: r.get(6)?,
        ips: r.get(7)?,
        created_ms: r.get(8)?,
        secret_ms: r.get(9)?,
        old: old_digest
            .zip(old_times.0.zip(old_times.1))
            .map(|(digest, (secret_ms, until_ms))| OldSecretRecord { digest, secret_ms, until_ms }),
        granted: granted.remove(&id).unwrap_or_default(),
        id,
    })
}
