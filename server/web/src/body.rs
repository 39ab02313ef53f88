//! Bodies of responses: in memory, or created while they are sent.

use crate::compute::{Piece, Pieces};
use crate::waiting::Wait;
use bytes::{Buf, Bytes};
use hyper::body::{Body, Frame, SizeHint};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::IoSlice;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};
use thiserror::Error;

/// Maximum size of a piece for a stream of HTTP/2: small, so that the progress of each stream is seen.
pub(crate) const PIECE_BYTES: usize = 64 * 1024;

/// The body of a response.
pub enum ResponseBody {
    /// Whole in memory, for this request alone.
    Full(Bytes),
    /// Whole in memory, mostly in pieces that many requests share.
    Shared {
        /// The pieces.
        pieces: VecDeque<Bytes>,
        /// `true` if the pieces stay in memory without this body; otherwise their bytes count as its own.
        is_lasting: bool,
    },
    /// Made piece by piece as fast as the client reads: bounded memory for any length.
    Streamed {
        /// The pieces that are made.
        pieces: Pieces,
        /// The rest of the last piece.
        rest: Bytes,
    },
}

/// A response could not be completed; the connection is closed, so that the client sees it.
#[derive(Debug, Clone, Copy, Error)]
#[error("the response could not be completed")]
pub struct BrokenOff;

impl ResponseBody {
    /// A body without bytes.
    pub fn empty() -> Self {
        Self::Full(Bytes::new())
    }

    /// A body that is made piece by piece.
    pub fn streamed(pieces: Pieces) -> Self {
        Self::Streamed { pieces, rest: Bytes::new() }
    }

    /// The length, if it is known beforehand.
    pub fn length(&self) -> Option<u64> {
        match self {
            Self::Full(bytes) => Some(bytes.len() as u64),
            Self::Shared { pieces, .. } => Some(pieces.iter().map(|b| b.len() as u64).sum()),
            Self::Streamed { .. } => None,
        }
    }

    /// Bytes that this body alone holds in memory.
    fn own_bytes(&self) -> usize {
        match self {
            Self::Full(bytes) => bytes.len(),
            Self::Streamed { rest, .. } => rest.len(),
            Self::Shared { is_lasting: true, .. } => 0,
            Self::Shared { pieces, .. } => pieces.iter().map(Bytes::len).sum(),
        }
    }

    /// The next bytes to send, at most `most`: the first piece and those that follow it.
    fn poll_next(&mut self, most: usize, cx: &mut Context<'_>) -> Poll<Option<Result<Next, BrokenOff>>> {
        let next = match self {
            Self::Full(bytes) => cut(bytes, most),
            Self::Shared { pieces, .. } if most == usize::MAX => {
                return Poll::Ready(pieces.pop_front().map(|first| Ok((first, mem::take(pieces)))));
            }
            Self::Shared { pieces, .. } => {
                let next = pieces.front_mut().and_then(|piece| cut(piece, most));
                if pieces.front().is_some_and(Bytes::is_empty) {
                    pieces.pop_front();
                }
                next
            }
            Self::Streamed { rest, .. } if !rest.is_empty() => cut(rest, most),
            Self::Streamed { pieces, rest } => match std::task::ready!(pieces.poll_recv(cx)) {
                Some(Piece::Bytes(bytes)) => {
                    *rest = bytes;
                    cut(rest, most)
                }
                Some(Piece::End) => {
                    *self = Self::empty();
                    None
                }
                None => return Poll::Ready(Some(Err(BrokenOff))),
            },
        };
        Poll::Ready(next.map(|first| Ok((first, VecDeque::new()))))
    }

    /// Returns all bytes, at most `most`; none if there are more.
    pub async fn whole(mut self, most: usize) -> Result<Option<Vec<u8>>, BrokenOff> {
        let mut all = Vec::new();
        while let Some((piece, _)) = poll_fn(|cx| self.poll_next(PIECE_BYTES, cx)).await.transpose()? {
            if all.len() + piece.len() > most {
                return Ok(None);
            }
            all.extend_from_slice(&piece);
        }
        Ok(Some(all))
    }

    fn is_at_end(&self) -> bool {
        match self {
            Self::Full(bytes) => bytes.is_empty(),
            Self::Shared { pieces, .. } => pieces.is_empty(),
            Self::Streamed { .. } => false,
        }
    }
}

/// A piece of a body, and those that are sent with it.
type Next = (Bytes, VecDeque<Bytes>);

/// Takes the first bytes out.
fn cut(bytes: &mut Bytes, most: usize) -> Option<Bytes> {
    let next = bytes.split_to(bytes.len().min(most));
    (!next.is_empty()).then_some(next)
}

/// A response on its way to a client. It counts the bytes that wait, and for how long.
pub struct Sent {
    answer: ResponseBody,
    /// `None` once the connection has the last bytes.
    wait: Option<Wait>,
    /// Maximum size of a piece.
    piece_bytes: usize,
}

impl Sent {
    /// A response to the request that began to wait with `wait`. In order, as in HTTP/1, the connection shows
    /// the progress, and ready bytes are sent as they are.
    pub fn new(answer: ResponseBody, mut wait: Wait, is_in_order: bool) -> Self {
        wait.holds(answer.own_bytes());
        let piece_bytes = if is_in_order { usize::MAX } else { PIECE_BYTES };
        Self { answer, wait: Some(wait), piece_bytes }
    }
}

impl Body for Sent {
    type Data = Unsent;
    type Error = BrokenOff;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Unsent>, BrokenOff>>> {
        let piece_bytes = self.piece_bytes;
        let next = std::task::ready!(self.answer.poll_next(piece_bytes, cx));
        let Some((first, rest)) = next.transpose()? else {
            self.wait = None;
            return Poll::Ready(None);
        };
        let is_at_end = self.answer.is_at_end();
        let wait = if is_at_end {
            // The last piece keeps the wait of the request, so the request ends when its last byte is sent.
            self.wait.take()
        } else {
            let left = self.answer.own_bytes();
            self.wait.as_mut().map(|wait| {
                wait.renew();
                wait.holds(left);
                wait.of_piece()
            })
        };
        let is_counted = !matches!(self.answer, ResponseBody::Shared { is_lasting: true, .. });
        Poll::Ready(wait.map(|wait| Ok(Frame::data(Unsent::new(first, rest, is_counted, wait)))))
    }

    fn is_end_stream(&self) -> bool {
        self.answer.is_at_end()
    }

    fn size_hint(&self) -> SizeHint {
        self.answer.length().map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

/// Pieces of a body that the socket has not accepted. They count as waiting until it has.
pub struct Unsent {
    first: Bytes,
    rest: VecDeque<Bytes>,
    remaining: usize,
    /// `true` if the bytes count as memory of this response.
    is_counted: bool,
    wait: Wait,
}

impl Unsent {
    fn new(first: Bytes, rest: VecDeque<Bytes>, is_counted: bool, mut wait: Wait) -> Self {
        let remaining = first.len() + rest.iter().map(Bytes::len).sum::<usize>();
        wait.hands_over(remaining);
        wait.renew();
        wait.holds(if is_counted { remaining } else { 0 });
        let mut unsent = Self { first, rest, remaining, is_counted, wait };
        // To the first piece that has bytes.
        unsent.advance(0);
        unsent
    }
}

impl Buf for Unsent {
    fn remaining(&self) -> usize {
        self.remaining
    }

    fn chunk(&self) -> &[u8] {
        &self.first
    }

    fn chunks_vectored<'a>(&'a self, to: &mut [IoSlice<'a>]) -> usize {
        let pieces = std::iter::once(&self.first).chain(&self.rest).filter(|piece| !piece.is_empty());
        to.iter_mut().zip(pieces).map(|(to, piece)| *to = IoSlice::new(piece)).count()
    }

    fn advance(&mut self, mut bytes: usize) {
        while bytes >= self.first.len() && !self.rest.is_empty() {
            bytes -= self.first.len();
            self.remaining -= self.first.len();
            self.first = self.rest.pop_front().unwrap_or_default();
            if self.is_counted {
                self.wait.holds(self.remaining);
            }
        }
        self.first.advance(bytes);
        self.remaining -= bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::Traffic;
    use crate::waiting::{AllWaiting, UnsentBytes};

    #[test]
    fn pieces_count_as_waiting_until_the_socket_has_accepted_them() {
        let all = AllWaiting::new(1000, Traffic::default());
        let wait = UnsentBytes::new(all.clone()).request();
        let rest = ["is ", "", "total"].map(|piece| Bytes::from_static(piece.as_bytes()));
        let mut unsent = Unsent::new(Bytes::from_static(b"it "), rest.into(), true, wait);
        assert_eq!((unsent.remaining(), all.bytes()), (11, 11));
        let mut slices = [IoSlice::new(&[]); 4];
        assert_eq!(unsent.chunks_vectored(&mut slices), 3);
        unsent.advance(4);
        assert_eq!((unsent.chunk(), unsent.remaining(), all.bytes()), (&b"s "[..], 7, 8));
        unsent.advance(2);
        assert_eq!((unsent.chunk(), unsent.remaining(), all.bytes()), (&b"total"[..], 5, 5));
        unsent.advance(5);
        assert!(!unsent.has_remaining());
        drop(unsent);
        assert_eq!(all.bytes(), 0);
    }
}
