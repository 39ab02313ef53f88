//! One state of the store and its queries.

use super::holding::Accounts;
use crate::account::Account;
use crate::credits::InUse;
use crate::credits::LeaseRequests;
use crate::key::Key;
use crate::plan::{Credits, Plan};
use crate::secret::{Digester, KeyId};
use crate::table::{Named, Table};
use crate::token::{Holder, Signer};
use std::sync::Arc;

/// One state of the store.
pub struct Snapshot {
    /// The store's count of changes.
    pub(crate) revision: i64,
    /// Accounts by their ids, with their keys.
    pub accounts: Accounts,
    /// Keys by their ids; deleted ones are not there.
    pub keys: Table<Key>,
    /// Plans and the credits that each allows in a month.
    pub allowances: Vec<(Plan, Credits)>,
    /// Computes digests of secrets.
    pub digester: Digester,
    /// Makes and checks tokens.
    pub(crate) signer: Arc<Signer>,
    /// Accounts whose meters have news for the ledger.
    pub(crate) in_use: Arc<InUse>,
    /// The channel for credit requests of meters, if other servers use the accounts too.
    pub(super) requests: Option<Arc<LeaseRequests>>,
}

impl Named for Key {
    type Name = KeyId;

    fn name(&self) -> &KeyId {
        &self.id
    }
}

impl Snapshot {
    /// The nickname of a key of an account, also of one that was deleted; empty if there was never such a
    /// key.
    pub fn nickname(&self, account: &str, key: KeyId) -> &str {
        let of_deleted = || self.accounts.nickname_of_deleted(account, key).unwrap_or_default();
        self.keys.get(&key).map_or_else(of_deleted, |k| k.nickname.as_str())
    }

    /// An access token for the holder of a key.
    pub fn token(&self, key: &Key, now_ms: i64) -> Option<String> {
        let holder = Holder {
            account: &key.account.id,
            key: key.id,
            secret_ms: key.secret_ms,
            entitlements: key.entitlements.words(),
            origins: key.origins.text(),
            ips: key.ips.text(),
        };
        self.signer.issue(&holder, now_ms)
    }

    /// All accounts, in no particular order.
    pub fn accounts(&self) -> impl Iterator<Item = &Arc<Account>> {
        self.accounts.values()
    }

    /// Keys of an account, oldest first.
    pub fn keys_of<'a>(&'a self, account: &str) -> Vec<&'a Arc<Key>> {
        let mut keys: Vec<_> = self.accounts.keys_of(account).iter().collect();
        keys.sort_by_key(|k| (k.created_ms, k.id));
        keys
    }
}
