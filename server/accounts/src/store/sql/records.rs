//! The state of the store that requests depend on: all of it, or what has changed.

use super::database::{Database, SqlParameter, SqlRow};
use super::{read, secrets};
use crate::store::{AccountRecord, Basis, Changed, KeyRecord, OldSecretRecord, Record, Selection, Stored};
use std::collections::HashMap;

/// Passes the records of a selection on as they arrive. The caller opens the transaction that makes them one
/// state of the database.
pub async fn read(
    db: Database<'_>,
    selection: Selection<'_>,
    recipient: &mut dyn FnMut(Record) -> Stored<()>,
) -> Stored<()> {
    recipient(Record::Basis(Basis {
        revision: read::revision(db).await?,
        allowances: read::plans(db).await?,
        key_secret: secrets::of_keys(db).await?,
        token_secrets: secrets::of_tokens(db).await?,
    }))?;
    let in_list = db.dialect().in_list;
    // An index serves some accounts; all are read without a condition.
    let (list, only) = match selection {
        Selection::All => (None, None),
        Selection::Accounts(ids) => (Some(ids), Some(in_list)),
    };
    let parameters: Vec<&dyn SqlParameter> = list.iter().map(|list| list as &dyn SqlParameter).collect();
    let of = |column: &str| only.map(|in_list| format!("WHERE {column} {in_list}")).unwrap_or_default();

    let sql = format!("SELECT id, name, email, password_hash, plan, suspended_ms FROM accounts {}", of("id"));
    db.for_each(&sql, &parameters, &mut |row| recipient(Record::Account(account_record(row)?))).await?;

    let mut granted = HashMap::<String, Vec<String>>::new();
    let sql = format!(
        "SELECT key, entitlement FROM grants JOIN keys ON keys.id = key {} ORDER BY key, entitlement",
        of("account")
    );
    let mut grant = |row: &dyn SqlRow| {
        granted.entry(row.get(0)?).or_default().push(row.get(1)?);
        Ok(())
    };
    db.for_each(&sql, &parameters, &mut grant).await?;

    // Deleted keys are among them.
    let sql = format!(
        "SELECT id, account, digest, nickname, description, enabled, origins, ips, created_ms, secret_ms,
             old_digest, old_secret_ms, old_until_ms FROM keys {}",
        of("account")
    );
    db.for_each(&sql, &parameters, &mut |row| recipient(Record::Key(key_record(row, &mut granted)?))).await
}

/// Reads the changes since a revision. The caller opens the transaction.
pub async fn changed_since(db: Database<'_>, since: i64) -> Stored<Changed> {
    let revision = read::revision(db).await?;
    if revision == since {
        return Ok(Changed::Nothing);
    }
    // Every change leaves a row until it is long past: if the next one's is there, so are all later ones.
    let sql = "SELECT DISTINCT account,
                   EXISTS (SELECT 1 FROM changed WHERE revision = CAST($1 AS BIGINT) + 1)
               FROM changed WHERE revision > $1 ORDER BY account";
    let rows = db.rows(sql, &[&since], |row| Ok((row.get::<Option<String>>(0)?, row.get(1)?))).await?;
    let is_complete = rows.first().is_some_and(|(_, is_complete)| *is_complete);
    let ids: Option<Vec<String>> = rows.into_iter().map(|(account, _)| account).collect();
    Ok(match ids.filter(|_| is_complete) {
        Some(ids) => Changed::Accounts { revision, ids },
        None => Changed::Everything,
    })
}

fn account_record(row: &dyn SqlRow) -> Stored<AccountRecord> {
    Ok(AccountRecord {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        password_hash: row.get(3)?,
        plan: row.plan(4)?,
        suspended_ms: row.get(5)?,
    })
}

fn key_record(row: &dyn SqlRow, granted: &mut HashMap<String, Vec<String>>) -> Stored<KeyRecord> {
    let old = match (row.get(10)?, row.get(11)?, row.get(12)?) {
        (Some(digest), Some(secret_ms), Some(until_ms)) => {
            Some(OldSecretRecord { digest, secret_ms, until_ms })
        }
        _ => None,
    };
    Ok(KeyRecord {
        id: row.get(0)?,
        granted: granted.remove(row.text(0)?).unwrap_or_default(),
        account: row.get(1)?,
        digest: row.get(2)?,
        nickname: row.get(3)?,
        description: row.get(4)?,
        enabled: row.get(5)?,
        origins: row.get(6)?,
        ips: row.get(7)?,
        created_ms: row.get(8)?,
        secret_ms: row.get(9)?,
        old,
    })
}
