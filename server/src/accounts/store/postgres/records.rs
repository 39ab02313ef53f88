//! What requests depend on, read in one state of the database: all of it, or what has changed.

use super::{read, usage};
use crate::accounts::clock::Month;
use crate::accounts::store::{AccountRecord, Changed, KeyRecord, OldSecretRecord, Records, Stored};
use futures_util::TryStreamExt;
use std::pin::pin;
use tokio_postgres::{Client, GenericClient, IsolationLevel, Row, Transaction};

/// Reads everything, or what belongs to some accounts, with the written usage of a month if one is given.
pub(super) async fn read(
    client: &mut Client,
    accounts: Option<&[String]>,
    month: Option<Month>,
) -> Stored<Records> {
    let transaction = one_state(client).await?;
    let usage = match month {
        Some(month) => usage::of_month(&transaction, month, None).await?,
        None => Vec::new(),
    };
    let records = Records {
        revision: read::revision(&transaction).await?,
        allowances: read::plans(&transaction).await?,
        accounts: account_records(&transaction, accounts).await?,
        keys: key_records(&transaction, accounts).await?,
        grants: read::grants(&transaction, accounts).await?,
        key_secret: read::key_secret(&transaction).await?,
        token_secrets: read::token_secrets(&transaction).await?,
        usage,
    };
    transaction.commit().await?;
    Ok(records)
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
                   EXISTS (SELECT 1 FROM changed WHERE revision = $1 + 1)
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

async fn account_records(
    client: &impl GenericClient,
    accounts: Option<&[String]>,
) -> Stored<Vec<AccountRecord>> {
    let sql = "SELECT id, name, email, password_hash, plan, suspended_ms FROM accounts
               WHERE $1::text[] IS NULL OR id = ANY($1)";
    let mut rows = pin!(client.query_raw(sql, [&accounts]).await?);
    let mut records = Vec::new();
    while let Some(row) = rows.try_next().await? {
        records.push(account_record(&row)?);
    }
    Ok(records)
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

/// Keys with what only the server may read, those that were deleted included.
async fn key_records(client: &impl GenericClient, accounts: Option<&[String]>) -> Stored<Vec<KeyRecord>> {
    let sql =
        "SELECT id, account, digest, nickname, description, enabled, origins, ips, created_ms, secret_ms,
                   old_digest, old_secret_ms, old_until_ms
               FROM keys WHERE $1::text[] IS NULL OR account = ANY($1)";
    let mut rows = pin!(client.query_raw(sql, [&accounts]).await?);
    let mut records = Vec::new();
    while let Some(row) = rows.try_next().await? {
        records.push(key_record(&row));
    }
    Ok(records)
}

fn key_record(row: &Row) -> KeyRecord {
    let old: (Option<Vec<u8>>, Option<i64>, Option<i64>) = (row.get(10), row.get(11), row.get(12));
    let old = match old {
        (Some(digest), Some(secret_ms), Some(until_ms)) => {
            Some(OldSecretRecord { digest, secret_ms, until_ms })
        }
        _ => None,
    };
    KeyRecord {
        id: row.get(0),
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
