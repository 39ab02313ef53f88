//! Accounts whose meters have something to tell, so that nobody needs to go through all.

use std::sync::{Arc, Mutex, PoisonError};

/// Ids of accounts whose meters have something to tell: usage that is to be written, or a level that may be
/// reached.
#[derive(Debug, Default)]
pub(crate) struct InUse(Mutex<Vec<Arc<str>>>);

impl InUse {
    /// Adds an account; one that is added twice may be given twice.
    pub(crate) fn add(&self, account: &Arc<str>) {
        // A list that a panic has left half-changed would still hold only ids.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(account.clone());
    }

    /// Takes all accounts that were added since they were last taken.
    pub(crate) fn take(&self) -> Vec<Arc<str>> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
