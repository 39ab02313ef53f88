//! Errors of a store of accounts.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

/// A failure of the store; each names the file or the value, and the remedy where there is one.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be made or its mode set.
    #[error("accounts {}: {source}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// There is no such file.
    #[error("accounts {}: there is no such file; `umbra accounts create` makes it", .0.display())]
    NoFile(PathBuf),
    /// A backup does not replace a file.
    #[error("{}: this file exists, and a backup replaces none; name a new file", .0.display())]
    BackupExists(PathBuf),
    /// The file is not a database.
    #[error("accounts {}: not a database of SQLite; give the right file with --accounts", .0.display())]
    NoDatabase(PathBuf),
    /// The database is damaged.
    #[error("accounts {}: the database is damaged: {said}; restore it from a backup", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// The message of SQLite.
        said: String,
    },
    /// Another server uses the database.
    #[error(
        "accounts {}: another server is using them; one server at a time counts their credits: stop that one \
         first, or give another file with --accounts",
        .0.display()
    )]
    InUse(PathBuf),
    /// There are keys, and the secret under which they are hashed is gone.
    #[error(
        "accounts {0}: there are keys, but the secret under which they are hashed is gone, so none would \
         work; restore the database from a backup"
    )]
    NoKeySecret(String),
    /// The database was written by a newer server.
    #[error(
        "accounts {place}: has schema {found}, but this server supports schemas up to {known}; use a newer \
         server, or restore the backup from before the upgrade"
    )]
    Newer {
        /// Path of the file, or address without the password.
        place: String,
        /// Number of its schema.
        found: i64,
        /// Number of the newest schema that this server supports.
        known: i64,
    },
    /// PostgreSQL does not answer.
    #[error(
        "accounts {place}: PostgreSQL does not answer: {said}; see that it runs and that this machine \
            reaches it, or give another address with --accounts"
    )]
    Unreachable {
        /// Address without the password.
        place: String,
        /// The message of the system or the driver.
        said: String,
    },
    /// PostgreSQL answers but rejects the connection.
    #[error("accounts {place}: PostgreSQL refuses: {said}; {remedy}")]
    Refused {
        /// Address without the password.
        place: String,
        /// The message of PostgreSQL.
        said: String,
        /// The fix.
        remedy: &'static str,
    },
    /// The database refused the statement; the source is the error of the driver.
    #[error("accounts: {0}")]
    Database(#[source] Box<dyn Error + Send + Sync>),
    /// The database does not answer in time.
    #[error("accounts: the database does not answer")]
    Away,
    /// The ledger has not answered in time; the requested change may still be made.
    #[error(
        "accounts: no answer in {} s; a change may still be made: look whether it was before trying again",
        .0.as_secs()
    )]
    Late(Duration),
    /// There is no such account, key or grant.
    #[error("there is no {what} \"{name}\"")]
    NotFound {
        /// `account`, `key` or `grant`.
        what: &'static str,
        /// The requested id, address or entitlement.
        name: String,
    },
    /// A link or a password was used after it lost its validity, perhaps a moment before.
    #[error("the account was suspended, or its email address or password has changed")]
    Outdated,
    /// A value breaks a rule of accounts or keys.
    #[error("{0}")]
    Invalid(String),
    /// The thread of the ledger cannot be started.
    #[error("the thread that writes the accounts cannot be started: {0}")]
    Thread(#[source] std::io::Error),
    /// The ledger of a running server has ended.
    #[error("the accounts cannot be changed now: the server is stopping")]
    Stopping,
}

/// A result of the store.
pub type Stored<T> = Result<T, StoreError>;

impl StoreError {
    /// No account has this id or email address.
    pub(crate) fn no_account(id_or_email: &str) -> Self {
        Self::NotFound { what: "account", name: id_or_email.into() }
    }

    pub(crate) fn no_key(id: &str) -> Self {
        Self::NotFound { what: "key", name: id.into() }
    }

    /// Another account has this email address.
    pub(crate) fn email_in_use(email: &str) -> Self {
        Self::Invalid(format!("an account with the email address {email} exists"))
    }

    /// Another key of the account has this nickname.
    pub fn nickname_in_use(nickname: &str) -> Self {
        Self::Invalid(format!("the account has another key with the nickname \"{nickname}\""))
    }
}
