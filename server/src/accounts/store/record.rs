//! Rows of a store, as plain data.

use crate::accounts::meter::Tally;
use crate::accounts::plan::{Credits, Plan};
use crate::accounts::secret::KeyId;
use serde::Serialize;
use std::collections::HashMap;

/// An account as operators and programs see it.
#[derive(Debug, Clone, Serialize)]
pub struct AccountRow {
    /// Id of the account.
    pub id: String,
    /// Name of the holder.
    pub name: String,
    /// Email address of the holder.
    pub email: String,
    /// Plan of the account.
    pub plan: Plan,
    /// Whether the holder can sign in to the console.
    pub has_password: bool,
    /// When the account was made, milliseconds since 1970.
    pub created_ms: i64,
}

/// A key as operators and programs see it, without anything secret.
#[derive(Debug, Clone, Serialize)]
pub struct KeyRow {
    /// Id of the key: the 12 characters after the prefix of its secret.
    pub id: String,
    /// Id of the account that holds the key.
    pub account: String,
    /// Name under which usage is reported.
    pub nickname: String,
    /// What the holder wrote about the key.
    pub description: String,
    /// Whether requests with the key are answered.
    pub enabled: bool,
    /// Entitlements from the plan of the account and from grants.
    pub entitlements: Vec<String>,
    /// Origin rules, as written.
    pub origins: String,
    /// Address rules, as written.
    pub ips: String,
    /// When the key was made, milliseconds since 1970.
    pub created_ms: i64,
}

/// Usage of a key at an operation on a day.
#[derive(Debug, Clone, Serialize)]
pub struct UsageRow {
    /// Id of the account.
    pub account: String,
    /// Id of the key.
    pub key: String,
    /// Nickname of the key.
    pub nickname: String,
    /// Days since 1970-01-01.
    pub day: i64,
    /// Name of the operation.
    pub endpoint: String,
    /// Number of calls.
    pub calls: i64,
    /// Credits that the calls cost.
    pub credits: f64,
}

/// Usage that is to be added to what is written of a key, an operation and a day.
#[derive(Debug, Clone, Copy)]
pub struct UsageToAdd {
    /// Id of the key.
    pub(crate) key: KeyId,
    /// Name of the operation.
    pub(crate) endpoint: &'static str,
    /// Days since 1970-01-01.
    pub(crate) day: i64,
    /// Calls and credits; negative where a charge that was written before was taken back.
    pub(crate) tally: Tally,
}

/// Everything that requests depend on, read in one state of the store.
pub struct Records {
    /// The store's count of changes.
    pub(crate) revision: i64,
    /// Plans and the credits that each allows in a month.
    pub(crate) allowances: Vec<(Plan, Credits)>,
    /// All accounts, in no particular order.
    pub(crate) accounts: Vec<AccountRecord>,
    /// All keys, those that were deleted included.
    pub(crate) keys: Vec<KeyRecord>,
    /// Granted entitlements by the id of the key.
    pub(crate) grants: HashMap<String, Vec<String>>,
    /// The secret under which keys are hashed.
    pub(crate) key_secret: Vec<u8>,
    /// The secrets that sign tokens with their names, newest first.
    pub(crate) token_secrets: Vec<(String, Vec<u8>)>,
    /// Usage written of the month that was asked for, if one was.
    pub(crate) usage: Vec<UsageRow>,
}

/// An account with what only the server may read.
pub struct AccountRecord {
    /// Id of the account.
    pub(crate) id: String,
    /// Name of the holder.
    pub(crate) name: String,
    /// Email address of the holder.
    pub(crate) email: String,
    /// Argon2id hash of the password for the console, if there is one.
    pub(crate) password_hash: Option<String>,
    /// Plan of the account.
    pub(crate) plan: Plan,
}

/// A key with what only the server may read.
pub struct KeyRecord {
    /// Id of the key.
    pub(crate) id: String,
    /// Id of the account that holds the key.
    pub(crate) account: String,
    /// HMAC of the secret; none if the key was deleted.
    pub(crate) digest: Option<Vec<u8>>,
    /// Name under which usage is reported.
    pub(crate) nickname: String,
    /// What the holder wrote about the key.
    pub(crate) description: String,
    /// Whether requests with the key are answered.
    pub(crate) enabled: bool,
    /// Origin rules, as written.
    pub(crate) origins: String,
    /// Address rules, as written.
    pub(crate) ips: String,
    /// When the key was made, milliseconds since 1970.
    pub(crate) created_ms: i64,
}
