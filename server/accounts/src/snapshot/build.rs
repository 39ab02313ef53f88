//! Makes a snapshot from records of the store.

use super::holding::{Accounts, Holding};
use super::state::Snapshot;
use crate::account::Account;
use crate::credits::LeaseRequests;
use crate::credits::{InUse, Meter};
use crate::key::{Key, OldSecret};
use crate::plan::{Credits, Entitlements, Plan};
use crate::rules::{IpRules, OriginRules};
use crate::secret::{Digest, Digester, KeyId};
use crate::store::{self, AccountRecord, Basis, KeyRecord, Record, StoreError, Stored};
use crate::table::Table;
use crate::token::Signer;
use std::sync::Arc;

/// A snapshot that is being made.
pub(super) struct Builder<'a> {
    /// The snapshot before, whose meters stay.
    before: Option<&'a Snapshot>,
    now_ms: i64,
    in_use: Arc<InUse>,
    requests: Option<Arc<LeaseRequests>>,
    accounts: Accounts,
    keys: Table<Key>,
    common: Option<CommonState>,
}

/// The state that all accounts share.
struct CommonState {
    revision: i64,
    allowances: Vec<(Plan, Credits)>,
    digester: Digester,
    signer: Arc<Signer>,
}

impl<'a> Builder<'a> {
    /// Begins the first snapshot.
    pub(super) fn first(requests: Option<Arc<LeaseRequests>>, now_ms: i64) -> Self {
        let (in_use, accounts, keys) = Default::default();
        Self { before: None, now_ms, in_use, requests, accounts, keys, common: None }
    }

    /// Begins a snapshot for which everything is read.
    pub(super) fn renewing(before: &'a Snapshot, now_ms: i64) -> Self {
        let first = Self::first(before.requests.clone(), now_ms);
        Self { before: Some(before), in_use: before.in_use.clone(), ..first }
    }

    /// Begins a snapshot for which some accounts are read, all that have changed up to a revision.
    pub(super) fn changing(before: &'a Snapshot, revision: i64, ids: &[String], now_ms: i64) -> Self {
        let (mut accounts, mut keys) = (before.accounts.clone(), before.keys.clone());
        for held in ids.iter().filter_map(|id| accounts.0.remove(id.as_str())) {
            held.keys.iter().for_each(|key| drop(keys.remove(&key.id)));
        }
        // The basis has not changed, or is read next with everything else.
        let common = CommonState {
            revision,
            allowances: before.allowances.clone(),
            digester: before.digester.clone(),
            signer: before.signer.clone(),
        };
        Self { accounts, keys, common: Some(common), ..Self::renewing(before, now_ms) }
    }

    pub(super) fn take(&mut self, record: Record) -> Stored<()> {
        match record {
            Record::Basis(basis) if self.common.is_none() => self.common = Some(CommonState::new(basis)?),
            Record::Basis(_) => {}
            Record::Account(record) => self.add_account(record),
            Record::Key(record) => self.add_key(record)?,
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Stored<Snapshot> {
        let none = || StoreError::Invalid("the store did not tell its revision and its plans".into());
        let Self { accounts, keys, in_use, requests, common, .. } = self;
        let CommonState { revision, allowances, digester, signer } = common.ok_or_else(none)?;
        Ok(Snapshot { revision, accounts, keys, allowances, digester, signer, in_use, requests })
    }

    fn add_account(&mut self, record: AccountRecord) {
        // Ids, meters and equal accounts are reused, so that a reload allocates little.
        let known = self.before.and_then(|before| before.accounts.get(&record.id));
        let id = known.map_or_else(|| record.id.as_str().into(), |known| known.id.clone());
        let meter = || {
            let meter = match &self.requests {
                Some(requests) => Meter::shared(self.now_ms, [], Arc::clone(&id), requests.clone()),
                None => Meter::new(self.now_ms, []),
            };
            Arc::new(meter.announced(Arc::clone(&id), self.in_use.clone()))
        };
        let meter = known.map_or_else(meter, |known| known.meter.clone());
        let allowances = self.common.as_ref().map_or(&[][..], |common| &common.allowances);
        let allowance = allowances.iter().find(|(plan, _)| *plan == record.plan);
        let account = Account {
            id,
            name: record.name,
            email: record.email,
            password_hash: record.password_hash,
            plan: record.plan,
            is_suspended: record.suspended_ms.is_some(),
            allowance: allowance.map(|(_, credits)| *credits).unwrap_or_default(),
            meter,
        };
        let account = match known {
            Some(known) if known.is_same(&account) => known.clone(),
            _ => Arc::new(account),
        };
        let holding = Holding { account, keys: Vec::new(), deleted: Vec::new() };
        self.accounts.0.insert(Arc::new(holding));
    }

    /// Adds a key to what its account holds. One without an account, or with an id that is none, is left out.
    fn add_key(&mut self, record: KeyRecord) -> Stored<()> {
        // A damaged row must not keep all other keys from working.
        let Some(id) = KeyId::parse(&record.id) else { return Ok(()) };
        let Some(holding) = self.accounts.0.get_mut(&record.account) else { return Ok(()) };
        match record.digest.as_deref().and_then(|d| d.try_into().ok()) {
            Some(digest) => {
                let key = key(record, id, digest, holding.account.clone())?;
                let known = self.before.and_then(|before| before.keys.get(&id));
                let key = match known {
                    Some(known) if known.is_same(&key) => known.clone(),
                    _ => Arc::new(key),
                };
                holding.keys.push(key.clone());
                self.keys.insert(key);
            }
            // Usage of deleted keys is still reported under their nicknames.
            None => holding.deleted.push((id, record.nickname)),
        }
        Ok(())
    }
}

impl CommonState {
    fn new(basis: Basis) -> Stored<Self> {
        Ok(Self {
            revision: basis.revision,
            allowances: basis.allowances,
            digester: store::digester(&basis.key_secret)?,
            signer: Arc::new(Signer::new(basis.token_secrets)),
        })
    }
}

fn key(record: KeyRecord, id: KeyId, digest: Digest, account: Arc<Account>) -> Stored<Key> {
    let old = record.old.and_then(|old| {
        let digest = old.digest.try_into().ok()?;
        Some(Box::new(OldSecret { digest, secret_ms: old.secret_ms, until_ms: old.until_ms }))
    });
    Ok(Key {
        id,
        digest,
        secret_ms: record.secret_ms,
        old,
        nickname: record.nickname,
        description: record.description,
        enabled: record.enabled,
        entitlements: Entitlements::new(account.plan, record.granted),
        account,
        origins: OriginRules::parse(&record.origins).map_err(StoreError::Invalid)?,
        ips: IpRules::parse(&record.ips).map_err(StoreError::Invalid)?,
        created_ms: record.created_ms,
    })
}
