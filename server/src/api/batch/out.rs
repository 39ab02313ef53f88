//! Sends the bytes of a response as fast as the client reads.

use super::source::Source;
use crate::api::prelude::*;
use std::io;
use tokio::sync::mpsc::{Permit, Sender};
use tokio::task::yield_now;
use tokio::time::{Instant, timeout};
use web::coding::Encoder;
use web::compute::{Piece, is_too_slow};

/// Bytes that are encoded in less than a millisecond.
const STEP_BYTES: usize = 16 * 1024;
/// Time after which a client that does not read probably sends all of its body first.
const PATIENCE: Duration = Duration::from_millis(200);

/// The client has disconnected, or reads too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the client does not read the response")]
pub(super) struct NotRead;

/// The way to the client.
pub(super) struct Out {
    sender: Sender<Piece>,
    encoder: Encoder,
    sent: usize,
    blocked: Duration,
}

impl Out {
    pub(super) fn new(sender: Sender<Piece>, encoder: Encoder) -> Self {
        Self { sender, encoder, sent: 0, blocked: Duration::ZERO }
    }

    /// Sends bytes, encoded.
    pub(super) async fn send(&mut self, bytes: Vec<u8>, source: &mut Source) -> Result<(), NotRead> {
        if matches!(self.encoder, Encoder::Identity(_)) {
            return self.piece(bytes, source).await;
        }
        for step in bytes.chunks(STEP_BYTES) {
            self.encoder.write(step).map_err(failed)?;
            let ready = self.encoder.ready();
            self.piece(ready, source).await?;
            yield_now().await;
        }
        Ok(())
    }

    /// Sends the last bytes and the end.
    pub(super) async fn finish(mut self, bytes: Vec<u8>, source: &mut Source) -> Result<(), NotRead> {
        self.send(bytes, source).await?;
        let encoder = std::mem::replace(&mut self.encoder, Encoder::Identity(Vec::new()));
        self.piece(encoder.finish().map_err(failed)?, source).await?;
        self.sender.send(Piece::End).await.map_err(|_| NotRead)
    }

    async fn piece(&mut self, bytes: Vec<u8>, source: &mut Source) -> Result<(), NotRead> {
        if bytes.is_empty() {
            return Ok(());
        }
        let offered = Instant::now();
        let (place, idle) = reserved(&self.sender, source, offered).await?;
        self.blocked += idle;
        if is_too_slow(self.sent, self.blocked) {
            tracing::info!("closed a connection: the client read a long response too slowly");
            return Err(NotRead);
        }
        self.sent += bytes.len();
        place.send(Piece::Bytes(Bytes::from(bytes)));
        Ok(())
    }
}

/// Waits until the client has read enough, and meanwhile reads its body. Returns the time in which it did
/// neither.
async fn reserved<'a>(
    sender: &'a Sender<Piece>,
    source: &mut Source,
    mut since: Instant,
) -> Result<(Permit<'a, Piece>, Duration), NotRead> {
    let mut reserved = timeout(PATIENCE, sender.reserve()).await.ok();
    while reserved.is_none() {
        tokio::select! {
            biased;
            place = sender.reserve() => reserved = Some(place),
            () = source.read_ahead(), if source.can_read_ahead() => since = Instant::now(),
        }
    }
    let place = reserved.and_then(Result::ok).ok_or(NotRead)?;
    Ok((place, since.elapsed()))
}

fn failed(error: io::Error) -> NotRead {
    tracing::error!(%error, "an encoder failed");
    NotRead
}
