//! Accounts of a demonstration: one account with an enterprise key, in a database that is gone when the
//! server ends.

use super::clock::Clock;
use super::gate::{Gate, Rules};
use super::plan::Plan;
use super::store::{StoreError, Stored};
use crate::accounts::password;

/// What is needed to try everything.
pub struct Demo {
    /// Holds the database; it goes with this.
    _folder: tempfile::TempDir,
    /// Id of the account.
    pub account: String,
    /// The secret of its key.
    pub key: String,
    /// For the console.
    pub email: &'static str,
    /// For the console.
    pub password: String,
}

/// Makes the database and opens the gate on it.
pub fn open(rules: Rules, clock: Clock) -> Stored<(Gate, Demo)> {
    const EMAIL: &str = "demo@example.org";
    let folder = tempfile::Builder::new()
        .prefix("umbra-demo-")
        .tempdir()
        .map_err(|source| StoreError::File { path: std::env::temp_dir(), source })?;
    let now_ms = clock.now_ms();
    let gate = Gate::open(&folder.path().join("accounts.sqlite"), rules, clock)?;
    let password = super::secret::random_text(16);
    let hash = password::hash(&password)?;
    let (account, key) = gate.ledger.with(move |store| {
        let account = store.create_account("Demonstration", EMAIL, Plan::Enterprise, Some(&hash), now_ms)?;
        let secret = store.create_key(&account, "demo", "made by --demo", now_ms)?;
        Ok((account, secret.text))
    })?;
    Ok((gate, Demo { _folder: folder, account, key, email: EMAIL, password }))
}
