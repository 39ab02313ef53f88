//! The connection to PostgreSQL: made anew when it breaks, and never waited for longer than is said.

use super::line::{Line, TIMEOUT};
use super::trouble::{repeated, unreachable};
use crate::place::PostgresAddress;
use crate::store::{StoreError, Stored};
use prometheus_client::metrics::gauge::Gauge;
use std::cell::RefCell;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// How long it may take to read everything or to bring the schema up to date.
const LONG_TIMEOUT: Duration = Duration::from_secs(120);
/// Time between two tries to connect.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection that is made anew when it breaks. Nothing is asked twice: who has asked when it broke is
/// told.
pub(super) struct Connection {
    line: Line,
    runtime: Runtime,
    open: RefCell<Option<Open>>,
    /// When no connection could be made, and why.
    failed: RefCell<Option<(Instant, StoreError)>>,
    /// 1 while PostgreSQL answers.
    pub(super) up: Gauge,
}

/// A connection and the task that drives it.
struct Open {
    client: Client,
    task: JoinHandle<()>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Connection {
    /// Connects for the first time.
    pub(super) fn open(address: &PostgresAddress) -> Stored<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(StoreError::Thread)?;
        let (open, failed, up) = (RefCell::default(), RefCell::default(), Gauge::default());
        let connection = Self { line: Line::new(address), runtime, open, failed, up };
        *connection.open.borrow_mut() = Some(connection.connected()?);
        Ok(connection)
    }

    /// The address without the password.
    pub(super) fn place(&self) -> String {
        self.line.address.to_string()
    }

    /// Asks something that is quickly answered.
    pub(super) fn ask<T>(&self, question: impl AsyncFnOnce(&mut Client) -> Stored<T>) -> Stored<T> {
        self.wait(TIMEOUT, question)
    }

    /// Asks something that may be long in coming.
    pub(super) fn ask_long<T>(&self, question: impl AsyncFnOnce(&mut Client) -> Stored<T>) -> Stored<T> {
        self.ask_within(LONG_TIMEOUT, question)
    }

    /// Asks something that may take a time. Whether PostgreSQL answers at all is seen before.
    pub(super) fn ask_within<T>(
        &self,
        time: Duration,
        question: impl AsyncFnOnce(&mut Client) -> Stored<T>,
    ) -> Stored<T> {
        self.ask(async |client| limit(client, time).await)?;
        self.wait(time, async |client| {
            let answer = question(client).await;
            // An answer is one also if the connection breaks after it.
            let _ = limit(client, TIMEOUT).await;
            answer
        })
    }

    fn wait<T>(&self, time: Duration, question: impl AsyncFnOnce(&mut Client) -> Stored<T>) -> Stored<T> {
        let mut open = self.connected()?;
        let asked = self.runtime.block_on(async {
            let client = &mut open.client;
            tokio::time::timeout(time, question(client)).await
        });
        match asked {
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
    fn connected(&self) -> Stored<Open> {
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
            // It ends when the client is gone, or with an error that whoever asks is told.
            let task = tokio::spawn(async { drop(driven.await) });
            let open = Open { client, task };
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

    /// Whether the connection has broken, as far as the system knows.
    fn is_closed(&self, open: &Open) -> bool {
        // The task that drives it hears of that here.
        self.runtime.block_on(tokio::task::yield_now());
        open.client.is_closed()
    }

    fn lost(&self, said: String) -> StoreError {
        self.up.set(0);
        unreachable(&self.line.address, said)
    }
}

/// Lets PostgreSQL give up a statement after a time, when nobody waits for it any more.
async fn limit(client: &Client, time: Duration) -> Stored<()> {
    Ok(client.batch_execute(&format!("SET statement_timeout = {}", time.as_millis())).await?)
}
