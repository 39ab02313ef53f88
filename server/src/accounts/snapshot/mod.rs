//! The accounts as requests read them, without a lock: one state of the store. A later state shares with it
//! what has not changed.

mod build;
mod holding;
#[cfg(test)]
mod tests;

pub use super::account::Account;
use super::clock::Month;
pub use super::key::Key;
use super::meter::{InUse, Part};
use super::operation_names::OperationName;
use super::plan::{Credits, Plan};
use super::secret::{Digester, KeyId};
use super::store::{Store, Stored, Used, Wanted};
use super::table::{Named, Table};
use super::token::{Holder, Signer};
use build::Builder;
pub(crate) use holding::Accounts;
use std::collections::HashMap;
use std::sync::Arc;

/// One state of the store.
pub struct Snapshot {
    /// The store's count of changes.
    pub(crate) revision: i64,
    /// Accounts by their ids, with their keys.
    pub(crate) accounts: Accounts,
    /// Keys by their ids; deleted ones are not there.
    pub(crate) keys: Table<Key>,
    /// Plans and the credits that each allows in a month.
    pub(crate) allowances: Vec<(Plan, Credits)>,
    /// Computes digests of secrets.
    pub(crate) digester: Digester,
    /// Makes and checks tokens.
    pub(crate) signer: Arc<Signer>,
    /// Accounts whose meters have something to tell.
    pub(crate) in_use: Arc<InUse>,
}

impl Named for Key {
    type Name = KeyId;

    fn name(&self) -> &KeyId {
        &self.id
    }
}

impl Snapshot {
    /// Reads the store for the first time, with the written usage of the month of `now_ms`.
    pub(crate) fn first(store: &dyn Store, now_ms: i64) -> Stored<Self> {
        let mut builder = Builder::first(now_ms);
        store.records(Wanted::All, &mut |record| builder.take(record))?;
        let snapshot = builder.finish()?;
        store.used(Month::of(now_ms), &mut |used| {
            if let (Some(account), Some(part)) = (snapshot.accounts.get(used.account), part(&used)) {
                account.meter.begin_with(part);
            }
        })?;
        Ok(snapshot)
    }

    /// Reads all of the store anew. Accounts that were there before keep their meters.
    pub(crate) fn renewed(&self, store: &dyn Store, now_ms: i64) -> Stored<Self> {
        let mut builder = Builder::renewing(self, now_ms);
        store.records(Wanted::All, &mut |record| builder.take(record))?;
        builder.finish()
    }

    /// Reads some accounts anew, which are all that have changed up to a revision.
    pub(crate) fn with_changed(
        &self,
        store: &dyn Store,
        revision: i64,
        ids: &[String],
        now_ms: i64,
    ) -> Stored<Self> {
        let mut builder = Builder::changing(self, revision, ids, now_ms);
        store.records(Wanted::Of(ids), &mut |record| builder.take(record))?;
        builder.finish()
    }

    /// Begins a month anew in all meters, with what is written of it.
    pub(crate) fn restart_meters(&self, store: &dyn Store, month: Month) -> Stored<()> {
        let mut written = HashMap::<String, Vec<Part>>::new();
        store.used(month, &mut |used| {
            if let Some(part) = part(&used) {
                written.entry(used.account.to_owned()).or_default().push(part);
            }
        })?;
        for account in self.accounts.values() {
            account.meter.restart(month, written.remove(&*account.id).unwrap_or_default());
        }
        Ok(())
    }

    /// The nickname of a key of an account, also of one that was deleted; empty if there was never such a key.
    pub(crate) fn nickname(&self, account: &str, key: KeyId) -> &str {
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

    /// Keys of an account, oldest first.
    pub(crate) fn keys_of<'a>(&'a self, account: &str) -> Vec<&'a Arc<Key>> {
        let mut keys: Vec<_> = self.accounts.keys_of(account).iter().collect();
        keys.sort_by_key(|k| (k.created_ms, k.id));
        keys
    }
}

/// Written usage as meters count it.
fn part(used: &Used) -> Option<Part> {
    Some((KeyId::parse(used.key)?, OperationName::read(used.endpoint), used.tally))
}
