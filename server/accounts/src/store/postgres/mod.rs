//! The store in a database of PostgreSQL, which any number of servers share.

mod batch;
mod connection;
mod line;
mod listener;
mod log;
mod notices;
mod read;
mod records;
mod schema;
mod sessions;
mod tls;
mod trouble;
mod usage;
mod write;

use super::{
    AccountRow, Actor, AuditFilter, AuditRow, Change, Changed, KeyRow, NewNotice, NoticeRow, Record,
    SessionStore, Spent, Store, StoreError, Stored, UsageRow, UsageToAdd, Used, Wanted,
};
use crate::clock::Month;
use crate::instance::Instance;
use crate::place::PostgresAddress;
use crate::plan::{Credits, Plan};
use batch::Batches;
use connection::Connection;
pub(crate) use listener::Listener;
use prometheus_client::metrics::gauge::Gauge;
use std::path::Path;
use std::time::Duration;
use tokio_postgres::Client;

/// A database of PostgreSQL.
pub struct PostgresStore {
    connection: Connection,
    batches: Batches,
}

impl PostgresStore {
    /// Connects and brings the schema up to date. Usage that is written is told apart by the server's name.
    pub fn open(address: &PostgresAddress, instance: Instance) -> Stored<Self> {
        let connection = Connection::open(address)?;
        let place = connection.place();
        let migrated = connection.ask_long(async |client| schema::migrate(client, &place).await);
        migrated.map_err(|error| trouble::not_migrated(address, error))?;
        Ok(Self { connection, batches: Batches::new(instance) })
    }

    /// 1 while PostgreSQL answers, for the operator's metrics.
    pub fn up(&self) -> Gauge {
        self.connection.up.clone()
    }

    /// Works on the database for as long as that may take.
    pub(super) fn work<T>(
        &self,
        time: Duration,
        work: impl AsyncFnOnce(&mut Client) -> Stored<T>,
    ) -> Stored<T> {
        self.connection.ask_within(time, work)
    }

    /// Asks about an account, which is quickly answered, or about all, which may be long in coming.
    fn ask_about<T>(
        &self,
        account: Option<&str>,
        question: impl AsyncFnOnce(&mut Client) -> Stored<T>,
    ) -> Stored<T> {
        match account {
            Some(_) => self.connection.ask(question),
            None => self.connection.ask_long(question),
        }
    }

    /// The address without the password.
    pub fn place(&self) -> String {
        self.connection.place()
    }
}

impl Store for PostgresStore {
    fn is_replaced(&self) -> bool {
        false
    }

    fn revision(&self) -> Stored<i64> {
        self.connection.ask(async |client| read::revision(client).await)
    }

    fn records(&self, wanted: Wanted, recipient: &mut dyn FnMut(Record) -> Stored<()>) -> Stored<()> {
        self.connection.ask_long(async |client| records::read(client, wanted, recipient).await)
    }

    fn used(&self, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()> {
        self.connection.ask_long(async |client| usage::by_key(client, month, recipient).await)
    }

    fn changed_since(&self, revision: i64) -> Stored<Changed> {
        self.connection.ask(async |client| records::changed_since(client, revision).await)
    }

    fn write(&mut self, change: &Change, by: &Actor) -> Stored<()> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            // One change at a time, as in a file: so none waits for one who waits for it.
            transaction.execute("SELECT 1 FROM revision FOR UPDATE", &[]).await?;
            write::apply(&transaction, change, by.now_ms).await?;
            log::add(&transaction, &change.entry(), by).await?;
            Ok(transaction.commit().await?)
        })?;
        change.log(by);
        Ok(())
    }

    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()> {
        let batches = &mut self.batches;
        // While this waits no change is seen: a batch that is late is given up, and written again.
        self.connection.ask(async |client| batches.add(client, usage).await)
    }

    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>> {
        let question = async |client: &mut Client| usage::of_month(client, month, account).await;
        self.ask_about(account, question)
    }

    fn spent(&self, month: Month, accounts: &[String]) -> Stored<Vec<Spent>> {
        self.connection.ask(async |client| usage::spent(client, month, accounts).await)
    }

    fn first_used_day(&self, account: &str) -> Stored<Option<i64>> {
        self.connection.ask(async |client| usage::first_day(client, account).await)
    }

    fn accounts(&self) -> Stored<Vec<AccountRow>> {
        self.connection.ask_long(async |client| read::accounts(client).await)
    }

    fn account(&self, id_or_email: &str) -> Stored<AccountRow> {
        let found = self.connection.ask(async |client| read::account(client, id_or_email).await)?;
        found.ok_or_else(|| StoreError::no_account(id_or_email))
    }

    fn keys(&self, account: Option<&str>) -> Stored<Vec<KeyRow>> {
        let id = account.map(|a| self.account(a)).transpose()?.map(|a| a.id);
        self.ask_about(account, async |client| read::keys(client, id.as_deref(), None).await)
    }

    fn key(&self, id: &str) -> Stored<KeyRow> {
        let mut found = self.connection.ask(async |client| read::keys(client, None, Some(id)).await)?;
        found.pop().ok_or_else(|| StoreError::no_key(id))
    }

    fn plans(&self) -> Stored<Vec<(Plan, Credits)>> {
        self.connection.ask(async |client| read::plans(client).await)
    }

    fn key_secret(&self) -> Stored<Vec<u8>> {
        self.connection.ask(async |client| read::key_secret(client).await)
    }

    fn audit(&self, filter: &AuditFilter) -> Stored<Vec<AuditRow>> {
        self.ask_about(filter.account.as_deref(), async |client| log::read(client, filter).await)
    }

    fn add_notices(&mut self, notices: &[NewNotice]) -> Stored<()> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            notices::add(&transaction, notices).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn notices(&self, all: bool) -> Stored<Vec<NoticeRow>> {
        self.connection.ask(async |client| notices::read(client, all).await)
    }

    fn mark_notices(&mut self, ids: &[i64], by: &str, now_ms: i64) -> Stored<()> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            notices::mark(&transaction, ids, by, now_ms).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn claim_notices(&mut self) -> Stored<Vec<NoticeRow>> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            let claimed = notices::claim(&transaction).await?;
            transaction.commit().await?;
            Ok(claimed)
        })
    }

    fn release_notices(&mut self, ids: &[i64]) -> Stored<()> {
        self.connection.ask(async |client| notices::release(client, ids).await)
    }

    fn sessions(&mut self) -> &mut dyn SessionStore {
        self
    }

    fn backup(&self, path: &Path) -> Stored<()> {
        let (place, file) = (self.place(), path.display());
        Err(StoreError::Invalid(format!(
            "a database of PostgreSQL is copied by its own program: pg_dump --format=custom --file={file} \
             '{place}', with the password in PGPASSWORD or ~/.pgpass; pg_restore brings it back"
        )))
    }

    fn integrity(&self) -> Stored<String> {
        // PostgreSQL checks its files by itself; here is asked that it answers and has the schema.
        self.revision().map(|_| "ok".into())
    }
}
