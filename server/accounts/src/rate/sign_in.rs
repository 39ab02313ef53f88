//! Limits against guessing of passwords.

use super::limiter::Limiter;
use super::network::network;
use super::policy::Policy;
use crate::secret::Digester;
use std::net::IpAddr;

/// Maximum number of addresses and accounts that each limit has in memory.
const MAX_SUBJECTS: usize = 100_000;

/// The account of an attempt. All spellings of an email address that find the account count together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt {
    /// The id of an existing account.
    Account(String),
    /// An email address without an account, as it was looked up.
    Email(String),
    /// An email address in a request to the operator, with or without an account.
    Request(String),
}

/// Limits of attempts to sign in: of one address on one account, of one address, and on one account from
/// anywhere.
pub struct SignInLimits {
    pair: Limiter,
    address: Limiter,
    account: Limiter,
}

impl Default for SignInLimits {
    fn default() -> Self {
        let limiter = |quota| {
            let policy = Policy { quota, window_s: 900, back_off_s: 900 };
            Limiter::bounded(policy, MAX_SUBJECTS)
        };
        // Wider limits for the address, which an office may share, and for the account, so that a stranger
        // cannot easily lock out its holder.
        Self { pair: limiter(10), address: limiter(30), account: limiter(100) }
    }
}

impl SignInLimits {
    /// Counts an attempt; fails with the seconds to wait if there were too many. `digester` makes the numbers
    /// of subjects unpredictable, so that attempts on one account cannot count against another.
    pub fn attempt(
        &self,
        tried: &Attempt,
        client: IpAddr,
        digester: &Digester,
        now_ms: i64,
    ) -> Result<(), u32> {
        let name = match tried {
            Attempt::Account(id) => format!("account {id}"),
            Attempt::Email(email) => format!("email {email}"),
            Attempt::Request(email) => format!("request {email}"),
        };
        let digest = |text: &str| {
            let digest = digester.digest(text);
            u64::from_be_bytes(*digest.first_chunk().expect("a digest has 32 bytes"))
        };
        let decisions = [
            self.address.count(client, now_ms),
            self.pair.count_subject(digest(&format!("sign-in {} {name}", network(client))), now_ms),
            self.account.count_subject(digest(&format!("sign-in {name}")), now_ms),
        ];
        match decisions.iter().filter(|d| !d.is_within).map(|d| d.reset_s).max() {
            Some(seconds) => Err(seconds),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_counted_by_account_by_address_and_by_both() {
        let (limits, digester) = (SignInLimits::default(), Digester::new(&[1; 32]).expect("a secret"));
        let attempt = |tried: &Attempt, client: u32, now_ms| {
            let client = IpAddr::from((0xcb00_7100 + client).to_be_bytes());
            limits.attempt(tried, client, &digester, now_ms)
        };
        let tried = Attempt::Account("acc1".into());
        let good = (0..300).filter(|client| attempt(&tried, *client, 0).is_ok()).count();
        assert_eq!(good, 100);
        let tried = Attempt::Email("acc1".into());
        assert!((0..10).all(|client| attempt(&tried, client, 0).is_ok()), "another subject");
        // One address: ten on one account, thirty in all.
        let good = (0..15).filter(|_| attempt(&tried, 400, 0).is_ok()).count();
        assert_eq!((good, attempt(&tried, 400, 1000)), (10, Err(899)));
        let name = |n: &i32| attempt(&Attempt::Email(n.to_string()), 400, 0).is_ok();
        assert_eq!((0..40).filter(name).count(), 14, "sixteen were tried before");
        assert_eq!((attempt(&tried, 400, 899_999), attempt(&tried, 400, 900_000)), (Err(1), Ok(())));
        assert!(attempt(&Attempt::Request("acc1".into()), 401, 0).is_ok());
    }
}
