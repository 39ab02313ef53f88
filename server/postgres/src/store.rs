//! The store in a database of PostgreSQL.

use super::batch::Batches;
use super::connection::PostgresConnection;
use super::prune::prune;
use super::sql::Sql;
use super::trouble::Executed;
use super::{notices, schema, trouble};
use accounts::clock::Month;
use accounts::instance::Instance;
use accounts::place::PostgresAddress;
use accounts::plan::{Credits, Plan};
use accounts::store::sql::{self as queries, Database, log, read, records, secrets, usage, write};
use accounts::store::{
    AccountRow, Actor, AuditFilter, AuditRow, Change, Changed, KeyRow, NewNotice, NoticeRow, Pruned, Record,
    Retention, Selection, SessionStore, Store, StoreError, Stored, UsageRow, UsageToAdd, Used,
};
use prometheus_client::metrics::gauge::Gauge;
use std::path::Path;
use std::time::Duration;
use tokio_postgres::{Client, IsolationLevel, Transaction};

/// Time limit of pruning: millions of rows take minutes.
const PRUNE_TIMEOUT: Duration = Duration::from_secs(3600);

/// A database of PostgreSQL.
pub(crate) struct PostgresStore {
    pub(crate) connection: PostgresConnection,
    batches: Batches,
}

impl PostgresStore {
    /// Makes a store that [`Store::connect`] connects.
    pub(crate) fn new(address: &PostgresAddress, instance: Instance) -> Stored<Self> {
        Ok(Self { connection: PostgresConnection::new(address)?, batches: Batches::new(instance) })
    }

    /// 1 while PostgreSQL answers, for the operator's metrics.
    pub(crate) fn up(&self) -> Gauge {
        self.connection.up.clone()
    }

    /// Runs a function on the database with the long timeout.
    pub(crate) fn work<T>(
        &self,
        time: Duration,
        work: impl AsyncFnOnce(&mut Client) -> Executed<T>,
    ) -> Stored<T> {
        self.connection.ask_within(time, work)
    }

    /// Runs a query with the short timeout.
    fn query<T>(&self, query: impl AsyncFnOnce(Database<'_>) -> Stored<T>) -> Stored<T> {
        self.connection.ask(async |client| Ok(query(&Sql(client)).await?))
    }

    /// Runs a query with the short timeout if it is about one account or key, else with the long one.
    fn query_about<T>(
        &self,
        one: Option<&str>,
        query: impl AsyncFnOnce(Database<'_>) -> Stored<T>,
    ) -> Stored<T> {
        // One account or key is found by an index, so the short timeout suffices.
        match one {
            Some(_) => self.query(query),
            None => self.connection.ask_long(async |client| Ok(query(&Sql(client)).await?)),
        }
    }

    fn in_transaction<T>(&self, statements: impl AsyncFnOnce(&Client) -> Executed<T>) -> Stored<T> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            let result = statements(transaction.client()).await?;
            transaction.commit().await?;
            Ok(result)
        })
    }

    /// The address without the password.
    pub(crate) fn place(&self) -> String {
        self.connection.address().to_string()
    }
}

impl Store for PostgresStore {
    fn is_replaced(&self) -> bool {
        false
    }

    fn connect(&mut self) -> Stored<()> {
        let place = self.place();
        let migrated = self.connection.ask_long(async |client| schema::migrate(client, &place).await);
        migrated.map_err(|error| trouble::not_migrated(self.connection.address(), error))
    }

    fn clock_ms(&self) -> Stored<Option<i64>> {
        let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        self.query(async |db| Ok(Some(db.value(sql, &[]).await?)))
    }

    fn revision(&self) -> Stored<i64> {
        self.query(async |db| read::revision(db).await)
    }

    fn changed_since(&self, revision: i64) -> Stored<Changed> {
        self.connection.ask(async |client| {
            // Revision and changed accounts must belong to the same state.
            let transaction = one_state(client).await?;
            Ok(records::changed_since(&Sql(transaction.client()), revision).await?)
        })
    }

    fn records(&self, selection: Selection, recipient: &mut dyn FnMut(Record) -> Stored<()>) -> Stored<()> {
        self.connection.ask_long(async |client| {
            let transaction = one_state(client).await?;
            records::read(&Sql(transaction.client()), selection, recipient).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn used(&self, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()> {
        self.query_about(None, async |db| usage::by_key(db, month, recipient).await)
    }

    fn write(&mut self, change: &Change, by: &Actor) -> Stored<()> {
        self.in_transaction(async |client| {
            // One change at a time, as in a file, so changes cannot deadlock.
            client.execute("SELECT 1 FROM revision FOR UPDATE", &[]).await?;
            if let Change::DeleteAccount(account) = change {
                // Usage locks keys in the same order, so the two cannot deadlock.
                let sql = "SELECT 1 FROM keys WHERE account = $1 ORDER BY id FOR UPDATE";
                client.execute(sql, &[&account.id]).await?;
            }
            Ok(write::apply(&Sql(client), change, by).await?)
        })?;
        change.log(by);
        Ok(())
    }

    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()> {
        let batches = &mut self.batches;
        // The short timeout, because changes are not read meanwhile. A late batch is written again.
        self.connection.ask(async |client| batches.add(client, usage).await)
    }

    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>> {
        self.query_about(account, async |db| usage::of_month(db, month, account).await)
    }

    fn first_used_day(&self, account: &str) -> Stored<Option<i64>> {
        self.query(async |db| usage::first_day(db, account).await)
    }

    fn accounts(&self) -> Stored<Vec<AccountRow>> {
        self.query_about(None, async |db| read::accounts(db).await)
    }

    fn find_account(&self, id_or_email: &str) -> Stored<Option<AccountRow>> {
        self.query(async |db| read::account(db, id_or_email).await)
    }

    fn find_keys(&self, account: Option<&str>, key: Option<&str>) -> Stored<Vec<KeyRow>> {
        self.query_about(account.or(key), async |db| read::keys(db, account, key).await)
    }

    fn plans(&self) -> Stored<Vec<(Plan, Credits)>> {
        self.query(async |db| read::plans(db).await)
    }

    fn key_secret(&self) -> Stored<Vec<u8>> {
        self.query(async |db| secrets::of_keys(db).await)
    }

    fn audit(&self, filter: &AuditFilter) -> Stored<Vec<AuditRow>> {
        self.query_about(filter.account.as_deref(), async |db| log::read(db, filter).await)
    }

    fn add_notices(&mut self, notices: &[NewNotice]) -> Stored<()> {
        self.in_transaction(async |client| Ok(queries::notices::add(&Sql(client), notices).await?))
    }

    fn notices(&self, all: bool) -> Stored<Vec<NoticeRow>> {
        self.query(async |db| queries::notices::read(db, all).await)
    }

    fn mark_notices(&mut self, ids: &[i64], by: &str, now_ms: i64) -> Stored<()> {
        self.in_transaction(async |client| Ok(queries::notices::mark(&Sql(client), ids, by, now_ms).await?))
    }

    fn claim_notices(&mut self) -> Stored<Vec<NoticeRow>> {
        self.in_transaction(async |client| notices::claim(client).await)
    }

    fn release_notices(&mut self, ids: &[i64]) -> Stored<()> {
        self.connection.ask(async |client| notices::release(client, ids).await)
    }

    fn sessions(&mut self) -> &mut dyn SessionStore {
        self
    }

    fn prune(&mut self, retention: &Retention, is_dry: bool, by: &Actor) -> Stored<Pruned> {
        self.work(PRUNE_TIMEOUT, async |client| {
            let transaction = client.transaction().await?;
            let db = Sql(transaction.client());
            let pruned = prune(&db, retention).await?;
            let pruned = queries::prune::prune(&db, retention, by, pruned).await?;
            if is_dry {
                transaction.rollback().await?
            } else {
                transaction.commit().await?
            }
            Ok(pruned)
        })
    }

    fn backup(&self, path: &Path) -> Stored<()> {
        let (place, file) = (self.place(), path.display());
        Err(StoreError::Invalid(format!(
            "a database of PostgreSQL is copied by its own program: pg_dump --format=custom --file={file} \
             '{place}', with the password in PGPASSWORD or ~/.pgpass; pg_restore brings it back"
        )))
    }
}

/// A transaction that sees one state of the database while others write.
async fn one_state(client: &mut Client) -> Executed<Transaction<'_>> {
    // Repeatable read: every statement sees the state of the first one.
    let begun = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
    Ok(begun.start().await?)
}
