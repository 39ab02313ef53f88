//! Queries of accounts, keys and plans for operators and for the console.

use super::database::{Database, SqlRow};
use crate::plan::{Credits, Entitlements, Plan};
use crate::store::{AccountRow, KeyRow, Stored};

const ACCOUNT_COLUMNS: &str = "id, name, email, plan, password_hash IS NOT NULL, created_ms, suspended_ms";

/// Number of changes of everything but usage.
pub async fn revision(db: Database<'_>) -> Stored<i64> {
    db.value("SELECT number FROM revision", &[]).await
}

/// All accounts, oldest first.
pub async fn accounts(db: Database<'_>) -> Stored<Vec<AccountRow>> {
    let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM accounts ORDER BY created_ms, id");
    db.rows(&sql, &[], account_row).await
}

/// The account with an id or an email address, if there is one.
pub async fn account(db: Database<'_>, id_or_email: &str) -> Stored<Option<AccountRow>> {
    let has_email = db.dialect().has_email;
    let sql = format!("SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE id = $1 OR {has_email}");
    Ok(db.rows(&sql, &[&valid_text(id_or_email)], account_row).await?.pop())
}

/// A text that can be in the database: PostgreSQL rejects the character 0, so no row has it.
fn valid_text(text: &str) -> &str {
    if text.contains('\0') { "" } else { text }
}

fn account_row(row: &dyn SqlRow) -> Stored<AccountRow> {
    Ok(AccountRow {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        plan: row.plan(3)?,
        has_password: row.get(4)?,
        created_ms: row.get(5)?,
        suspended_ms: row.get(6)?,
    })
}

/// Keys that are not deleted: of all accounts, of one account, or the one with an id.
pub async fn keys(db: Database<'_>, account: Option<&str>, key: Option<&str>) -> Stored<Vec<KeyRow>> {
    let last_used_ms = db.dialect().last_used_ms;
    let sql = format!(
        "SELECT keys.id, account, nickname, description, enabled, origins, ips, keys.created_ms, plan,
                   secret_ms, old_until_ms, {last_used_ms},
                   (SELECT string_agg(entitlement, ' ' ORDER BY entitlement) FROM grants
                    WHERE grants.key = keys.id)
               FROM keys JOIN accounts ON accounts.id = account LEFT JOIN key_use ON key = keys.id
               WHERE deleted_ms IS NULL AND (CAST($1 AS TEXT) IS NULL OR account = $1)
                   AND (CAST($2 AS TEXT) IS NULL OR keys.id = $2)
               ORDER BY account, keys.created_ms, keys.id"
    );
    db.rows(&sql, &[&account, &key.map(valid_text)], key_row).await
}

fn key_row(row: &dyn SqlRow) -> Stored<KeyRow> {
    // Entitlements are words without spaces.
    let granted: Option<String> = row.get(12)?;
    let granted: Vec<String> = granted.iter().flat_map(|words| words.split(' ')).map(String::from).collect();
    let entitlements = Entitlements::new(row.plan(8)?, granted.clone());
    Ok(KeyRow {
        id: row.get(0)?,
        account: row.get(1)?,
        nickname: row.get(2)?,
        description: row.get(3)?,
        enabled: row.get(4)?,
        entitlements: entitlements.words().to_vec(),
        granted,
        origins: row.get(5)?,
        ips: row.get(6)?,
        created_ms: row.get(7)?,
        secret_ms: row.get(9)?,
        old_until_ms: row.get(10)?,
        last_used_ms: row.get(11)?,
    })
}

/// Plans and their allowances, from least to most.
pub async fn plans(db: Database<'_>) -> Stored<Vec<(Plan, Credits)>> {
    let sql = "SELECT name, allowance_millicredits FROM plans";
    let mut plans = db.rows(sql, &[], |row| Ok((row.plan(0)?, Credits(row.get(1)?)))).await?;
    plans.sort();
    Ok(plans)
}
