//! The accounts as requests read them, without a lock: one state of the store, replaced as a whole.

pub use super::account::Account;
use super::clock::Month;
pub use super::key::Key;
use super::key::OldSecret;
use super::lease::asking::Asking;
use super::meter::{Meter, Part, Tally};
use super::operation_names::OperationName;
use super::plan::{Credits, Entitlements, Plan};
use super::rules::{IpRules, OriginRules};
use super::secret::{Digest, Digester, KeyId};
use super::store::{
    self, AccountRecord, KeyRecord, OldSecretRecord, Records, Store, StoreError, Stored, UsageRow,
};
use super::token::{Holder, Signer};
use std::collections::HashMap;
use std::sync::Arc;

/// Accounts by their ids.
type Accounts = HashMap<Arc<str>, Arc<Account>>;

/// One state of the store.
pub struct Snapshot {
    /// Where meters ask for credits, if other servers use the accounts as well.
    asking: Option<Arc<Asking>>,
    /// The store's count of changes.
    pub(crate) revision: i64,
    /// Accounts by their ids.
    pub accounts: Accounts,
    /// Keys by their ids; deleted ones are not there.
    pub keys: HashMap<KeyId, Arc<Key>>,
    /// Nicknames of deleted keys, for their usage.
    deleted: HashMap<KeyId, String>,
    /// Plans and the credits that each allows in a month.
    pub(crate) allowances: Vec<(Plan, Credits)>,
    /// Computes digests of secrets.
    pub(crate) digester: Digester,
    /// Makes and checks tokens.
    pub signer: Signer,
}

impl Snapshot {
    /// Reads the store for the first time. Accounts keep their meters as long as the server runs; this fills
    /// the meters with the written usage of the month, and `asking` is where they ask for credits if other
    /// servers use the accounts as well.
    pub(crate) fn first(store: &dyn Store, asking: Option<Arc<Asking>>, now_ms: i64) -> Stored<Self> {
        Self::new(store.records(Some(Month::of(now_ms)))?, None, asking, now_ms)
    }

    /// Reads the store after it has changed.
    pub(crate) fn next(&self, store: &dyn Store, now_ms: i64) -> Stored<Self> {
        Self::new(store.records(None)?, Some(self), self.asking.clone(), now_ms)
    }

    fn new(
        records: Records,
        before: Option<&Self>,
        asking: Option<Arc<Asking>>,
        now_ms: i64,
    ) -> Stored<Self> {
        let accounts = accounts(&records, before, asking.as_ref(), now_ms);
        let digester = store::digester(&records.key_secret)?;
        let (mut keys, mut deleted, mut grants) = (HashMap::new(), HashMap::new(), records.grants);
        for row in records.keys {
            let (Some(id), Some(account)) = (KeyId::parse(&row.id), accounts.get(row.account.as_str()))
            else {
                continue;
            };
            match row.digest.as_deref().and_then(|d| d.try_into().ok()) {
                Some(digest) => {
                    let granted = grants.remove(&row.id).unwrap_or_default();
                    keys.insert(id, Arc::new(key(row, id, digest, account.clone(), granted)?));
                }
                None => {
                    deleted.insert(id, row.nickname);
                }
            }
        }
        let signer = Signer::new(records.token_secrets);
        let Records { revision, allowances, .. } = records;
        Ok(Self { asking, revision, accounts, keys, deleted, allowances, digester, signer })
    }

    /// Begins a month anew in all meters, with what is written of it.
    pub(crate) fn restart_meters(&self, month: Month, records: Records) {
        let mut written = written(&records.usage);
        for account in self.accounts.values() {
            account.meter.restart(month, written.remove(&*account.id).unwrap_or_default());
        }
    }

    /// The nickname of a key, also of one that was deleted; empty if there was never such a key.
    pub(crate) fn nickname(&self, key: KeyId) -> &str {
        let of_deleted = || self.deleted.get(&key).map_or("", |n| n.as_str());
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
    pub(crate) fn keys_of<'a>(&'a self, account: &'a str) -> Vec<&'a Arc<Key>> {
        let mut keys: Vec<_> = self.keys.values().filter(|k| &*k.account.id == account).collect();
        keys.sort_by_key(|k| (k.created_ms, k.id));
        keys
    }
}

fn accounts(
    records: &Records,
    before: Option<&Snapshot>,
    asking: Option<&Arc<Asking>>,
    now_ms: i64,
) -> Accounts {
    let mut written = written(&records.usage);
    let allowances: HashMap<Plan, Credits> = records.allowances.iter().copied().collect();
    let account = |row: &AccountRecord| {
        let id: Arc<str> = row.id.as_str().into();
        let meter = match before.and_then(|b| b.accounts.get(row.id.as_str())) {
            Some(known) => known.meter.clone(),
            None => {
                let written = written.remove(&*row.id).unwrap_or_default();
                Arc::new(match asking {
                    Some(asking) => Meter::shared(now_ms, written, id.clone(), asking.clone()),
                    None => Meter::new(now_ms, written),
                })
            }
        };
        let account = Account {
            id: id.clone(),
            name: row.name.clone(),
            email: row.email.clone(),
            password_hash: row.password_hash.clone(),
            plan: row.plan,
            is_suspended: row.suspended_ms.is_some(),
            allowance: allowances.get(&row.plan).copied().unwrap_or_default(),
            meter,
        };
        (id, Arc::new(account))
    };
    records.accounts.iter().map(account).collect()
}

fn key(
    row: KeyRecord,
    id: KeyId,
    digest: Digest,
    account: Arc<Account>,
    granted: Vec<String>,
) -> Stored<Key> {
    let old = row.old.and_then(|OldSecretRecord { digest, secret_ms, until_ms }| {
        digest.try_into().ok().map(|digest| OldSecret { digest, secret_ms, until_ms })
    });
    Ok(Key {
        id,
        digest,
        secret_ms: row.secret_ms,
        old,
        nickname: row.nickname,
        description: row.description,
        enabled: row.enabled,
        entitlements: Entitlements::new(account.plan, granted),
        account,
        origins: OriginRules::parse(&row.origins).map_err(StoreError::Invalid)?,
        ips: IpRules::parse(&row.ips).map_err(StoreError::Invalid)?,
        created_ms: row.created_ms,
    })
}

/// Written usage by account.
fn written(usage: &[UsageRow]) -> HashMap<&str, Vec<Part>> {
    let mut all = HashMap::<_, Vec<_>>::new();
    for row in usage {
        if let Some(key) = KeyId::parse(&row.key) {
            let tally = Tally { calls: row.calls, credits: Credits::from_f64(row.credits) };
            let part = (key, OperationName::read(&row.endpoint), tally);
            all.entry(row.account.as_str()).or_default().push(part);
        }
    }
    all
}
