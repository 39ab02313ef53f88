//! A limit whose counts several servers share, and its name among them.

use crate::rate::limiter::Limiter;
use std::sync::Arc;

/// A limit whose counts are shared.
pub struct SharedLimit {
    /// The name of the limit in keys.
    pub name: &'static str,
    /// Counts and decides.
    pub limiter: Arc<Limiter>,
    /// The name of a network or another subject in keys.
    pub subject_name: fn(u64) -> String,
}

impl SharedLimit {
    /// The key of a subject. The tag in braces keeps the keys of one script on one node of a cluster.
    pub(super) fn key(&self, subject: u64) -> String {
        format!("umbra:{{rate}}:{}:{}", self.name, (self.subject_name)(subject))
    }
}
