//! Changes of accounts, keys, plans and secrets, as statements of SQL.

use super::schema;
use crate::key::KeyChange;
use crate::store::{Change, StoreError, Stored, TOKEN_SECRETS};
use tokio_postgres::Transaction;
use tokio_postgres::error::{Error, SqlState};

/// Makes a change at an instant, milliseconds since 1970; fails if what it is about is no longer there.
pub(super) async fn apply(transaction: &Transaction<'_>, change: &Change<'_>, now_ms: i64) -> Stored<()> {
    let changed = match change {
        Change::CreateAccount(_)
        | Change::Name(..)
        | Change::Email(..)
        | Change::Plan(..)
        | Change::Password(..)
        | Change::Suspended(..)
        | Change::DeleteAccount(_) => change_account(transaction, change, now_ms).await?,
        Change::Allowance { plan, allowance, .. } => {
            let sql = "UPDATE plans SET allowance_millicredits = $1 WHERE name = $2";
            transaction.execute(sql, &[&allowance.0, &plan.word()]).await?
        }
        Change::TokenSecret { id, bytes } => {
            schema::insert_secret(transaction, id, "tokens", bytes, now_ms).await?;
            let sql = "DELETE FROM secrets WHERE purpose = 'tokens' AND number NOT IN
                           (SELECT number FROM secrets WHERE purpose = 'tokens'
                            ORDER BY number DESC LIMIT $1)";
            transaction.execute(sql, &[&TOKEN_SECRETS]).await?;
            1
        }
        _ => change_key(transaction, change, now_ms).await?,
    };
    match (changed, change.entry()) {
        (0, entry) if entry.key.is_some() => Err(StoreError::no_key(entry.key.unwrap_or_default())),
        (0, entry) => Err(StoreError::no_account(entry.account.unwrap_or_default())),
        _ => Ok(()),
    }
}

async fn change_account(transaction: &Transaction<'_>, change: &Change<'_>, now_ms: i64) -> Stored<u64> {
    let t = transaction;
    Ok(match change {
        Change::CreateAccount(new) => {
            let sql = "INSERT INTO accounts (id, name, email, password_hash, plan, created_ms)
                       VALUES ($1, $2, $3, $4, $5, $6)";
            let plan = new.plan.word();
            let added = t
                .execute(sql, &[&new.id, &new.name, &new.email, &new.password_hash, &plan, &new.created_ms])
                .await;
            unless_taken(added, || StoreError::email_taken(&new.email))?
        }
        Change::Name(row, name) => {
            t.execute("UPDATE accounts SET name = $1 WHERE id = $2", &[name, &row.id]).await?
        }
        Change::Email(row, email) => {
            let sql = "UPDATE accounts SET email = $1 WHERE id = $2";
            unless_taken(t.execute(sql, &[email, &row.id]).await, || StoreError::email_taken(email))?
        }
        Change::Plan(row, plan) => {
            let sql = "UPDATE accounts SET plan = $1 WHERE id = $2";
            t.execute(sql, &[&plan.word(), &row.id]).await?
        }
        Change::Password(row, hash) => {
            let sql = "UPDATE accounts SET password_hash = $1 WHERE id = $2";
            t.execute(sql, &[hash, &row.id]).await?
        }
        Change::Suspended(row, is_suspended) => {
            let sql = "UPDATE accounts SET suspended_ms = $1 WHERE id = $2";
            t.execute(sql, &[&is_suspended.then_some(now_ms), &row.id]).await?
        }
        Change::DeleteAccount(row) => {
            // In the order in which usage locks keys, so that neither waits for the other.
            let sql = "SELECT 1 FROM keys WHERE account = $1 ORDER BY id FOR UPDATE";
            t.execute(sql, &[&row.id]).await?;
            t.execute("DELETE FROM accounts WHERE id = $1", &[&row.id]).await?
        }
        _ => 0,
    })
}

async fn change_key(transaction: &Transaction<'_>, change: &Change<'_>, now_ms: i64) -> Stored<u64> {
    let t = transaction;
    Ok(match change {
        Change::CreateKey(new) => {
            let sql = "INSERT INTO keys (id, account, digest, nickname, description, enabled, origins, ips,
                           created_ms, secret_ms)
                       SELECT $1, id, $3, $4, $5, TRUE, '', '', $6, $6 FROM accounts WHERE id = $2
                       FOR KEY SHARE";
            let (id, digest) = (new.id.as_str(), &new.digest[..]);
            let added = t
                .execute(sql, &[&id, &new.account, &digest, &new.nickname, &new.description, &new.created_ms])
                .await;
            match unless_taken(added, || StoreError::nickname_taken(&new.nickname))? {
                0 => return Err(StoreError::no_account(&new.account)),
                added => added,
            }
        }
        Change::Key(row, change) => change_fields(t, &row.id, change).await?,
        Change::RotateKey { key, digest, old_until_ms } => {
            let sql = "UPDATE keys SET old_digest = digest, old_secret_ms = secret_ms, old_until_ms = $1,
                           digest = $2, secret_ms = GREATEST($3, secret_ms + 1)
                       WHERE id = $4 AND deleted_ms IS NULL";
            t.execute(sql, &[old_until_ms, &&digest[..], &now_ms, &key.id]).await?
        }
        Change::DeleteKey(row) => {
            let sql = "UPDATE keys SET digest = NULL, old_digest = NULL, old_secret_ms = NULL,
                           old_until_ms = NULL, enabled = FALSE, deleted_ms = $1
                       WHERE id = $2 AND deleted_ms IS NULL";
            t.execute(sql, &[&now_ms, &row.id]).await?
        }
        Change::Grant(row, entitlement) => {
            let sql = "INSERT INTO grants SELECT id, $2 FROM keys WHERE id = $1 FOR KEY SHARE
                       ON CONFLICT DO NOTHING";
            t.execute(sql, &[&row.id, entitlement]).await?;
            1
        }
        Change::Revoke(row, entitlement) => {
            let sql = "DELETE FROM grants WHERE key = $1 AND entitlement = $2";
            match t.execute(sql, &[&row.id, entitlement]).await? {
                0 => return Err(StoreError::NotFound { what: "grant", name: (*entitlement).into() }),
                changed => changed,
            }
        }
        _ => 0,
    })
}

async fn change_fields(transaction: &Transaction<'_>, id: &str, change: &KeyChange) -> Stored<u64> {
    let KeyChange { nickname, description, enabled, origins, ips } = change;
    let sql = "UPDATE keys SET nickname = COALESCE($1, nickname), description = COALESCE($2, description),
                   enabled = COALESCE($3, enabled), origins = COALESCE($4, origins), ips = COALESCE($5, ips)
               WHERE id = $6 AND deleted_ms IS NULL";
    let changed = transaction.execute(sql, &[nickname, description, enabled, origins, ips, &id]).await;
    unless_taken(changed, || StoreError::nickname_taken(nickname.as_deref().unwrap_or_default()))
}

/// The number of rows that were changed, or what it means that a name or an address is not the only one.
fn unless_taken(changed: Result<u64, Error>, taken: impl FnOnce() -> StoreError) -> Stored<u64> {
    match changed {
        Err(e) if e.code() == Some(&SqlState::UNIQUE_VIOLATION) => Err(taken()),
        changed => Ok(changed?),
    }
}
