//! A limit whose counts several servers share, and its name among them.

use crate::accounts::rate::limiter::Limiter;
use std::sync::Arc;

/// A limit whose counts are shared.
pub(crate) struct SharedLimit {
    /// The name of the limit in keys.
    pub(crate) name: &'static str,
    /// Counts and decides.
    pub(crate) limiter: Arc<Limiter>,
    /// The name of a network or another subject in keys.
    pub(crate) subject_name: fn(u64) -> String,
}

impl SharedLimit {
    /// The key of a subject.
    pub(super) fn key(&self, subject: u64) -> String {
        format!("{{umbra}}:rate:{}:{}", self.name, (self.subject_name)(subject))
    }
}
