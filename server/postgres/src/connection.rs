//! The connection to PostgreSQL, with reconnection and timeouts.

use super::line::{ConnectionSettings, TIMEOUT};
use super::trouble::{Executed, repeated, unreachable};
use accounts::place::PostgresAddress;
use accounts::store::{StoreError, Stored};
use prometheus_client::metrics::gauge::Gauge;
use std::cell::RefCell;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// Timeout for reading everything and for migrations of the schema.
const LONG_TIMEOUT: Duration = Duration::from_secs(120);
/// Time between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection that is reopened when it breaks. No query is repeated: a query that was running when the
/// connection broke returns an error.
pub(crate) struct PostgresConnection {
    line: ConnectionSettings,
    runtime: Runtime,
    open: RefCell<Option<LiveConnection>>,
    /// Time and cause of the last failure to connect.
    failed: RefCell<Option<(Instant, StoreError)>>,
    /// 1 while PostgreSQL answers.
    pub(crate) up: Gauge,
}

/// A connection and the task that drives it.
struct LiveConnection {
    client: Client,
    task: JoinHandle<()>,
}

impl Drop for LiveConnection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl PostgresConnection {
    /// Makes a connection that the first query opens.
    pub(crate) fn new(address: &PostgresAddress) -> Stored<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(StoreError::Thread)?;
        let (open, failed, up) = (RefCell::default(), RefCell::default(), Gauge::default());
        Ok(Self { line: ConnectionSettings::new(address), runtime, open, failed, up })
    }

    /// The address. Its text has no password.
    pub(crate) fn address(&self) -> &PostgresAddress {
        &self.line.address
    }

    /// Runs a query with the short timeout.
    pub(crate) fn ask<T>(&self, question: impl AsyncFnOnce(&mut Client) -> Executed<T>) -> Stored<T> {
        self.wait(TIMEOUT, question)
    }

    /// Runs a query with the long timeout.
    pub(crate) fn ask_long<T>(&self, question: impl AsyncFnOnce(&mut Client) -> Executed<T>) -> Stored<T> {
        self.ask_within(LONG_TIMEOUT, question)
    }

    /// Runs a query with a timeout, after checking that PostgreSQL answers at all.
    pub(crate) fn ask_within<T>(
        &self,
        time: Duration,
        question: impl AsyncFnOnce(&mut Client) -> Executed<T>,
    ) -> Stored<T> {
        self.ask(async |client| limit(client, time).await)?;
        self.wait(time, async |client| {
            let answer = question(client).await;
            // A result is valid even if the connection breaks after it.
            let _ = limit(client, TIMEOUT).await;
            answer
        })
    }

    fn wait<T>(&self, time: Duration, question: impl AsyncFnOnce(&mut Client) -> Executed<T>) -> Stored<T> {
        let mut open = self.connected()?;
        let result = self.runtime.block_on(async {
            let client = &mut open.client;
            tokio::time::timeout(time, question(client)).await
        });
        match result.map(|answer| answer.map_err(StoreError::from)) {
            Err(_) => Err(self.lost(format!("no answer in {} s", time.as_secs()))),
            Ok(Err(StoreError::Database(e))) if self.is_closed(&open) => Err(self.lost(e.to_string())),
            Ok(answer) => {
                self.up.set(1);
                *self.open.borrow_mut() = Some(open);
                answer
            }
        }
    }

    /// The connection in use, or a new one if that has broken.
    fn connected(&self) -> Stored<LiveConnection> {
        if let Some(open) = self.open.borrow_mut().take()
            && !self.is_closed(&open)
        {
            return Ok(open);
        }
        if let Some((at, error)) = &*self.failed.borrow()
            && at.elapsed() < PAUSE
        {
            return Err(repeated(&self.line.address, error));
        }
        let made = self.runtime.block_on(async {
            let (client, driven) = self.line.connect().await?;
            // It ends when the client is dropped, or with an error that the next query returns.
            let task = tokio::spawn(async { drop(driven.await) });
            let open = LiveConnection { client, task };
            self.line.prepare(&open.client).await?;
            Ok(open)
        });
        match made {
            Ok(open) => {
                self.up.set(1);
                *self.failed.borrow_mut() = None;
                Ok(open)
            }
            Err(error) => {
                self.up.set(0);
                *self.failed.borrow_mut() = Some((Instant::now(), repeated(&self.line.address, &error)));
                Err(error)
            }
        }
    }

    /// Returns whether the system has noticed that the connection is broken.
    fn is_closed(&self, open: &LiveConnection) -> bool {
        // Lets the task that drives the connection notice it.
        self.runtime.block_on(tokio::task::yield_now());
        open.client.is_closed()
    }

    fn lost(&self, said: String) -> StoreError {
        self.up.set(0);
        unreachable(&self.line.address, said)
    }
}

/// Sets the timeout after which PostgreSQL cancels a statement: by then this server has given up on it.
async fn limit(client: &Client, time: Duration) -> Executed<()> {
    Ok(client.batch_execute(&format!("SET statement_timeout = {}", time.as_millis())).await?)
}
