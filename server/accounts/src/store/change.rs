//! Changes of accounts, keys, plans and secrets, and what the audit log says about each.

use super::actor::Actor;
use super::record::{AccountRow, KeyRow};
use crate::account::{Account, NewAccount};
use crate::clock::iso;
use crate::key::{KeyChange, NewKey};
use crate::plan::{Credits, Plan};
use crate::secret::Digest;

/// Action of a request for an account, in the audit log.
pub const ACCOUNT_REQUEST: &str = "account.request";
/// Action of a request for a new password.
pub const PASSWORD_REQUEST: &str = "password.request";
/// Action of a change of a password.
pub const PASSWORD_CHANGE: &str = "account.password";

/// A change of the store. Its rows have the state at the time of the request: if another program changes the
/// same row at that moment, the audit log shows the state before both changes.
#[derive(Debug)]
pub enum Change<'a> {
    /// An account is added; fails with [`super::StoreError::email_in_use`] if another has its email address.
    CreateAccount(&'a NewAccount),
    /// An account gets another name.
    Name(&'a AccountRow, &'a str),
    /// An account gets another email address; fails like [`Change::CreateAccount`].
    Email(&'a AccountRow, &'a str),
    /// An account gets another plan; the entitlements of its keys follow.
    Plan(&'a AccountRow, Plan),
    /// An account gets a password with this hash.
    Password {
        /// The account.
        account: &'a AccountRow,
        /// Hash of the new password.
        hash: &'a str,
        /// The state of the account for which its holder proved to be the holder, by a link or by the present
        /// password; `None` if the operator makes the change. Fails with [`super::StoreError::Outdated`] if
        /// the account is suspended or has another email address or password.
        proven: Option<&'a Account>,
    },
    /// A visitor asks the operator for a new password of an account, or for an account. Only logged.
    Request {
        /// The account with the email address, if there is one.
        account: Option<&'a AccountRow>,
        /// Name of the visitor.
        name: &'a str,
        /// Email address of the visitor.
        email: &'a str,
    },
    /// The operator makes a link for a new password. Only logged.
    ResetLink(&'a AccountRow),
    /// An account is suspended, or no longer.
    Suspended(&'a AccountRow, bool),
    /// An account is deleted with its keys, its usage and its notices.
    DeleteAccount(&'a AccountRow),
    /// A key is added; fails with [`super::StoreError::nickname_in_use`] if another of the account has its
    /// nickname.
    CreateKey(&'a NewKey),
    /// Fields of a key are changed; fails like [`Change::CreateKey`].
    Key(&'a KeyRow, &'a KeyChange),
    /// A key gets a new secret; the old one stays valid until an instant. The later of two secrets of a key
    /// always has the later instant, which distinguishes their tokens.
    RotateKey {
        /// The key.
        key: &'a KeyRow,
        /// HMAC of the new secret.
        digest: Digest,
        /// End of validity of the old secret, milliseconds since 1970. A past instant ends it at once.
        old_until_ms: i64,
    },
    /// A key is deleted; its row stays, without the digests, for its usage.
    DeleteKey(&'a KeyRow),
    /// A key gets an entitlement; nothing happens if it has it.
    Grant(&'a KeyRow, &'a str),
    /// A granted entitlement is revoked; the entitlement of the plan stays.
    Revoke(&'a KeyRow, &'a str),
    /// A plan allows other credits in a month.
    Allowance {
        /// The plan.
        plan: Plan,
        /// The allowance before the change.
        before: Credits,
        /// The new allowance.
        allowance: Credits,
    },
    /// A new secret signs tokens. Tokens signed with its predecessor stay valid; older ones do not.
    TokenSecret {
        /// Name of the secret.
        id: &'a str,
        /// The secret itself.
        bytes: &'a [u8],
    },
}

/// The entry in the audit log about a change. It contains no secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry<'a> {
    /// Word for what is done, such as `key.rotate`.
    pub action: &'static str,
    /// Id of the account.
    pub account: Option<&'a str>,
    /// Id of the key.
    pub key: Option<&'a str>,
    /// The old and the new value, in readable form.
    pub detail: String,
}

impl Change<'_> {
    /// Writes the change to the log of the server.
    pub fn log(&self, by: &Actor) {
        let AuditEntry { action, account, key, .. } = self.entry();
        tracing::info!(action, account, key, by = by.who.word(), "changed");
    }

    /// Returns the entry of the change in the audit log.
    pub fn entry(&self) -> AuditEntry<'_> {
        match self {
            Self::CreateAccount(new) => {
                let detail = format!("{}, {}, plan {}", new.name, new.email, new.plan);
                AuditEntry { action: "account.create", account: Some(&new.id), key: None, detail }
            }
            Self::Name(row, name) => of_account("account.name", row, from_to(&row.name, name)),
            Self::Email(row, email) => of_account("account.email", row, from_to(&row.email, email)),
            Self::Plan(row, plan) => of_account("account.plan", row, from_to(row.plan.word(), plan.word())),
            Self::Password { account, .. } => of_account(PASSWORD_CHANGE, account, String::new()),
            Self::Request { account: Some(row), name, email } => {
                of_account(PASSWORD_REQUEST, row, format!("{name}, {email}"))
            }
            Self::Request { account: None, name, email } => {
                let detail = format!("{name}, {email}");
                AuditEntry { action: ACCOUNT_REQUEST, account: None, key: None, detail }
            }
            Self::ResetLink(row) => of_account("account.reset-link", row, String::new()),
            Self::Suspended(row, true) => of_account("account.suspend", row, String::new()),
            Self::Suspended(row, false) => of_account("account.resume", row, String::new()),
            Self::DeleteAccount(row) => {
                of_account("account.delete", row, format!("{}, {}, plan {}", row.name, row.email, row.plan))
            }
            Self::CreateKey(new) => AuditEntry {
                action: "key.create",
                account: Some(&new.account),
                key: Some(new.id.as_str()),
                detail: new.nickname.clone(),
            },
            Self::Key(row, change) => of_key("key.change", row, changed(row, change)),
            Self::RotateKey { key, old_until_ms, .. } => {
                let until = iso(*old_until_ms).replace('T', " ");
                let detail = format!("old secret valid until {} UTC", &until[..16]);
                of_key("key.rotate", key, detail)
            }
            Self::DeleteKey(row) => of_key("key.delete", row, row.nickname.clone()),
            Self::Grant(row, entitlement) => of_key("key.grant", row, (*entitlement).into()),
            Self::Revoke(row, entitlement) => of_key("key.revoke", row, (*entitlement).into()),
            Self::Allowance { plan, before, allowance } => {
                let detail = format!("{plan}: {before} → {allowance}");
                AuditEntry { action: "plan.allowance", account: None, key: None, detail }
            }
            Self::TokenSecret { id, .. } => {
                AuditEntry { action: "tokens.rotate-secret", account: None, key: None, detail: (*id).into() }
            }
        }
    }
}

fn of_account<'a>(action: &'static str, row: &'a AccountRow, detail: String) -> AuditEntry<'a> {
    AuditEntry { action, account: Some(&row.id), key: None, detail }
}

fn of_key<'a>(action: &'static str, row: &'a KeyRow, detail: String) -> AuditEntry<'a> {
    AuditEntry { action, account: Some(&row.account), key: Some(&row.id), detail }
}

fn from_to(before: &str, after: &str) -> String {
    format!("{before} → {after}")
}

/// The changed fields of a key, with their old values.
fn changed(row: &KeyRow, change: &KeyChange) -> String {
    let rules = |name: &str, before: &str, after: &str| {
        let shown = |rules: &str| if rules.is_empty() { "any".to_owned() } else { rules.to_owned() };
        format!("{name}: {}", from_to(&shown(before), &shown(after)))
    };
    let KeyChange { nickname, description, enabled, origins, ips } = change;
    let parts = [
        nickname.as_ref().map(|n| format!("nickname: {}", from_to(&row.nickname, n))),
        description.as_ref().map(|_| "description".to_owned()),
        enabled.map(|is| if is { "enabled" } else { "disabled" }.to_owned()),
        origins.as_ref().map(|o| rules("origins", &row.origins, o)),
        ips.as_ref().map(|i| rules("addresses", &row.ips, i)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}
