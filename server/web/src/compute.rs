//! Threads for long work, separate from the threads that serve connections. They compute a bounded number of
//! responses piece by piece, in turn.
//!
//! The pool is a separate runtime with a thread for each core, at a lower priority than the serving threads.
//! A piece takes about a millisecond; after each piece the next response has its turn. So a small request
//! never waits for a large one. Work that cannot be cut into pieces has threads of its own, which take turns
//! too.

use crate::shares::{Share, Shares};
use crate::turns::Turns;
use bytes::Bytes;
use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Pieces that are computed ahead of the client. They bound the memory of a slow client.
pub const PIECES_AHEAD: usize = 2;
/// Minimum average speed of a client that reads a long response, bytes per second. A slower client would hold
/// its slot too long and is disconnected.
const MIN_SPEED: f64 = 16.0 * 1024.0;
/// Time before the minimum speed applies, because a connection may stall for a while.
const SPEED_COUNTS_AFTER: Duration = Duration::from_secs(60);
/// One subject may have this fraction of the free slots, as a divisor.
const SHARE_OF_FREE: usize = 4;
/// Bytes of a complete response in memory that count as one long response.
const SLOT_BYTES: usize = 4 << 20;
/// Threads for work that is done as a whole, at most.
const MAX_THREADS: usize = 128;
/// Longest turn of work that is done as a whole, before other work runs.
const TURN: Duration = Duration::from_millis(1);
/// Time that a thread for work that is done as a whole waits for more, and keeps memory that it has freed.
const KEEP_ALIVE: Duration = Duration::from_secs(1);
/// Slots after which memory is given back to the system.
const MANY_SLOTS: usize = 8;
/// Niceness of the pool relative to the serving threads (setpriority(2)).
const NICENESS: i32 = 10;

/// A piece of a response, or its end.
#[derive(Debug)]
pub enum Piece {
    /// Bytes, and more to come.
    Bytes(Bytes),
    /// The end of the response.
    End,
}

/// The pieces of a response in order. A stream that ends without [`Piece::End`] is incomplete.
pub type Pieces = mpsc::Receiver<Piece>;

/// The right to compute a long response, or several.
pub type Slots = Share;

/// Maximum numbers of concurrent long responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaxLongResponses {
    /// For all callers.
    pub in_all: usize,
    /// For one account.
    pub of_one: usize,
}

impl MaxLongResponses {
    /// The limits of the server. Long responses then hold 256 MB at most, and one caller a quarter.
    pub const DEFAULT: Self = Self { in_all: 64, of_one: 16 };

    /// The number of slots for a response of this size that is in memory as a whole: one for each started 4
    /// MiB, but at most the slots that one caller can have on an idle server, so that no response is refused
    /// forever. Together such responses hold at most 4 MiB times `in_all`, unless one is clipped.
    pub fn counted(self, bytes: usize) -> usize {
        let of_one = self.of_one.min(self.in_all / SHARE_OF_FREE).max(1);
        bytes.div_ceil(SLOT_BYTES).clamp(1, of_one)
    }
}

thread_local! {
    /// Number of times that this thread has given memory back.
    static GIVEN_BACK: Cell<usize> = const { Cell::new(0) };
}

/// A bounded pool of threads for long responses.
pub struct ComputePool {
    /// `None` only while the pool is dropped.
    runtime: Option<Runtime>,
    slots: Shares,
    most: MaxLongResponses,
    turns: Turns,
    /// Number of requests to give memory back.
    given_back: Arc<AtomicUsize>,
}

impl ComputePool {
    /// Creates a pool with a maximum number of concurrent responses. `give_back` returns memory that the
    /// calling thread has freed to the system, if the allocator can.
    pub fn new(most: MaxLongResponses, give_back: Option<fn()>) -> io::Result<Self> {
        let threads = available_parallelism()?.get();
        // Each work that is done as a whole has a slot, and a thread, which mostly waits for its turn.
        let whole = most.in_all.clamp(1, MAX_THREADS);
        let given_back = Arc::<AtomicUsize>::default();
        let due = Arc::clone(&given_back);
        let runtime = Builder::new_multi_thread()
            .worker_threads(threads)
            .max_blocking_threads(whole)
            .thread_name("compute")
            .thread_keep_alive(KEEP_ALIVE)
            .on_thread_start(lower_priority)
            .on_thread_stop(move || give_back.into_iter().for_each(|give_back| give_back()))
            .on_thread_park(move || {
                let due = due.load(Ordering::Relaxed);
                if let (Some(give_back), true) = (give_back, GIVEN_BACK.replace(due) != due) {
                    give_back();
                }
            })
            .enable_time()
            .build()?;
        let slots = Shares::new(most.in_all, most.of_one, SHARE_OF_FREE);
        let slots = slots.then(MANY_SLOTS, idle(&given_back, &runtime));
        let turns = Turns::new(threads, TURN);
        Ok(Self { runtime: Some(runtime), slots, most, turns, given_back })
    }

    /// The limits of the pool.
    pub fn most(&self) -> MaxLongResponses {
        self.most
    }

    /// Returns a function by which each thread gives freed memory back to the system once it has nothing to
    /// do.
    pub fn idle(&self) -> impl Fn() + Clone + Send + Sync + use<> {
        idle(&self.given_back, self.runtime())
    }

    /// The slots of all responses.
    pub fn slots(&self) -> &Shares {
        &self.slots
    }

    /// Does work in the pool, in turn with other work wherever it calls [`pause`](crate::turns::pause). Its
    /// result comes with the slots, or never if the work panicked. The work ends at its next pause when the
    /// future is dropped.
    pub async fn begin<T: Send + 'static>(
        &self,
        slots: Vec<Slots>,
        subject: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<(T, Vec<Slots>)> {
        let (sender, result) = oneshot::channel();
        // Dropped with the future.
        let waits = Arc::new(());
        // The receiver is gone when the client has left, or when the service ends.
        let job = move || drop(sender.send((work(), slots)));
        self.turns.run(self.runtime().handle(), subject, Arc::downgrade(&waits), Box::new(job));
        result.await.ok()
    }

    /// Calls `step` in turn with other work until it returns a result, which never comes if it panicked. A
    /// call takes at most about a millisecond. The work ends early when the receiver is dropped.
    pub fn step<T: Send + 'static>(
        &self,
        mut step: impl FnMut() -> Option<T> + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, result) = oneshot::channel();
        self.runtime().spawn(async move {
            while !sender.is_closed() {
                if let Some(result) = step() {
                    return drop(sender.send(result));
                }
                tokio::task::yield_now().await;
            }
        });
        result
    }

    /// Runs a task in turn with other work. It must yield after about a millisecond of work.
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        self.runtime().spawn(task)
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("the runtime is there until the pool is dropped")
    }

    /// Computes a response piece by piece, as fast as the client reads; `next` returns `None` at the end. The
    /// work ends early when the client disconnects. A response of a few milliseconds needs no slot.
    pub fn make(
        &self,
        slots: Option<Arc<Vec<Slots>>>,
        next: impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static,
    ) -> Pieces {
        let (sender, pieces) = mpsc::channel(PIECES_AHEAD);
        self.runtime().spawn(feed(sender, slots, next));
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

/// See [`ComputePool::idle`].
fn idle(given_back: &Arc<AtomicUsize>, runtime: &Runtime) -> impl Fn() + Clone + Send + Sync + use<> {
    let (given_back, runtime) = (Arc::clone(given_back), runtime.handle().clone());
    move || {
        given_back.fetch_add(1, Ordering::Relaxed);
        // Threads that have nothing to do already wake up for a task.
        (0..runtime.metrics().num_workers()).for_each(|_| drop(runtime.spawn(std::future::ready(()))));
    }
}

/// Makes the pieces of a response as fast as the client reads them, and gives the slots back at its end.
async fn feed(
    sender: mpsc::Sender<Piece>,
    slots: Option<Arc<Vec<Slots>>>,
    mut next: impl FnMut() -> io::Result<Option<Bytes>>,
) {
    let (mut blocked, mut sent) = (Duration::ZERO, 0);
    loop {
        let offered = Instant::now();
        // An error means that the client has gone.
        let Ok(place) = sender.reserve().await else { return };
        blocked += offered.elapsed();
        if slots.is_some() && is_too_slow(sent, blocked) {
            return tracing::info!("closed a connection: the client read a long response too slowly");
        }
        match next() {
            Ok(Some(bytes)) if bytes.is_empty() => drop(place),
            Ok(Some(bytes)) => {
                sent += bytes.len();
                place.send(Piece::Bytes(bytes));
            }
            Ok(None) => return place.send(Piece::End),
            Err(e) => return tracing::error!(error = %e, "could not complete a response"),
        }
        tokio::task::yield_now().await;
    }
}

/// Returns whether a client reads a response, or sends a body, too slowly.
pub fn is_too_slow(sent: usize, blocked: Duration) -> bool {
    blocked > SPEED_COUNTS_AFTER && (sent as f64) < MIN_SPEED * blocked.as_secs_f64()
}

/// Lowers the priority of this thread, for background work and long responses.
fn lower_priority() {
    // On Linux the priority belongs to the thread. Where it cannot be lowered, answers are still made in
    // turn.
    if let Err(e) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(error = %e, "a thread for long work runs at the priority of those that serve");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: MaxLongResponses = MaxLongResponses { in_all: 1, of_one: 1 };
    const SECOND: Duration = Duration::from_secs(1);

    /// Waits for a slot that another thread gives back.
    async fn slot_given_back(pool: &ComputePool) -> Slots {
        pool.slots.take_within(180 * SECOND, 1, "a").await.expect("free again")
    }

    #[test]
    fn an_answer_comes_in_order_and_says_where_it_ends_or_is_broken_off() {
        for fails in [false, true] {
            let pool = ComputePool::new(ONE, None).expect("threads");
            let mut left = 0..100u8;
            let mut pieces = pool.make(None, move || match left.next() {
                None if fails => Err(io::Error::other("no")),
                byte => Ok(byte.map(|k| Bytes::from(vec![k]))),
            });
            let all: Vec<_> = std::iter::from_fn(|| pieces.blocking_recv()).collect();
            assert_eq!(matches!(all.last(), Some(Piece::End)), !fails);
            let bytes = all.iter().filter_map(|p| if let Piece::Bytes(b) = p { Some(b[0]) } else { None });
            assert!(bytes.eq(0..100));
        }
    }

    #[tokio::test]
    async fn a_result_is_waited_for_and_gives_its_slot_back() {
        let pool = ComputePool::new(ONE, None).expect("threads");
        let slot = pool.slots.take(1, "a").expect("free");
        let (result, slots) = pool.begin(vec![slot], "a", || 42).await.expect("a result");
        assert_eq!((result, slots.len()), (42, 1));
        assert!(pool.begin(slots, "a", || -> u8 { panic!("as the test wants it") }).await.is_none());
        slot_given_back(&pool).await;
    }

    #[test]
    fn steps_run_until_there_is_a_result_or_no_request_waits() {
        let pool = ComputePool::new(ONE, None).expect("threads");
        let mut steps = 0;
        let result = pool.step(move || {
            steps += 1;
            (steps == 3).then_some(steps)
        });
        assert_eq!(result.blocking_recv(), Ok(3));
        assert!(pool.step(|| -> Option<()> { panic!("as the test wants it") }).blocking_recv().is_err());
        // The closure is dropped, and its sender with it.
        let (held, dropped) = std::sync::mpsc::channel::<()>();
        drop(pool.step(move || held.send(()).err().map(drop)));
        while dropped.recv().is_ok() {}
    }

    #[test]
    fn a_whole_answer_counts_by_its_size_and_never_as_more_than_one_caller_may_have() {
        const MB: usize = 1 << 20;
        let counted = |bytes: usize| MaxLongResponses::DEFAULT.counted(bytes);
        assert_eq!([0, 1, 4 * MB, 4 * MB + 1, 30 * MB, 1000 * MB].map(counted), [1, 1, 1, 2, 8, 16]);
        assert_eq!(ONE.counted(30 * MB), 1);
    }

    #[tokio::test]
    async fn slots_are_free_again_when_the_answer_is_dropped() {
        let pool = ComputePool::new(ONE, None).expect("threads");
        let slot = pool.slots.take(1, "a").expect("free");
        assert!(pool.slots.take(1, "a").is_none());
        drop(pool.make(Some(Arc::new(vec![slot])), || Ok(Some(Bytes::from_static(b"x")))));
        slot_given_back(&pool).await;
    }

    /// Feeds a client endlessly with pieces of a size; returns how many were made, too.
    fn fed(slots: Option<Arc<Vec<Slots>>>, bytes: usize) -> (Pieces, Arc<AtomicUsize>) {
        let (sender, pieces) = mpsc::channel(PIECES_AHEAD);
        let made = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&made);
        tokio::spawn(feed(sender, slots, move || {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(Some(Bytes::from(vec![0; bytes])))
        }));
        (pieces, made)
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_pieces_are_made_than_the_client_reads_soon() {
        let (mut pieces, made) = fed(None, 1);
        for read in 0..5 {
            tokio::time::sleep(3600 * SECOND).await;
            assert_eq!(made.load(Ordering::Relaxed), read + PIECES_AHEAD);
            assert!(matches!(pieces.recv().await, Some(Piece::Bytes(_))));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_too_slowly_is_broken_off_after_a_minute() {
        const PIECE_BYTES: usize = 16 * 1024;
        const MINUTES: usize = 10;
        for (slots, pause, is_broken) in [
            (Some(Arc::default()), 2 * SECOND, true),
            (Some(Arc::default()), SECOND, false),
            // A short response occupies no slot.
            (None, 2 * SECOND, false),
        ] {
            let (mut pieces, _) = fed(slots, PIECE_BYTES);
            let begun = Instant::now();
            let mut read = 0;
            while read < 60 * MINUTES && pieces.recv().await.is_some() {
                read += 1;
                tokio::time::sleep(pause).await;
            }
            assert_eq!(read < 60 * MINUTES, is_broken);
            let least = SPEED_COUNTS_AFTER;
            assert!(!is_broken || (least..least + 4 * pause).contains(&begun.elapsed()));
        }
    }
}
