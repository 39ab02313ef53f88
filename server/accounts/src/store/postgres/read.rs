//! Queries of accounts, keys and plans, as operators and programs see them.

use crate::plan::{Credits, Entitlements, Plan};
use crate::store::{AccountRow, KeyRow, StoreError, Stored};
use std::collections::HashMap;
use tokio_postgres::{GenericClient, Row};

const ACCOUNT_COLUMNS: &str = "id, name, email, plan, password_hash IS NOT NULL, created_ms, suspended_ms";

/// The number of changes of everything but usage.
pub(super) async fn revision(client: &impl GenericClient) -> Stored<i64> {
    Ok(client.query_one("SELECT number FROM revision", &[]).await?.get(0))
}

/// All accounts, oldest first.
pub(super) async fn accounts(client: &impl GenericClient) -> Stored<Vec<AccountRow>> {
    let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM accounts ORDER BY created_ms, id");
    client.query(&sql, &[]).await?.iter().map(account_row).collect()
}

/// The account with an id or an email address, if there is one.
pub(super) async fn account(client: &impl GenericClient, id_or_email: &str) -> Stored<Option<AccountRow>> {
    let sql = format!(
        "SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE id = $1 OR lower(email) = lower($1 COLLATE \"C\")"
    );
    client.query_opt(&sql, &[&known_text(id_or_email)]).await?.as_ref().map(account_row).transpose()
}

/// A text that PostgreSQL takes: none in it has the character 0.
fn known_text(text: &str) -> &str {
    if text.contains('\0') { "" } else { text }
}

fn account_row(row: &Row) -> Stored<AccountRow> {
    Ok(AccountRow {
        id: row.get(0),
        name: row.get(1),
        email: row.get(2),
        plan: plan_of(row.get(3))?,
        has_password: row.get(4),
        created_ms: row.get(5),
        suspended_ms: row.get(6),
    })
}

/// Keys that are not deleted, of one account or of all, or the one key with an id.
pub(super) async fn keys(
    client: &impl GenericClient,
    account: Option<&str>,
    key: Option<&str>,
) -> Stored<Vec<KeyRow>> {
    let rows = client
        .query(
            "SELECT keys.id, account, nickname, description, enabled, origins, ips, keys.created_ms, plan,
                 secret_ms, old_until_ms, last_used_ms,
                 ARRAY(SELECT entitlement FROM grants WHERE grants.key = keys.id ORDER BY entitlement)
             FROM keys JOIN accounts ON accounts.id = account LEFT JOIN key_use ON key = keys.id
             WHERE deleted_ms IS NULL AND ($1::text IS NULL OR account = $1)
                 AND ($2::text IS NULL OR keys.id = $2)
             ORDER BY account, keys.created_ms, keys.id",
            &[&account, &key.map(known_text)],
        )
        .await?;
    rows.iter().map(key_row).collect()
}

fn key_row(row: &Row) -> Stored<KeyRow> {
    let granted: Vec<String> = row.get(12);
    let entitlements = Entitlements::new(plan_of(row.get(8))?, granted.clone());
    Ok(KeyRow {
        id: row.get(0),
        account: row.get(1),
        nickname: row.get(2),
        description: row.get(3),
        enabled: row.get(4),
        entitlements: entitlements.words().to_vec(),
        granted,
        origins: row.get(5),
        ips: row.get(6),
        created_ms: row.get(7),
        secret_ms: row.get(9),
        old_until_ms: row.get(10),
        last_used_ms: row.get(11),
    })
}

/// Granted entitlements by key, of all keys or of those of some accounts.
pub(super) async fn grants(
    client: &impl GenericClient,
    accounts: Option<&[String]>,
) -> Stored<HashMap<String, Vec<String>>> {
    let sql = "SELECT key, entitlement FROM grants
               WHERE $1::text[] IS NULL OR key IN (SELECT id FROM keys WHERE account = ANY($1))
               ORDER BY key, entitlement";
    let mut all = HashMap::<String, Vec<String>>::new();
    for row in client.query(sql, &[&accounts]).await? {
        all.entry(row.get(0)).or_default().push(row.get(1));
    }
    Ok(all)
}

/// Plans and their allowances, from least to most.
pub(super) async fn plans(client: &impl GenericClient) -> Stored<Vec<(Plan, Credits)>> {
    let rows = client.query("SELECT name, allowance_millicredits FROM plans", &[]).await?;
    let row = |row: &Row| Ok((plan_of(row.get(0))?, Credits(row.get(1))));
    let mut plans: Vec<_> = rows.iter().map(row).collect::<Stored<_>>()?;
    plans.sort();
    Ok(plans)
}

/// The secret under which keys are hashed.
pub(super) async fn key_secret(client: &impl GenericClient) -> Stored<Vec<u8>> {
    Ok(client.query_one("SELECT bytes FROM secrets WHERE purpose = 'keys'", &[]).await?.get(0))
}

/// The secrets that sign tokens with their names, newest first.
pub(super) async fn token_secrets(client: &impl GenericClient) -> Stored<Vec<(String, Vec<u8>)>> {
    let sql = "SELECT id, bytes FROM secrets WHERE purpose = 'tokens' ORDER BY number DESC";
    Ok(client.query(sql, &[]).await?.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// The plan that a column names.
pub(super) fn plan_of(word: &str) -> Stored<Plan> {
    word.parse().map_err(|e: String| StoreError::Database(e.into()))
}
