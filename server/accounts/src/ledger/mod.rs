//! The accounts of a running server: the snapshot that requests read, and the one thread that reads and
//! writes the store.
//!
//! Usage is written four times a second, and changes by other processes are read as often: a process that is
//! killed loses at most the usage of that time, or of a minute with many accounts in PostgreSQL ([`writer`]).
//! PostgreSQL notifies of changes at once.

mod clock_check;
pub(crate) mod fault_log;
pub mod health;
pub mod lock;
pub mod month;
mod notifier;
pub mod staleness;
mod store_thread;
mod writer;

use super::calendar::{Calendar, ClockWatch};
use super::clock::Clock;
use super::credits::Tally;
use super::instance::Instance;
use super::lease::{Deps, Leases, PendingLeases};
use super::place::{AccountsConfig, AccountsPlace, LEASE_PERCENT};
use super::request_queue::RequestQueue;
use super::snapshot::Snapshot;
use super::store::sqlite::SqliteStore;
use super::store::{Store, StoreError, Stored, shared};
use super::store_handle::StoreHandle;
use arc_swap::{ArcSwap, Guard};
use health::Health;
use month::MonthReader;
use staleness::Staleness;
use std::fs::File;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store_thread::StoreThread;

/// Longest wait for another process that writes. Usage is written again later, and a page can report the
/// failure.
const PATIENCE: Duration = Duration::from_secs(1);
/// Maximum wait for the result of a job.
const ANSWER_TIME: Duration = Duration::from_secs(5);
/// Timeout for the last usage when the server stops.
const CLOSE_TIME: Duration = Duration::from_secs(8);
/// Poll interval while waiting for its end.
const CLOSE_PAUSE: Duration = Duration::from_millis(5);

/// The accounts of a running server.
pub struct Ledger {
    snapshot: Arc<ArcSwap<Snapshot>>,
    calendar: Arc<Calendar>,
    /// Metrics.
    pub health: Health,
    /// Time since the accounts were last read.
    pub staleness: Arc<Staleness>,
    /// Reads the usage of accounts at all servers.
    pub month: MonthReader,
    /// Agrees with other servers on credits, if they use the accounts as well.
    pub leases: Option<Leases>,
    handle: StoreHandle,
    thread: Mutex<Option<JoinHandle<Tally>>>,
    /// Held as long as the server lives.
    _lock: Option<File>,
    /// Listens for changes by others in PostgreSQL.
    _listener: Option<Box<dyn Send + Sync>>,
    /// The name of this server among those that share its accounts.
    pub instance: Instance,
    /// Requests of visitors that wait for the webhook.
    pub requests: RequestQueue,
}

impl Ledger {
    /// Opens the accounts and starts the thread that owns them. No other server may use the same file.
    pub fn open(places: &AccountsConfig, clock: Clock) -> Stored<Self> {
        let instance = Instance::unused();
        let mut health = Health::new(clock.clone());
        let (mut store, lock): (Box<dyn Store>, _) = match &places.accounts {
            AccountsPlace::File(path) => {
                let store = SqliteStore::open(path)?.with_patience(PATIENCE)?;
                (Box::new(store), Some(lock::lock(path)?))
            }
            AccountsPlace::Postgres(address) => {
                let (store, up) = shared::database().store(address, instance.clone())?;
                health.postgres_up = Some(up);
                (store, None)
            }
        };
        let calendar = Arc::new(Calendar::new(clock.clone()));
        let watch = ClockWatch::new(calendar.clone());
        let pending = places.are_shared().then(|| PendingLeases::open(LEASE_PERCENT));
        let requests = pending.as_ref().map(|pending| pending.requests.clone());
        let staleness = Arc::new(Staleness::new(places.are_shared().then_some(places.stale), clock.clone()));
        let opened = store.connect();
        let snapshot =
            opened.and_then(|()| Snapshot::first(store.as_ref(), requests.clone(), watch.now_ms()));
        let snapshot = match snapshot {
            // Operations without keys need no accounts.
            Err(error @ StoreError::Unreachable { .. }) => {
                tracing::error!(
                    %error,
                    "the server starts without its accounts: requests with keys are refused with 503 until \
                     PostgreSQL answers"
                );
                staleness.begin_unread();
                Snapshot::empty(requests)?
            }
            read => read?,
        };
        let snapshot = Arc::new(ArcSwap::from_pointee(snapshot));
        let (jobs, queue) = channel();
        let store_thread = StoreThread::new(
            store,
            snapshot.clone(),
            clock.clone(),
            watch,
            health.clone(),
            staleness.clone(),
        );
        let thread =
            std::thread::Builder::new().name("ledger".into()).spawn(move || store_thread.run(&queue));
        let thread = thread.map_err(StoreError::Thread)?;
        let (handle, thread) = (StoreHandle::new(jobs), Mutex::new(Some(thread)));
        let month = MonthReader::new(handle.clone(), staleness.clone());
        let caller = handle.clone();
        let _listener = match &places.accounts {
            AccountsPlace::File(_) => None,
            AccountsPlace::Postgres(address) => {
                Some(shared::database().listen(address, Box::new(move || caller.call()))?)
            }
        };
        let leases = match (&places.accounts, pending) {
            (AccountsPlace::Postgres(address), Some(pending)) => {
                let store = shared::database().leases(address, instance.clone())?;
                let deps = Deps { snapshot: snapshot.clone(), calendar: calendar.clone(), clock, store };
                Some(pending.start(deps).map_err(StoreError::Thread)?)
            }
            _ => None,
        };
        Ok(Self {
            snapshot,
            calendar,
            health,
            staleness,
            month,
            leases,
            handle,
            thread,
            _lock: lock,
            _listener,
            instance,
            requests: RequestQueue::default(),
        })
    }

    /// Returns whether other servers may use the same accounts.
    pub fn is_shared(&self) -> bool {
        self.staleness.is_shared()
    }

    /// Returns whether there are no accounts, and they could be read.
    pub fn is_empty(&self) -> bool {
        self.snapshot().accounts.is_empty() && !self.staleness.is_unread()
    }

    /// The current snapshot.
    pub fn snapshot(&self) -> Guard<Arc<Snapshot>> {
        self.snapshot.load()
    }

    /// The time by which months are reckoned when the clock shows `clock_ms`, milliseconds since 1970: the
    /// same unless the clock was set a short time ago.
    pub fn reckoned_ms(&self, clock_ms: i64) -> i64 {
        self.calendar.reckoned_ms(clock_ms)
    }

    /// Works with the store in its thread and waits for the result; requests see the effect from then on. It
    /// blocks, so it is not for the threads that answer requests.
    pub fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.handle.with(work)
    }

    /// Works with the store in its thread and waits for the result without holding a thread; requests see the
    /// effect from then on. It does not wait for long, nor at all while shared accounts cannot be read.
    pub async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        if self.is_shared() && self.staleness.is_failing() {
            return Err(StoreError::Away);
        }
        let late = || Err(StoreError::Late(ANSWER_TIME));
        tokio::time::timeout(ANSWER_TIME, self.handle.ask(work)).await.unwrap_or_else(|_| late())
    }

    /// Returns the handle through which others use the store.
    pub fn store_handle(&self) -> StoreHandle {
        self.handle.clone()
    }

    /// Writes the pending usage and ends the thread, with a timeout: after it the thread is abandoned and
    /// ends with the process. Returns the usage that is lost because it could not be written.
    pub fn close(&self) -> Tally {
        let end = Instant::now() + CLOSE_TIME;
        if let Some(leases) = &self.leases {
            leases.close();
        }
        self.handle.close();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Closed before.
        let Some(thread) = thread else { return Tally::default() };
        while !thread.is_finished() {
            if Instant::now() >= end {
                tracing::error!("the accounts do not answer: the server ends without writing its last usage");
                return self.unwritten();
            }
            std::thread::sleep(CLOSE_PAUSE);
        }
        // If the thread has panicked, its unwritten usage is lost.
        thread.join().unwrap_or_else(|_| self.unwritten())
    }

    /// Calls and credits that are not, or possibly not, written yet.
    fn unwritten(&self) -> Tally {
        let mut sum = writer::pending(self.snapshot().accounts.values());
        sum.add(*self.health.usage_under_way.lock().unwrap_or_else(PoisonError::into_inner));
        sum
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.close();
    }
}
