//! What requests read of the accounts, without a lock: a picture of the store that is replaced as a whole.

use super::meter::Meter;
use super::plan::{Credits, Entitlements, Plan};
use super::rules::{IpRules, OriginRules};
use super::secret::{Digest, Digester, KeyId};
use super::token::{Holder, Signer};
use std::collections::HashMap;
use std::sync::Arc;

/// An account.
#[derive(Debug)]
pub struct Account {
    /// Its id.
    pub id: Arc<str>,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
    /// Argon2id, if there is a password.
    pub password_hash: Option<String>,
    /// Plan.
    pub plan: Plan,
    /// Credits a month.
    pub allowance: Credits,
    /// What it has used; the same meter in every picture.
    pub meter: Arc<Meter>,
}

/// A key that is not deleted.
#[derive(Debug)]
pub struct Key {
    /// Its name in the secret.
    pub id: KeyId,
    /// Whose it is.
    pub account: Arc<Account>,
    /// HMAC of the secret.
    pub digest: Digest,
    /// Name in usage.
    pub nickname: String,
    /// Free text.
    pub description: String,
    /// Whether it may be used.
    pub enabled: bool,
    /// What it is entitled to.
    pub entitlements: Entitlements,
    /// Where browsers may come from.
    pub origins: OriginRules,
    /// Where requests may come from.
    pub ips: IpRules,
    /// Milliseconds since 1970.
    pub created_ms: i64,
}

/// A picture of the store.
pub struct Snapshot {
    /// The store's count of changes.
    pub revision: i64,
    /// By id.
    pub accounts: HashMap<Arc<str>, Arc<Account>>,
    /// By id; deleted keys are not there.
    pub keys: HashMap<KeyId, Arc<Key>>,
    /// Nicknames of deleted keys, for their usage.
    pub deleted: HashMap<KeyId, String>,
    /// Computes digests of secrets.
    pub digester: Digester,
    /// Makes and checks tokens.
    pub signer: Signer,
}

impl Snapshot {
    /// The name of a key in usage.
    pub fn nickname(&self, key: KeyId) -> &str {
        let of_deleted = || self.deleted.get(&key).map_or("", |n| n.as_str());
        self.keys.get(&key).map_or_else(of_deleted, |k| k.nickname.as_str())
    }

    /// An access token for the holder of a key.
    pub fn token(&self, key: &Key, now_ms: i64) -> Option<String> {
        let holder = Holder {
            account: &key.account.id,
            key: key.id,
            entitlements: key.entitlements.words(),
            origins: key.origins.text(),
            ips: key.ips.text(),
        };
        self.signer.issue(&holder, now_ms)
    }

    /// Keys of an account, oldest first.
    pub fn keys_of<'a>(&'a self, account: &'a str) -> Vec<&'a Arc<Key>> {
        let mut keys: Vec<_> = self.keys.values().filter(|k| &*k.account.id == account).collect();
        keys.sort_by_key(|k| (k.created_ms, k.id));
        keys
    }
}
