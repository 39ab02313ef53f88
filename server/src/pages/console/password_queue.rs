//! State of the console between requests: passwords being hashed.

use crate::pages::prelude::*;
use accounts::password;
use tokio::sync::Semaphore;

/// Maximum number of passwords hashed at the same time; each needs 19 MiB.
const MAX_HASHES: usize = 2;
/// Maximum number of passwords waiting to be hashed, a second or two of work.
const MAX_WAITING: usize = 16;
/// `Retry-After` if the queue is full, s.
const QUEUE_RETRY_AFTER_S: u32 = 5;

/// Passwords that are being hashed.
pub(super) struct PasswordQueue {
    hashes: Semaphore,
    /// Places in the queue of passwords.
    queue: Semaphore,
}

/// The reason why a password was rejected.
pub(super) enum Denied {
    Wrong,
    /// Too many attempts; seconds until the next one is allowed.
    TooMany(u32),
}

impl PasswordQueue {
    /// State without sign-in attempts.
    pub(super) fn new() -> Self {
        Self { hashes: Semaphore::new(MAX_HASHES), queue: Semaphore::new(MAX_WAITING) }
    }

    /// Checks a password against its hash. Every attempt counts towards the limit, even a successful one.
    pub(super) async fn check(
        &self,
        service: &Service,
        call: &Call<'_>,
        tried: &Attempt,
        password: String,
        hash: Option<String>,
    ) -> Result<(), Denied> {
        let (gate, snapshot) = (&service.gate, service.gate.ledger.snapshot());
        let attempt = gate.sign_ins.attempt(tried, call.client, &snapshot.digester, call.now_ms);
        attempt.map_err(Denied::TooMany)?;
        let Ok(_place) = self.queue.try_acquire() else { return Err(Denied::TooMany(QUEUE_RETRY_AFTER_S)) };
        let _permit = self.hashes.acquire().await.expect("it is never closed");
        let matches = move || password::matches(&password, hash.as_deref());
        // A panic in the hash function counts as a wrong password.
        let is_right = tokio::task::spawn_blocking(matches).await.unwrap_or(false);
        if is_right { Ok(()) } else { Err(Denied::Wrong) }
    }

    /// Hashes a new password, if it is strong enough. The email address makes a weak password.
    pub(super) async fn hash(&self, password: String, email: String) -> Stored<String> {
        let _permit = self.hashes.acquire().await.expect("it is never closed");
        let hashed = tokio::task::spawn_blocking(move || password::hash(&password, &email)).await;
        hashed.unwrap_or(Err(StoreError::Stopping))
    }
}

impl Denied {
    /// The message for the visitor; `wrong` for a wrong password.
    pub(super) fn text(&self, wrong: &str) -> String {
        match self {
            Self::Wrong => wrong.to_owned(),
            Self::TooMany(seconds) => {
                format!("Too many attempts. Try again in {} minutes.", seconds.div_ceil(60))
            }
        }
    }
}
