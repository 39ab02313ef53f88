//! Accounts with what they hold.

use crate::account::Account;
use crate::key::Key;
use crate::secret::KeyId;
use crate::table::{Named, Table};
use std::sync::Arc;

/// An account with its keys.
#[derive(Clone)]
pub(super) struct Holding {
    pub(super) account: Arc<Account>,
    /// In no particular order.
    pub(super) keys: Vec<Arc<Key>>,
    /// Keys that were deleted with their nicknames, for their usage.
    pub(super) deleted: Vec<(KeyId, String)>,
}

impl Named for Holding {
    type Name = str;

    fn name(&self) -> &str {
        &self.account.id
    }
}

/// Accounts by their ids, with their keys.
#[derive(Clone, Default)]
pub struct Accounts(pub(super) Table<Holding>);

impl Accounts {
    /// The account with an id.
    pub fn get(&self, id: &str) -> Option<&Arc<Account>> {
        self.0.get(id).map(|holding| &holding.account)
    }

    /// All accounts, in no particular order.
    pub fn values(&self) -> impl Iterator<Item = &Arc<Account>> {
        self.0.values().map(|holding| &holding.account)
    }

    /// The number of accounts.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no account.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keys of an account, in no particular order; deleted ones are not there.
    pub(super) fn keys_of(&self, id: &str) -> &[Arc<Key>] {
        self.0.get(id).map_or(&[], |holding| &holding.keys)
    }

    pub(super) fn nickname_of_deleted(&self, id: &str, key: KeyId) -> Option<&str> {
        let deleted = &self.0.get(id)?.deleted;
        deleted.iter().find(|(id, _)| *id == key).map(|(_, nickname)| nickname.as_str())
    }
}
