//! The handle through which other threads use the store.

use crate::store::{Store, StoreError, Stored};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// Work on the store. It returns what is to be called once requests see its effect: that wakes the caller who
/// waits for the result.
pub(super) type StoreJob = Box<dyn FnOnce(&mut dyn Store) -> Box<dyn FnOnce()> + Send>;

/// Takes work on the store as long as its thread lives. Copies are the same handle.
#[derive(Clone)]
pub struct StoreHandle {
    jobs: Arc<Mutex<Option<Sender<StoreJob>>>>,
    /// `true` if the thread is called already, and has not come yet.
    is_called: Arc<AtomicBool>,
}

impl StoreHandle {
    /// Opens the handle of a thread.
    pub(super) fn new(jobs: Sender<StoreJob>) -> Self {
        Self { jobs: Arc::new(Mutex::new(Some(jobs))), is_called: Arc::default() }
    }

    /// Leaves work and waits for its result; requests see the effect from then on.
    pub fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, answered) = channel();
        // The caller who waited may have gone.
        self.leave(work, move |done| drop(answer.send(done)))?;
        answered.recv().map_err(|_| StoreError::Stopping)?
    }

    /// Leaves work and waits for its result without holding a thread; requests see the effect from then on.
    /// The work is done even if the caller has gone.
    pub async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, answered) = oneshot::channel();
        self.leave(work, move |done| drop(answer.send(done)))?;
        answered.await.map_err(|_| StoreError::Stopping)?
    }

    /// Leaves a reading and waits for its result without holding a thread. It is skipped if the caller
    /// has gone when its turn comes.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        reading: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, answered) = oneshot::channel();
        let job: StoreJob = Box::new(move |store| {
            if answer.is_closed() {
                return Box::new(|| ());
            }
            let done = reading(store);
            Box::new(move || drop(answer.send(done)))
        });
        self.send(job).ok_or(StoreError::Stopping)?;
        answered.await.map_err(|_| StoreError::Stopping)?
    }

    /// Leaves work whose result is given to `answer`, unless the caller has gone.
    pub fn leave<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
        answer: impl FnOnce(Stored<T>) + Send + 'static,
    ) -> Stored<()> {
        let job: StoreJob = Box::new(move |store| {
            let done = work(store);
            Box::new(move || answer(done))
        });
        self.send(job).ok_or(StoreError::Stopping)
    }

    /// Has the thread look for changes now rather than when it is time; waits for nothing.
    pub fn call(&self) {
        if !self.is_called.swap(true, Ordering::Relaxed) {
            let is_called = self.is_called.clone();
            // A thread that has ended need not come.
            let _ = self.send(Box::new(move |_| {
                is_called.store(false, Ordering::Relaxed);
                Box::new(|| ())
            }));
        }
    }

    fn send(&self, job: StoreJob) -> Option<()> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        jobs.and_then(|jobs| jobs.send(job).ok())
    }

    /// Takes no more work, so that the thread ends.
    pub(super) fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
