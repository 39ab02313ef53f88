//! Changes of accounts, keys, plans and secrets as statements.

use super::database::{Database, SqlParameter};
use super::{log, secrets};
use crate::key::{KeyChange, NewKey};
use crate::store::{Actor, Change, StoreError, Stored};

/// Makes a change and adds its line to the audit log; fails if the account or the key no longer exists. The
/// caller opens the transaction.
pub async fn apply(db: Database<'_>, change: &Change<'_>, by: &Actor) -> Stored<()> {
    let changed = execute(db, change, by.now_ms).await?;
    let entry = change.entry();
    match (changed, entry.key) {
        (0, Some(key)) => Err(StoreError::no_key(key)),
        (0, None) => Err(StoreError::no_account(entry.account.unwrap_or_default())),
        _ => log::add(db, &entry, by).await,
    }
}

/// The number of rows that a change at an instant concerns, milliseconds since 1970.
async fn execute(db: Database<'_>, change: &Change<'_>, now_ms: i64) -> Stored<u64> {
    let key_share = db.dialect().key_share;
    Ok(match change {
        Change::CreateAccount(new) => {
            let sql = "INSERT INTO accounts (id, name, email, password_hash, plan, created_ms)
                       VALUES ($1, $2, $3, $4, $5, $6)";
            let plan = new.plan.word();
            let values: [&dyn SqlParameter; 6] =
                [&new.id, &new.name, &new.email, &new.password_hash, &plan, &new.created_ms];
            db.execute_unless_duplicate(sql, &values, || StoreError::email_in_use(&new.email)).await?
        }
        Change::Name(row, name) => {
            db.execute("UPDATE accounts SET name = $1 WHERE id = $2", &[name, &row.id]).await?
        }
        Change::Email(row, email) => {
            let sql = "UPDATE accounts SET email = $1 WHERE id = $2";
            db.execute_unless_duplicate(sql, &[email, &row.id], || StoreError::email_in_use(email)).await?
        }
        Change::Plan(row, plan) => {
            db.execute("UPDATE accounts SET plan = $1 WHERE id = $2", &[&plan.word(), &row.id]).await?
        }
        Change::Password { account, hash, proven: None } => {
            db.execute("UPDATE accounts SET password_hash = $1 WHERE id = $2", &[hash, &account.id]).await?
        }
        Change::Password { account, hash, proven: Some(proven) } => {
            // The change itself ends the proof, so of concurrent changes one succeeds.
            let sql = "UPDATE accounts SET password_hash = $1
                       WHERE id = $2 AND email = $3 AND password_hash IS NOT DISTINCT FROM $4
                           AND suspended_ms IS NULL";
            match db.execute(sql, &[hash, &account.id, &proven.email, &proven.password_hash]).await? {
                0 => return Err(StoreError::Outdated),
                changed => changed,
            }
        }
        Change::Request { .. } | Change::ResetLink(_) => 1,
        Change::Suspended(row, is_suspended) => {
            let sql = "UPDATE accounts SET suspended_ms = $1 WHERE id = $2";
            db.execute(sql, &[&is_suspended.then_some(now_ms), &row.id]).await?
        }
        Change::DeleteAccount(row) => db.execute("DELETE FROM accounts WHERE id = $1", &[&row.id]).await?,
        Change::CreateKey(new) => {
            let sql = format!(
                "INSERT INTO keys (id, account, digest, nickname, description, enabled, origins, ips,
                     created_ms, secret_ms)
                 SELECT $1, id, $3, $4, $5, TRUE, $7, $8, $6, $6 FROM accounts WHERE id = $2 {key_share}"
            );
            let (id, digest) = (new.id.as_str(), &new.digest[..]);
            let NewKey { account, nickname, description, origins, ips, created_ms, .. } = new;
            let values: [&dyn SqlParameter; 8] =
                [&id, account, &digest, nickname, description, created_ms, origins, ips];
            let on_duplicate = || StoreError::nickname_in_use(&new.nickname);
            match db.execute_unless_duplicate(&sql, &values, on_duplicate).await? {
                0 => return Err(StoreError::no_account(&new.account)),
                added => added,
            }
        }
        Change::Key(row, change) => change_key(db, &row.id, change).await?,
        Change::RotateKey { key, digest, old_until_ms } => {
            let sql = "UPDATE keys SET old_digest = digest, old_secret_ms = secret_ms, old_until_ms = $1,
                           digest = $2,
                           secret_ms = CASE WHEN $3 > secret_ms THEN $3 ELSE secret_ms + 1 END
                       WHERE id = $4 AND deleted_ms IS NULL";
            db.execute(sql, &[old_until_ms, &&digest[..], &now_ms, &key.id]).await?
        }
        Change::DeleteKey(row) => {
            let sql = "UPDATE keys SET digest = NULL, old_digest = NULL, old_secret_ms = NULL,
                           old_until_ms = NULL, enabled = FALSE, deleted_ms = $1
                       WHERE id = $2 AND deleted_ms IS NULL";
            db.execute(sql, &[&now_ms, &row.id]).await?
        }
        Change::Grant(row, entitlement) => {
            // Granted twice is granted.
            let sql = format!(
                "INSERT INTO grants SELECT id, $2 FROM keys WHERE id = $1 {key_share} ON CONFLICT DO NOTHING"
            );
            db.execute(&sql, &[&row.id, entitlement]).await?;
            1
        }
        Change::Revoke(row, entitlement) => {
            let sql = "DELETE FROM grants WHERE key = $1 AND entitlement = $2";
            match db.execute(sql, &[&row.id, entitlement]).await? {
                0 => return Err(StoreError::NotFound { what: "grant", name: (*entitlement).into() }),
                changed => changed,
            }
        }
        Change::Allowance { plan, allowance, .. } => {
            let sql = "UPDATE plans SET allowance_millicredits = $1 WHERE name = $2";
            db.execute(sql, &[&allowance.0, &plan.word()]).await?
        }
        Change::TokenSecret { id, bytes } => {
            secrets::rotate_tokens(db, id, bytes, now_ms).await?;
            1
        }
    })
}

async fn change_key(db: Database<'_>, id: &str, change: &KeyChange) -> Stored<u64> {
    let KeyChange { nickname, description, enabled, origins, ips } = change;
    let sql = "UPDATE keys SET nickname = COALESCE($1, nickname), description = COALESCE($2, description),
                   enabled = COALESCE($3, enabled), origins = COALESCE($4, origins), ips = COALESCE($5, ips)
               WHERE id = $6 AND deleted_ms IS NULL";
    let on_duplicate = || StoreError::nickname_in_use(nickname.as_deref().unwrap_or_default());
    db.execute_unless_duplicate(sql, &[nickname, description, enabled, origins, ips, &id], on_duplicate).await
}
