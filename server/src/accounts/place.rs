//! Where the accounts are: in a file of SQLite, or in a PostgreSQL that several servers share.

use super::valkey::ValkeyAddress;
use super::without_password::without_password;
use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Where a server has its accounts, and how it shares them with others.
#[derive(Debug, Clone)]
pub struct Places {
    /// Where accounts, keys and usage are.
    pub accounts: AccountsPlace,
    /// Where servers agree on credits and rates; only with accounts that are shared.
    pub limits: Option<ValkeyAddress>,
    /// The share of an account's allowance that a server may use before the others know of it, %.
    pub lease_percent: f64,
    /// For how long keys are taken that cannot be read again.
    pub stale: Duration,
}

impl Places {
    /// Whether other servers may use the accounts as well.
    pub(crate) fn are_shared(&self) -> bool {
        matches!(self.accounts, AccountsPlace::Postgres(_))
    }

    /// Accounts in a file, for this server alone.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self {
            accounts: AccountsPlace::File(path.into()),
            limits: None,
            lease_percent: LEASE_PERCENT,
            stale: STALE,
        }
    }
}

/// The share of an account's allowance that a server may use before the others know of it, %, if nothing else
/// is said.
pub(crate) const LEASE_PERCENT: f64 = 1.0;
/// For how long keys are taken that cannot be read again, if nothing else is said.
pub(crate) const STALE: Duration = Duration::from_secs(900);

/// Where the accounts are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountsPlace {
    /// A file of SQLite, for one server.
    File(PathBuf),
    /// A database of PostgreSQL, for any number of servers.
    Postgres(PostgresAddress),
}

/// The address of a database of PostgreSQL, such as `postgres://umbra:word@db.example.org/umbra`.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress(String);

impl PostgresAddress {
    /// What the driver makes of the address.
    pub(crate) fn config(&self) -> tokio_postgres::Config {
        self.0.parse().expect("the address was read before")
    }
}

impl FromStr for PostgresAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |e: &dyn fmt::Display| {
            format!("it must be an address such as postgres://umbra:word@db.example.org:5432/umbra: {e}")
        };
        let config = text.parse::<tokio_postgres::Config>().map_err(|e| match e.source() {
            Some(source) => wrong(source),
            None => wrong(&e),
        })?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(wrong(&"it names no host"));
        }
        Ok(Self(text.to_owned()))
    }
}

/// Without the password.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&without_password(&self.0))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What begins with a scheme is an address; everything else is a file.
impl FromStr for AccountsPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => text.parse().map(Self::Postgres),
            Some((scheme, _)) => Err(format!(
                "{scheme}:// is not known; it must be a file, or an address such as \
                 postgres://umbra:word@db.example.org:5432/umbra"
            )),
            None => Ok(Self::File(text.into())),
        }
    }
}

impl fmt::Display for AccountsPlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_all_else_is_a_file() {
        let file = |text: &str| text.parse::<AccountsPlace>();
        assert_eq!(file("accounts.sqlite"), Ok(AccountsPlace::File("accounts.sqlite".into())));
        assert_eq!(file("/a:b/c"), Ok(AccountsPlace::File("/a:b/c".into())));
        for text in ["postgres://u:p@h:1/d", "postgresql://h/d?sslmode=require"] {
            assert!(matches!(file(text), Ok(AccountsPlace::Postgres(_))), "{text}");
        }
        for wrong in ["mysql://h/d", "postgres:///d", "postgres://h:x/d", "postgres://h/d?sslmode=perhaps"] {
            assert!(file(wrong).is_err_and(|e| e.contains("postgres://umbra:word@")), "{wrong}");
        }
    }
}
