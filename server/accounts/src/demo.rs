//! Accounts of a demonstration: one account with an enterprise key, in a database that is gone when the
//! server ends.

use super::clock::Clock;
use super::gate::{Gate, Rules};
use super::place::AccountsConfig;
use super::plan::Plan;
use super::store::{Actor, StoreError, Stored};
use crate::password;

/// The account of the demonstration and the credentials for it.
pub struct Demo {
    /// Holds the database and deletes it when dropped.
    _folder: tempfile::TempDir,
    /// Id of the account.
    pub account: String,
    /// Secret of the account's key.
    pub key: String,
    /// Email address for signing in to the console.
    pub email: &'static str,
    /// Password for signing in to the console.
    pub password: String,
}

/// Makes the database of the demonstration and the gate that reads it.
pub fn open(rules: Rules, clock: Clock) -> Stored<(Gate, Demo)> {
    const EMAIL: &str = "demo@example.org";
    let folder = tempfile::Builder::new()
        .prefix("umbra-demo-")
        .tempdir()
        .map_err(|source| StoreError::File { path: std::env::temp_dir(), source })?;
    let now_ms = clock.now_ms();
    let gate = Gate::open(&AccountsConfig::file(folder.path().join("accounts.sqlite")), rules, clock)?;
    let password = super::secret::random_text(16);
    let hash = password::hash_unchecked(&password)?;
    let (account, key) = gate.ledger.with(move |store| {
        let by = Actor::server(now_ms);
        let account = store.create_account("Demonstration", EMAIL, Plan::Enterprise, Some(&hash), &by)?;
        let secret = store.create_key(&account, "demo", "made by --demo", &by)?;
        Ok((account, secret.text))
    })?;
    Ok((gate, Demo { _folder: folder, account, key, email: EMAIL, password }))
}
