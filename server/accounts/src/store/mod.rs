//! The database of accounts, keys, plans, usage, notices and the audit log.
//!
//! [`Store`] is the interface of a database. Everything that changes accounts, keys, plans or secrets is a
//! [`Change`], goes through [`Store::write`], and is signed by an [`Actor`]: so none can miss the audit log.
//! The rules of accounts and keys stand in [`crate::account`] and [`crate::key`] and are
//! applied here once, in the provided methods: a database only reads and writes. The default is a file of
//! SQLite, [`sqlite`], for one server; any number of servers share a database of PostgreSQL, [`postgres`].

mod actor;
mod change;
mod error;
mod memory_sessions;
pub mod postgres;
mod record;
mod sessions;
pub mod sqlite;
pub mod transfer;

pub use actor::Actor;
pub use change::Change;
pub use error::{StoreError, Stored};
pub(crate) use memory_sessions::MemorySessions;
pub use record::{
    AccountRecord, AccountRow, AuditFilter, AuditRow, Basis, Changed, KeyRecord, KeyRow, NewNotice,
    NoticeRow, OldSecretRecord, Record, Spent, UsageRow, UsageToAdd, Used, Wanted,
};
pub use sessions::{SealedNotice, SessionId, SessionRow, SessionStore};

use super::account::{self, NewAccount};
use super::clock::Month;
use super::key::{self, KeyChange, LONGEST_OVERLAP_HOURS, LONGEST_OVERLAP_MS, MAX_KEYS, NewKey};
use super::plan::{Credits, Plan};
use super::secret::{Digester, Secret, random_bytes, random_text};
use std::path::Path;
use std::time::Duration;

/// For how long a server that passes notices on keeps them from others.
pub(crate) const NOTICE_CLAIM: Duration = Duration::from_secs(60);

/// Secrets of tokens that are in force: the one that signs, and the one before it.
const TOKEN_SECRETS: i64 = 2;

/// A database of accounts. Each method takes effect as a whole or not at all.
pub trait Store: Send {
    /// Whether the database is no longer where it was opened: somebody has replaced or deleted it.
    fn is_replaced(&self) -> bool;

    /// Counts changes of everything but usage, audit log and notices.
    fn revision(&self) -> Stored<i64>;

    /// Tells what has changed after a revision.
    fn changed_since(&self, revision: i64) -> Stored<Changed>;

    /// Reads what requests depend on and hands it over piece by piece, so that it is never there twice. The
    /// first error of the recipient ends it.
    fn records(&self, wanted: Wanted, recipient: &mut dyn FnMut(Record) -> Stored<()>) -> Stored<()>;

    /// Reads the usage of a month for the meters, of all accounts; a key and an operation may come more than
    /// once.
    fn used(&self, month: Month, recipient: &mut dyn FnMut(Used)) -> Stored<()>;

    /// Makes a change, and its line in the audit log, both or neither.
    fn write(&mut self, change: &Change, by: &Actor) -> Stored<()>;

    /// Adds usage, and when keys were used last. What belongs to keys that are gone with their account is
    /// left out.
    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()>;

    /// Reads the usage of a month, of all accounts or of the one with this id.
    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>>;

    /// Reads what each server has written of the credits of some accounts in a month.
    fn spent(&self, month: Month, accounts: &[String]) -> Stored<Vec<Spent>>;

    /// Reads the first day with usage of an account, in days since 1970-01-01, if there is any.
    fn first_used_day(&self, account: &str) -> Stored<Option<i64>>;

    /// Reads all accounts, oldest first.
    fn accounts(&self) -> Stored<Vec<AccountRow>>;

    /// Reads an account by its id or its email address.
    fn account(&self, id_or_email: &str) -> Stored<AccountRow>;

    /// Reads the keys that are not deleted, oldest first, of all accounts or of one.
    fn keys(&self, account: Option<&str>) -> Stored<Vec<KeyRow>>;

    /// Reads a key that is not deleted.
    fn key(&self, id: &str) -> Stored<KeyRow>;

    /// Reads the plans and the credits that each allows in a month.
    fn plans(&self) -> Stored<Vec<(Plan, Credits)>>;

    /// Reads the secret under which keys are hashed.
    fn key_secret(&self) -> Stored<Vec<u8>>;

    /// Reads lines of the audit log, oldest first.
    fn audit(&self, filter: &AuditFilter) -> Stored<Vec<AuditRow>>;

    /// Adds notices, each unless there is one for its account, month and level, or the account is gone.
    fn add_notices(&mut self, notices: &[NewNotice]) -> Stored<()>;

    /// Reads notices, oldest first: all, or those that are still to be passed on.
    fn notices(&self, all: bool) -> Stored<Vec<NoticeRow>>;

    /// Marks notices as passed on, by whom and when; those that were stay as they are.
    fn mark_notices(&mut self, ids: &[i64], by: &str, now_ms: i64) -> Stored<()>;

    /// Reads the notices that are still to be passed on and that no other server is passing on, oldest first,
    /// and keeps them from others for [`NOTICE_CLAIM`]. A store of one server keeps them from nobody.
    fn claim_notices(&mut self) -> Stored<Vec<NoticeRow>> {
        self.notices(false)
    }

    /// Leaves notices to others again that could not be passed on.
    fn release_notices(&mut self, _ids: &[i64]) -> Stored<()> {
        Ok(())
    }

    /// The sessions of the console.
    fn sessions(&mut self) -> &mut dyn SessionStore;

    /// Copies the database, while others read and write it, into a new file that only the user may read.
    fn backup(&self, path: &Path) -> Stored<()>;

    /// Asks the database whether it is sound: `ok`, or what is wrong.
    fn integrity(&self) -> Stored<String>;

    /// Makes an account and gives its id; [`crate::password::hash`] makes the hash of a password.
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

    /// Changes the password of an account to the one with this hash.
    fn set_password(&mut self, account: &str, password_hash: &str, by: &Actor) -> Stored<()> {
        let row = self.account(account)?;
        self.write(&Change::Password(&row, password_hash), by)
    }

    /// Suspends an account, so that its keys and its holder are refused, or ends that.
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

    /// Makes a key and gives its secret, which is nowhere else. Two programs that do so in the same moment
    /// may together pass the most keys of an account by one.
    fn create_key(&mut self, account: &str, nickname: &str, description: &str, by: &Actor) -> Stored<Secret> {
        let account = self.account(account)?.id;
        if self.keys(Some(&account))?.len() >= MAX_KEYS {
            let text = format!("the account has {MAX_KEYS} keys, and no more are taken; delete one first");
            return Err(StoreError::Invalid(text));
        }
        let secret = Secret::random();
        let digest = digester(&self.key_secret()?)?.digest(&secret.text);
        let key = NewKey::new(secret.id, account, digest, nickname, description, by.now_ms)
            .map_err(StoreError::Invalid)?;
        self.write(&Change::CreateKey(&key), by)?;
        Ok(secret)
    }

    /// Gives a key another secret. Name, rules and usage stay; the old secret opens for `overlap_ms` more, at
    /// most a day, and one before it no longer. Gives the new secret, which is nowhere else.
    fn rotate_key(&mut self, key: &str, overlap_ms: i64, by: &Actor) -> Stored<Secret> {
        if !(0..=LONGEST_OVERLAP_MS).contains(&overlap_ms) {
            let text = format!("the old secret can stay valid for 0 to {LONGEST_OVERLAP_HOURS} hours");
            return Err(StoreError::Invalid(text));
        }
        let row = self.key(key)?;
        let secret = Secret::of(&row.id).ok_or_else(|| StoreError::no_key(key))?;
        let digest = digester(&self.key_secret()?)?.digest(&secret.text);
        self.write(&Change::RotateKey { key: &row, digest, old_until_ms: by.now_ms + overlap_ms }, by)?;
        Ok(secret)
    }

    /// Changes several fields of a key at once, after the rules of keys were applied to them. Rules for
    /// origins and addresses that a key has may stay, also if its plan would no longer allow them.
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

    /// Changes the nickname of a key.
    fn set_nickname(&mut self, key: &str, nickname: &str, by: &Actor) -> Stored<()> {
        self.update_key(key, &KeyChange { nickname: Some(nickname.into()), ..KeyChange::default() }, by)
    }

    /// Changes what is written about a key.
    fn set_description(&mut self, key: &str, description: &str, by: &Actor) -> Stored<()> {
        self.update_key(key, &KeyChange { description: Some(description.into()), ..KeyChange::default() }, by)
    }

    /// Changes the origin rules of a key; every plan may have none, Pro and higher may have some.
    fn set_origins(&mut self, key: &str, rules: &str, by: &Actor) -> Stored<()> {
        self.update_key(key, &KeyChange { origins: Some(rules.into()), ..KeyChange::default() }, by)
    }

    /// Changes the address rules of a key; every plan may have none, Pro and higher may have some.
    fn set_ips(&mut self, key: &str, rules: &str, by: &Actor) -> Stored<()> {
        self.update_key(key, &KeyChange { ips: Some(rules.into()), ..KeyChange::default() }, by)
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

    /// Takes a granted entitlement back; that of the plan stays.
    fn revoke(&mut self, key: &str, entitlement: &str, by: &Actor) -> Stored<()> {
        let row = self.key(key)?;
        self.write(&Change::Revoke(&row, entitlement), by)
    }

    /// Changes the credits that a plan allows in a month.
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

    /// Makes a new secret that signs tokens, and gives its name. Tokens signed with the one before stay
    /// valid, older ones do not.
    fn rotate_secret(&mut self, by: &Actor) -> Stored<String> {
        let id = random_text(8);
        self.write(&Change::TokenSecret { id: &id, bytes: &random_bytes::<32>() }, by)?;
        Ok(id)
    }
}

/// Computes digests under the secret of a store.
pub fn digester(key_secret: &[u8]) -> Stored<Digester> {
    Digester::new(key_secret).ok_or_else(|| {
        StoreError::Invalid(
            "the secret under which keys are hashed is damaged; restore the database from a backup".into(),
        )
    })
}
