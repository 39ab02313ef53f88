//! The body of a response in its final coding: computed here or in the pool, whole or while it is sent.

use crate::api::filter::Filter;
use crate::api::long_responses::{LongResponses, failed, held};
use crate::api::prelude::*;
use crate::api::prepared::{Compute, Prepared, Work};
use std::mem::take;
use std::sync::atomic::Ordering;
use std::time::Instant;
use web::blocks::{self, BodyPart};
use web::body::ResponseBody;
use web::coding::{Encoder, MIN_BYTES, decoded, encode};
use web::compute::ComputePool;

/// The text between the echo and the response in an envelope.
const MIDDLE: &[u8] = b",\"response\":";

/// Time that a serving thread works for a response whose pieces are made one by one, so that other requests
/// have their turn soon; then the pool makes it.
const SERVING_TIME: Duration = Duration::from_micros(250);
/// Pieces that a serving thread makes in any case: the opening, the only one of a small response, the closing
/// and the end.
const LEAST_PIECES: usize = 4;
/// Time that the pool then works for a response before it needs a slot.
const TIME_WITHOUT_SLOT: Duration = Duration::from_millis(1);
/// Time that the pool works for a response with a slot before it is sent while it is made, without a length.
const TIME_BEFORE_SENDING: Duration = Duration::from_millis(10);
/// Length from which a response is sent while it is made, and needs a slot.
pub(crate) const SHORT_BYTES: usize = 64 * 1024;
/// Bytes that are encoded on a serving thread, at most.
const LITTLE_BYTES: usize = 16 * 1024;

/// A body in its final coding.
pub(crate) type Body = (ResponseBody, Coding);

/// Makes the body of a response: short bodies are not encoded.
pub(crate) async fn body(
    prepared: &mut Prepared,
    coding: Coding,
    long: LongResponses<'_>,
) -> Result<Body, Problem> {
    let (has_envelope, is_empty, is_gzipped) =
        (prepared.form.has_envelope, prepared.work.is_empty(), prepared.is_gzipped);
    let (mut echo, slots) = (take(&mut prepared.echo), take(&mut prepared.slots));
    let closing = if has_envelope { &b"}"[..] } else { &b""[..] };
    if has_envelope {
        echo.extend_from_slice(if is_empty { closing } else { MIDDLE });
    } else {
        echo.clear();
    }
    let opening = echo;
    let mut filter = take(&mut prepared.filter);
    let work = match take(&mut prepared.work) {
        // Piece by piece, because the parts may be long.
        Work::Parts(parts) if filter.is_some() && !is_empty => {
            Work::pieces(true, parts.into_iter().flat_map(|part| in_pieces(part.plain().clone())))
        }
        work => work,
    };
    match work {
        Work::Parts(_) if is_empty => whole(vec![opening.into()], coding, long.pool).await,
        Work::Parts(parts) if is_gzipped => of_gzip(parts, coding),
        Work::Parts(mut parts) => {
            if has_envelope {
                parts.insert(0, BodyPart::Own(opening.into()));
                parts.push(BodyPart::Own(Bytes::from_static(closing)));
            }
            put_together(parts, coding, long.pool).await
        }
        Work::Compute { in_pool: None, write } => {
            whole(vec![written(write, opening, closing, filter)?], coding, long.pool).await
        }
        Work::Compute { in_pool: Some(max_bytes), write } => {
            let make = move || {
                let text = written(write, opening, closing, filter)?;
                match max_bytes.min(text.len()) > SHORT_BYTES {
                    true => Ok(Err(text)),
                    false => encoded(vec![text], coding).map(Ok),
                }
            };
            // In a box, so that the memory of other requests does not contain it.
            Box::pin(async move {
                let (made, slots) = long.made(slots, max_bytes, make).await?;
                made?.or_else(|text| {
                    let slots = Arc::new(slots);
                    streamed(in_pieces(held(text, &slots)), coding, long.pool, slots)
                })
            })
            .await
        }
        Work::Stream { pieces, are_short } => {
            let opening = std::iter::once(Bytes::from(opening));
            let all = opening.chain(pieces).chain(std::iter::once(Bytes::from_static(closing)));
            let all = all.map(move |piece| match &mut filter {
                None => piece,
                Some(filter) => filter.filtered(&piece).into(),
            });
            short_or_streamed(all, Instant::now, coding, long, are_short).await
        }
        Work::Stages(_) | Work::Batch(_) => {
            unreachable!("a body is made after the stages, and that of a batch elsewhere")
        }
    }
}

/// Writes a whole text after its opening.
fn written(
    write: Compute,
    mut buffer: Vec<u8>,
    closing: &[u8],
    filter: Option<Box<Filter>>,
) -> Result<Bytes, Problem> {
    write(&mut buffer)?;
    buffer.extend_from_slice(closing);
    Ok(match filter {
        None => buffer.into(),
        Some(mut filter) => filter.filtered(&buffer).into(),
    })
}

/// Makes a body from a part that is compressed by gzip.
fn of_gzip(mut parts: Vec<BodyPart>, coding: Coding) -> Result<Body, Problem> {
    let bytes = parts.pop().expect("a compressed response has a part").plain().clone();
    let bytes = if coding == Coding::Gzip { bytes } else { decoded(&bytes).map_err(encoder_failed)? };
    Ok((ResponseBody::Full(bytes), coding))
}

/// Makes a body from all its pieces, encoded if it is worth it; much is encoded in the pool.
async fn whole(mut pieces: Vec<Bytes>, coding: Coding, pool: &ComputePool) -> Result<Body, Problem> {
    let length: usize = pieces.iter().map(Bytes::len).sum();
    if coding == Coding::Identity || length <= LITTLE_BYTES {
        return encoded(pieces, coding);
    }
    pool.step(move || Some(encoded(take(&mut pieces), coding))).await.map_err(|_| failed())?
}

/// Encodes a whole body if it is worth it.
fn encoded(mut pieces: Vec<Bytes>, coding: Coding) -> Result<Body, Problem> {
    let length: usize = pieces.iter().map(Bytes::len).sum();
    let coding = if length < MIN_BYTES { Coding::Identity } else { coding };
    let body = match pieces.len() {
        1 if coding == Coding::Identity => pieces.swap_remove(0),
        _ => encode(coding, &pieces).map_err(encoder_failed)?,
    };
    Ok((ResponseBody::Full(body), coding))
}

/// Puts a body together from parts in memory, in the pool if much is left to encode.
async fn put_together(parts: Vec<BodyPart>, coding: Coding, pool: &ComputePool) -> Result<Body, Problem> {
    let length: usize = parts.iter().map(|p| p.plain().len()).sum();
    let coding = if length < MIN_BYTES { Coding::Identity } else { coding };
    let is_own = parts.iter().all(|p| matches!(p, BodyPart::Own(_)));
    if is_own && length <= SHORT_BYTES && (coding != Coding::Identity || parts.len() == 1) {
        // A short list: one stream is smaller than several blocks.
        return whole(parts.iter().map(|p| p.plain().clone()).collect(), coding, pool).await;
    }
    let body = match blocks::bytes_to_encode(coding, &parts) > LITTLE_BYTES {
        true => ResponseBody::streamed(pool.make(None, blocks::pieces(coding, parts))),
        false => ResponseBody::Shared {
            is_lasting: !parts.iter().any(BodyPart::is_of_cache),
            pieces: blocks::body(coding, parts).map_err(encoder_failed)?,
        },
    };
    Ok((body, coding))
}

/// Cuts a text so that it can be encoded and sent piece by piece.
fn in_pieces(text: Bytes) -> impl Iterator<Item = Bytes> + Send + 'static {
    const PIECE_BYTES: usize = 32 * 1024;
    let begins = (0..text.len()).step_by(PIECE_BYTES);
    begins.map(move |at| text.slice(at..text.len().min(at + PIECE_BYTES)))
}

/// The beginning of a body, and the pieces that follow.
struct Beginning<I, N> {
    first: Vec<Bytes>,
    length: usize,
    rest: I,
    /// The clock that measures the work.
    now: N,
}

/// The reason why the beginning of a body ends.
#[derive(PartialEq, Eq)]
enum StopReason {
    End,
    Length,
    Time,
}

impl<I: Iterator<Item = Bytes> + Send + 'static, N: Fn() -> Instant + Send + 'static> Beginning<I, N> {
    /// Collects pieces until the end, or until they are long, or until the time is over, but at least
    /// `pieces`.
    fn take(&mut self, pieces: usize, time: Duration) -> StopReason {
        let begun = (self.now)();
        while self.length < SHORT_BYTES {
            if self.first.len() >= pieces && (self.now)() - begun >= time {
                return StopReason::Time;
            }
            let Some(piece) = self.rest.next() else { return StopReason::End };
            self.length += piece.len();
            self.first.push(piece);
        }
        StopReason::Length
    }

    /// Goes on in the pool until the body is complete, or long, or the time is over.
    async fn advanced(
        self,
        time: Duration,
        coding: Coding,
        long: LongResponses<'_>,
    ) -> Result<Result<Body, Self>, Problem> {
        let (mut beginning, mut spent) = (Some(self), Duration::ZERO);
        let has_begun = long.begun.shared();
        let made = long.pool.step(move || {
            has_begun.store(true, Ordering::Relaxed);
            let work = beginning.as_mut()?;
            let begun = (work.now)();
            let reached = work.take(0, SERVING_TIME);
            spent += (work.now)() - begun;
            match reached {
                StopReason::Time if spent < time => None,
                StopReason::Time | StopReason::Length => Some(Ok(Err(beginning.take()?))),
                StopReason::End => Some(encoded(beginning.take()?.first, coding).map(Ok)),
            }
        });
        made.await.map_err(|_| failed())?
    }

    /// Sends a body as a whole if it is complete soon once it has a slot, otherwise while it is made.
    async fn with_slot(self, coding: Coding, long: LongResponses<'_>) -> Result<Body, Problem> {
        let slots = Arc::new(vec![long.slots_soon(1).await?]);
        match self.advanced(TIME_BEFORE_SENDING, coding, long).await? {
            Ok(body) => Ok(body),
            Err(beginning) => {
                streamed(beginning.first.into_iter().chain(beginning.rest), coding, long.pool, slots)
            }
        }
    }
}

/// Sends a short body as a whole, with its length; makes a longer one in the pool while it is sent. The
/// serving thread begins if `begins_here`, then the pool works for as long as a short body may take, and then
/// a body needs a slot. `now` measures the work.
async fn short_or_streamed(
    pieces: impl Iterator<Item = Bytes> + Send + 'static,
    now: impl Fn() -> Instant + Send + 'static,
    coding: Coding,
    long: LongResponses<'_>,
    begins_here: bool,
) -> Result<Body, Problem> {
    let mut beginning = Beginning { first: Vec::new(), length: 0, rest: pieces, now };
    if begins_here && beginning.take(LEAST_PIECES, SERVING_TIME) == StopReason::End {
        return whole(beginning.first, coding, long.pool).await;
    }
    Box::pin(async move {
        match beginning.advanced(TIME_WITHOUT_SLOT, coding, long).await? {
            Ok(body) => Ok(body),
            Err(beginning) => beginning.with_slot(coding, long).await,
        }
    })
    .await
}

/// Sends a body that is made in the pool while it is sent.
fn streamed(
    pieces: impl Iterator<Item = Bytes> + Send + 'static,
    coding: Coding,
    pool: &ComputePool,
    slots: Arc<Vec<Slots>>,
) -> Result<Body, Problem> {
    let encoder = Encoder::new(coding).map_err(encoder_failed)?;
    Ok((ResponseBody::streamed(pool.make(Some(slots), encoder.pieces(pieces))), coding))
}

fn encoder_failed(e: std::io::Error) -> Problem {
    tracing::error!(error = %e, "an encoder failed");
    Problem::new(Code::Internal, "the response could not be encoded")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::long_responses::StartFlag;
    use std::pin::pin;
    use std::sync::atomic::AtomicU32;
    use std::task;
    use web::compute::MaxLongResponses;

    /// Pieces without bytes, each of half a millisecond of work, and how many were made. They never end.
    fn idle_pieces() -> (impl Iterator<Item = Bytes> + Send, Arc<AtomicU32>) {
        let made = Arc::<AtomicU32>::default();
        let count = Arc::clone(&made);
        let pieces = std::iter::repeat_with(move || {
            count.fetch_add(1, Ordering::Relaxed);
            Bytes::new()
        });
        (pieces, made)
    }

    /// Makes a body whose pieces take half a millisecond each.
    async fn body_of(
        pieces: impl Iterator<Item = Bytes> + Send + 'static,
        made: &Arc<AtomicU32>,
        long: LongResponses<'_>,
        begins_here: bool,
    ) -> Result<Body, Problem> {
        short_or_streamed(pieces, clock(made), Coding::Identity, long, begins_here).await
    }

    /// A clock that runs half a millisecond for each piece.
    fn clock(made: &Arc<AtomicU32>) -> impl Fn() -> Instant + Send + 'static {
        let (begun, made) = (Instant::now(), Arc::clone(made));
        move || begun + Duration::from_micros(500) * made.load(Ordering::Relaxed)
    }

    /// A slot that another thread gives back.
    async fn free_slot(pool: &ComputePool) -> Slots {
        pool.slots().take_within(Duration::from_secs(180), 1, "b").await.expect("the others are dropped")
    }

    #[tokio::test]
    async fn work_without_bytes_leaves_the_serving_thread_and_needs_a_slot() {
        let pool = ComputePool::new(MaxLongResponses { in_all: 1, of_one: 1 }, None).expect("threads");
        let client = std::net::Ipv4Addr::LOCALHOST.into();
        let long = LongResponses { pool: &pool, account: Some("a"), client, begun: &StartFlag::default() };
        let (pieces, made) = idle_pieces();
        let mut beginning = Beginning { first: Vec::new(), length: 0, rest: pieces, now: clock(&made) };
        assert!(beginning.take(LEAST_PIECES, SERVING_TIME) == StopReason::Time);
        assert_eq!(made.load(Ordering::Relaxed), LEAST_PIECES as u32, "on the serving thread");
        for begins_here in [true, false] {
            let (pieces, made) = idle_pieces();
            let body = body_of(pieces, &made, long, begins_here);
            assert!(matches!(body.await, Ok((ResponseBody::Streamed { .. }, Coding::Identity))));
            free_slot(&pool).await;
        }
        let _slot = free_slot(&pool).await;
        tokio::time::pause();
        let (pieces, made) = idle_pieces();
        let refused = body_of(pieces, &made, long, true).await.err().map(|problem| problem.code);
        assert_eq!(refused, Some(Code::Busy));
        let most = LEAST_PIECES + 2;
        assert_eq!(made.load(Ordering::Relaxed) as usize, most, "a millisecond of work without a slot");
    }

    #[tokio::test]
    async fn much_is_encoded_by_the_pool() {
        let pool = ComputePool::new(MaxLongResponses { in_all: 1, of_one: 1 }, None).expect("threads");
        let threads = std::thread::available_parallelism().expect("a number").get();
        // All threads of the pool wait.
        let (has_begun, begun) = std::sync::mpsc::channel();
        let holds: Vec<_> = (0..threads)
            .map(|_| {
                let ((hold, held), has_begun) = (std::sync::mpsc::channel::<()>(), has_begun.clone());
                pool.spawn(async move {
                    has_begun.send(()).expect("the test waits");
                    held.recv().expect_err("nothing is sent");
                });
                hold
            })
            .collect();
        begun.iter().take(threads).count();
        let body = |bytes| {
            let body = whole(vec![vec![b'a'; bytes].into()], Coding::Gzip, &pool);
            pin!(body).poll(&mut task::Context::from_waker(task::Waker::noop())).is_ready()
        };
        assert!(body(LITTLE_BYTES) && !body(LITTLE_BYTES + 1));
        drop(holds);
    }

    #[tokio::test]
    async fn a_short_body_of_much_work_has_a_length() {
        let pool = ComputePool::new(MaxLongResponses { in_all: 1, of_one: 1 }, None).expect("threads");
        let client = std::net::Ipv4Addr::LOCALHOST.into();
        let long = LongResponses { pool: &pool, account: None, client, begun: &StartFlag::default() };
        let (pieces, made) = idle_pieces();
        let pieces = pieces.take(12).chain([Bytes::from_static(b"eclipse")]);
        let body = body_of(pieces, &made, long, true).await;
        assert_eq!(body.ok().and_then(|(body, _)| body.length()), Some(7));
    }
}
