//! Who is signed in: sessions in memory, so that a restart signs everybody out, and brakes for those who
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
pub const SESSION_S: i64 = 12 * 3600;
/// Sessions at a time.
const MOST: usize = 10_000;

/// One who is signed in.
#[derive(Debug, Clone)]
pub struct Session {
    account: Arc<str>,
    /// The hash at that time: another password ends the session.
    password_hash: Option<String>,
    /// Stands in every form, and a form without it is refused.
    pub csrf: String,
    ends_ms: i64,
}

/// All who are signed in, by the hash of what is in their cookie.
#[derive(Default)]
pub struct Sessions(Mutex<HashMap<[u8; 32], Session>>);

fn hash(token: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest::digest(&digest::SHA256, token.as_bytes()).as_ref());
    bytes
}

impl Sessions {
    /// Signs an account in; gives what goes into the cookie.
    pub fn begin(&self, account: &Account, now_ms: i64) -> String {
        let token = random_text(43);
        let session = Session {
            account: account.id.clone(),
            password_hash: account.password_hash.clone(),
            csrf: random_text(32),
            ends_ms: now_ms + SESSION_S * 1000,
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.retain(|_, s| s.ends_ms > now_ms);
        }
        if all.len() >= MOST
            && let Some(oldest) = all.iter().min_by_key(|(_, s)| s.ends_ms).map(|(k, _)| *k)
        {
            all.remove(&oldest);
        }
        all.insert(hash(&token), session);
        token
    }

    /// The session of a cookie and its account, if both still stand.
    pub fn find(&self, token: &str, snapshot: &Snapshot, now_ms: i64) -> Option<(Session, Arc<Account>)> {
        let session = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&hash(token)).cloned()?;
        let account = snapshot.accounts.get(&session.account)?;
        (session.ends_ms > now_ms && account.password_hash == session.password_hash)
            .then(|| (session, account.clone()))
    }

    /// Signs out.
    pub fn end(&self, token: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&hash(token));
    }
}

impl Session {
    /// Whether a form was made for this session.
    pub fn has_made(&self, csrf: &str) -> bool {
        self.csrf.as_bytes().ct_eq(csrf.as_bytes()).into()
    }
}

/// Brakes for attempts to sign in: of one address on one account, of one address, and on one account from
/// anywhere.
pub struct Brakes {
    pair: LocalLimiter,
    address: LocalLimiter,
    email: LocalLimiter,
}

impl Default for Brakes {
    fn default() -> Self {
        let brake = |quota| LocalLimiter::bounded(Policy { quota, window_s: 900, back_off_s: 900 }, 100_000);
        Self { pair: brake(10), address: brake(30), email: brake(100) }
    }
}

impl Brakes {
    /// Counts an attempt; the seconds to wait if there were too many.
    pub fn attempt(&self, email: &str, client: IpAddr, now_ms: i64) -> Result<(), u32> {
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
