//! Content codings; long bodies let other work go on.

use crate::turns::pause;
use bytes::Bytes;

pub use codings::{Coding, Effort, Encoder, MIN_BYTES, decoded};

/// Bytes that are encoded without a pause.
const PART_BYTES: usize = 16 * 1024;

/// Encodes a whole body, fast.
pub fn encode(coding: Coding, pieces: &[Bytes]) -> std::io::Result<Bytes> {
    let mut encoder = Encoder::new(coding)?;
    for part in pieces.iter().flat_map(|piece| piece.chunks(PART_BYTES)) {
        encoder.write(part)?;
        pause();
    }
    Ok(encoder.finish()?.into())
}
