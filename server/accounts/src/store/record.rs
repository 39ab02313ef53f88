//! Rows of a store, as plain data.

use crate::credits::Tally;
use crate::key::KeyChange;
use crate::plan::{Credits, Plan};
use crate::secret::KeyId;

/// An account as operators and programs see it.
#[derive(Debug, Clone)]
pub struct AccountRow {
    /// Id of the account.
    pub id: String,
    /// Name of the holder.
    pub name: String,
    /// Email address of the holder.
    pub email: String,
    /// Plan of the account.
    pub plan: Plan,
    /// `true` if the holder has a password for the console.
    pub has_password: bool,
    /// The time at which the account was made, milliseconds since 1970.
    pub created_ms: i64,
    /// The time at which the account was suspended, milliseconds since 1970, if it is.
    pub suspended_ms: Option<i64>,
}

/// A key as operators and programs see it, without anything secret.
#[derive(Debug, Clone)]
pub struct KeyRow {
    /// Id of the key: the 12 characters after the prefix of its secret.
    pub id: String,
    /// Id of the account that holds the key.
    pub account: String,
    /// Name under which usage is reported.
    pub nickname: String,
    /// The holder's description of the key.
    pub description: String,
    /// `true` if requests with the key are answered.
    pub enabled: bool,
    /// Entitlements from the plan of the account and from grants.
    pub entitlements: Vec<String>,
    /// Entitlements that were granted, also those that the plan gives.
    pub granted: Vec<String>,
    /// Origin rules, as written.
    pub origins: String,
    /// Address rules, as written.
    pub ips: String,
    /// The time at which the key was made, milliseconds since 1970.
    pub created_ms: i64,
    /// The time of its present secret, milliseconds since 1970: with the key, or when it was rotated.
    pub secret_ms: i64,
    /// End of validity of the old secret, milliseconds since 1970, if there was one; may have passed.
    pub old_until_ms: Option<i64>,
    /// The time at which a call with the key was counted last, milliseconds since 1970; without the usage
    /// that is not written yet.
    pub last_used_ms: Option<i64>,
}

impl KeyRow {
    /// The change without the fields that equal those of the key.
    pub(super) fn differing(&self, mut change: KeyChange) -> KeyChange {
        change.nickname.take_if(|nickname| *nickname == self.nickname);
        change.description.take_if(|description| *description == self.description);
        change.enabled.take_if(|enabled| *enabled == self.enabled);
        change.origins.take_if(|rules| *rules == self.origins);
        change.ips.take_if(|rules| *rules == self.ips);
        change
    }
}

/// Usage of a key at an operation on a day.
#[derive(Debug, Clone)]
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
    pub key: KeyId,
    /// Name of the operation.
    pub endpoint: &'static str,
    /// Days since 1970-01-01.
    pub day: i64,
    /// Calls and credits; negative after the refund of a written charge.
    pub tally: Tally,
    /// The time of the last of the calls, milliseconds since 1970.
    pub last_used_ms: i64,
}

/// A line of the audit log: author, place, time and content of a change.
#[derive(Debug, Clone)]
pub struct AuditRow {
    /// Number of the line, rising.
    pub id: i64,
    /// The time of the entry, milliseconds since 1970.
    pub at_ms: i64,
    /// `operator`, `holder` or `server`.
    pub who: String,
    /// Name of the operator's user, or id of the holder's account.
    pub name: String,
    /// `command line`, or the address of the client.
    pub place: String,
    /// Name of the action, such as `key.rotate`.
    pub action: String,
    /// Id of the affected account, if there is one.
    pub account: Option<String>,
    /// Id of the affected key, if there is one.
    pub key: Option<String>,
    /// The old and the new value, in readable form.
    pub detail: String,
}

/// Filter for lines of the audit log.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// Those about this account, by its id; it may be gone.
    pub account: Option<String>,
    /// Those since this instant, milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Maximum number of lines; the newest are kept.
    pub most: Option<u32>,
}

/// A notice to an account that a share of its allowance is used.
#[derive(Debug, Clone)]
pub struct NoticeRow {
    /// Number of the notice, rising.
    pub id: i64,
    /// Id of the account.
    pub account: String,
    /// Name of the holder.
    pub name: String,
    /// Email address of the holder.
    pub email: String,
    /// Plan of the account when the share was used.
    pub plan: Plan,
    /// First day of the month, in days since 1970-01-01.
    pub first_day: i64,
    /// Share of the allowance, %: 80 or 100.
    pub level: u8,
    /// Credits used when the notice was made.
    pub used: Credits,
    /// Credits that the plan allowed in the month.
    pub allowance: Credits,
    /// The time at which the notice was made, milliseconds since 1970.
    pub created_ms: i64,
    /// The time at which it was passed on, milliseconds since 1970, and by whom.
    pub done: Option<(i64, String)>,
}

/// A notice that is to be stored if there is none yet for the account, the month and the level.
#[derive(Debug, Clone)]
pub struct NewNotice {
    /// Id of the account.
    pub account: String,
    /// First day of the month, in days since 1970-01-01.
    pub first_day: i64,
    /// Share of the allowance, %: 80 or 100.
    pub level: u8,
    /// Plan of the account.
    pub plan: Plan,
    /// Credits used.
    pub used: Credits,
    /// Credits that the plan allows in the month.
    pub allowance: Credits,
    /// The time at which the notice is made, milliseconds since 1970.
    pub created_ms: i64,
}

/// The accounts whose records are read.
#[derive(Debug, Clone, Copy)]
pub enum Selection<'a> {
    /// All accounts.
    All,
    /// The accounts with these ids; ids without an account are ignored.
    Accounts(&'a [String]),
}

/// The data that requests depend on, record by record, from one state of the store: first the basis, then
/// accounts, then their keys.
pub enum Record {
    /// The values that all accounts share; once.
    Basis(Basis),
    /// An account.
    Account(AccountRecord),
    /// A key of one of the accounts; those that were deleted are among them.
    Key(KeyRecord),
}

/// The values that all accounts share.
pub struct Basis {
    /// The store's count of changes.
    pub(crate) revision: i64,
    /// Plans and the credits that each allows in a month.
    pub allowances: Vec<(Plan, Credits)>,
    /// The secret under which keys are hashed.
    pub(crate) key_secret: Vec<u8>,
    /// The secrets that sign tokens with their names, newest first.
    pub(crate) token_secrets: Vec<(String, Vec<u8>)>,
}

/// A change in the store after one of its revisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// Nothing.
    Nothing,
    /// These accounts, their keys or the grants of these; new and deleted ones are among them.
    Accounts {
        /// The revision up to which this is all.
        revision: i64,
        /// Ids of the accounts, each once.
        ids: Vec<String>,
    },
    /// Data that all accounts depend on, or more accounts than the store lists.
    Everything,
}

/// Written usage of a key at an operation.
pub struct Used<'a> {
    /// Id of the account.
    pub account: &'a str,
    /// Id of the key.
    pub key: &'a str,
    /// Name of the operation.
    pub endpoint: &'a str,
    /// Calls and credits.
    pub tally: Tally,
}

/// An account with what only the server may read.
pub struct AccountRecord {
    /// Id of the account.
    pub id: String,
    /// Name of the holder.
    pub name: String,
    /// Email address of the holder.
    pub email: String,
    /// Argon2id hash of the password for the console, if there is one.
    pub password_hash: Option<String>,
    /// Plan of the account.
    pub plan: Plan,
    /// The time at which the account was suspended, milliseconds since 1970, if it is.
    pub suspended_ms: Option<i64>,
}

/// A key with what only the server may read.
pub struct KeyRecord {
    /// Id of the key.
    pub id: String,
    /// Id of the account that holds the key.
    pub account: String,
    /// HMAC of the secret; none if the key was deleted.
    pub digest: Option<Vec<u8>>,
    /// The time at which that secret was made, milliseconds since 1970.
    pub secret_ms: i64,
    /// The secret before, if there was one.
    pub old: Option<OldSecretRecord>,
    /// Name under which usage is reported.
    pub nickname: String,
    /// The holder's description of the key.
    pub description: String,
    /// `true` if requests with the key are answered.
    pub enabled: bool,
    /// Origin rules, as written.
    pub origins: String,
    /// Address rules, as written.
    pub ips: String,
    /// The time at which the key was made, milliseconds since 1970.
    pub created_ms: i64,
    /// Entitlements that were granted to it.
    pub granted: Vec<String>,
}

/// The secret that a key had before the present one.
pub struct OldSecretRecord {
    /// HMAC of the secret.
    pub digest: Vec<u8>,
    /// The time at which it was made, milliseconds since 1970.
    pub secret_ms: i64,
    /// End of its validity, milliseconds since 1970; may have passed.
    pub until_ms: i64,
}
