//! Location of the accounts: a file of SQLite, or a PostgreSQL that several servers share.

use super::without_password::without_password;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

/// Location of the accounts and settings for sharing them.
#[derive(Debug, Clone)]
pub struct AccountsConfig {
    /// The place of accounts, keys and usage.
    pub accounts: AccountsPlace,
    /// The time for which keys stay valid while they cannot be read again.
    pub stale: Duration,
}

impl AccountsConfig {
    /// Returns whether other servers may use the accounts as well.
    pub(crate) fn are_shared(&self) -> bool {
        matches!(self.accounts, AccountsPlace::Postgres(_))
    }

    /// Accounts in a file, for this server alone.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { accounts: AccountsPlace::File(path.into()), stale: STALE }
    }
}

/// The share of an account's allowance that a server may use before the others know of it, %: a hundred
/// servers can have a lease at once, and an account in use needs a few leases a second.
pub const LEASE_PERCENT: f64 = 1.0;
/// Default time for which keys stay valid while they cannot be read again.
pub const STALE: Duration = Duration::from_secs(900);

/// The place of the accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountsPlace {
    /// A file of SQLite, for one server.
    File(PathBuf),
    /// A database of PostgreSQL, for any number of servers.
    Postgres(PostgresAddress),
}

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// Error for an ambiguous text. It does not repeat the text, which may contain a password.
const FILE_OR_ADDRESS: &str =
    "it must be a file, or an address such as postgres://umbra:word@db.example.org:5432/umbra";

/// Reads an address of PostgreSQL, or says why it is wrong, without repeating it: it may contain a password.
pub type AddressCheck = fn(&str) -> Result<(), String>;

/// The check of a program that supports PostgreSQL.
static CHECK: OnceLock<AddressCheck> = OnceLock::new();

/// Accepts addresses of PostgreSQL from now on.
pub(crate) fn accept_postgres(check: AddressCheck) {
    CHECK.get_or_init(|| check);
}

/// Error of a program that supports no PostgreSQL.
const UNSUPPORTED: &str = "this program was built without PostgreSQL: give a file, or build a program with \
    it: cargo build --release -p server-postgres --features postgres";

/// The address of a database of PostgreSQL, such as `postgres://umbra:word@db.example.org/umbra`.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress(String);

impl PostgresAddress {
    /// The address with its password.
    pub fn with_password(&self) -> &str {
        &self.0
    }
}

impl FromStr for PostgresAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |e: &dyn fmt::Display| {
            format!("it must be an address such as postgres://umbra:word@db.example.org:5432/umbra: {e}")
        };
        let text = text.trim();
        if !SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(wrong(&"it begins with postgres:// or postgresql://"));
        }
        let text = with_known_tls(text).map_err(|e| wrong(&e))?;
        CHECK.get().ok_or(UNSUPPORTED)?(&text).map_err(|e| wrong(&e))?;
        Ok(Self(text))
    }
}

/// The address with a TLS mode that the driver supports. Its `require` checks the certificate and the name
/// of the host, as `verify-full` does elsewhere.
fn with_known_tls(address: &str) -> Result<String, &'static str> {
    // From the right: a password may contain a question mark.
    let Some((before, parameters)) = address.rsplit_once('?') else { return Ok(address.to_owned()) };
    let known = |parameter| match parameter {
        "sslmode=verify-full" | "sslmode=verify-ca" => Ok("sslmode=require"),
        "sslmode=disable" | "sslmode=prefer" | "sslmode=require" => Ok(parameter),
        _ if parameter.starts_with("sslmode=") => Err("sslmode is disable, prefer or require"),
        _ => Ok(parameter),
    };
    let parameters = parameters.split('&').map(known).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{before}?{}", parameters.join("&")))
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

/// A text that begins with a scheme is an address; everything else is a file.
impl FromStr for AccountsPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return text.parse().map(Self::Postgres);
        }
        // The keyword form of PostgreSQL's own programs, or an incomplete address.
        let is_meant_as_address = ["postgres:", "postgresql:"].iter().any(|begin| text.starts_with(begin))
            || ["host=", "dbname=", "password="].iter().any(|word| text.contains(word));
        if text.is_empty() || is_meant_as_address {
            return Err(FILE_OR_ADDRESS.into());
        }
        match text.split_once("://") {
            Some((scheme, _)) if scheme.bytes().all(|b| b.is_ascii_alphabetic()) => {
                Err(format!("{scheme}:// is not known; {FILE_OR_ADDRESS}"))
            }
            Some(_) => Err(FILE_OR_ADDRESS.into()),
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
        assert_eq!(file("a.sqlite\n"), Ok(AccountsPlace::File("a.sqlite".into())));
        for text in ["postgres://u:p@h:1/d", "postgresql://h/d?sslmode=require"] {
            assert!(file(text).is_err_and(|e| e.contains("was built without PostgreSQL")), "{text}");
        }
        for wrong in ["mysql://h/d", "postgres://h/d?sslmode=perhaps"] {
            assert!(file(wrong).is_err_and(|e| e.contains("postgres://umbra:word@")), "{wrong}");
        }
    }

    #[test]
    fn a_text_that_is_meant_as_an_address_is_no_file_and_is_not_repeated() {
        for wrong in ["host=h password=secret", "postgres:/u:secret@h/d", "u:secret@h://d", "", " \n"] {
            let said = wrong.parse::<AccountsPlace>().expect_err("it is no place");
            assert!(said.contains("postgres://umbra:word@") && !said.contains("secret"), "{said}");
            let said = wrong.parse::<PostgresAddress>().expect_err("it is no address");
            assert!(said.contains("postgres://umbra:word@") && !said.contains("secret"), "{said}");
        }
    }
}
