//! What requests depend on, read in one state of the database: all of it, or what has changed.

use super::read;
use crate::store::{AccountRecord, Basis, Changed, KeyRecord, OldSecretRecord, Record, Stored, Wanted};
use futures_util::TryStreamExt;
use std::collections::HashMap;
use std::pin::pin;
use tokio_postgres::{Client, GenericClient, IsolationLevel, Row, Transaction};

/// Hands over what is wanted, row by row as it arrives.
pub(super) async fn read(
    client: &mut Client,
    wanted: Wanted<'_>,
    recipient: &mut dyn FnMut(Record) -> Stored<()>,
) -> Stored<()> {
    let accounts = match wanted {
        Wanted::All => None,
        Wanted::Of(ids) => Some(ids),
    };
    let transaction = one_state(client).await?;
    recipient(Record::Basis(Basis {
        revision: read::revision(&transaction).await?,
        allowances: read::plans(&transaction).await?,
        key_secret: read::key_secret(&transaction).await?,
        token_secrets: read::token_secrets(&transaction).await?,
    }))?;
    hand_over_accounts(&transaction, accounts, recipient).await?;
    hand_over_keys(&transaction, accounts, recipient).await?;
    Ok(transaction.commit().await?)
}

/// What has changed since a revision.
pub(super) async fn changed_since(client: &mut Client, since: i64) -> Stored<Changed> {
    let transaction = one_state(client).await?;
    let revision = read::revision(&transaction).await?;
    if revision == since {
        return Ok(Changed::Nothing);
    }
    // Every change has left a row: if the next one's is gone, so may be others.
    let sql = "SELECT DISTINCT account,
                   EXISTS (SELECT 1 FROM changed WHERE revision = $1::bigint + 1)
               FROM changed WHERE revision > $1";
    let rows = transaction.query(sql, &[&since]).await?;
    let ids: Option<Vec<String>> = rows.iter().map(|row| row.get(0)).collect();
    let is_whole = rows.first().is_some_and(|row| row.get(1));
    Ok(match ids.filter(|_| is_whole) {
        Some(ids) => Changed::Accounts { revision, ids },
        None => Changed::Everything,
    })
}

/// A transaction that sees one state of the database, whoever writes meanwhile.
async fn one_state(client: &mut Client) -> Stored<Transaction<'_>> {
    let begun = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
    Ok(begun.start().await?)
}

async fn hand_over_accounts(
    client: &impl GenericClient,
    accounts: Option<&[String]>,
    recipient: &mut dyn FnMut(Record) -> Stored<()>,
) -> Stored<()> {
    let sql = format!(
        "SELECT id, name, email, password_hash, plan, suspended_ms FROM accounts WHERE {}",
        of("id", accounts)
    );
    let mut rows = pin!(client.query_raw(&sql, [&accounts]).await?);
    while let Some(row) = rows.try_next().await? {
        recipient(Record::Account(account_record(&row)?))?;
    }
    Ok(())
}

/// The condition that a column names one of the accounts that are wanted, so that an index is used for some.
fn of(column: &str, accounts: Option<&[String]>) -> String {
    match accounts {
        Some(_) => format!("{column} = ANY($1)"),
        None => "$1::text[] IS NULL".into(),
    }
}

fn account_record(row: &Row) -> Stored<AccountRecord> {
    Ok(AccountRecord {
        id: row.get(0),
        name: row.get(1),
        email: row.get(2),
        password_hash: row.get(3),
        plan: read::plan_of(row.get(4))?,
        suspended_ms: row.get(5),
    })
}

/// Hands over keys, those that were deleted included.
async fn hand_over_keys(
    client: &impl GenericClient,
    accounts: Option<&[String]>,
    recipient: &mut dyn FnMut(Record) -> Stored<()>,
) -> Stored<()> {
    let mut granted = read::grants(client, accounts).await?;
    let sql = format!(
        "SELECT id, account, digest, nickname, description, enabled, origins, ips, created_ms, secret_ms,
             old_digest, old_secret_ms, old_until_ms FROM keys WHERE {}",
        of("account", accounts)
    );
    let mut rows = pin!(client.query_raw(&sql, [&accounts]).await?);
    while let Some(row) = rows.try_next().await? {
        recipient(Record::Key(key_record(&row, &mut granted)))?;
    }
    Ok(())
}

fn key_record(row: &Row, granted: &mut HashMap<String, Vec<String>>) -> KeyRecord {
    let old: (Option<Vec<u8>>, Option<i64>, Option<i64>) = (row.get(10), row.get(11), row.get(12));
    let old = match old {
        (Some(digest), Some(secret_ms), Some(until_ms)) => {
            Some(OldSecretRecord { digest, secret_ms, until_ms })
        }
        _ => None,
    };
    KeyRecord {
        id: row.get(0),
        granted: granted.remove(row.get::<_, &str>(0)).unwrap_or_default(),
        account: row.get(1),
        digest: row.get(2),
        secret_ms: row.get(9),
        old,
        nickname: row.get(3),
        description: row.get(4),
        enabled: row.get(5),
        origins: row.get(6),
        ips: row.get(7),
        created_ms: row.get(8),
    }
}
