//! The rows of a request as its body arrives.

use super::memory::{Bodies, CallMemory, no_space};
use super::spool::Spool;
use crate::api::prelude::*;
use rows::{Error, Format, Input, Limits, Reader, Rows};
use web::upload::Upload;

/// Maximum size of a body, decoded, bytes.
pub(super) const MAX_BODY_BYTES: usize = 1 << 30;
/// Bytes that are read as rows at a time.
const PIECE_BYTES: usize = 64 << 10;
/// Bytes of messages and pages that the base of a call covers.
const SMALL_BYTES: usize = 256 << 10;

/// Reads the body of a request as rows.
pub(super) struct Source {
    upload: Upload,
    /// Bytes of the body that came while the client did not read.
    spool: Spool,
    /// Set once all of the body is in `spool`, or it ended with a problem.
    end: Option<Result<(), Problem>>,
    reader: Reader,
    memory: CallMemory,
    /// Bytes that came and are not read yet.
    rest: Bytes,
    /// Decoded bytes so far.
    bytes: usize,
    is_complete: bool,
}

impl Source {
    /// Reads at most `batch_rows` at a time.
    pub(super) fn new(
        upload: Upload,
        format: Format,
        (input, batch_rows): (Input, usize),
        bodies: &Bodies,
        memory: CallMemory,
    ) -> Self {
        let limits = Limits { batch_rows, memory_bytes: memory.most_bytes(), ..Limits::default() };
        let reader = Reader::new(format, input, limits, Arc::clone(&bodies.files));
        let spool = Spool::new(Arc::clone(&bodies.files));
        Self { upload, spool, end: None, reader, memory, rest: Bytes::new(), bytes: 0, is_complete: false }
    }

    /// Returns the next rows, none at the end. A caller that gives up the wait loses nothing.
    pub(super) async fn next(&mut self) -> Result<Option<Rows>, Problem> {
        loop {
            self.memory.grow(self.reader.needs_bytes().saturating_sub(SMALL_BYTES)).await?;
            match self.reader.next_rows().map_err(problem)? {
                Some(rows) if rows.count() == 0 => {}
                Some(rows) => return Ok(Some(rows)),
                None if self.is_complete => return Ok(None),
                None => {
                    self.memory.grow(self.reader.needs_bytes().saturating_sub(SMALL_BYTES)).await?;
                    self.read().await?;
                }
            }
            // Bytes may wait for as long as there is work.
            tokio::task::yield_now().await;
        }
    }

    /// Hands some bytes to the reader.
    async fn read(&mut self) -> Result<(), Problem> {
        if self.rest.is_empty() {
            match self.piece().await? {
                None => {
                    self.is_complete = true;
                    return self.reader.finish().map_err(problem);
                }
                Some(bytes) => self.rest = bytes,
            }
            self.bytes += self.rest.len();
            if self.bytes > MAX_BODY_BYTES {
                return Err(too_large());
            }
        }
        let piece = self.rest.split_to(self.rest.len().min(PIECE_BYTES));
        self.reader.push(&piece).map_err(problem)
    }

    /// Returns the next bytes of the body: those that came first.
    async fn piece(&mut self) -> Result<Option<Bytes>, Problem> {
        match self.spool.pop() {
            Ok(Some(bytes)) => return Ok(Some(bytes.into())),
            Ok(None) => {}
            Err(error) => return Err(problem(error.into())),
        }
        match &self.end {
            Some(end) => end.clone().map(|()| None),
            None => Ok(self.upload.next().await?),
        }
    }

    pub(super) fn can_read_ahead(&self) -> bool {
        self.end.is_none() && self.spool.has_room()
    }

    pub(super) async fn read_ahead(&mut self) {
        match self.upload.next().await {
            Ok(Some(bytes)) => {
                if let Err(error) = self.spool.push(&bytes) {
                    self.end = Some(Err(problem(error.into())));
                }
            }
            Ok(None) => self.end = Some(Ok(())),
            Err(error) => self.end = Some(Err(error.into())),
        }
    }

    /// Reads what the client still sends to a call that is refused.
    pub(super) fn discard(self) {
        self.upload.discard();
    }

    /// Notes that the client has read results.
    pub(super) fn renew(&mut self) {
        self.upload.renew();
    }
}

/// The problem of a body of more than the maximum size.
pub(super) fn too_large() -> Problem {
    let most = MAX_BODY_BYTES >> 20;
    Problem::new(
        Code::BodyTooLarge,
        format!("the body has more than {most} MB; send the rest in another call"),
    )
}

/// The problem of a body.
pub(crate) fn problem(error: Error) -> Problem {
    match error {
        Error::Malformed(detail) => Problem::new(Code::BodyMalformed, detail),
        Error::TooLarge(detail) => Problem::new(Code::BodyTooLarge, detail),
        Error::File(error) => no_space(&error),
        Error::Unsuitable(_) => {
            tracing::error!(%error, "rows could not be read or written");
            Problem::new(Code::Internal, "the rows could not be read or written")
        }
    }
}
