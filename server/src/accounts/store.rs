//! The database of accounts: SQLite in WAL mode, migrated by number.

use super::clock::Month;
use super::meter::{Meter, Part, Tally, Usage};
use super::operation_names::OperationName;
use super::plan::{Credits, Entitlements, Plan};
use super::rules::{IpRules, OriginRules};
use super::secret::{Digester, KeyId, Secret, random_bytes, random_text};
use super::snapshot::{Account, Key, Snapshot};
use super::token::Signer;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Each brings the schema to its number, counted from 1.
const MIGRATIONS: [&str; 1] = [include_str!("migrations/1.sql")];
/// How long one process waits for another that writes.
const PATIENCE: Duration = Duration::from_secs(10);
/// Secrets of tokens that are in force: the one that signs, and the one before it.
const TOKEN_SECRETS: i64 = 2;

/// What went wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be made or its mode set.
    #[error("accounts {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is no such file.
    #[error("accounts {}: there is no such file; `server accounts create` makes it", .0.display())]
    NoFile(PathBuf),
    /// Written by a newer server.
    #[error("accounts {}: has schema {found}, and this server knows up to {known}; use a newer server", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest known schema.
        known: i64,
    },
    /// The database.
    #[error("accounts: {0}")]
    Database(#[from] rusqlite::Error),
    /// There is no such thing.
    #[error("there is no {what} \"{name}\"")]
    NotFound {
        /// Account, key or plan.
        what: &'static str,
        /// What was asked for.
        name: String,
    },
    /// A value that cannot be taken.
    #[error("{0}")]
    Invalid(String),
    /// The ledger of a running server has ended.
    #[error("the accounts cannot be changed now: the server is stopping")]
    Stopping,
}

/// A result of the store.
pub type Stored<T> = Result<T, StoreError>;

/// The database.
pub struct Store {
    connection: Connection,
}

/// An account as the operator sees it.
#[derive(Debug, Clone, Serialize)]
pub struct AccountRow {
    /// Its id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
    /// Plan.
    pub plan: Plan,
    /// Whether the console may be used.
    pub has_password: bool,
    /// Milliseconds since 1970.
    pub created_ms: i64,
}

/// A key as the operator sees it.
#[derive(Debug, Clone, Serialize)]
pub struct KeyRow {
    /// Its name in the secret.
    pub id: String,
    /// Whose it is.
    pub account: String,
    /// Name in usage.
    pub nickname: String,
    /// Free text.
    pub description: String,
    /// Whether it may be used.
    pub enabled: bool,
    /// What it is entitled to: plan and grants.
    pub entitlements: Vec<String>,
    /// Origin rules.
    pub origins: String,
    /// Address rules.
    pub ips: String,
    /// Milliseconds since 1970.
    pub created_ms: i64,
}

/// Usage as the operator sees it.
#[derive(Debug, Clone, Serialize)]
pub struct UsageRow {
    /// Account.
    pub account: String,
    /// Key.
    pub key: String,
    /// Its nickname.
    pub nickname: String,
    /// Days since 1970.
    pub day: i64,
    /// Operation.
    pub endpoint: String,
    /// Calls.
    pub calls: i64,
    /// Credits.
    pub credits: f64,
}

impl Store {
    /// Opens a database, or makes it. Only the user may read it afterwards.
    pub fn open(path: &Path) -> Stored<Self> {
        let file = |source| StoreError::File { path: path.to_owned(), source };
        // Made with its mode rather than given it later: nobody can open it in between. SQLite gives its
        // companion files the same mode.
        fs::OpenOptions::new().create(true).append(true).mode(0o600).open(path).map_err(file)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(file)?;
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        let mut store = Self { connection };
        store.migrate(path)?;
        Ok(store)
    }

    /// Opens a database that must exist.
    pub fn open_existing(path: &Path) -> Stored<Self> {
        if path.exists() { Self::open(path) } else { Err(StoreError::NoFile(path.to_owned())) }
    }

    fn migrate(&mut self, path: &Path) -> Stored<()> {
        // Locked before the number is read, so that two processes do not both migrate.
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let found: i64 = transaction.pragma_query_value(None, "user_version", |r| r.get(0))?;
        let known = MIGRATIONS.len() as i64;
        if found > known {
            return Err(StoreError::Newer { path: path.to_owned(), found, known });
        }
        for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
            transaction.execute_batch(migration)?;
        }
        transaction.pragma_update(None, "user_version", known)?;
        for purpose in ["keys", "tokens"] {
            let is_there: bool = transaction.query_row(
                "SELECT EXISTS (SELECT 1 FROM secrets WHERE purpose = ?)",
                [purpose],
                |r| r.get(0),
            )?;
            if !is_there {
                insert_secret(&transaction, purpose, 0)?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Count of changes of everything but usage.
    pub fn revision(&self) -> Stored<i64> {
        Ok(self.connection.query_row("SELECT number FROM revision", [], |r| r.get(0))?)
    }

    /// A picture of everything. Meters are those of the picture before; accounts that are new there get what
    /// is written of their month.
    pub fn snapshot(&self, before: Option<&Snapshot>, now_ms: i64) -> Stored<Snapshot> {
        // One state of the database, whoever writes meanwhile.
        let transaction = self.connection.unchecked_transaction()?;
        let revision = self.revision()?;
        let allowances: HashMap<String, i64> =
            self.plans()?.into_iter().map(|(p, c)| (p.word().to_owned(), c.0)).collect();
        let mut accounts = HashMap::new();
        let mut written = if before.is_none() { self.written(Month::of(now_ms))? } else { HashMap::new() };
        let mut statement =
            transaction.prepare("SELECT id, name, email, password_hash, plan FROM accounts")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id: Arc<str> = row.get::<_, String>(0)?.into();
            let plan = plan_of(row, 4)?;
            let meter = match before.and_then(|b| b.accounts.get(&id)) {
                Some(known) => known.meter.clone(),
                None => Arc::new(Meter::new(now_ms, written.remove(&*id).unwrap_or_default())),
            };
            let account = Account {
                id: id.clone(),
                name: row.get(1)?,
                email: row.get(2)?,
                password_hash: row.get(3)?,
                plan,
                allowance: Credits(allowances.get(plan.word()).copied().unwrap_or(0)),
                meter,
            };
            accounts.insert(id, Arc::new(account));
        }
        let (mut keys, mut deleted) = (HashMap::new(), HashMap::new());
        let mut granted = self.grants(None)?;
        let mut statement = transaction.prepare(
            "SELECT id, account, digest, nickname, description, enabled, origins, ips, created_ms FROM keys",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (id, owner): (String, String) = (row.get(0)?, row.get(1)?);
            let (Some(id), Some(account)) = (KeyId::parse(&id), accounts.get(owner.as_str())) else {
                continue;
            };
            let Some(digest) = row.get::<_, Option<Vec<u8>>>(2)?.and_then(|d| d.try_into().ok()) else {
                deleted.insert(id, row.get(3)?);
                continue;
            };
            let key = Key {
                id,
                account: Arc::clone(account),
                digest,
                nickname: row.get(3)?,
                description: row.get(4)?,
                enabled: row.get(5)?,
                entitlements: Entitlements::new(
                    account.plan,
                    granted.remove(id.as_str()).unwrap_or_default(),
                ),
                origins: OriginRules::parse(&row.get::<_, String>(6)?).map_err(StoreError::Invalid)?,
                ips: IpRules::parse(&row.get::<_, String>(7)?).map_err(StoreError::Invalid)?,
                created_ms: row.get(8)?,
            };
            keys.insert(id, Arc::new(key));
        }
        let mut statement = transaction
            .prepare("SELECT id, bytes FROM secrets WHERE purpose = 'tokens' ORDER BY rowid DESC")?;
        let signer =
            Signer::new(statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?);
        let digester = self.digester()?;
        Ok(Snapshot { revision, accounts, keys, deleted, digester, signer })
    }

    fn digester(&self) -> Stored<Digester> {
        let bytes: Vec<u8> =
            self.connection
                .query_row("SELECT bytes FROM secrets WHERE purpose = 'keys'", [], |r| r.get(0))?;
        Digester::new(&bytes).ok_or_else(|| {
            StoreError::Invalid(
                "the secret under which keys are hashed is damaged; restore the database from a backup"
                    .into(),
            )
        })
    }

    /// Written usage of a month by account.
    fn written(&self, month: Month) -> Stored<HashMap<String, Vec<Part>>> {
        let mut all = HashMap::<_, Vec<_>>::new();
        for row in self.usage(month, None)? {
            if let Some(key) = KeyId::parse(&row.key) {
                let tally = Tally { calls: row.calls, credits: Credits::from_f64(row.credits) };
                all.entry(row.account).or_default().push((key, OperationName::read(&row.endpoint), tally));
            }
        }
        Ok(all)
    }

    /// Adds usage, all of it or nothing. Usage of keys that are gone with their account is left out.
    pub fn write_usage(&mut self, usage: &[Usage]) -> Stored<()> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        {
            let mut statement = transaction.prepare_cached(
                "INSERT INTO usage SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM keys WHERE id = ?1)
                 ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, millicredits = millicredits + excluded.millicredits",
            )?;
            for u in usage {
                statement.execute(params![
                    u.key.as_str(),
                    u.day,
                    u.endpoint.as_str(),
                    u.tally.calls,
                    u.tally.credits.0
                ])?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Usage of a month, of all accounts or of one.
    pub fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>> {
        let mut statement = self.connection.prepare(
            "SELECT keys.account, keys.id, keys.nickname, usage.day, usage.endpoint, usage.calls, usage.millicredits
             FROM usage JOIN keys ON keys.id = usage.key
             WHERE usage.day >= ?1 AND usage.day < ?2 AND (?3 IS NULL OR keys.account = ?3)
             ORDER BY keys.account, usage.day, keys.nickname, usage.endpoint",
        )?;
        let row = |r: &Row| {
            Ok(UsageRow {
                account: r.get(0)?,
                key: r.get(1)?,
                nickname: r.get(2)?,
                day: r.get(3)?,
                endpoint: r.get(4)?,
                calls: r.get(5)?,
                credits: Credits(r.get(6)?).to_f64(),
            })
        };
        Ok(statement
            .query_map(params![month.first_day, month.end_day, account], row)?
            .collect::<Result<_, _>>()?)
    }

    /// Makes an account; gives its id. The hash of a password is made by [`crate::accounts::password::hash`].
    pub fn create_account(
        &mut self,
        name: &str,
        email: &str,
        plan: Plan,
        password_hash: Option<&str>,
        now_ms: i64,
    ) -> Stored<String> {
        let (name, email) = (name.trim(), email.trim());
        if name.is_empty() || name.chars().count() > 200 {
            return Err(StoreError::Invalid("the name of an account must have 1 to 200 characters".into()));
        }
        let looks = email.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && domain.contains('.') && !domain.contains('@')
        });
        if !looks || email.len() > 254 || email.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(StoreError::Invalid(format!(
                "\"{email}\" must be an email address such as ada@example.org"
            )));
        }
        let id = format!("acc{}", random_text(13));
        let made = self.connection.execute(
            "INSERT INTO accounts (id, name, email, password_hash, plan, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
            params![id, name, email, password_hash, plan.word(), now_ms],
        );
        match made {
            Err(e) if is_duplicate(&e) => {
                Err(StoreError::Invalid(format!("an account with the email address {email} exists")))
            }
            made => Ok(made.map(|_| id)?),
        }
    }

    /// All accounts, oldest first.
    pub fn accounts(&self) -> Stored<Vec<AccountRow>> {
        let mut statement =
            self.connection.prepare("SELECT id, name, email, plan, password_hash IS NOT NULL, created_ms FROM accounts ORDER BY created_ms, id")?;
        Ok(statement.query_map([], account_row)?.collect::<Result<_, _>>()?)
    }

    /// An account by its id or its email address.
    pub fn account(&self, id_or_email: &str) -> Stored<AccountRow> {
        let sql = "SELECT id, name, email, plan, password_hash IS NOT NULL, created_ms FROM accounts WHERE id = ?1 OR email = ?1";
        let found = self.connection.query_row(sql, [id_or_email], account_row).optional()?;
        found.ok_or_else(|| StoreError::NotFound { what: "account", name: id_or_email.into() })
    }

    /// Another plan; the entitlements of its keys follow.
    pub fn set_plan(&mut self, account: &str, plan: Plan) -> Stored<()> {
        let id = self.account(account)?.id;
        self.connection.execute("UPDATE accounts SET plan = ? WHERE id = ?", params![plan.word(), id])?;
        Ok(())
    }

    /// Another password.
    pub fn set_password(&mut self, account: &str, password_hash: &str) -> Stored<()> {
        let id = self.account(account)?.id;
        self.connection
            .execute("UPDATE accounts SET password_hash = ? WHERE id = ?", params![password_hash, id])?;
        Ok(())
    }

    /// Deletes an account with its keys and its usage.
    pub fn delete_account(&mut self, account: &str) -> Stored<()> {
        let id = self.account(account)?.id;
        self.connection.execute("DELETE FROM accounts WHERE id = ?", [id])?;
        Ok(())
    }

    /// Makes a key; its secret is nowhere else.
    pub fn create_key(
        &mut self,
        account: &str,
        nickname: &str,
        description: &str,
        now_ms: i64,
    ) -> Stored<Secret> {
        let account = self.account(account)?.id;
        check_nickname(nickname)?;
        check_description(description)?;
        let secret = Secret::new();
        let made = self.connection.execute(
            "INSERT INTO keys (id, account, digest, nickname, description, enabled, origins, ips, created_ms) VALUES (?, ?, ?, ?, ?, 1, '', '', ?)",
            params![secret.id.as_str(), account, self.digester()?.digest(&secret.text), nickname, description, now_ms],
        );
        named(made, nickname).map(|_| secret)
    }

    /// Keys that are not deleted, oldest first, of all accounts or of one.
    pub fn keys(&self, account: Option<&str>) -> Stored<Vec<KeyRow>> {
        let account = account.map(|a| self.account(a)).transpose()?.map(|a| a.id);
        self.key_rows(account.as_deref(), None)
    }

    /// A key that is not deleted.
    pub fn key(&self, id: &str) -> Stored<KeyRow> {
        self.key_rows(None, Some(id))?
            .pop()
            .ok_or_else(|| StoreError::NotFound { what: "key", name: id.into() })
    }

    fn key_rows(&self, account: Option<&str>, key: Option<&str>) -> Stored<Vec<KeyRow>> {
        let mut granted = self.grants(key)?;
        let mut statement = self.connection.prepare(
            "SELECT keys.id, account, nickname, description, enabled, origins, ips, keys.created_ms, plan
             FROM keys JOIN accounts ON accounts.id = account
             WHERE deleted_ms IS NULL AND (?1 IS NULL OR account = ?1) AND (?2 IS NULL OR keys.id = ?2) ORDER BY account, keys.created_ms, keys.id",
        )?;
        let mut rows = statement.query(params![account, key])?;
        let mut keys = Vec::new();
        while let Some(row) = rows.next()? {
            let id: String = row.get(0)?;
            let entitlements = Entitlements::new(plan_of(row, 8)?, granted.remove(&id).unwrap_or_default());
            keys.push(KeyRow {
                id,
                account: row.get(1)?,
                nickname: row.get(2)?,
                description: row.get(3)?,
                enabled: row.get(4)?,
                entitlements: entitlements.words().to_vec(),
                origins: row.get(5)?,
                ips: row.get(6)?,
                created_ms: row.get(7)?,
            });
        }
        Ok(keys)
    }

    /// Enables or disables a key.
    pub fn set_enabled(&mut self, key: &str, enabled: bool) -> Stored<()> {
        self.change("UPDATE keys SET enabled = ?1 WHERE id = ?2 AND deleted_ms IS NULL", enabled, key)
    }

    /// Deletes a key; its row stays, without the digest, for its usage.
    pub fn delete_key(&mut self, key: &str, now_ms: i64) -> Stored<()> {
        self.change("UPDATE keys SET digest = NULL, enabled = 0, deleted_ms = ?1 WHERE id = ?2 AND deleted_ms IS NULL", now_ms, key)
    }

    /// Another nickname.
    pub fn set_nickname(&mut self, key: &str, nickname: &str) -> Stored<()> {
        check_nickname(nickname)?;
        self.key(key)?;
        let changed = self.connection.execute("UPDATE keys SET nickname = ? WHERE id = ?", [nickname, key]);
        named(changed, nickname).map(drop)
    }

    /// Another description.
    pub fn set_description(&mut self, key: &str, description: &str) -> Stored<()> {
        check_description(description)?;
        self.change("UPDATE keys SET description = ?1 WHERE id = ?2 AND deleted_ms IS NULL", description, key)
    }

    /// Other origin rules; none are allowed on every plan, some on Pro and higher.
    pub fn set_origins(&mut self, key: &str, rules: &str) -> Stored<()> {
        let text = OriginRules::parse(rules).map_err(StoreError::Invalid)?.text();
        self.check_rules(key, &text)?;
        self.change("UPDATE keys SET origins = ?1 WHERE id = ?2 AND deleted_ms IS NULL", text, key)
    }

    /// Other address rules, likewise.
    pub fn set_ips(&mut self, key: &str, rules: &str) -> Stored<()> {
        let text = IpRules::parse(rules).map_err(StoreError::Invalid)?.text();
        self.check_rules(key, &text)?;
        self.change("UPDATE keys SET ips = ?1 WHERE id = ?2 AND deleted_ms IS NULL", text, key)
    }

    /// Rules travel in tokens, which travel in a header.
    fn check_rules(&self, key: &str, text: &str) -> Stored<()> {
        const MOST: usize = 2000;
        let row = self.key(key)?;
        if text.len() > MOST {
            return Err(StoreError::Invalid(format!(
                "the rules have {} characters; at most {MOST} are taken",
                text.len()
            )));
        }
        if !text.is_empty() && !Entitlements::new(Plan::Free, row.entitlements).open(Plan::Pro) {
            return Err(StoreError::Invalid(
                "rules for origins and addresses need the plan pro or enterprise".into(),
            ));
        }
        Ok(())
    }

    /// Grants an entitlement.
    pub fn grant(&mut self, key: &str, entitlement: &str) -> Stored<()> {
        let looks = (1..=32).contains(&entitlement.len())
            && entitlement.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !looks {
            return Err(StoreError::Invalid(format!(
                "\"{entitlement}\" must be 1 to 32 small letters, digits and hyphens, such as research"
            )));
        }
        let key = self.key(key)?.id;
        self.connection.execute("INSERT OR IGNORE INTO grants VALUES (?, ?)", [key.as_str(), entitlement])?;
        Ok(())
    }

    /// Takes a granted entitlement back; that of the plan stays.
    pub fn revoke(&mut self, key: &str, entitlement: &str) -> Stored<()> {
        let key = self.key(key)?.id;
        match self
            .connection
            .execute("DELETE FROM grants WHERE key = ? AND entitlement = ?", [key.as_str(), entitlement])?
        {
            0 => Err(StoreError::NotFound { what: "grant", name: entitlement.into() }),
            _ => Ok(()),
        }
    }

    /// What is granted to all keys, or to one.
    fn grants(&self, key: Option<&str>) -> Stored<HashMap<String, Vec<String>>> {
        let mut all = HashMap::<String, Vec<String>>::new();
        let mut statement =
            self.connection.prepare("SELECT key, entitlement FROM grants WHERE ?1 IS NULL OR key = ?1")?;
        let mut rows = statement.query([key])?;
        while let Some(row) = rows.next()? {
            all.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
        Ok(all)
    }

    /// Plans and their allowances a month.
    pub fn plans(&self) -> Stored<Vec<(Plan, Credits)>> {
        let mut statement = self.connection.prepare("SELECT name, allowance_millicredits FROM plans")?;
        let mut plans: Vec<_> = statement
            .query_map([], |r| Ok((plan_of(r, 0)?, Credits(r.get(1)?))))?
            .collect::<Result<_, _>>()?;
        plans.sort();
        Ok(plans)
    }

    /// Another allowance.
    pub fn set_allowance(&mut self, plan: Plan, allowance: Credits) -> Stored<()> {
        if allowance.0 < 0 {
            return Err(StoreError::Invalid("an allowance must not be negative".into()));
        }
        self.connection.execute(
            "UPDATE plans SET allowance_millicredits = ? WHERE name = ?",
            params![allowance.0, plan.word()],
        )?;
        Ok(())
    }

    /// A new secret signs tokens; those of the one before stay valid, older ones do not. Gives its name.
    pub fn rotate_secret(&mut self, now_ms: i64) -> Stored<String> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let kid = insert_secret(&transaction, "tokens", now_ms)?;
        transaction.execute(
            "DELETE FROM secrets WHERE purpose = 'tokens' AND rowid NOT IN (SELECT rowid FROM secrets WHERE purpose = 'tokens' ORDER BY rowid DESC LIMIT ?)",
            [TOKEN_SECRETS],
        )?;
        transaction.commit()?;
        Ok(kid)
    }

    /// Copies the database, while others read and write it, into a new file that only the user may read.
    pub fn backup(&self, path: &Path) -> Stored<()> {
        let file = |source| StoreError::File { path: path.to_owned(), source };
        fs::OpenOptions::new().create_new(true).write(true).mode(0o600).open(path).map_err(file)?;
        let mut copy = Connection::open(path)?;
        rusqlite::backup::Backup::new(&self.connection, &mut copy)?.run_to_completion(
            1000,
            Duration::from_millis(5),
            None,
        )?;
        // The copy is one file, without companions.
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        Ok(())
    }

    /// What SQLite itself says of the file: `ok`, or what is wrong.
    pub fn integrity(&self) -> Stored<String> {
        Ok(self.connection.pragma_query_value(None, "integrity_check", |r| r.get(0))?)
    }

    /// Several changes, all of them or none.
    pub fn together(&mut self, work: impl FnOnce(&mut Self) -> Stored<()>) -> Stored<()> {
        self.connection.execute_batch("SAVEPOINT together")?;
        let done = work(self);
        let end = if done.is_ok() { "RELEASE together" } else { "ROLLBACK TO together; RELEASE together" };
        self.connection.execute_batch(end)?;
        done
    }

    fn change(&mut self, sql: &str, value: impl rusqlite::ToSql, key: &str) -> Stored<()> {
        match self.connection.execute(sql, params![value, key])? {
            0 => Err(StoreError::NotFound { what: "key", name: key.into() }),
            _ => Ok(()),
        }
    }
}

fn insert_secret(connection: &Connection, purpose: &str, now_ms: i64) -> Stored<String> {
    let id = random_text(8);
    connection.execute(
        "INSERT INTO secrets (id, purpose, bytes, created_ms) VALUES (?, ?, ?, ?)",
        params![id, purpose, random_bytes::<32>(), now_ms],
    )?;
    Ok(id)
}

fn account_row(row: &Row) -> rusqlite::Result<AccountRow> {
    Ok(AccountRow {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        plan: plan_of(row, 3)?,
        has_password: row.get(4)?,
        created_ms: row.get(5)?,
    })
}

fn plan_of(row: &Row, column: usize) -> rusqlite::Result<Plan> {
    let text: String = row.get(column)?;
    text.parse().map_err(|e: String| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, e.into())
    })
}

fn is_duplicate(e: &rusqlite::Error) -> bool {
    matches!(e, rusqlite::Error::SqliteFailure(e, _) if e.code == rusqlite::ErrorCode::ConstraintViolation)
}

fn named(changed: rusqlite::Result<usize>, nickname: &str) -> Stored<usize> {
    match changed {
        Err(e) if is_duplicate(&e) => {
            Err(StoreError::Invalid(format!("the account has another key with the nickname \"{nickname}\"")))
        }
        changed => Ok(changed?),
    }
}

fn check_nickname(nickname: &str) -> Stored<()> {
    if (1..=32).contains(&nickname.len()) && nickname.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Ok(());
    }
    Err(StoreError::Invalid(format!("the nickname \"{nickname}\" must be 1 to 32 letters and digits")))
}

fn check_description(description: &str) -> Stored<()> {
    const MOST: usize = 1000;
    if description.chars().count() <= MOST {
        return Ok(());
    }
    Err(StoreError::Invalid(format!("the description must have at most {MOST} characters")))
}
