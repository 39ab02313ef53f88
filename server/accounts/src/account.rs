//! Accounts, which hold keys and pay, and the rules of names and email addresses.

use super::credits::Meter;
use super::plan::{Credits, Plan};
use super::secret::random_text;
use super::text::{acts_unseen, check_seen};
use std::sync::Arc;

/// Characters of the name of an account, at most.
const MAX_NAME_CHARS: usize = 200;
/// Bytes of an email address, at most (RFC 5321, 4.5.3.1.3, without the angle brackets).
const MAX_EMAIL_BYTES: usize = 254;

/// An account as requests see it.
#[derive(Debug)]
pub struct Account {
    /// Id of the account.
    pub id: Arc<str>,
    /// Name of the holder.
    pub name: String,
    /// Email address of the holder.
    pub email: String,
    /// Argon2id hash of the password for the console, if there is one.
    pub password_hash: Option<String>,
    /// Plan of the account.
    pub plan: Plan,
    /// `true` if the operator has suspended the account: its keys and its holder are refused.
    pub is_suspended: bool,
    /// Credits that the plan allows in a month.
    pub allowance: Credits,
    /// Counts what the account uses; one meter for as long as the server runs.
    pub meter: Arc<Meter>,
}

impl Account {
    /// Returns whether another state of the account is equal.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let Self { id, name, email, password_hash, plan, is_suspended, allowance, meter } = self;
        *id == other.id
            && *name == other.name
            && *email == other.email
            && *password_hash == other.password_hash
            && *plan == other.plan
            && *is_suspended == other.is_suspended
            && *allowance == other.allowance
            && Arc::ptr_eq(meter, &other.meter)
    }
}

/// An account that is to be stored; its values have been checked.
#[derive(Debug)]
pub struct NewAccount {
    /// Id of the account.
    pub id: String,
    /// Name of the holder.
    pub name: String,
    /// Email address of the holder.
    pub email: String,
    /// Plan of the account.
    pub plan: Plan,
    /// Argon2id hash of the password for the console, if there is one.
    pub password_hash: Option<String>,
    /// The time at which the account was made, milliseconds since 1970.
    pub created_ms: i64,
}

impl NewAccount {
    /// Checks the values of an account and gives it an id; the error says which value is wrong.
    pub fn new(
        name: &str,
        email: &str,
        plan: Plan,
        password_hash: Option<&str>,
        created_ms: i64,
    ) -> Result<Self, String> {
        let (name, email) = (name.trim(), email.trim());
        check_name(name)?;
        check_email(email)?;
        Ok(Self {
            // 13 characters of 62 are 77 bits, so two accounts never get the same id.
            id: format!("acc{}", random_text(13)),
            name: name.into(),
            email: email.into(),
            plan,
            password_hash: password_hash.map(str::to_owned),
            created_ms,
        })
    }
}

/// Checks the name of the holder of an account.
pub fn check_name(name: &str) -> Result<(), String> {
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) {
        return Err(format!("the name of an account must have 1 to {MAX_NAME_CHARS} characters"));
    }
    check_seen("the name of an account", name)
}

/// Checks the form of an email address, to catch typing errors; only a mail that arrives proves it.
pub fn check_email(email: &str) -> Result<(), String> {
    let has_two_parts = email
        .split_once('@')
        .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.') && !domain.contains('@'));
    let has_blanks = email.chars().any(|c| c.is_whitespace() || acts_unseen(c));
    if has_two_parts && email.len() <= MAX_EMAIL_BYTES && !has_blanks {
        return Ok(());
    }
    Err(format!("{email:?} must be an email address such as ada@example.org"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_are_checked_and_trimmed() {
        let new = |name: &str, email: &str| NewAccount::new(name, email, Plan::Free, None, 0);
        let account = new(" Ada ", " ada@example.org\n").expect("a good account");
        assert_eq!((account.name.as_str(), account.email.as_str()), ("Ada", "ada@example.org"));
        assert!(account.id.starts_with("acc") && account.id.len() == 16, "{}", account.id);
        assert!(new(&"x".repeat(200), "ada@example.org").is_ok());
        assert!(new("Ada\u{1b}[2J", "ada@example.org").is_err_and(|e| e.contains("control characters")));
        for name in ["", "  ", &"x".repeat(201)] {
            assert!(new(name, "ada@example.org").is_err_and(|e| e.contains("1 to 200")), "{name}");
        }
        let long = format!("{}@example.org", "a".repeat(243));
        for email in ["missing", "@b.org", "a@example", "a@b@c.org", "a b@c.org", "a\u{1b}@b.org", &long] {
            assert!(new("Ada", email).is_err_and(|e| e.contains("ada@example.org")), "{email}");
        }
    }
}
