//! Threads for long work, apart from those that serve connections: a bounded number of answers is made there
//! piece by piece, in turn.
//!
//! The pool is a separate runtime with a thread for each core, at a lower priority than the threads that
//! serve. A piece takes about a millisecond; after each piece the next answer has its turn. So a request for
//! little never waits for one that asks for much.

use crate::counts::{Counted, Counts};
use bytes::Bytes;
use std::io;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Pieces that are made ahead of a client that reads slowly.
const PIECES_AHEAD: usize = 2;
/// A long answer that its client takes at less than this on average is broken off, bytes a second.
const MIN_SPEED: f64 = 16.0 * 1024.0;
/// So long the client may take less: the speed counts from then on.
const SPEED_COUNTS_AFTER: Duration = Duration::from_secs(60);
/// Of the slots that are free, one subject may have a part: the whole divided by this.
const SHARE_OF_FREE: usize = 4;
/// Bytes of a complete answer in memory that count as one long answer.
const SLOT_BYTES: usize = 4 << 20;
/// Niceness of the pool relative to the serving threads (setpriority(2)).
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

/// The right to make one long answer, given back when it is dropped.
#[derive(Debug)]
pub struct Slot {
    _of_subject: Counted<Box<str>>,
    _of_all: OwnedSemaphorePermit,
}

/// How many long answers may be in the making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostLongAnswers {
    /// For all callers.
    pub in_all: usize,
    /// For one account.
    pub of_one: usize,
}

impl MostLongAnswers {
    /// The limits where the operator sets none.
    pub const USUAL: Self = Self { in_all: 64, of_one: 16 };

    /// As how many long answers one counts that is held in memory as a whole: one for each 4 MB begun, but no
    /// more than a caller has if nothing else is being made, so that none is ever too large. All that are
    /// held together have at most 4 MB times the number for all callers, as long as none is clipped.
    pub fn counted(self, bytes: usize) -> usize {
        let of_one = self.of_one.min(self.in_all / SHARE_OF_FREE).max(1);
        bytes.div_ceil(SLOT_BYTES).clamp(1, of_one)
    }
}

/// A bounded pool of threads for long answers.
pub struct ComputePool {
    /// There until the pool is dropped.
    runtime: Option<Runtime>,
    slots: Arc<Semaphore>,
    /// How many long answers each subject has in the making.
    by_subject: Counts<Box<str>>,
    most: MostLongAnswers,
}

impl ComputePool {
    /// Makes a pool with a maximum number of concurrent answers.
    pub fn new(most: MostLongAnswers) -> io::Result<Self> {
        let threads = available_parallelism()?.get();
        let runtime = Builder::new_multi_thread()
            .worker_threads(threads)
            // Of answers that are made as a whole no more are in the making than there are cores; others wait
            // before they take memory.
            .max_blocking_threads(threads)
            .thread_name("compute")
            .on_thread_start(stand_back)
            .build()?;
        let slots = Arc::new(Semaphore::new(most.in_all));
        Ok(Self { runtime: Some(runtime), slots, by_subject: Counts::new(), most })
    }

    /// How many answers may be in the making.
    pub fn most(&self) -> MostLongAnswers {
        self.most
    }

    /// The right to make one more long answer for a subject, if not too many are in the making.
    pub fn slot(&self, subject: &str) -> Option<Slot> {
        let of_all = Arc::clone(&self.slots).try_acquire_owned().ok()?;
        let may_have_more = |count: usize| {
            // The fewer are free, the fewer go to one subject: some are left for the next client.
            let free_for_it = self.slots.available_permits() + 1 + count;
            count < self.most.of_one.min((free_for_it / SHARE_OF_FREE).max(1))
        };
        let of_subject = self.by_subject.one_more(subject.into(), may_have_more)?;
        Some(Slot { _of_subject: of_subject, _of_all: of_all })
    }

    /// Does work in the pool and waits for its result, which comes with the slots; none if the work failed.
    /// The thread that waits leaves its other connections to other threads.
    pub fn result<T: Send + 'static>(
        &self,
        slots: Vec<Slot>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<(T, Vec<Slot>)> {
        let (sender, result) = std::sync::mpsc::sync_channel(1);
        let runtime = self.runtime.as_ref().expect("the runtime is there until the pool is dropped");
        // A separate thread at the priority of the pool: the pieces of long answers have their turns
        // meanwhile.
        runtime.spawn_blocking(move || {
            let result = work();
            // The receiver is gone when the service ends.
            drop(sender.send((result, slots)));
        });
        tokio::task::block_in_place(|| result.recv()).ok()
    }

    /// Makes an answer piece by piece, as fast as the client reads; `next` returns `None` at the end. The
    /// work ends early when the client goes away. An answer of a few milliseconds needs no slot; the owner of
    /// its bytes may hold the slots as well.
    pub fn make(
        &self,
        slots: Option<Arc<Vec<Slot>>>,
        mut next: impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static,
    ) -> Pieces {
        let (sender, pieces) = mpsc::channel(PIECES_AHEAD);
        let work = async move {
            let slots = slots;
            let (mut blocked, mut sent) = (Duration::ZERO, 0);
            loop {
                let offered = Instant::now();
                // An error means that the client has gone.
                let Ok(place) = sender.reserve().await else { return };
                blocked += offered.elapsed();
                if slots.is_some() && is_too_slow(sent, blocked) {
                    return tracing::info!("a client took a long answer too slowly: it was broken off");
                }
                match next() {
                    Ok(Some(bytes)) if bytes.is_empty() => drop(place),
                    Ok(Some(bytes)) => {
                        sent += bytes.len();
                        place.send(Piece::Bytes(bytes));
                    }
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
            // Waiting for abandoned work would delay the end of the process.
            runtime.shutdown_background();
        }
    }
}

/// Whether a client reads an answer too slowly.
fn is_too_slow(sent: usize, blocked: Duration) -> bool {
    blocked > SPEED_COUNTS_AFTER && (sent as f64) < MIN_SPEED * blocked.as_secs_f64()
}

/// Lowers the priority of the calling thread.
fn stand_back() {
    // On Linux the priority belongs to the thread. Where it cannot be lowered, answers are still made in
    // turn.
    if let Err(e) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(error = %e, "the threads for long answers run at the priority of those that serve");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: MostLongAnswers = MostLongAnswers { in_all: 1, of_one: 1 };

    fn received(mut pieces: Pieces) -> (Vec<Bytes>, bool) {
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
        let (all, is_complete) = received(
            pool.make(Some(Arc::new(vec![slot])), move || Ok(left.next().map(|k| Bytes::from(vec![k])))),
        );
        assert!(is_complete && all.iter().map(|b| b[0]).eq(0..100));
    }

    #[test]
    fn a_result_is_waited_for_and_gives_its_slot_back() {
        let pool = ComputePool::new(ONE).expect("threads");
        let slot = pool.slot("a").expect("free");
        let (result, slots) = pool.result(vec![slot], || 42).expect("a result");
        assert_eq!((result, slots.len()), (42, 1));
        assert!(pool.result(slots, || -> u8 { panic!("as the test wants it") }).is_none());
        assert!(std::iter::repeat_with(|| pool.slot("a")).flatten().next().is_some(), "free again");
    }

    #[test]
    fn a_whole_answer_counts_by_its_size_and_never_as_more_than_one_caller_may_have() {
        const MB: usize = 1 << 20;
        let counted = |bytes: usize| MostLongAnswers::USUAL.counted(bytes);
        assert_eq!([0, 1, 4 * MB, 4 * MB + 1, 30 * MB, 1000 * MB].map(counted), [1, 1, 1, 2, 8, 16]);
        assert_eq!(ONE.counted(30 * MB), 1);
    }

    #[test]
    fn what_fails_is_broken_off() {
        let pool = ComputePool::new(ONE).expect("threads");
        let slot = pool.slot("a").expect("free");
        let (all, is_complete) =
            received(pool.make(Some(Arc::new(vec![slot])), || Err(io::Error::other("no"))));
        assert!(all.is_empty() && !is_complete);
    }

    #[test]
    fn slots_are_free_again_when_the_answer_is_dropped() {
        let pool = ComputePool::new(ONE).expect("threads");
        let slot = pool.slot("a").expect("free");
        assert!(pool.slot("a").is_none());
        let pieces = pool.make(Some(Arc::new(vec![slot])), || Ok(Some(Bytes::from_static(b"x"))));
        drop(pieces);
        for _ in 0..1000 {
            if pool.slot("a").is_some() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the slot is still in use");
    }

    #[test]
    fn one_subject_leaves_slots_for_the_others() {
        let pool = ComputePool::new(MostLongAnswers { in_all: 16, of_one: 3 }).expect("threads");
        let of = |subject: &str| std::iter::from_fn(|| pool.slot(subject)).collect::<Vec<_>>();
        let first = of("a");
        assert_eq!(first.len(), 3);
        // A quarter of what is free, and at least one.
        let others: Vec<_> = ["b", "c", "d", "e", "f"].map(of).into_iter().collect();
        assert_eq!(others.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2, 1, 1]);
        assert_eq!(of("g").len(), 1);
        drop((first, others));
        assert_eq!(of("a").len(), 3);
        assert!(pool.by_subject.counts().is_empty());
    }

    #[test]
    fn a_client_that_takes_a_trickle_is_too_slow_after_a_minute() {
        let (half, two) = (Duration::from_secs(30), Duration::from_secs(120));
        assert!(!is_too_slow(0, half));
        assert!(is_too_slow(64 * 1024 * 3, two));
        assert!(!is_too_slow(64 * 1024 * 40, two));
    }
}
