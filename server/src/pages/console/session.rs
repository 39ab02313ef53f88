//! Who is signed in: sessions in memory, so that a restart signs everybody out, and limits for those who
//! guess passwords.

use crate::accounts::rate::{Limiter, LocalLimiter, Policy, network};
use crate::accounts::secret::random_text;
use crate::accounts::snapshot::{Account, Snapshot};
use aws_lc_rs::digest;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use subtle::ConstantTimeEq;

/// How long a session lasts, s.
pub(super) const SESSION_S: i64 = 12 * 3600;
/// Sessions at a time.
const MAX_SESSIONS: usize = 10_000;

/// The session of an account whose holder is signed in.
#[derive(Debug, Clone)]
pub(super) struct Session {
    account: Arc<str>,
    /// The hash of the password at that time: a new password ends the session.
    password_hash: Option<String>,
    /// Stands in every form, and a form without it is refused.
    pub(super) csrf: String,
    ends_ms: i64,
}

/// All sessions, by the hash of the token in their cookie.
#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<[u8; 32], Session>>);

fn hash(token: &str) -> [u8; 32] {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

impl Sessions {
    /// Signs an account in and gives the token for the cookie.
    pub(super) fn begin(&self, account: &Account, now_ms: i64) -> String {
        let token = random_text(43);
        let session = Session {
            account: account.id.clone(),
            password_hash: account.password_hash.clone(),
            csrf: random_text(32),
            ends_ms: now_ms + SESSION_S * 1000,
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_SESSIONS {
            all.retain(|_, s| s.ends_ms > now_ms);
        }
        if all.len() >= MAX_SESSIONS
            && let Some(oldest) = all.iter().min_by_key(|(_, s)| s.ends_ms).map(|(k, _)| *k)
        {
            all.remove(&oldest);
        }
        all.insert(hash(&token), session);
        token
    }

    /// The session of a token and its account, if both are still valid.
    pub(super) fn find(
        &self,
        token: &str,
        snapshot: &Snapshot,
        now_ms: i64,
    ) -> Option<(Session, Arc<Account>)> {
        let session = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&hash(token)).cloned()?;
        let account = snapshot.accounts.get(&session.account)?;
        (session.ends_ms > now_ms && account.password_hash == session.password_hash)
            .then(|| (session, account.clone()))
    }

    /// Ends the session of a token.
    pub(super) fn end(&self, token: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&hash(token));
    }
}

impl Session {
    /// Whether the hidden field of a form belongs to this session.
    pub(super) fn owns_form(&self, csrf: &str) -> bool {
        self.csrf.as_bytes().ct_eq(csrf.as_bytes()).into()
    }
}

/// Limits of attempts to sign in: of one address on one account, of one address, and on one account from
/// anywhere.
pub(super) struct SignInLimits {
    pair: LocalLimiter,
    address: LocalLimiter,
    email: LocalLimiter,
}

impl Default for SignInLimits {
    fn default() -> Self {
        let limiter =
            |quota| LocalLimiter::bounded(Policy { quota, window_s: 900, back_off_s: 900 }, 100_000);
        Self { pair: limiter(10), address: limiter(30), email: limiter(100) }
    }
}

impl SignInLimits {
    /// Counts an attempt; fails with the seconds to wait if there were too many.
    pub(super) fn attempt(&self, email: &str, client: IpAddr, now_ms: i64) -> Result<(), u32> {
        let email = email.to_lowercase();
        let decisions = [
            self.address.count(client, now_ms),
            self.pair.count_subject((&email, network(client)), now_ms),
            self.email.count_subject(&email, now_ms),
        ];
        match decisions.iter().filter(|d| !d.is_within).map(|d| d.reset_s).max() {
            Some(seconds) => Err(seconds),
            None => Ok(()),
        }
    }
}
