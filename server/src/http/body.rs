//! Bodies of answers: in memory, or made while they are sent.

use crate::http::coding::Encoder;
use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

/// The body of an answer.
pub enum Answer {
    /// Whole in memory.
    Full(Bytes),
    /// Made piece by piece as fast as the client reads: bounded memory for any length.
    Streamed(Box<Stream>),
}

/// A body in the making.
pub struct Stream {
    pieces: Box<dyn Iterator<Item = Bytes> + Send + Sync>,
    encoder: Option<Encoder>,
}

impl Stream {
    /// Makes a stream of pieces that go through an encoder.
    pub(crate) fn new(pieces: Box<dyn Iterator<Item = Bytes> + Send + Sync>, encoder: Encoder) -> Self {
        Self { pieces, encoder: Some(encoder) }
    }

    /// The next bytes to send. Encoders write into memory, which does not fail; if one ever did, the body
    /// would end short and the client would see it.
    fn next(&mut self) -> Option<Bytes> {
        while let Some(encoder) = &mut self.encoder {
            match self.pieces.next() {
                Some(piece) if matches!(encoder, Encoder::Identity(_)) => return Some(piece),
                Some(piece) => {
                    encoder.write(&piece).ok()?;
                    let ready = encoder.ready();
                    if !ready.is_empty() {
                        return Some(ready.into());
                    }
                }
                None => {
                    let rest = self.encoder.take()?.finish().ok()?;
                    return (!rest.is_empty()).then(|| rest.into());
                }
            }
        }
        None
    }
}

impl Answer {
    /// A body without bytes.
    pub(crate) fn empty() -> Self {
        Self::Full(Bytes::new())
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match &mut *self {
            Self::Full(bytes) => Some(std::mem::take(bytes)).filter(|b| !b.is_empty()),
            Self::Streamed(stream) => stream.next(),
        };
        Poll::Ready(next.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Full(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Streamed(_) => SizeHint::default(),
        }
    }
}
