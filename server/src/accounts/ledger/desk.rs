//! Where work on the store is left for the thread that does it.

use crate::accounts::store::{Store, StoreError, Stored};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Work on the store. It returns what is to be called once requests see its effect: that wakes the caller who
/// waits for the result.
pub(super) type Job = Box<dyn FnOnce(&mut dyn Store) -> Box<dyn FnOnce()> + Send>;

/// Takes work on the store as long as its thread lives. Copies are the same desk.
#[derive(Clone)]
pub(crate) struct Desk(Arc<Mutex<Option<Sender<Job>>>>);

impl Desk {
    /// Opens the desk of a thread.
    pub(super) fn new(jobs: Sender<Job>) -> Self {
        Self(Arc::new(Mutex::new(Some(jobs))))
    }

    /// Leaves work and waits for its result; requests see the effect from then on.
    pub(crate) fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let (answer, answered) = channel();
        // The caller who waited may have gone.
        self.leave(work, move |done| drop(answer.send(done)))?;
        answered.recv().map_err(|_| StoreError::Stopping)?
    }

    /// Leaves work whose result is given to `answer`.
    pub(crate) fn leave<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
        answer: impl FnOnce(Stored<T>) + Send + 'static,
    ) -> Stored<()> {
        let job: Job = Box::new(move |store| {
            let done = work(store);
            Box::new(move || answer(done))
        });
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        jobs.and_then(|j| j.send(job).ok()).ok_or(StoreError::Stopping)
    }

    /// Takes no more work, so that the thread ends.
    pub(super) fn close(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
