//! The database of accounts, keys, plans, usage, notices and the audit log.
//!
//! [`Store`] is the interface of a database. Accounts, keys, plans and secrets change only by a [`Change`]
//! with an [`Actor`], through [`Store::write`], so every change is in the audit log. The rules of
//! [`crate::account`] and [`crate::key`] are applied here, in the provided methods: a database only reads and
//! writes. The default is a SQLite file, [`sqlite`], for one server; several servers share a PostgreSQL
//! database, which a crate of its own supports ([`shared`]). Both use the statements of [`sql`].

mod actor;
mod change;
mod error;
mod leases;
mod memory_sessions;
mod record;
mod retention;
mod sessions;
pub mod shared;
pub mod sql;
pub mod sqlite;

pub use actor::Actor;
pub use change::{ACCOUNT_REQUEST, Change, PASSWORD_CHANGE, PASSWORD_REQUEST};
pub use error::{StoreError, Stored};
pub use leases::LeaseStore;
pub(crate) use memory_sessions::MemorySessions;
pub use record::{
    AccountRecord, AccountRow, AuditFilter, AuditRow, Basis, Changed, KeyRecord, KeyRow, NewNotice,
    NoticeRow, OldSecretRecord, Record, Selection, UsageRow, UsageToAdd, Used,
};
pub use retention::{Pruned, Retention};
pub use sessions::{SealedNotice, SessionId, SessionRow, SessionStore};

use super::account::{self, Account, NewAccount};
use super::clock::{DAY_MS, Month};
use super::key::{self, KeyChange, MAX_KEYS, MAX_OVERLAP_HOURS, MAX_OVERLAP_MS, NewKey};
use super::plan::{Credits, Plan};
use super::secret::{Digester, Secret, random_bytes, random_text};
use std::path::Path;
use std::time::Duration;

/// Time for which a server claims the notices that it delivers.
pub const NOTICE_CLAIM: Duration = Duration::from_secs(60);

/// Validity of a link for a new password.
const RESET_LINK_MS: i64 = DAY_MS;

/// Secrets whose tokens are valid: the one that signs, and its predecessor.
const TOKEN_SECRETS: i64 = 2;

/// The number of a database's schema, and the newest number of this program.
#[derive(Debug, Clone, Copy)]
pub struct SchemaNumbers {
    /// The number in the database.
    pub found: i64,
    /// The newest number of this program.
    pub known: i64,
}

/// A database of accounts. Each method takes effect completely or not at all.
pub trait Store: Send {
    /// Returns whether the file of the database was replaced or deleted after it was opened.
    fn is_replaced(&self) -> bool;

    /// Connects to a database that was not reachable when the server started, and migrates its schema.
    fn connect(&mut self) -> Stored<()> {
        Ok(())
    }

    /// Reads the clock of a database on another machine, milliseconds since 1970.
    fn clock_ms(&self) -> Stored<Option<i64>> {
        Ok(None)
    }

    /// Returns the number of changes of everything but usage, audit log and notices.
    fn revision(&self) -> Stored<i64>;

    /// Returns what has changed after a revision.
    fn changed_since(&self, revision: i64) -> Stored<Changed>;

    /// Reads the state that requests depend on and passes it on record by record, so that memory never holds
    /// it twice. The first error of the recipient ends the reading.
    fn records(&self, selection: Selection, recipient: &mut dyn FnMut(Record) -> Stored<()>) -> Stored<()>;

    /// Reads the usage of a month for the meters, of all accounts. A key and an operation may occur more than
    /// once.
    fn used(&self, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()>;

    /// Makes a change and adds its line to the audit log.
    fn write(&mut self, change: &Change, by: &Actor) -> Stored<()>;

    /// Adds usage and updates the time of the last use of keys. Keys that were deleted with their account are
    /// ignored.
    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()>;

    /// Reads the usage of a month: of all accounts, or of the one with an id.
    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>>;

    /// Reads the first day with usage of an account, if there is any, in days since 1970-01-01.
    fn first_used_day(&self, account: &str) -> Stored<Option<i64>>;

    /// Reads all accounts, oldest first.
    fn accounts(&self) -> Stored<Vec<AccountRow>>;

    /// Reads the account with an id or an email address, if there is one.
    fn find_account(&self, id_or_email: &str) -> Stored<Option<AccountRow>>;

    /// Reads keys that are not deleted, oldest first: of all accounts or of the one with an id, and all or
    /// the one with an id.
    fn find_keys(&self, account: Option<&str>, key: Option<&str>) -> Stored<Vec<KeyRow>>;

    /// Reads the plans and the monthly allowance of each.
    fn plans(&self) -> Stored<Vec<(Plan, Credits)>>;

    /// Reads the secret under which keys are hashed.
    fn key_secret(&self) -> Stored<Vec<u8>>;

    /// Reads lines of the audit log, oldest first.
    fn audit(&self, filter: &AuditFilter) -> Stored<Vec<AuditRow>>;

    /// Adds notices. One that exists for its account, month and level, or whose account is deleted, is
    /// ignored.
    fn add_notices(&mut self, notices: &[NewNotice]) -> Stored<()>;

    /// Reads notices, oldest first: all, or those that are not delivered.
    fn notices(&self, all: bool) -> Stored<Vec<NoticeRow>>;

    /// Marks notices as delivered, by whom and when. Those that are marked already do not change.
    fn mark_notices(&mut self, ids: &[i64], by: &str, now_ms: i64) -> Stored<()>;

    /// Reads the notices that are not delivered and that no other server has claimed, oldest first, and
    /// claims them for [`NOTICE_CLAIM`]. A store of one server needs no claims.
    fn claim_notices(&mut self) -> Stored<Vec<NoticeRow>> {
        self.notices(false)
    }

    /// Gives up claims of notices that could not be delivered.
    fn release_notices(&mut self, _ids: &[i64]) -> Stored<()> {
        Ok(())
    }

    /// Sessions of the console.
    fn sessions(&mut self) -> &mut dyn SessionStore;

    /// Deletes what a retention does not keep, also while servers use the database, and adds a line to the
    /// audit log. With `is_dry`, only counts it.
    fn prune(&mut self, retention: &Retention, is_dry: bool, by: &Actor) -> Stored<Pruned>;

    /// Copies the database into a new file with mode 0600, while others read and write it.
    fn backup(&self, path: &Path) -> Stored<()>;

    /// Reads an account by its id or its email address.
    fn account(&self, id_or_email: &str) -> Stored<AccountRow> {
        self.find_account(id_or_email)?.ok_or_else(|| StoreError::no_account(id_or_email))
    }

    /// Reads the keys that are not deleted, oldest first: of all accounts, or of one by its id or its email
    /// address.
    fn keys(&self, account: Option<&str>) -> Stored<Vec<KeyRow>> {
        let id = account.map(|a| self.account(a)).transpose()?.map(|a| a.id);
        self.find_keys(id.as_deref(), None)
    }

    /// Reads a key that is not deleted.
    fn key(&self, id: &str) -> Stored<KeyRow> {
        self.find_keys(None, Some(id))?.pop().ok_or_else(|| StoreError::no_key(id))
    }

    /// Creates an account and returns its id; [`crate::password::hash`] returns the hash of a password.
    fn create_account(
        &mut self,
        name: &str,
        email: &str,
        plan: Plan,
        password_hash: Option<&str>,
        by: &Actor,
    ) -> Stored<String> {
        let account =
            NewAccount::new(name, email, plan, password_hash, by.now_ms).map_err(StoreError::Invalid)?;
        self.write(&Change::CreateAccount(&account), by)?;
        Ok(account.id)
    }

    /// Changes the name of an account.
    fn set_name(&mut self, account: &str, name: &str, by: &Actor) -> Stored<()> {
        let name = name.trim();
        account::check_name(name).map_err(StoreError::Invalid)?;
        let row = self.account(account)?;
        match row.name == name {
            true => Ok(()),
            false => self.write(&Change::Name(&row, name), by),
        }
    }

    /// Changes the email address of an account.
    fn set_email(&mut self, account: &str, email: &str, by: &Actor) -> Stored<()> {
        let email = email.trim();
        account::check_email(email).map_err(StoreError::Invalid)?;
        let row = self.account(account)?;
        match row.email == email {
            true => Ok(()),
            false => self.write(&Change::Email(&row, email), by),
        }
    }

    /// Changes the plan of an account; the entitlements of its keys follow.
    fn set_plan(&mut self, account: &str, plan: Plan, by: &Actor) -> Stored<()> {
        let row = self.account(account)?;
        match row.plan == plan {
            true => Ok(()),
            false => self.write(&Change::Plan(&row, plan), by),
        }
    }

    /// Changes the password of an account to the one with a hash.
    fn set_password(&mut self, account: &str, password_hash: &str, by: &Actor) -> Stored<()> {
        let row = self.account(account)?;
        self.write(&Change::Password { account: &row, hash: password_hash, proven: None }, by)
    }

    /// Changes the password of an account for its holder, who has used a link or the present password of this
    /// state of the account. Of concurrent calls with the same state, also at several servers, one succeeds.
    /// The others fail with [`StoreError::Outdated`], as do all if the account is suspended.
    fn replace_password(&mut self, proven: &Account, password_hash: &str, by: &Actor) -> Stored<()> {
        let row = self.account(&proven.id)?;
        self.write(&Change::Password { account: &row, hash: password_hash, proven: Some(proven) }, by)
    }

    /// Logs the request of a visitor for an account, or for a new password if there is an account with the
    /// email address. Returns the id of that account.
    fn request(&mut self, name: &str, email: &str, by: &Actor) -> Stored<Option<String>> {
        account::check_name(name).and_then(|()| account::check_email(email)).map_err(StoreError::Invalid)?;
        let account = self.find_account(email)?;
        self.write(&Change::Request { account: account.as_ref(), name, email }, by)?;
        Ok(account.map(|account| account.id))
    }

    /// Returns the token of a link with which the holder of an account sets a new password. Fails if the
    /// account is suspended.
    fn reset_token(&mut self, account: &str, by: &Actor) -> Stored<String> {
        let row = self.account(account)?;
        if row.suspended_ms.is_some() {
            let text = "the account is suspended, so the link would not work; resume it first with \
                        `umbra accounts resume`";
            return Err(StoreError::Invalid(text.into()));
        }
        let mut hash = None;
        self.records(Selection::Accounts(std::slice::from_ref(&row.id)), &mut |record| {
            if let Record::Account(account) = record {
                hash = account.password_hash;
            }
            Ok(())
        })?;
        let digester = digester(&self.key_secret()?)?;
        self.write(&Change::ResetLink(&row), by)?;
        Ok(digester.reset_token(&row.id, &row.email, hash.as_deref(), by.now_ms + RESET_LINK_MS))
    }

    /// Suspends an account or resumes it. A suspended account cannot sign in, and its keys are refused.
    fn set_suspended(&mut self, account: &str, is_suspended: bool, by: &Actor) -> Stored<()> {
        let row = self.account(account)?;
        match row.suspended_ms.is_some() == is_suspended {
            true => Ok(()),
            false => self.write(&Change::Suspended(&row, is_suspended), by),
        }
    }

    /// Deletes an account with its keys and its usage.
    fn delete_account(&mut self, account: &str, by: &Actor) -> Stored<()> {
        let row = self.account(account)?;
        self.write(&Change::DeleteAccount(&row), by)
    }

    /// Creates a key and returns its secret, of which the store has only a digest. Two programs that do so at
    /// the same time can exceed the limit of keys by one.
    fn create_key(&mut self, account: &str, nickname: &str, description: &str, by: &Actor) -> Stored<Secret> {
        self.create_key_with(account, &KeyChange::naming(nickname, description), by)
    }

    /// Creates a key like [`Self::create_key`], with the fields of a change; rules need the plan Pro.
    fn create_key_with(&mut self, account: &str, fields: &KeyChange, by: &Actor) -> Stored<Secret> {
        let account = self.account(account)?;
        if self.keys(Some(&account.id))?.len() >= MAX_KEYS {
            let text = format!("the account has {MAX_KEYS} keys, the maximum; delete one first");
            return Err(StoreError::Invalid(text));
        }
        let secret = Secret::random();
        let digest = digester(&self.key_secret()?)?.digest(&secret.text);
        let key = NewKey::new(secret.id, account.id, account.plan, digest, fields, by.now_ms)
            .map_err(StoreError::Invalid)?;
        self.write(&Change::CreateKey(&key), by)?;
        Ok(secret)
    }

    /// Replaces the secret of a key and returns the new one, of which the store has only a digest. Name,
    /// rules and usage stay. The old secret is valid for `overlap_ms` more, at most a day; its predecessor is
    /// not.
    fn rotate_key(&mut self, key: &str, overlap_ms: i64, by: &Actor) -> Stored<Secret> {
        if !(0..=MAX_OVERLAP_MS).contains(&overlap_ms) {
            let text = format!("the old secret can stay valid for 0 to {MAX_OVERLAP_HOURS} hours");
            return Err(StoreError::Invalid(text));
        }
        let row = self.key(key)?;
        let secret = Secret::of(&row.id).ok_or_else(|| StoreError::no_key(key))?;
        let digest = digester(&self.key_secret()?)?.digest(&secret.text);
        self.write(&Change::RotateKey { key: &row, digest, old_until_ms: by.now_ms + overlap_ms }, by)?;
        Ok(secret)
    }

    /// Changes fields of a key after checking them. Rules for origins and addresses need the plan Pro, but a
    /// key keeps the rules that it has when its plan is lowered.
    fn update_key(&mut self, key: &str, change: &KeyChange, by: &Actor) -> Stored<()> {
        let change = change.checked().map_err(StoreError::Invalid)?;
        let row = self.key(key)?;
        let change = row.differing(change);
        change.check_plan(&row.entitlements).map_err(StoreError::Invalid)?;
        match change == KeyChange::default() {
            true => Ok(()),
            false => self.write(&Change::Key(&row, &change), by),
        }
    }

    /// Enables or disables a key.
    fn set_enabled(&mut self, key: &str, enabled: bool, by: &Actor) -> Stored<()> {
        self.update_key(key, &KeyChange { enabled: Some(enabled), ..KeyChange::default() }, by)
    }

    /// Deletes a key; its usage stays.
    fn delete_key(&mut self, key: &str, by: &Actor) -> Stored<()> {
        let row = self.key(key)?;
        self.write(&Change::DeleteKey(&row), by)
    }

    /// Grants an entitlement to a key.
    fn grant(&mut self, key: &str, entitlement: &str, by: &Actor) -> Stored<()> {
        key::check_entitlement(entitlement).map_err(StoreError::Invalid)?;
        let row = self.key(key)?;
        match row.granted.iter().any(|granted| granted == entitlement) {
            true => Ok(()),
            false => self.write(&Change::Grant(&row, entitlement), by),
        }
    }

    /// Revokes a granted entitlement; the entitlements of the plan stay.
    fn revoke(&mut self, key: &str, entitlement: &str, by: &Actor) -> Stored<()> {
        let row = self.key(key)?;
        self.write(&Change::Revoke(&row, entitlement), by)
    }

    /// Changes the monthly allowance of a plan.
    fn set_allowance(&mut self, plan: Plan, allowance: Credits, by: &Actor) -> Stored<()> {
        if allowance.0 < 0 {
            return Err(StoreError::Invalid("an allowance must not be negative".into()));
        }
        let before = self.plans()?.into_iter().find(|(p, _)| *p == plan).map(|(_, credits)| credits);
        match before == Some(allowance) {
            true => Ok(()),
            false => {
                self.write(&Change::Allowance { plan, before: before.unwrap_or_default(), allowance }, by)
            }
        }
    }

    /// Creates a new secret that signs tokens and returns its name. Tokens signed with its predecessor stay
    /// valid; older ones do not.
    fn rotate_secret(&mut self, by: &Actor) -> Stored<String> {
        let id = random_text(8);
        self.write(&Change::TokenSecret { id: &id, bytes: &random_bytes::<32>() }, by)?;
        Ok(id)
    }
}

pub(crate) fn digester(key_secret: &[u8]) -> Stored<Digester> {
    Digester::new(key_secret).ok_or_else(|| {
        StoreError::Invalid(
            "the secret under which keys are hashed is damaged; restore the database from a backup".into(),
        )
    })
}
