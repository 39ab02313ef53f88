//! The accounts for requests: one state of the store, read without a lock. A later state shares the unchanged
//! parts.

mod build;
mod holding;
mod state;

pub use super::account::Account;
use super::clock::Month;
use super::credits::LeaseRequests;
use super::credits::OperationUsage;
pub use super::key::Key;
use super::operation_names::OperationName;
use super::secret::{KeyId, random_bytes};
use super::store::{Basis, Record, Selection, Store, Stored, Used};
use build::Builder;
pub use state::Snapshot;
use std::collections::HashMap;
use std::sync::Arc;

impl Snapshot {
    /// Reads the store for the first time, with the written usage of the month of `now_ms`. Accounts keep
    /// their meters as long as the server runs, and `asking` is where these ask for credits if other servers
    /// use the accounts as well.
    pub fn first(store: &dyn Store, requests: Option<Arc<LeaseRequests>>, now_ms: i64) -> Stored<Self> {
        let mut builder = Builder::first(requests, now_ms);
        store.records(Selection::All, &mut |record| builder.take(record))?;
        let snapshot = builder.finish()?;
        store.used(Month::of(now_ms), &mut |used| {
            if let (Some(account), Some(part)) = (snapshot.accounts.get(used.account), part(&used)) {
                account.meter.begin_with(part);
            }
        })?;
        Ok(snapshot)
    }

    /// A snapshot without accounts, of a store that cannot be reached yet.
    pub(crate) fn empty(requests: Option<Arc<LeaseRequests>>) -> Stored<Self> {
        let mut builder = Builder::first(requests, 0);
        let key_secret = random_bytes::<32>().to_vec();
        let basis = Basis { revision: 0, allowances: Vec::new(), key_secret, token_secrets: Vec::new() };
        builder.take(Record::Basis(basis))?;
        builder.finish()
    }

    /// Reads the store for the first time after an empty snapshot.
    pub(crate) fn begun(&self, store: &dyn Store, now_ms: i64) -> Stored<Self> {
        Self::first(store, self.requests.clone(), now_ms)
    }

    /// Reads the whole store again. Existing accounts keep their meters.
    pub fn renewed(&self, store: &dyn Store, now_ms: i64) -> Stored<Self> {
        let mut builder = Builder::renewing(self, now_ms);
        store.records(Selection::All, &mut |record| builder.take(record))?;
        builder.finish()
    }

    /// Reads again the accounts that have changed up to a revision.
    pub(crate) fn with_changed(
        &self,
        store: &dyn Store,
        revision: i64,
        ids: &[String],
        now_ms: i64,
    ) -> Stored<Self> {
        let mut builder = Builder::changing(self, revision, ids, now_ms);
        store.records(Selection::Accounts(ids), &mut |record| builder.take(record))?;
        builder.finish()
    }

    /// Restarts a month in all meters with its written usage.
    pub(crate) fn restart_meters(&self, store: &dyn Store, month: Month) -> Stored<()> {
        let mut written = HashMap::<String, Vec<OperationUsage>>::new();
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
}

/// Written usage as meters count it.
fn part(used: &Used) -> Option<OperationUsage> {
    Some((KeyId::parse(used.key)?, OperationName::read(used.endpoint), used.tally))
}

#[cfg(test)]
mod tests;
