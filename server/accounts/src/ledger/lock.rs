//! The lock that a server holds on its accounts for as long as it lives.

use crate::store::{StoreError, Stored};
use std::fs::{File, TryLockError};
use std::path::Path;

/// Locks an existing file of accounts for a server. Credits are counted in memory, so two servers would each
/// allow the whole allowance. The lock (flock) is on the database itself, so it holds for every name or link
/// of it. It does not interfere with the locks of SQLite, which are of another kind (fcntl). The system
/// releases it when the returned file is closed, however the process ends. Commands of the operator do not
/// need it.
///
/// Closing any handle of a file drops the locks of SQLite that the process has on it, so the caller must keep
/// the handle until the database is closed.
pub fn lock(accounts: &Path) -> Stored<File> {
    let failed = |source| StoreError::File { path: accounts.to_owned(), source };
    let file = File::open(accounts).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(accounts.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_holds_the_lock_by_whatever_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |name: &str| folder.path().join(name);
        let (accounts, link, hard) = (name("accounts.sqlite"), name("link"), name("hard"));
        std::fs::write(&accounts, "").expect("a file");
        std::os::unix::fs::symlink(&accounts, &link).expect("a link");
        std::fs::hard_link(&accounts, &hard).expect("another name");
        let held = lock(&accounts).expect("the lock");
        for name in [&accounts, &link, &hard] {
            let refused = lock(name).expect_err("it is held").to_string();
            assert!(refused.contains("another server"), "{refused}");
        }
        drop(held);
        assert!(lock(&link).is_ok());
    }
}
