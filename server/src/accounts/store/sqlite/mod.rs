//! The store in a file of SQLite, in WAL mode: one writer and any number of readers, also of other processes.

mod read;
mod schema;

pub(crate) use schema::SCHEMA_VERSION;

use super::{AccountRow, KeyRow, Records, Store, StoreError, Stored, UsageRow, UsageToAdd};
use crate::accounts::account::NewAccount;
use crate::accounts::clock::Month;
use crate::accounts::key::{KeyChange, NewKey};
use crate::accounts::plan::{Credits, Plan};
use rusqlite::{Connection, TransactionBehavior, params};
use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long one process waits for another that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Secrets of tokens that are in force: the one that signs, and the one before it.
const TOKEN_SECRETS: i64 = 2;
/// Pages that a backup copies before it lets others write for [`BACKUP_PAUSE`].
const BACKUP_PAGES: i32 = 1000;
const BACKUP_PAUSE: Duration = Duration::from_millis(5);

/// A database in a file.
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// Device and inode of the file that was opened.
    identity: (u64, u64),
}

impl From<rusqlite::Error> for StoreError {
    fn from(e: rusqlite::Error) -> Self {
        Self::Database(Box::new(e))
    }
}

impl SqliteStore {
    /// Opens a database, or makes it. Only the user may read it afterwards.
    pub fn open(path: &Path) -> Stored<Self> {
        let file = |source| StoreError::File { path: path.to_owned(), source };
        // Made with its mode rather than given it later: nobody can open it in between. SQLite gives its
        // companion files the same mode.
        let opened = OpenOptions::new().create(true).append(true).read(true).mode(0o600).open(path);
        let opened = opened.map_err(file)?;
        let metadata = opened.metadata().map_err(file)?;
        if !is_database(&opened, &metadata).map_err(file)? {
            return Err(StoreError::NoDatabase(path.to_owned()));
        }
        opened.set_permissions(Permissions::from_mode(0o600)).map_err(file)?;
        // Closed before SQLite opens the file: closing it later would end the locks of this process on it.
        drop(opened);
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        schema::migrate(&mut connection, path)?;
        Ok(Self { connection, path: path.to_owned(), identity: (metadata.dev(), metadata.ino()) })
    }

    /// Sets how long the store waits for another process that writes.
    pub(crate) fn with_patience(self, patience: Duration) -> Stored<Self> {
        self.connection.busy_timeout(patience)?;
        Ok(self)
    }

    /// Opens a database that must exist.
    pub(crate) fn open_existing(path: &Path) -> Stored<Self> {
        if path.exists() { Self::open(path) } else { Err(StoreError::NoFile(path.to_owned())) }
    }
}

/// Whether a file is empty, and so to become a database, or begins as databases of SQLite do.
fn is_database(file: &File, metadata: &Metadata) -> std::io::Result<bool> {
    const BEGINNING: &[u8; 16] = b"SQLite format 3\0";
    if !metadata.is_file() || metadata.len() < BEGINNING.len() as u64 {
        return Ok(metadata.is_file() && metadata.len() == 0);
    }
    let mut beginning = [0; BEGINNING.len()];
    file.read_exact_at(&mut beginning, 0)?;
    Ok(beginning == *BEGINNING)
}

impl Store for SqliteStore {
    fn is_replaced(&self) -> bool {
        let found = std::fs::metadata(&self.path).map(|m| (m.dev(), m.ino()));
        found.map_or(true, |identity| identity != self.identity)
    }

    fn revision(&self) -> Stored<i64> {
        read::revision(&self.connection)
    }

    fn records(&self, month: Option<Month>) -> Stored<Records> {
        // One state of the database, whoever writes meanwhile.
        let transaction = self.connection.unchecked_transaction()?;
        Ok(Records {
            revision: read::revision(&transaction)?,
            allowances: read::plans(&transaction)?,
            accounts: read::account_records(&transaction)?,
            keys: read::key_records(&transaction)?,
            grants: read::grants(&transaction, None)?,
            key_secret: read::key_secret(&transaction)?,
            token_secrets: read::token_secrets(&transaction)?,
            usage: month.map(|m| read::usage(&transaction, m, None)).transpose()?.unwrap_or_default(),
        })
    }

    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut statement = transaction.prepare_cached(
            "INSERT INTO usage SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM keys WHERE id = ?1)
             ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
                 millicredits = millicredits + excluded.millicredits",
        )?;
        for UsageToAdd { key, endpoint, day, tally } in usage {
            statement.execute(params![key.as_str(), day, endpoint, tally.calls, tally.credits.0])?;
        }
        drop(statement);
        Ok(transaction.commit()?)
    }

    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>> {
        read::usage(&self.connection, month, account)
    }

    fn insert_account(&mut self, account: &NewAccount) -> Stored<()> {
        let NewAccount { id, name, email, plan, password_hash, created_ms } = account;
        let inserted = self.connection.execute(
            "INSERT INTO accounts (id, name, email, password_hash, plan, created_ms)
             VALUES (?, ?, ?, ?, ?, ?)",
            params![id, name, email, password_hash, plan.word(), created_ms],
        );
        match inserted {
            Err(e) if violates_constraint(&e) => Err(StoreError::email_taken(email)),
            inserted => Ok(inserted.map(drop)?),
        }
    }

    fn accounts(&self) -> Stored<Vec<AccountRow>> {
        read::accounts(&self.connection)
    }

    fn account(&self, id_or_email: &str) -> Stored<AccountRow> {
        read::account(&self.connection, id_or_email)?.ok_or_else(|| StoreError::no_account(id_or_email))
    }

    fn write_name(&mut self, account: &str, name: &str) -> Stored<()> {
        let id = self.account(account)?.id;
        self.connection.execute("UPDATE accounts SET name = ? WHERE id = ?", [name, id.as_str()])?;
        Ok(())
    }

    fn write_email(&mut self, account: &str, email: &str) -> Stored<()> {
        let id = self.account(account)?.id;
        match self.connection.execute("UPDATE accounts SET email = ? WHERE id = ?", [email, id.as_str()]) {
            Err(e) if violates_constraint(&e) => Err(StoreError::email_taken(email)),
            written => Ok(written.map(drop)?),
        }
    }

    fn set_plan(&mut self, account: &str, plan: Plan) -> Stored<()> {
        let id = self.account(account)?.id;
        self.connection.execute("UPDATE accounts SET plan = ? WHERE id = ?", params![plan.word(), id])?;
        Ok(())
    }

    fn set_password(&mut self, account: &str, password_hash: &str) -> Stored<()> {
        let id = self.account(account)?.id;
        let sql = "UPDATE accounts SET password_hash = ? WHERE id = ?";
        self.connection.execute(sql, params![password_hash, id])?;
        Ok(())
    }

    fn delete_account(&mut self, account: &str) -> Stored<()> {
        let id = self.account(account)?.id;
        self.connection.execute("DELETE FROM accounts WHERE id = ?", [id])?;
        Ok(())
    }

    fn insert_key(&mut self, key: &NewKey) -> Stored<()> {
        let NewKey { id, account, digest, nickname, description, created_ms } = key;
        let inserted = self.connection.execute(
            "INSERT INTO keys
                 (id, account, digest, nickname, description, enabled, origins, ips, created_ms)
             VALUES (?, ?, ?, ?, ?, 1, '', '', ?)",
            params![id.as_str(), account, digest, nickname, description, created_ms],
        );
        match inserted {
            Err(e) if violates_constraint(&e) => Err(StoreError::nickname_taken(nickname)),
            inserted => Ok(inserted.map(drop)?),
        }
    }

    fn keys(&self, account: Option<&str>) -> Stored<Vec<KeyRow>> {
        let id = account.map(|a| self.account(a)).transpose()?.map(|a| a.id);
        read::keys(&self.connection, id.as_deref(), None)
    }

    fn key(&self, id: &str) -> Stored<KeyRow> {
        read::keys(&self.connection, None, Some(id))?.pop().ok_or_else(|| StoreError::no_key(id))
    }

    fn change_key(&mut self, key: &str, change: &KeyChange) -> Stored<()> {
        let KeyChange { nickname, description, enabled, origins, ips } = change;
        let changed = self.connection.execute(
            "UPDATE keys SET nickname = COALESCE(?1, nickname), description = COALESCE(?2, description),
                 enabled = COALESCE(?3, enabled), origins = COALESCE(?4, origins), ips = COALESCE(?5, ips)
             WHERE id = ?6 AND deleted_ms IS NULL",
            params![nickname, description, enabled, origins, ips, key],
        );
        match (changed, nickname) {
            (Err(e), Some(nickname)) if violates_constraint(&e) => Err(StoreError::nickname_taken(nickname)),
            (Ok(0), _) => Err(StoreError::no_key(key)),
            (changed, _) => Ok(changed.map(drop)?),
        }
    }

    fn delete_key(&mut self, key: &str, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE keys SET digest = NULL, enabled = 0, deleted_ms = ?1
                   WHERE id = ?2 AND deleted_ms IS NULL";
        match self.connection.execute(sql, params![now_ms, key])? {
            0 => Err(StoreError::no_key(key)),
            _ => Ok(()),
        }
    }

    fn insert_grant(&mut self, key: &str, entitlement: &str) -> Stored<()> {
        self.connection.execute("INSERT OR IGNORE INTO grants VALUES (?, ?)", [key, entitlement])?;
        Ok(())
    }

    fn revoke(&mut self, key: &str, entitlement: &str) -> Stored<()> {
        let id = self.key(key)?.id;
        let sql = "DELETE FROM grants WHERE key = ? AND entitlement = ?";
        match self.connection.execute(sql, [id.as_str(), entitlement])? {
            0 => Err(StoreError::NotFound { what: "grant", name: entitlement.into() }),
            _ => Ok(()),
        }
    }

    fn plans(&self) -> Stored<Vec<(Plan, Credits)>> {
        read::plans(&self.connection)
    }

    fn write_allowance(&mut self, plan: Plan, allowance: Credits) -> Stored<()> {
        let sql = "UPDATE plans SET allowance_millicredits = ? WHERE name = ?";
        self.connection.execute(sql, params![allowance.0, plan.word()])?;
        Ok(())
    }

    fn key_secret(&self) -> Stored<Vec<u8>> {
        read::key_secret(&self.connection)
    }

    fn rotate_secret(&mut self, now_ms: i64) -> Stored<String> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let id = schema::insert_secret(&transaction, "tokens", now_ms)?;
        transaction.execute(
            "DELETE FROM secrets WHERE purpose = 'tokens' AND rowid NOT IN
                 (SELECT rowid FROM secrets WHERE purpose = 'tokens' ORDER BY rowid DESC LIMIT ?)",
            [TOKEN_SECRETS],
        )?;
        transaction.commit()?;
        Ok(id)
    }

    fn backup(&self, path: &Path) -> Stored<()> {
        let file = |source| StoreError::File { path: path.to_owned(), source };
        OpenOptions::new().create_new(true).write(true).mode(0o600).open(path).map_err(file)?;
        let mut copy = Connection::open(path)?;
        let backup = rusqlite::backup::Backup::new(&self.connection, &mut copy)?;
        backup.run_to_completion(BACKUP_PAGES, BACKUP_PAUSE, None)?;
        drop(backup);
        // The copy is one file, without companions.
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        Ok(())
    }

    fn integrity(&self) -> Stored<String> {
        Ok(self.connection.pragma_query_value(None, "integrity_check", |r| r.get(0))?)
    }
}

fn violates_constraint(e: &rusqlite::Error) -> bool {
    matches!(e, rusqlite::Error::SqliteFailure(e, _) if e.code == rusqlite::ErrorCode::ConstraintViolation)
}
