//! A long body that is the same for everybody, encoded once ahead of the requests for it.

use crate::http::coding::{Coding, Effort, encode};
use bytes::Bytes;
use std::sync::OnceLock;

/// The encoded forms of one body. Until a form is there, it is encoded for each request.
#[derive(Default)]
pub(crate) struct EncodedAhead([OnceLock<Bytes>; Coding::ALL.len()]);

impl EncodedAhead {
    /// The body in a coding, if it is there already.
    pub(crate) fn body(&self, coding: Coding) -> Option<Bytes> {
        self.0[coding as usize].get().cloned()
    }

    /// Encodes the body in every coding. Takes seconds.
    pub(crate) fn encode(&self, pieces: &[Bytes]) {
        for coding in Coding::ALL.into_iter().filter(|c| *c != Coding::Identity) {
            match encode(coding, Effort::Once, pieces) {
                // Another thread may have been first with the same bytes.
                Ok(bytes) => drop(self.0[coding as usize].set(bytes)),
                Err(e) => {
                    tracing::error!(error = %e, coding = coding.word(), "a body could not be encoded ahead");
                }
            }
        }
    }
}
