//! The lock that a server holds on its accounts for as long as it lives.

use crate::accounts::store::{StoreError, Stored};
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Locks the accounts in a file for a server. Credits are counted in memory: two servers would each allow the
/// whole allowance. The system lets go of the lock when the file that is returned is closed, however the
/// process ends. Commands of the operator do not ask for it.
pub(super) fn lock(accounts: &Path) -> Stored<File> {
    let path = lock_path(accounts);
    let failed = |source| StoreError::File { path: path.clone(), source };
    let file = OpenOptions::new().create(true).append(true).mode(0o600).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::InUse { accounts: accounts.to_owned(), lock: path.clone() })
        }
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// The file beside the database, whatever link leads there.
fn lock_path(accounts: &Path) -> PathBuf {
    // One that is not made yet has no other name.
    let mut name = std::fs::canonicalize(accounts).unwrap_or_else(|_| accounts.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_holds_the_lock_by_whatever_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let (accounts, link) = (folder.path().join("accounts.sqlite"), folder.path().join("link"));
        std::fs::write(&accounts, "").expect("a file");
        std::os::unix::fs::symlink(&accounts, &link).expect("a link");
        let held = lock(&accounts).expect("the lock");
        for name in [&accounts, &link] {
            let refused = lock(name).expect_err("it is held").to_string();
            assert!(
                refused.contains("accounts.sqlite.lock") && refused.contains("another server"),
                "{refused}"
            );
        }
        drop(held);
        assert!(lock(&link).is_ok());
    }
}
