//! Memory and temporary files of the bodies of all calls.

use crate::api::prelude::*;
use rows::{Limits, TemporaryFiles};
use web::shares::{Share, Shares};

/// Bytes that are counted as one.
const UNIT_BYTES: usize = 1 << 10;
/// The part of all memory that a call may have, as a divisor.
const CALL_PART: usize = 8;
/// Memory of a call at most, bytes: a file of Parquet with five columns, each with a dictionary and pages of
/// 1 MB as usual, needs 12 MB.
const MAX_CALL_BYTES: usize = 16 << 20;
/// The part of the free memory that one account may have, as a divisor.
const PART_OF_FREE: usize = 2;
/// Maximum time for which a call waits before its first row, and for more memory.
const PATIENCE: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(20)];
/// Memory that is given back to the system when the last call has ended, bytes: of the bases, or beyond them.
const MUCH_BYTES: usize = 8 << 20;
/// `Retry-After` of a call that is refused for want of memory or space, s.
const RETRY_AFTER_S: u64 = 5;

/// Limits of the bodies of all calls together.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimits {
    /// Bytes of rows, messages, dictionaries and pages in memory.
    pub(crate) memory_bytes: usize,
    /// Bytes of temporary files.
    pub(crate) spool_bytes: u64,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { memory_bytes: 128 << 20, spool_bytes: 4 << 30 }
    }
}

/// The memory and the temporary files of all bodies.
pub(crate) struct Bodies {
    memory: Memory,
    call_bytes: usize,
    pub(crate) files: Arc<TemporaryFiles>,
}

/// The memory that all calls need, and the memory that some need besides: half each, so that calls that only
/// wait do not hold what another needs to end.
#[derive(Clone)]
struct Memory {
    bases: Shares,
    more: Shares,
}

impl Memory {
    fn used(&self) -> usize {
        self.bases.used() + self.more.used()
    }
}

impl Bodies {
    /// Tries to create a temporary file, and logs a failure. `give_back` returns freed memory to the system.
    pub(crate) fn new(limits: BodyLimits, give_back: impl Fn() + Clone + Send + Sync + 'static) -> Self {
        let BodyLimits { memory_bytes, spool_bytes } = limits;
        let files = TemporaryFiles::new(spool_bytes);
        if let Err(error) = files.create() {
            let folder = std::env::temp_dir().display().to_string();
            tracing::warn!(%error, folder, "bodies in Parquet get 503: set TMPDIR to a writable folder");
        }
        let units = memory_bytes / UNIT_BYTES / 2;
        let call_bytes = (memory_bytes / CALL_PART).min(MAX_CALL_BYTES);
        let [bases, more] = [(); 2].map(|()| {
            Shares::new(units, units, PART_OF_FREE).then(MUCH_BYTES / UNIT_BYTES, give_back.clone())
        });
        Self { memory: Memory { bases, more }, call_bytes, files }
    }

    /// Bytes of memory that calls hold.
    pub(crate) fn used_bytes(&self) -> usize {
        self.memory.used() * UNIT_BYTES
    }

    /// Takes the memory that each call needs, and waits for it for a moment.
    pub(super) async fn begin(&self, subject: &str) -> Result<CallMemory, Problem> {
        let units = Limits::BASE_BYTES / UNIT_BYTES;
        let base = self.memory.bases.take_within(PATIENCE[0], units, subject).await.ok_or_else(no_memory)?;
        let (memory, subject, call_bytes) = (self.memory.clone(), subject.into(), self.call_bytes);
        Ok(CallMemory { memory, subject, call_bytes, _base: base, more: None })
    }
}

/// The memory of one call, given back on drop. It is the base or all that a call may have, nothing between: a
/// call that waits holds only the base, and one that has all never waits.
pub(super) struct CallMemory {
    memory: Memory,
    subject: Box<str>,
    call_bytes: usize,
    _base: Share,
    more: Option<Share>,
}

impl CallMemory {
    /// Bytes that the call may have beyond the base.
    pub(super) fn most_bytes(&self) -> usize {
        self.call_bytes - Limits::BASE_BYTES
    }

    /// Takes the memory for a number of bytes beyond the base, and waits for it.
    pub(super) async fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        if bytes > 0 && self.more.is_none() {
            let units = self.most_bytes() / UNIT_BYTES;
            let more = self.memory.more.take_within(PATIENCE[1], units, &self.subject).await;
            self.more = Some(more.ok_or_else(no_memory)?);
        }
        Ok(())
    }
}

fn no_memory() -> Problem {
    let detail = "the bodies of other calls take all memory for bodies; send this call again later";
    Problem::new(Code::Busy, detail).retry_after(RETRY_AFTER_S)
}

/// The problem of a temporary file that cannot be made or written.
pub(super) fn no_space(error: &std::io::Error) -> Problem {
    tracing::warn!(%error, "a body was refused, because it needs a temporary file");
    let detail =
        "the server has no space for this body now; send a text or Arrow, and read results while you send";
    Problem::new(Code::Busy, detail).retry_after(RETRY_AFTER_S)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    const MB: usize = 1 << 20;

    #[tokio::test(start_paused = true)]
    async fn calls_have_the_base_or_all_and_leave_half_of_what_is_free_to_others() {
        let is_given_back = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_given_back);
        let give_back = move || flag.store(true, Ordering::Relaxed);
        let bodies = Bodies::new(BodyLimits::default(), give_back);
        let mut calls = Vec::new();
        for _ in 0..16 {
            calls.push(bodies.begin("a").await.expect("memory"));
        }
        assert_eq!((bodies.used_bytes(), calls[0].most_bytes()), (16 * MB, 15 * MB));
        let mut grown = 0;
        for call in &mut calls {
            call.grow(0).await.expect("nothing");
            grown += usize::from(call.grow(1).await.is_ok());
        }
        assert_eq!((grown, bodies.used_bytes()), (2, 46 * MB));
        let mut other = bodies.begin("b").await.expect("memory");
        other.grow(10 * MB).await.expect("memory");
        drop(calls);
        assert!(!is_given_back.load(Ordering::Relaxed));
        drop(other);
        assert!(bodies.used_bytes() == 0 && is_given_back.load(Ordering::Relaxed));
    }

    #[tokio::test(start_paused = true)]
    async fn all_calls_of_an_account_grow_in_turn() {
        // Enough for the bases of half of the calls, and for two that grow.
        let limits = BodyLimits { memory_bytes: 32 * MB, ..BodyLimits::default() };
        let bodies = Arc::new(Bodies::new(limits, || ()));
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..16 {
            let bodies = Arc::clone(&bodies);
            calls.spawn(async move {
                let mut call = bodies.begin("a").await?;
                tokio::task::yield_now().await;
                call.grow(1).await?;
                tokio::time::sleep(Duration::from_millis(10)).await;
                Ok::<_, Problem>(())
            });
        }
        assert!(calls.join_all().await.iter().all(Result::is_ok));
        assert_eq!(bodies.used_bytes(), 0);
    }
}
