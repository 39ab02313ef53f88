//! Changes of accounts, keys, plans and secrets, as statements of SQL.

use super::schema;
use crate::key::KeyChange;
use crate::store::{Change, StoreError, Stored, TOKEN_SECRETS};
use rusqlite::{Connection, params};

/// Makes a change at an instant, milliseconds since 1970; fails if what it is about is no longer there.
pub(super) fn apply(connection: &Connection, change: &Change, now_ms: i64) -> Stored<()> {
    let changed = match change {
        Change::CreateAccount(new) => {
            let sql = "INSERT INTO accounts (id, name, email, password_hash, plan, created_ms)
                       VALUES (?, ?, ?, ?, ?, ?)";
            let plan = new.plan.word();
            let row = params![new.id, new.name, new.email, new.password_hash, plan, new.created_ms];
            unless_taken(connection.execute(sql, row), || StoreError::email_taken(&new.email))?
        }
        Change::Name(row, name) => {
            connection.execute("UPDATE accounts SET name = ? WHERE id = ?", [*name, &row.id])?
        }
        Change::Email(row, email) => {
            let changed = connection.execute("UPDATE accounts SET email = ? WHERE id = ?", [*email, &row.id]);
            unless_taken(changed, || StoreError::email_taken(email))?
        }
        Change::Plan(row, plan) => {
            connection.execute("UPDATE accounts SET plan = ? WHERE id = ?", [plan.word(), &row.id])?
        }
        Change::Password(row, hash) => {
            connection.execute("UPDATE accounts SET password_hash = ? WHERE id = ?", [*hash, &row.id])?
        }
        Change::Suspended(row, is_suspended) => {
            let sql = "UPDATE accounts SET suspended_ms = ? WHERE id = ?";
            connection.execute(sql, params![is_suspended.then_some(now_ms), row.id])?
        }
        Change::DeleteAccount(row) => connection.execute("DELETE FROM accounts WHERE id = ?", [&row.id])?,
        Change::CreateKey(new) => {
            let sql = "INSERT INTO keys (id, account, digest, nickname, description, enabled, origins, ips,
                           created_ms, secret_ms)
                       VALUES (?1, ?2, ?3, ?4, ?5, 1, '', '', ?6, ?6)";
            let (id, created_ms) = (new.id.as_str(), new.created_ms);
            let row = params![id, new.account, new.digest, new.nickname, new.description, created_ms];
            unless_taken(connection.execute(sql, row), || StoreError::nickname_taken(&new.nickname))?
        }
        Change::Key(row, change) => change_key(connection, &row.id, change)?,
        Change::RotateKey { key, digest, old_until_ms } => connection.execute(
            "UPDATE keys SET old_digest = digest, old_secret_ms = secret_ms, old_until_ms = ?1,
                 digest = ?2, secret_ms = MAX(?3, secret_ms + 1)
             WHERE id = ?4 AND deleted_ms IS NULL",
            params![old_until_ms, digest, now_ms, key.id],
        )?,
        Change::DeleteKey(row) => connection.execute(
            "UPDATE keys SET digest = NULL, old_digest = NULL, old_secret_ms = NULL, old_until_ms = NULL,
                 enabled = 0, deleted_ms = ?
             WHERE id = ? AND deleted_ms IS NULL",
            params![now_ms, row.id],
        )?,
        Change::Grant(row, entitlement) => {
            connection.execute("INSERT OR IGNORE INTO grants VALUES (?, ?)", [&row.id, *entitlement])?;
            1
        }
        Change::Revoke(row, entitlement) => {
            let sql = "DELETE FROM grants WHERE key = ? AND entitlement = ?";
            match connection.execute(sql, [&row.id, *entitlement])? {
                0 => return Err(StoreError::NotFound { what: "grant", name: (*entitlement).into() }),
                changed => changed,
            }
        }
        Change::Allowance { plan, allowance, .. } => {
            let sql = "UPDATE plans SET allowance_millicredits = ? WHERE name = ?";
            connection.execute(sql, params![allowance.0, plan.word()])?
        }
        Change::TokenSecret { id, bytes } => {
            schema::insert_secret(connection, id, "tokens", bytes, now_ms)?;
            connection.execute(
                "DELETE FROM secrets WHERE purpose = 'tokens' AND rowid NOT IN
                     (SELECT rowid FROM secrets WHERE purpose = 'tokens' ORDER BY rowid DESC LIMIT ?)",
                [TOKEN_SECRETS],
            )?;
            1
        }
    };
    match (changed, change.entry()) {
        (0, entry) if entry.key.is_some() => Err(StoreError::no_key(entry.key.unwrap_or_default())),
        (0, entry) => Err(StoreError::no_account(entry.account.unwrap_or_default())),
        _ => Ok(()),
    }
}

fn change_key(connection: &Connection, id: &str, change: &KeyChange) -> Stored<usize> {
    let KeyChange { nickname, description, enabled, origins, ips } = change;
    let changed = connection.execute(
        "UPDATE keys SET nickname = COALESCE(?1, nickname), description = COALESCE(?2, description),
             enabled = COALESCE(?3, enabled), origins = COALESCE(?4, origins), ips = COALESCE(?5, ips)
         WHERE id = ?6 AND deleted_ms IS NULL",
        params![nickname, description, enabled, origins, ips, id],
    );
    unless_taken(changed, || StoreError::nickname_taken(nickname.as_deref().unwrap_or_default()))
}

/// The number of rows that were changed, or what a constraint that is broken means.
fn unless_taken(changed: rusqlite::Result<usize>, taken: impl FnOnce() -> StoreError) -> Stored<usize> {
    match changed {
        Err(rusqlite::Error::SqliteFailure(e, _)) if e.code == rusqlite::ErrorCode::ConstraintViolation => {
            Err(taken())
        }
        changed => Ok(changed?),
    }
}
