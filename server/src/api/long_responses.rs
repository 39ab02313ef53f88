//! Long responses of one caller, which are computed or written in a pool instead of the request threads.

use crate::api::prelude::*;
use accounts::rate::{network, network_name};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use web::compute::{ComputePool, MaxLongResponses};

/// `Retry-After` if the service is busy, s: spread, so that not all come again at once.
const BUSY_RETRY_AFTER_S: std::ops::Range<u64> = 2..6;
/// Maximum time for which a call waits for a slot before it is refused.
const PATIENCE: Duration = Duration::from_secs(1);

/// The result of the pool.
pub(crate) type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send + 'a>>;

/// The pool for long responses, and the caller.
#[derive(Clone, Copy)]
pub(crate) struct LongResponses<'a> {
    pub(crate) pool: &'a ComputePool,
    /// The account of the caller, with a limit of concurrent long responses.
    pub(crate) account: Option<&'a str>,
    /// The address, which identifies a caller without an account.
    pub(crate) client: IpAddr,
    /// The flag that work has begun.
    pub(crate) begun: &'a StartFlag,
}

/// A flag: the pool has begun to work for a call, or for a stage of it.
#[derive(Default)]
pub(crate) struct StartFlag(Mutex<Option<Arc<AtomicBool>>>);

impl StartFlag {
    /// Returns whether work has begun.
    pub(crate) fn is_set(&self) -> bool {
        self.flag().as_ref().is_some_and(|begun| begun.load(Ordering::Relaxed))
    }

    pub(crate) fn reset(&self) {
        *self.flag() = None;
    }

    /// Returns what sets the flag when the pool begins.
    pub(crate) fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(self.flag().get_or_insert_default())
    }

    fn flag(&self) -> MutexGuard<'_, Option<Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> LongResponses<'a> {
    /// Does work in the pool. Its result comes with the occupied slots, whose number depends on the expected
    /// size. `slots` are those that the caller already has.
    pub(crate) async fn made<T: Send + 'static>(
        &self,
        mut slots: Vec<Slots>,
        about_bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Vec<Slots>), Problem> {
        let number = self.pool.most().counted(about_bytes);
        let held: usize = slots.iter().map(Slots::count).sum();
        if slots.is_empty() {
            slots.push(self.slots_soon(number).await?);
        } else if held < number {
            // Do not wait here: waiting would keep the other slots from callers that need them.
            let more = self.pool.slots().take(number - held, &self.subject());
            slots.push(more.ok_or_else(|| too_many_long_responses(self.pool))?);
        }
        let begun = self.begun.shared();
        let work = move || {
            begun.store(true, Ordering::Relaxed);
            work()
        };
        self.pool.begin(slots, &self.subject(), work).await.ok_or_else(failed)
    }

    /// Acquires slots for a long response, and waits for them for a moment.
    pub(crate) async fn slots_soon(&self, number: usize) -> Result<Slots, Problem> {
        let slots = self.pool.slots().take_within(PATIENCE, number, &self.subject()).await;
        slots.ok_or_else(|| too_many_long_responses(self.pool))
    }

    /// The account or address that the limit of long responses applies to.
    pub(crate) fn subject(&self) -> Cow<'a, str> {
        self.account.map_or_else(|| network_name(network(self.client)).into(), Cow::Borrowed)
    }
}

/// A text whose slots stay occupied until its last byte is dropped.
pub(crate) fn held(text: Bytes, slots: &Arc<Vec<Slots>>) -> Bytes {
    Bytes::from_owner(SlottedText { text, _slots: Arc::clone(slots) })
}

/// A text in memory with the slots that it occupies.
struct SlottedText {
    text: Bytes,
    _slots: Arc<Vec<Slots>>,
}

impl AsRef<[u8]> for SlottedText {
    fn as_ref(&self) -> &[u8] {
        &self.text
    }
}

/// The error for work that panicked.
pub(crate) fn failed() -> Problem {
    Problem::new(Code::Internal, "the response could not be computed")
}

fn too_many_long_responses(pool: &ComputePool) -> Problem {
    let MaxLongResponses { in_all, of_one } = pool.most();
    let of_one = of_one.min(in_all);
    let detail = format!(
        "too many long responses are under way: the limit is {of_one} at a time for an account, or for an \
         address without one, and {in_all} in total; a response in memory counts once for each 4 MB"
    );
    Problem::new(Code::Busy, detail).retry_after(fastrand::u64(BUSY_RETRY_AFTER_S))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_flag_is_set_when_the_work_of_a_call_begins() {
        let pool = ComputePool::new(MaxLongResponses { in_all: 1, of_one: 1 }, None).expect("threads");
        let begun = StartFlag::default();
        let client = [192, 0, 2, 1].into();
        let long = LongResponses { pool: &pool, account: Some("a"), client, begun: &begun };
        let work = long.made(Vec::new(), 0, || 42);
        assert!(!begun.is_set());
        assert!(work.await.is_ok_and(|(result, _)| result == 42) && begun.is_set());
    }
}
