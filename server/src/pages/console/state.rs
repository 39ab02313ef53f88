//! What the console keeps in memory between requests.

use crate::service::Service;
use accounts::password;
use accounts::rate::Tried;
use accounts::store::{StoreError, Stored};
use tokio::sync::Semaphore;
use web::call::Call;

/// Passwords that are hashed at a time; each takes 19 MiB.
const MAX_HASHES: usize = 2;
/// Passwords that wait to be hashed, at most: they take a second or two.
const MAX_WAITING: usize = 16;
/// What those are told who find the queue full, s.
const QUEUE_RETRY_AFTER_S: u32 = 5;

/// Passwords that are being hashed.
pub(super) struct State {
    hashes: Semaphore,
    /// Places of those who wait for their password to be hashed.
    queue: Semaphore,
}

/// Why a password is not taken.
pub(super) enum Denied {
    /// It is wrong.
    Wrong,
    /// There were too many attempts; the next is taken in so many seconds.
    TooMany(u32),
}

impl State {
    /// The state of a console at which nobody has tried to sign in.
    pub(super) fn new() -> Self {
        Self { hashes: Semaphore::new(MAX_HASHES), queue: Semaphore::new(MAX_WAITING) }
    }

    /// Checks a password against its hash. Every attempt counts, also one with the right password.
    pub(super) async fn check(
        &self,
        service: &Service,
        call: &Call<'_>,
        tried: &Tried,
        password: String,
        hash: Option<String>,
    ) -> Result<(), Denied> {
        let (gate, snapshot) = (&service.gate, service.gate.ledger.snapshot());
        let attempt = gate.sign_ins.attempt(tried, call.client, &snapshot.digester, call.now_ms);
        attempt.map_err(Denied::TooMany)?;
        let Ok(_place) = self.queue.try_acquire() else { return Err(Denied::TooMany(QUEUE_RETRY_AFTER_S)) };
        let _permit = self.hashes.acquire().await.expect("nobody closes it");
        let matches = move || password::matches(&password, hash.as_deref());
        // A panic while a password is hashed lets nobody in.
        let is_right = tokio::task::spawn_blocking(matches).await.unwrap_or(false);
        if is_right { Ok(()) } else { Err(Denied::Wrong) }
    }

    /// Hashes a new password, if it is good enough for the holder of an email address.
    pub(super) async fn hash(&self, password: String, email: String) -> Stored<String> {
        let _permit = self.hashes.acquire().await.expect("nobody closes it");
        let hashed = tokio::task::spawn_blocking(move || password::hash(&password, &email)).await;
        hashed.unwrap_or(Err(StoreError::Stopping))
    }
}

impl Denied {
    /// What the visitor is told; `wrong` if the password is.
    pub(super) fn text(&self, wrong: &str) -> String {
        match self {
            Self::Wrong => wrong.to_owned(),
            Self::TooMany(seconds) => {
                format!("Too many attempts. Try again in {} minutes.", seconds.div_ceil(60))
            }
        }
    }
}
