//! The accounts of a running server: the picture that requests read, and the one thread that reads and writes
//! the store.
//!
//! Usage is written every [`INTERVAL`], and changes by other processes are seen as often: a process that is
//! killed loses at most the usage of that time.

use super::clock::Clock;
use super::meter::{Meter, Usage};
use super::snapshot::Snapshot;
use super::store::{Store, StoreError, Stored};
use arc_swap::{ArcSwap, Guard};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often usage is written and changes are looked for.
const INTERVAL: Duration = Duration::from_millis(250);
/// Usage rows in one transaction.
const BATCH: usize = 20_000;

/// Work on the store; what it gives is done when requests see its effect.
type Job = Box<dyn FnOnce(&mut Store) -> Box<dyn FnOnce()> + Send>;

/// The accounts.
pub struct Ledger {
    snapshot: Arc<ArcSwap<Snapshot>>,
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Ledger {
    /// Opens the store and starts its thread.
    pub fn open(path: &Path, clock: Clock) -> Stored<Self> {
        let store = Store::open(path)?;
        let snapshot = Arc::new(ArcSwap::from_pointee(store.snapshot(None, clock.now_ms())?));
        let (jobs, queue) = channel();
        let keeper = Keeper { store, snapshot: snapshot.clone(), clock, is_failing: false };
        let thread = std::thread::Builder::new().name("ledger".into()).spawn(move || keeper.run(&queue));
        let thread = thread.map_err(|source| StoreError::File { path: path.to_owned(), source })?;
        Ok(Self { snapshot, jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)) })
    }

    /// The picture in force.
    pub fn snapshot(&self) -> Guard<Arc<Snapshot>> {
        self.snapshot.load()
    }

    /// Does something with the store in its thread and waits for it; requests see its effect from then on.
    /// Not for the threads that answer requests.
    pub fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, answered) = channel();
        let job: Job = Box::new(move |store| {
            let done = work(store);
            // Whoever asked may have gone.
            Box::new(move || drop(answer.send(done)))
        });
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        jobs.and_then(|j| j.send(job).ok()).ok_or(StoreError::Stopping)?;
        answered.recv().map_err(|_| StoreError::Stopping)?
    }

    /// Writes what is pending and ends the thread.
    pub fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.close();
    }
}

struct Keeper {
    store: Store,
    snapshot: Arc<ArcSwap<Snapshot>>,
    clock: Clock,
    is_failing: bool,
}

impl Keeper {
    fn run(mut self, queue: &Receiver<Job>) {
        let mut next = Instant::now() + INTERVAL;
        loop {
            match queue.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Ok(job) => {
                    // Reports of usage are to be whole.
                    self.write();
                    let tell = job(&mut self.store);
                    self.look();
                    tell();
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.write();
                    self.look();
                    next = Instant::now() + INTERVAL;
                }
                Err(RecvTimeoutError::Disconnected) => return self.write(),
            }
        }
    }

    /// Writes the usage of all accounts; what cannot be written is kept for the next time.
    fn write(&mut self) {
        let snapshot = self.snapshot.load_full();
        let mut batch: Vec<(Arc<Meter>, Vec<Usage>)> = Vec::new();
        let mut rows = 0;
        for account in snapshot.accounts.values() {
            let usage = account.meter.take_pending();
            if !usage.is_empty() {
                rows += usage.len();
                batch.push((account.meter.clone(), usage));
            }
            if rows >= BATCH {
                self.write_batch(std::mem::take(&mut batch));
                rows = 0;
            }
        }
        self.write_batch(batch);
    }

    fn write_batch(&mut self, batch: Vec<(Arc<Meter>, Vec<Usage>)>) {
        if batch.is_empty() {
            return;
        }
        let all: Vec<Usage> = batch.iter().flat_map(|(_, u)| u).copied().collect();
        let written = self.store.write_usage(&all);
        self.note(&written, "usage could not be written; it is kept and tried again");
        if written.is_err() {
            batch.into_iter().for_each(|(meter, usage)| meter.put_back(usage));
        }
    }

    /// Replaces the picture if something has changed.
    fn look(&mut self) {
        let before = self.snapshot.load_full();
        let renewed = self.store.revision().and_then(|revision| match revision == before.revision {
            true => Ok(None),
            false => self.store.snapshot(Some(&before), self.clock.now_ms()).map(Some),
        });
        match renewed {
            Ok(Some(snapshot)) => self.snapshot.store(Arc::new(snapshot)),
            Ok(None) => {}
            Err(e) => self.note(&Err(e), "the accounts could not be read; the old picture stays"),
        }
    }

    /// Says once that something fails, and once that it works again.
    fn note(&mut self, result: &Stored<()>, what: &str) {
        match result {
            Err(e) if !self.is_failing => tracing::error!(error = %e, "{what}"),
            Ok(()) if self.is_failing => tracing::info!("the accounts can be written again"),
            _ => {}
        }
        self.is_failing = result.is_err();
    }
}
