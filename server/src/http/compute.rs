//! Threads for long work, apart from those that serve connections: a bounded number of answers is made there
//! piece by piece, in turn.
//!
//! The pool is a runtime of its own with a thread for each core, at a lower priority than the threads that
//! serve. A piece takes about a millisecond; after each piece the next answer has its turn. So a request for
//! little never waits for one that asks for much.

use bytes::Bytes;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Pieces that are made ahead of a client that reads slowly.
const PIECES_AHEAD: usize = 2;
/// How far the pool stands back for the threads that serve, in the steps of setpriority(2).
const NICENESS: i32 = 10;

/// A piece of an answer, or that the answer is complete.
#[derive(Debug)]
pub enum Piece {
    /// Bytes, and more to come.
    Bytes(Bytes),
    /// The end of the answer.
    End,
}

/// The pieces of an answer in the order in which they are made. A stream that ends without [`Piece::End`] was
/// broken off.
pub type Pieces = mpsc::Receiver<Piece>;

/// How many long answers each subject has in the making.
type BySubject = Arc<Mutex<HashMap<Box<str>, usize>>>;

/// The right to make one long answer, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _of_all: OwnedSemaphorePermit,
    by_subject: BySubject,
    subject: Box<str>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut by_subject = locked(&self.by_subject);
        let count = by_subject.get_mut(&self.subject).expect("the subject is there while it has a slot");
        *count -= 1;
        if *count == 0 {
            by_subject.remove(&self.subject);
        }
    }
}

fn locked(by_subject: &BySubject) -> MutexGuard<'_, HashMap<Box<str>, usize>> {
    // Counting does not panic; if it did, the numbers would still be right.
    by_subject.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many long answers may be in the making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MostLongAnswers {
    /// For all callers.
    pub(crate) in_all: usize,
    /// For one account.
    pub(crate) of_one: usize,
}

impl MostLongAnswers {
    /// The limits where the operator sets none.
    pub(crate) const USUAL: Self = Self { in_all: 64, of_one: 16 };
}

/// A bounded pool of threads for long answers.
pub(crate) struct ComputePool {
    /// There until the pool is dropped.
    runtime: Option<Runtime>,
    slots: Arc<Semaphore>,
    by_subject: BySubject,
    most: MostLongAnswers,
}

impl ComputePool {
    /// Makes a pool that works on at most so many answers at a time.
    pub(crate) fn new(most: MostLongAnswers) -> io::Result<Self> {
        let threads = available_parallelism()?.get();
        let runtime = Builder::new_multi_thread()
            .worker_threads(threads)
            .thread_name("compute")
            .on_thread_start(stand_back)
            .build()?;
        let slots = Arc::new(Semaphore::new(most.in_all));
        Ok(Self { runtime: Some(runtime), slots, by_subject: Arc::default(), most })
    }

    /// How many answers may be in the making.
    pub(crate) fn most(&self) -> MostLongAnswers {
        self.most
    }

    /// The right to make one more long answer for a subject, if not too many are in the making.
    pub(crate) fn slot(&self, subject: &str) -> Option<Slot> {
        let of_all = Arc::clone(&self.slots).try_acquire_owned().ok()?;
        let mut by_subject = locked(&self.by_subject);
        let count = by_subject.entry(subject.into()).or_insert(0);
        if *count >= self.most.of_one {
            return None;
        }
        *count += 1;
        Some(Slot { _of_all: of_all, by_subject: Arc::clone(&self.by_subject), subject: subject.into() })
    }

    /// Makes an answer that takes a few milliseconds, as [`ComputePool::make`] does a long one.
    pub(crate) fn make_short(
        &self,
        next: impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static,
    ) -> Pieces {
        self.spawn(None, next)
    }

    /// Makes a long answer piece by piece, as fast as the pieces are taken; `next` gives none at the end. The
    /// work ends early when nobody takes the pieces any more.
    pub(crate) fn make(
        &self,
        slot: Slot,
        next: impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static,
    ) -> Pieces {
        self.spawn(Some(slot), next)
    }

    fn spawn(
        &self,
        slot: Option<Slot>,
        mut next: impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static,
    ) -> Pieces {
        let (sender, pieces) = mpsc::channel(PIECES_AHEAD);
        let work = async move {
            let _slot = slot;
            loop {
                // An error means that the client has gone.
                let Ok(place) = sender.reserve().await else { return };
                match next() {
                    Ok(Some(bytes)) if bytes.is_empty() => drop(place),
                    Ok(Some(bytes)) => place.send(Piece::Bytes(bytes)),
                    Ok(None) => return place.send(Piece::End),
                    Err(e) => return tracing::error!(error = %e, "an answer was broken off"),
                }
                tokio::task::yield_now().await;
            }
        };
        self.runtime.as_ref().expect("the runtime is there until the pool is dropped").spawn(work);
        pieces
    }
}

impl Drop for ComputePool {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Waiting for what nobody will take would hold up the end of the process.
            runtime.shutdown_background();
        }
    }
}

/// Lowers the priority of the calling thread.
fn stand_back() {
    // On Linux the priority belongs to the thread. Where it cannot be lowered, answers are still made in turn.
    if let Err(e) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(error = %e, "the threads for long answers run at the priority of those that serve");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: MostLongAnswers = MostLongAnswers { in_all: 1, of_one: 1 };

    fn taken(mut pieces: Pieces) -> (Vec<Bytes>, bool) {
        let mut all = Vec::new();
        while let Some(piece) = pieces.blocking_recv() {
            match piece {
                Piece::Bytes(bytes) => all.push(bytes),
                Piece::End => return (all, true),
            }
        }
        (all, false)
    }

    #[test]
    fn an_answer_comes_in_order_and_says_where_it_ends() {
        let pool = ComputePool::new(ONE).expect("threads");
        let mut left = (0..100u8).collect::<Vec<_>>().into_iter();
        let slot = pool.slot("a").expect("free");
        let (all, is_complete) =
            taken(pool.make(slot, move || Ok(left.next().map(|k| Bytes::from(vec![k])))));
        assert!(is_complete && all.iter().map(|b| b[0]).eq(0..100));
    }

    #[test]
    fn what_fails_is_broken_off() {
        let pool = ComputePool::new(ONE).expect("threads");
        let slot = pool.slot("a").expect("free");
        let (all, is_complete) = taken(pool.make(slot, || Err(io::Error::other("no"))));
        assert!(all.is_empty() && !is_complete);
    }

    #[test]
    fn slots_are_free_again_when_the_answer_is_dropped() {
        let pool = ComputePool::new(ONE).expect("threads");
        let slot = pool.slot("a").expect("free");
        assert!(pool.slot("a").is_none());
        let pieces = pool.make(slot, || Ok(Some(Bytes::from_static(b"x"))));
        drop(pieces);
        for _ in 0..1000 {
            if pool.slot("a").is_some() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the slot is still taken");
    }

    #[test]
    fn one_subject_leaves_slots_for_the_others() {
        let pool = ComputePool::new(MostLongAnswers { in_all: 3, of_one: 2 }).expect("threads");
        let taken = (pool.slot("a"), pool.slot("a"));
        assert!(taken.0.is_some() && taken.1.is_some());
        assert!(pool.slot("a").is_none());
        let other = pool.slot("b").expect("free");
        assert!(pool.slot("c").is_none(), "three in all");
        drop((taken, other));
        assert!(pool.slot("c").is_some());
        assert!(locked(&pool.by_subject).is_empty());
    }
}
