//! Limits for those who guess passwords.

use crate::accounts::rate::{Limiter, LocalLimiter, Policy, network};
use std::net::IpAddr;

/// Whose password is tried: what finds an account is the same for the brake.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Tried {
    /// An account, by its id: however its email address was written.
    Account(String),
    /// An email address that no account has, in the form in which it was looked up.
    Nobody(String),
}

/// Limits of attempts to sign in: of one address on one account, of one address, and on one account from
/// anywhere.
pub(super) struct SignInLimits {
    pair: LocalLimiter,
    address: LocalLimiter,
    account: LocalLimiter,
}

impl Default for SignInLimits {
    fn default() -> Self {
        let limiter =
            |quota| LocalLimiter::bounded(Policy { quota, window_s: 900, back_off_s: 900 }, 100_000);
        Self { pair: limiter(10), address: limiter(30), account: limiter(100) }
    }
}

impl SignInLimits {
    /// Counts an attempt; fails with the seconds to wait if there were too many.
    pub(super) fn attempt(&self, tried: &Tried, client: IpAddr, now_ms: i64) -> Result<(), u32> {
        let decisions = [
            self.address.count(client, now_ms),
            self.pair.count_subject((tried, network(client)), now_ms),
            self.account.count_subject(tried, now_ms),
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
    fn guesses_of_many_addresses_at_one_account_are_counted_together() {
        let limits = SignInLimits::default();
        let tried = Tried::Account("acc1".into());
        let taken = (0..300u32).filter(|i| {
            let client = IpAddr::from((0xcb00_7100 + i).to_be_bytes());
            limits.attempt(&tried, client, 0).is_ok()
        });
        assert_eq!(taken.count(), 100);
    }
}
