//! The body of a request that the handler reads while it answers.

use crate::body_problem::BodyProblem;
use crate::compute::is_too_slow;
use crate::waiting::Wait;
use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::io::Write;
use std::mem::take;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// Bytes of gzip that are decoded in one step. They become at most 1032 times as many (RFC 1951).
const STEP_BYTES: usize = 128;
/// Decoded bytes after which a piece is complete.
const PIECE_BYTES: usize = 64 * 1024;
/// Maximum ratio of decoded to encoded bytes. Tables of places have a ratio of 2 … 10.
const MAX_RATIO: u64 = 100;
/// Decoded bytes to which the ratio does not apply.
const FREE_BYTES: u64 = 1 << 20;
/// Bytes of a body that are read after the request was refused, so that the client reads the response.
const MAX_DISCARDED_BYTES: usize = 64 << 20;

/// The body of a request, piece by piece. The client sends no faster than the handler reads.
pub struct Upload {
    body: Incoming,
    /// Encloses the time without progress; after the idle timeout the connection ends.
    wait: Wait,
    /// Maximum wait for a piece.
    patience: Duration,
    received: usize,
    waited: Duration,
    gzip: Option<Box<Gzip>>,
}

/// The decoder of a body in gzip.
struct Gzip {
    decoder: MultiGzDecoder<Vec<u8>>,
    /// Encoded bytes that are not decoded yet.
    rest: Bytes,
    decoded: u64,
    /// Set once the bytes proved to be damaged.
    is_damaged: bool,
}

impl Upload {
    /// A body, each of whose pieces must come within `patience`. `wait` begins now.
    pub(crate) fn new(body: Incoming, wait: Wait, patience: Duration) -> Self {
        Self { body, wait, patience, received: 0, waited: Duration::ZERO, gzip: None }
    }

    /// Decodes the body from gzip.
    pub fn with_gzip(self) -> Self {
        Self { gzip: Some(Box::new(Gzip::new(Bytes::new()))), ..self }
    }

    /// Returns the next bytes, none at the end of the body. A caller that gives up the wait loses nothing.
    pub async fn next(&mut self) -> Result<Option<Bytes>, BodyProblem> {
        loop {
            let Some(gzip) = &mut self.gzip else { return self.received().await };
            let piece = gzip.decode(self.received as u64)?;
            if !piece.is_empty() {
                return Ok(Some(piece));
            }
            let received = self.received().await?;
            match (&mut self.gzip, received) {
                (Some(gzip), Some(bytes)) => gzip.rest = bytes,
                (Some(gzip), None) => {
                    // A body without bytes needs no end.
                    if self.received == 0 || gzip.decoder.try_finish().is_ok() {
                        let last = take(gzip.decoder.get_mut()).into();
                        self.gzip = None;
                        return Ok(Some(last));
                    }
                    gzip.is_damaged = true;
                }
                (None, received) => return Ok(received),
            }
        }
    }

    /// Notes that the handler has come further, so that the wait begins again.
    pub fn renew(&mut self) {
        self.wait.renew();
    }

    /// Returns the next bytes as the client has sent them.
    async fn received(&mut self) -> Result<Option<Bytes>, BodyProblem> {
        let too_slow = BodyProblem::TooSlow { most: self.patience };
        loop {
            let begun = Instant::now();
            let frame = timeout(self.patience, self.body.frame()).await;
            self.waited += begun.elapsed();
            self.wait.renew();
            if is_too_slow(self.received, self.waited) {
                return Err(too_slow);
            }
            match frame {
                Err(_) => return Err(too_slow),
                Ok(None) => {
                    self.wait.end_of_request();
                    return Ok(None);
                }
                Ok(Some(Err(_))) => return Err(BodyProblem::Malformed),
                // Trailers have no meaning here.
                Ok(Some(Ok(frame))) => {
                    if let Ok(bytes) = frame.into_data() {
                        self.received += bytes.len();
                        return Ok(Some(bytes));
                    }
                }
            }
        }
    }

    /// Reads what the client still sends after the request was refused, within limits: a client that sends
    /// all before it reads would otherwise see a broken connection instead of the response.
    pub fn discard(mut self) {
        let most = self.received + MAX_DISCARDED_BYTES;
        tokio::spawn(
            async move { while self.received < most && matches!(self.received().await, Ok(Some(_))) {} },
        );
    }
}

impl Gzip {
    fn new(rest: Bytes) -> Self {
        Self { decoder: MultiGzDecoder::new(Vec::new()), rest, decoded: 0, is_damaged: false }
    }

    /// Decodes about a piece of what is there; `received` bytes have come in all. Damage is an error after
    /// the bytes before it, but for those of the last step.
    fn decode(&mut self, received: u64) -> Result<Bytes, BodyProblem> {
        while !self.rest.is_empty() && self.decoder.get_ref().len() < PIECE_BYTES {
            let step = self.rest.split_to(self.rest.len().min(STEP_BYTES));
            if self.decoder.write_all(&step).is_err() {
                self.is_damaged = true;
                self.rest.clear();
            }
        }
        let piece = take(self.decoder.get_mut());
        if self.is_damaged && piece.is_empty() {
            return Err(BodyProblem::Malformed);
        }
        self.decoded += piece.len() as u64;
        match self.decoded > FREE_BYTES && self.decoded > MAX_RATIO * received {
            true => Err(BodyProblem::Inflated { most: MAX_RATIO }),
            false => Ok(piece.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::{Coding, encode};

    fn gzip(text: Vec<u8>) -> Gzip {
        Gzip::new(encode(Coding::Gzip, &[text.into()]).expect("encoded"))
    }

    #[test]
    fn gzip_is_decoded_in_pieces_of_bounded_size() {
        let text: Vec<u8> =
            (0..400_000u32).flat_map(|n| (n.wrapping_mul(0x9E37_79B9) >> 8).to_le_bytes()).collect();
        let mut body = gzip(text.clone());
        let (received, mut decoded) = (body.rest.len() as u64, Vec::new());
        while !body.rest.is_empty() {
            let piece = body.decode(received).expect("decoded");
            assert!(piece.len() < 1032 * STEP_BYTES + PIECE_BYTES);
            decoded.extend_from_slice(&piece);
        }
        body.decoder.try_finish().expect("complete");
        decoded.extend_from_slice(body.decoder.get_ref());
        assert!(decoded == text);
    }

    #[test]
    fn bytes_before_damage_are_decoded() {
        let mut body = gzip((0..100_000u32).flat_map(u32::to_le_bytes).collect());
        let mut bytes = body.rest.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0xff);
        (body.rest, bytes) = (bytes.into(), Vec::new());
        let received = body.rest.len() as u64;
        let problem = loop {
            match body.decode(received) {
                Ok(piece) => bytes.extend_from_slice(&piece),
                Err(problem) => break problem,
            }
        };
        assert!(matches!(problem, BodyProblem::Malformed));
        assert!(bytes.starts_with(&[0, 0, 0, 0, 1, 0, 0, 0]) && bytes.len() > 1000);
    }

    #[test]
    fn gzip_of_nothing_but_zeros_is_refused_after_a_megabyte() {
        let mut bomb = gzip(vec![0; 64 << 20]);
        let received = bomb.rest.len() as u64;
        assert!(received < 100_000);
        // As much as would be allowed for what has come so far, step by step.
        let pieces = std::iter::repeat_with(|| bomb.decode(received / 64)).take(1000);
        let decoded: Result<Vec<Bytes>, _> = pieces.collect();
        assert!(matches!(decoded, Err(BodyProblem::Inflated { most: MAX_RATIO })));
        assert!(bomb.decoded < 2 * FREE_BYTES);
    }
}
