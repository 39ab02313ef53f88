//! Long answers of one caller, which are computed or written in a pool instead of the request threads.

use bytes::Bytes;
use std::net::IpAddr;
use std::sync::Arc;
use web::compute::{ComputePool, MostLongAnswers, Slot};
use web::problem::{Code, Problem};

/// `Retry-After` if the service is busy, s.
const BUSY_RETRY_AFTER_S: u64 = 2;
/// Maximum length of a text that a request thread writes; a longer one is written in the pool.
const MAX_INLINE_BYTES: usize = 256 * 1024;

/// Slots that are occupied until the last reference is dropped; none for an answer without slots.
pub(crate) type SharedSlots = Option<Arc<Vec<Slot>>>;

/// The pool for long answers, and the caller.
#[derive(Clone, Copy)]
pub(crate) struct LongAnswers<'a> {
    /// The thread pool.
    pub(crate) pool: &'a ComputePool,
    /// The account of the caller, with a limit of concurrent long answers.
    pub(crate) account: Option<&'a str>,
    /// The address, which identifies a caller without an account.
    pub(crate) client: IpAddr,
}

impl LongAnswers<'_> {
    /// Uses only the address of the caller: many visitors of a page share its account.
    pub(crate) fn of_address(&self) -> Self {
        Self { account: None, ..*self }
    }

    /// Runs work in the pool while the caller waits and other connections are served. Returns the result and
    /// the occupied slots, whose number depends on the expected size.
    pub(crate) fn result<T: Send + 'static>(
        &self,
        about_bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Vec<Slot>), Problem> {
        let slots = self.enough(Vec::new(), about_bytes)?;
        self.pool.result(slots, work).ok_or_else(failed)
    }

    /// Writes a text, a long one in the pool. Its slots, whose number depends on the size, stay occupied
    /// until its last byte is dropped. `slots` are the slots that the caller already has.
    pub(crate) fn written(
        &self,
        slots: Vec<Slot>,
        max_bytes: usize,
        write: impl FnOnce() -> Result<Bytes, Problem> + Send + 'static,
    ) -> Result<(Bytes, SharedSlots), Problem> {
        if slots.is_empty() && max_bytes <= MAX_INLINE_BYTES {
            return Ok((write()?, None));
        }
        let slots = self.enough(slots, max_bytes)?;
        let (text, slots) = self.pool.result(slots, write).ok_or_else(failed)?;
        let (text, slots) = (text?, Arc::new(slots));
        Ok((Bytes::from_owner(Held { text, _slots: Arc::clone(&slots) }), Some(slots)))
    }

    /// Acquires or releases slots to match the size of an answer.
    fn enough(&self, mut slots: Vec<Slot>, bytes: usize) -> Result<Vec<Slot>, Problem> {
        let count = self.pool.most().counted(bytes);
        slots.truncate(count);
        while slots.len() < count {
            slots.push(self.slot()?);
        }
        Ok(slots)
    }

    /// Acquires a slot for one more long answer.
    pub(crate) fn slot(&self) -> Result<Slot, Problem> {
        let slot = match self.account {
            Some(account) => self.pool.slot(account),
            None => self.pool.slot(&self.client.to_string()),
        };
        slot.ok_or_else(|| too_many_long_answers(self.pool))
    }
}

/// A text in memory with the slots that it occupies.
struct Held {
    text: Bytes,
    _slots: Arc<Vec<Slot>>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.text
    }
}

fn failed() -> Problem {
    Problem::new(Code::Internal, "the answer could not be computed")
}

fn too_many_long_answers(pool: &ComputePool) -> Problem {
    let MostLongAnswers { in_all, of_one } = pool.most();
    let of_one = of_one.min(in_all);
    let detail = format!(
        "too many long answers are being made: the limit is {of_one} at a time for an account, or for an \
         address without one, and {in_all} in total; an answer in memory counts once for each 4 MB"
    );
    Problem::new(Code::Busy, detail).retry_after(BUSY_RETRY_AFTER_S)
}
