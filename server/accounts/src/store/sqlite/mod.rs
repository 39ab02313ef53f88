//! The store in a file of SQLite, in WAL mode: one writer and any number of readers, also of other processes.

mod schema;
mod sql;
mod usage;

pub use schema::SCHEMA_VERSION;

use super::sql::{Database, log, notices, prune, read, records, secrets, usage as queries, write};
use super::{
    AccountRow, Actor, AuditFilter, AuditRow, Change, Changed, KeyRow, MemorySessions, NewNotice, NoticeRow,
    Pruned, Record, Retention, SchemaNumbers, Selection, SessionStore, Store, StoreError, Stored, UsageRow,
    UsageToAdd, Used,
};
use crate::clock::Month;
use crate::plan::{Credits, Plan};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use sql::at_once;
use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest wait of one process for another that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Pages that a backup copies before it lets others write for [`BACKUP_PAUSE`].
const BACKUP_PAGES: i32 = 1000;
const BACKUP_PAUSE: Duration = Duration::from_millis(5);

/// Maximum size of a database that is checked whenever it is opened: a tenth of a second. Backups are always
/// checked.
const MAX_CHECKED_BYTES: u64 = 64 << 20;

/// A database in a file.
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// Device and inode of the file that was opened.
    identity: (u64, u64),
    sessions: MemorySessions,
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
        // Created with its mode, so that no other user can open it in between. SQLite gives its companion
        // files the same mode.
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
        if metadata.len() <= MAX_CHECKED_BYTES {
            check(&connection, path)?;
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        schema::migrate(&mut connection, path)?;
        let identity = (metadata.dev(), metadata.ino());
        Ok(Self { connection, path: path.to_owned(), identity, sessions: MemorySessions::default() })
    }

    /// Checks a database that must exist and reads the number of its schema, without writing. SQLite may
    /// leave its file `-shm` beside one that was not closed. Fails if this program cannot use it.
    pub fn schema(path: &Path) -> Stored<SchemaNumbers> {
        let file = |source| StoreError::File { path: path.to_owned(), source };
        if !path.exists() {
            return Err(StoreError::NoFile(path.to_owned()));
        }
        let none = || StoreError::NoDatabase(path.to_owned());
        // Opening a pipe would wait for its writer.
        let metadata = path.metadata().map_err(file)?;
        let opened = metadata.is_file().then(|| File::open(path)).ok_or_else(none)?.map_err(file)?;
        if !is_database(&opened, &metadata).map_err(file)? {
            return Err(none());
        }
        let name = path.canonicalize().map_err(file)?.display().to_string();
        // SQLite creates its companion files even to read. If no process uses the database, there are none
        // and the file is all of it.
        let is_alone = !Path::new(&format!("{name}-wal")).exists();
        let name = name.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let name = format!("file:{name}?mode=ro{}", if is_alone { "&immutable=1" } else { "" });
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(name, flags)?;
        check(&connection, path)?;
        let numbers = schema::numbers(&connection, path)?;
        let tables = "SELECT count(*), total(name IN ('accounts', 'keys')) FROM sqlite_schema";
        let (all, ours): (i64, f64) = connection.query_row(tables, (), |r| Ok((r.get(0)?, r.get(1)?)))?;
        let is_ours = if numbers.found == 0 { all == 0 } else { numbers.found > 0 && ours == 2.0 };
        if is_ours { Ok(numbers) } else { Err(none()) }
    }

    /// Sets how long the store waits for another process that writes.
    pub(crate) fn with_patience(self, patience: Duration) -> Stored<Self> {
        self.connection.busy_timeout(patience)?;
        Ok(self)
    }

    /// The connection, for a copy of everything.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    fn db(&self) -> Database<'_> {
        &self.connection
    }

    /// Runs statements in one transaction. It locks other writers out from its beginning, so that it cannot
    /// fail halfway because another was faster.
    fn in_transaction(&mut self, statements: impl AsyncFnOnce(Database<'_>) -> Stored<()>) -> Stored<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        at_once(statements(&*transaction))?;
        Ok(transaction.commit()?)
    }

    /// Opens a database that must exist.
    pub fn open_existing(path: &Path) -> Stored<Self> {
        if path.exists() { Self::open(path) } else { Err(StoreError::NoFile(path.to_owned())) }
    }
}

/// Fails if the database at a path is damaged.
fn check(connection: &Connection, path: &Path) -> Stored<()> {
    let damaged = |said| StoreError::Damaged { path: path.to_owned(), said };
    let checked = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match checked {
        Ok(said) if said == "ok" => Ok(()),
        Ok(said) => Err(damaged(said)),
        Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => Err(damaged(e.to_string())),
        Err(e) => Err(e.into()),
    }
}

/// Returns whether a file is empty, and so to become a database, or begins as databases of SQLite do.
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
        at_once(read::revision(self.db()))
    }

    fn changed_since(&self, revision: i64) -> Stored<Changed> {
        // The server looks four times a second: without a change this is one query.
        if self.revision()? == revision {
            return Ok(Changed::Nothing);
        }
        let transaction = self.connection.unchecked_transaction()?;
        at_once(records::changed_since(&*transaction, revision))
    }

    fn records(&self, selection: Selection, recipient: &mut dyn FnMut(Record) -> Stored<()>) -> Stored<()> {
        // The transaction sees one state of the database while others write.
        let transaction = self.connection.unchecked_transaction()?;
        at_once(records::read(&*transaction, selection, recipient))
    }

    fn used(&self, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()> {
        at_once(queries::by_key(self.db(), month, recipient))
    }

    fn write(&mut self, change: &Change, by: &Actor) -> Stored<()> {
        self.in_transaction(async |db| write::apply(db, change, by).await)?;
        change.log(by);
        Ok(())
    }

    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        usage::add(&transaction, usage)?;
        Ok(transaction.commit()?)
    }

    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>> {
        at_once(queries::of_month(self.db(), month, account))
    }

    fn first_used_day(&self, account: &str) -> Stored<Option<i64>> {
        at_once(queries::first_day(self.db(), account))
    }

    fn accounts(&self) -> Stored<Vec<AccountRow>> {
        at_once(read::accounts(self.db()))
    }

    fn find_account(&self, id_or_email: &str) -> Stored<Option<AccountRow>> {
        at_once(read::account(self.db(), id_or_email))
    }

    fn find_keys(&self, account: Option<&str>, key: Option<&str>) -> Stored<Vec<KeyRow>> {
        at_once(read::keys(self.db(), account, key))
    }

    fn plans(&self) -> Stored<Vec<(Plan, Credits)>> {
        at_once(read::plans(self.db()))
    }

    fn key_secret(&self) -> Stored<Vec<u8>> {
        at_once(secrets::of_keys(self.db()))
    }

    fn audit(&self, filter: &AuditFilter) -> Stored<Vec<AuditRow>> {
        at_once(log::read(self.db(), filter))
    }

    fn add_notices(&mut self, notices: &[NewNotice]) -> Stored<()> {
        self.in_transaction(async |db| notices::add(db, notices).await)
    }

    fn notices(&self, all: bool) -> Stored<Vec<NoticeRow>> {
        at_once(notices::read(self.db(), all))
    }

    fn mark_notices(&mut self, ids: &[i64], by: &str, now_ms: i64) -> Stored<()> {
        self.in_transaction(async |db| notices::mark(db, ids, by, now_ms).await)
    }

    fn sessions(&mut self) -> &mut dyn SessionStore {
        &mut self.sessions
    }

    fn prune(&mut self, retention: &Retention, is_dry: bool, by: &Actor) -> Stored<Pruned> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let pruned = at_once(prune::prune(&*transaction, retention, by, Pruned::new()))?;
        if is_dry { transaction.rollback() } else { transaction.commit() }?;
        Ok(pruned)
    }

    fn backup(&self, path: &Path) -> Stored<()> {
        let file = |source| StoreError::File { path: path.to_owned(), source };
        OpenOptions::new().create_new(true).write(true).mode(0o600).open(path).map_err(
            |source| match source.kind() {
                ErrorKind::AlreadyExists => StoreError::BackupExists(path.to_owned()),
                _ => file(source),
            },
        )?;
        let mut copy = Connection::open(path)?;
        let backup = rusqlite::backup::Backup::new(&self.connection, &mut copy)?;
        backup.run_to_completion(BACKUP_PAGES, BACKUP_PAUSE, None)?;
        drop(backup);
        // The copy is one file, without companions.
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        let checked = check(&copy, path);
        if checked.is_err() {
            std::fs::remove_file(path).map_err(file)?;
        }
        checked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::Snapshot;
    use std::sync::Barrier;

    #[test]
    fn of_concurrent_uses_of_one_proof_one_changes_the_password() {
        const USES: usize = 8;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("accounts.sqlite");
        let by = Actor::operator("test", 0);
        let mut store = SqliteStore::open(&path).expect("a database");
        for (email, before) in [("new@example.org", None), ("ada@example.org", Some("hash"))] {
            let id = store.create_account("Ada", email, Plan::Free, before, &by).expect("an account");
            let snapshot = Snapshot::first(&store, None, 0).expect("a snapshot");
            let (proven, begin) = (snapshot.accounts.get(&id).expect("it"), Barrier::new(USES));
            // Like servers: each has a connection of its own.
            let replace = |n: usize| {
                let mut store = SqliteStore::open(&path).expect("a database");
                begin.wait();
                store.replace_password(proven, &format!("hash {n}"), &by)
            };
            let results: Vec<Stored<()>> = std::thread::scope(|scope| {
                let uses: Vec<_> = (0..USES).map(|n| scope.spawn(move || replace(n))).collect();
                uses.into_iter().map(|one| one.join().expect("a result")).collect()
            });
            let is_outdated = |result: &&Stored<()>| matches!(result, Err(StoreError::Outdated));
            assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
            assert_eq!(results.iter().filter(is_outdated).count(), USES - 1, "{results:?}");
        }
    }
}
