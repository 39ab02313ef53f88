//! The database of accounts, keys, plans and usage.
//!
//! [`Store`] is the interface of a database, in about two dozen methods. The rules of accounts and keys stand
//! in [`crate::accounts::account`] and [`crate::accounts::key`] and are applied here once, in the provided
//! methods: a database only reads and writes. The default is a file of SQLite, [`sqlite`].

mod error;
mod record;
pub mod sqlite;

pub use error::{StoreError, Stored};
pub use record::{AccountRecord, AccountRow, KeyRecord, KeyRow, Records, UsageRow, UsageToAdd};

use super::account::{self, NewAccount};
use super::clock::Month;
use super::key::{self, KeyChange, MAX_KEYS, NewKey};
use super::plan::{Credits, Plan};
use super::secret::{Digester, Secret};
use std::path::Path;

/// A database of accounts. Each method takes effect as a whole or not at all.
pub trait Store: Send {
    /// Whether the database is no longer where it was opened: somebody has replaced or deleted it.
    fn is_replaced(&self) -> bool;

    /// Counts changes of everything but usage.
    fn revision(&self) -> Stored<i64>;

    /// Reads everything that requests depend on, with the written usage of `month` if one is given.
    fn records(&self, month: Option<Month>) -> Stored<Records>;

    /// Adds usage. What belongs to keys that are gone with their account is left out.
    fn write_usage(&mut self, usage: &[UsageToAdd]) -> Stored<()>;

    /// Reads the usage of a month, of all accounts or of the one with this id.
    fn usage(&self, month: Month, account: Option<&str>) -> Stored<Vec<UsageRow>>;

    /// Adds an account; fails with [`StoreError::email_taken`] if another has its email address.
    fn insert_account(&mut self, account: &NewAccount) -> Stored<()>;

    /// Reads all accounts, oldest first.
    fn accounts(&self) -> Stored<Vec<AccountRow>>;

    /// Reads an account by its id or its email address.
    fn account(&self, id_or_email: &str) -> Stored<AccountRow>;

    /// Writes the name of an account.
    fn write_name(&mut self, account: &str, name: &str) -> Stored<()>;

    /// Writes the email address of an account; fails like [`Store::insert_account`].
    fn write_email(&mut self, account: &str, email: &str) -> Stored<()>;

    /// Changes the plan of an account; the entitlements of its keys follow.
    fn set_plan(&mut self, account: &str, plan: Plan) -> Stored<()>;

    /// Changes the password of an account to the one with this hash.
    fn set_password(&mut self, account: &str, password_hash: &str) -> Stored<()>;

    /// Deletes an account with its keys and its usage.
    fn delete_account(&mut self, account: &str) -> Stored<()>;

    /// Adds a key; fails with [`StoreError::nickname_taken`] if another of the account has its nickname.
    fn insert_key(&mut self, key: &NewKey) -> Stored<()>;

    /// Reads the keys that are not deleted, oldest first, of all accounts or of one.
    fn keys(&self, account: Option<&str>) -> Stored<Vec<KeyRow>>;

    /// Reads a key that is not deleted.
    fn key(&self, id: &str) -> Stored<KeyRow>;

    /// Writes the fields of a key that a change has; fails like [`Store::insert_key`].
    fn change_key(&mut self, key: &str, change: &KeyChange) -> Stored<()>;

    /// Deletes a key; its row stays, without the digest, for its usage.
    fn delete_key(&mut self, key: &str, now_ms: i64) -> Stored<()>;

    /// Adds an entitlement to a key; nothing happens if it is there.
    fn insert_grant(&mut self, key: &str, entitlement: &str) -> Stored<()>;

    /// Takes a granted entitlement back; that of the plan stays.
    fn revoke(&mut self, key: &str, entitlement: &str) -> Stored<()>;

    /// Reads the plans and the credits that each allows in a month.
    fn plans(&self) -> Stored<Vec<(Plan, Credits)>>;

    /// Writes the credits that a plan allows in a month.
    fn write_allowance(&mut self, plan: Plan, allowance: Credits) -> Stored<()>;

    /// Reads the secret under which keys are hashed.
    fn key_secret(&self) -> Stored<Vec<u8>>;

    /// Makes a new secret that signs tokens, and gives its name. Tokens signed with the one before stay
    /// valid, older ones do not.
    fn rotate_secret(&mut self, now_ms: i64) -> Stored<String>;

    /// Copies the database, while others read and write it, into a new file that only the user may read.
    fn backup(&self, path: &Path) -> Stored<()>;

    /// Asks the database whether it is sound: `ok`, or what is wrong.
    fn integrity(&self) -> Stored<String>;

    /// Makes an account and gives its id; [`crate::accounts::password::hash`] makes the hash of a password.
    fn create_account(
        &mut self,
        name: &str,
        email: &str,
        plan: Plan,
        password_hash: Option<&str>,
        now_ms: i64,
    ) -> Stored<String> {
        let account =
            NewAccount::new(name, email, plan, password_hash, now_ms).map_err(StoreError::Invalid)?;
        self.insert_account(&account)?;
        Ok(account.id)
    }

    /// Changes the name of an account.
    fn set_name(&mut self, account: &str, name: &str) -> Stored<()> {
        let name = name.trim();
        account::check_name(name).map_err(StoreError::Invalid)?;
        self.write_name(account, name)
    }

    /// Changes the email address of an account.
    fn set_email(&mut self, account: &str, email: &str) -> Stored<()> {
        let email = email.trim();
        account::check_email(email).map_err(StoreError::Invalid)?;
        self.write_email(account, email)
    }

    /// Makes a key and gives its secret, which is nowhere else.
    fn create_key(
        &mut self,
        account: &str,
        nickname: &str,
        description: &str,
        now_ms: i64,
    ) -> Stored<Secret> {
        let account = self.account(account)?.id;
        if self.keys(Some(&account))?.len() >= MAX_KEYS {
            let text = format!("the account has {MAX_KEYS} keys, and no more are taken; delete one first");
            return Err(StoreError::Invalid(text));
        }
        let digester = digester(&self.key_secret()?)?;
        let secret = Secret::new();
        let digest = digester.digest(&secret.text);
        let key = NewKey::new(secret.id, account, digest, nickname, description, now_ms)
            .map_err(StoreError::Invalid)?;
        self.insert_key(&key)?;
        Ok(secret)
    }

    /// Changes several fields of a key at once, after the rules of keys were applied to them. Rules for
    /// origins and addresses that a key has may stay, also if its plan would no longer allow them.
    fn update_key(&mut self, key: &str, change: &KeyChange) -> Stored<()> {
        let mut change = change.checked().map_err(StoreError::Invalid)?;
        let row = self.key(key)?;
        change.origins.take_if(|rules| *rules == row.origins);
        change.ips.take_if(|rules| *rules == row.ips);
        change.check_plan(&row.entitlements).map_err(StoreError::Invalid)?;
        self.change_key(key, &change)
    }

    /// Enables or disables a key.
    fn set_enabled(&mut self, key: &str, enabled: bool) -> Stored<()> {
        self.update_key(key, &KeyChange { enabled: Some(enabled), ..KeyChange::default() })
    }

    /// Changes the nickname of a key.
    fn set_nickname(&mut self, key: &str, nickname: &str) -> Stored<()> {
        self.update_key(key, &KeyChange { nickname: Some(nickname.into()), ..KeyChange::default() })
    }

    /// Changes the origin rules of a key; every plan may have none, Pro and higher may have some.
    fn set_origins(&mut self, key: &str, rules: &str) -> Stored<()> {
        self.update_key(key, &KeyChange { origins: Some(rules.into()), ..KeyChange::default() })
    }

    /// Changes the address rules of a key; every plan may have none, Pro and higher may have some.
    fn set_ips(&mut self, key: &str, rules: &str) -> Stored<()> {
        self.update_key(key, &KeyChange { ips: Some(rules.into()), ..KeyChange::default() })
    }

    /// Grants an entitlement to a key.
    fn grant(&mut self, key: &str, entitlement: &str) -> Stored<()> {
        key::check_entitlement(entitlement).map_err(StoreError::Invalid)?;
        let id = self.key(key)?.id;
        self.insert_grant(&id, entitlement)
    }

    /// Changes the credits that a plan allows in a month.
    fn set_allowance(&mut self, plan: Plan, allowance: Credits) -> Stored<()> {
        if allowance.0 < 0 {
            return Err(StoreError::Invalid("an allowance must not be negative".into()));
        }
        self.write_allowance(plan, allowance)
    }
}

/// Computes digests under the secret of a store.
pub(crate) fn digester(key_secret: &[u8]) -> Stored<Digester> {
    Digester::new(key_secret).ok_or_else(|| {
        StoreError::Invalid(
            "the secret under which keys are hashed is damaged; restore the database from a backup".into(),
        )
    })
}
