//! Accounts whose meters have something to tell, so that nobody needs to go through all.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Ids of accounts whose meters have something to tell: usage that is to be written, or a level that may be
/// reached.
#[derive(Debug, Default)]
pub(crate) struct InUse(Mutex<HashSet<Arc<str>>>);

impl InUse {
    /// Adds an account, which is given once however often it is added before that.
    pub fn add(&self, account: &Arc<str>) {
        // A list that a panic has left half-changed would still hold only ids.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(account.clone());
    }

    /// Takes all accounts that were added since they were last taken.
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
        let mut taken = in_use.take();
        taken.sort();
        assert_eq!(taken, ["ada".into(), "bob".into()] as [Arc<str>; 2]);
        assert!(in_use.take().is_empty());
        in_use.add(&"ada".into());
        assert_eq!(in_use.take().len(), 1);
    }
}
