//! Accounts whose meters have news, so that the ledger need not scan all accounts.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Ids of accounts with usage to write, or with a level that may have been reached.
#[derive(Debug, Default)]
pub(crate) struct InUse(Mutex<HashSet<Arc<str>>>);

impl InUse {
    /// Adds an account; adding it again has no effect.
    pub fn add(&self, account: &Arc<str>) {
        // A list that a panic has left half-changed would still hold only ids.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(account.clone());
    }

    /// Returns the accounts added since the last call and clears the set.
    pub fn take(&self) -> Vec<Arc<str>> {
        let added = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        added.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_given_once_however_often_it_is_added_and_again_when_it_is_added_later() {
        let in_use = InUse::default();
        (0..1000).for_each(|_| in_use.add(&"ada".into()));
        in_use.add(&"bob".into());
        let mut ids = in_use.take();
        ids.sort();
        assert_eq!(ids, ["ada".into(), "bob".into()] as [Arc<str>; 2]);
        assert!(in_use.take().is_empty());
        in_use.add(&"ada".into());
        assert_eq!(in_use.take().len(), 1);
    }
}
