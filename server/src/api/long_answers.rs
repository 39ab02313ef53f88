//! Long answers of one caller: what is computed or written apart from the threads that serve.

use bytes::Bytes;
use std::net::IpAddr;
use std::sync::Arc;
use web::compute::{ComputePool, MostLongAnswers, Slot};
use web::problem::{Code, Problem};

/// After how many seconds it is worth trying again when the service is busy.
const BUSY_RETRY_AFTER_S: u64 = 2;
/// A text of so many bytes is written at once, a longer one in the pool.
const WRITTEN_AT_ONCE_BYTES: usize = 256 * 1024;

/// Slots that are taken until the last who holds them lets go; none for an answer that takes none.
pub(crate) type SharedSlots = Option<Arc<Vec<Slot>>>;

/// Where long answers are made, and for whom.
#[derive(Clone, Copy)]
pub(crate) struct LongAnswers<'a> {
    /// The threads that make them.
    pub(crate) pool: &'a ComputePool,
    /// The account of the caller, which may have a few at a time.
    pub(crate) account: Option<&'a str>,
    /// The address of the caller, which stands for a caller without an account.
    pub(crate) client: IpAddr,
}

impl LongAnswers<'_> {
    /// The same for the address of the caller alone: visitors of a page are many, and share its account.
    pub(crate) fn of_address(&self) -> Self {
        Self { account: None, ..*self }
    }

    /// The result of work that takes longer than a short answer may, and the slots in which it was done: as
    /// many as an answer of about so many bytes counts for. It is done in the pool while the caller waits;
    /// other connections are served meanwhile.
    pub(crate) fn result<T: Send + 'static>(
        &self,
        about_bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Vec<Slot>), Problem> {
        let slots = self.enough(Vec::new(), about_bytes)?;
        self.pool.result(slots, work).ok_or_else(failed)
    }

    /// What `write` makes: a long text in the pool, in as many slots as its size counts for, which are taken
    /// until its last byte is dropped. `slots` are those that the caller has already.
    pub(crate) fn written(
        &self,
        slots: Vec<Slot>,
        most_bytes: usize,
        write: impl FnOnce() -> Result<Bytes, Problem> + Send + 'static,
    ) -> Result<(Bytes, SharedSlots), Problem> {
        if slots.is_empty() && most_bytes <= WRITTEN_AT_ONCE_BYTES {
            return Ok((write()?, None));
        }
        let slots = self.enough(slots, most_bytes)?;
        let (text, slots) = self.pool.result(slots, write).ok_or_else(failed)?;
        let (text, slots) = (text?, Arc::new(slots));
        Ok((Bytes::from_owner(Held { text, _slots: Arc::clone(&slots) }), Some(slots)))
    }

    /// As many slots as an answer of so many bytes counts for: more are taken, or some are given back.
    fn enough(&self, mut slots: Vec<Slot>, bytes: usize) -> Result<Vec<Slot>, Problem> {
        let count = self.pool.most().counted(bytes);
        slots.truncate(count);
        while slots.len() < count {
            slots.push(self.slot()?);
        }
        Ok(slots)
    }

    /// The right to make one more long answer.
    pub(crate) fn slot(&self) -> Result<Slot, Problem> {
        let slot = match self.account {
            Some(account) => self.pool.slot(account),
            None => self.pool.slot(&self.client.to_string()),
        };
        slot.ok_or_else(|| too_many_long_answers(self.pool))
    }
}

/// A text in memory, and the slots that are taken as long as anything holds it.
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
        "as many long answers are being made as is allowed: {of_one} at a time for an account, or for an \
         address without one, and {in_all} for all; one that is held as a whole counts for each 4 MB of it"
    );
    Problem::new(Code::Busy, detail).retry_after(BUSY_RETRY_AFTER_S)
}
