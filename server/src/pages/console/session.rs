//! Who is signed in: sessions in memory, so that a restart signs everybody out.

use super::notice::Notice;
use crate::accounts::secret::random_text;
use crate::accounts::snapshot::{Account, Snapshot};
use aws_lc_rs::digest;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;

/// How long a session lasts, s.
pub(super) const SESSION_S: i64 = 12 * 3600;
/// Sessions at a time.
const MAX_SESSIONS: usize = 10_000;
/// How long a notice waits for the page that shows it, ms.
const NOTICE_MS: i64 = 5 * 60 * 1000;

/// The session of an account whose holder is signed in.
#[derive(Debug, Clone)]
pub(super) struct Session {
    /// The hash of the token in its cookie.
    id: [u8; 32],
    account: Arc<str>,
    /// The hash of the password at that time: a new password ends the session.
    password_hash: Option<String>,
    /// Stands in every form, and a form without it is refused.
    pub(super) csrf: String,
    ends_ms: i64,
}

/// A session, and what its next page is to say.
struct Entry {
    session: Session,
    /// A notice that is shown once, and until when it waits, milliseconds since 1970.
    notice: Option<(Notice, i64)>,
}

/// All sessions, by the hash of the token in their cookie.
#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<[u8; 32], Entry>>);

fn hash(token: &str) -> [u8; 32] {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

impl Sessions {
    fn all(&self) -> MutexGuard<'_, HashMap<[u8; 32], Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Signs an account in; gives the session and the token for its cookie.
    pub(super) fn begin(&self, account: &Account, now_ms: i64) -> (Session, String) {
        let token = random_text(43);
        let id = hash(&token);
        let session = Session {
            id,
            account: account.id.clone(),
            password_hash: account.password_hash.clone(),
            csrf: random_text(32),
            ends_ms: now_ms + SESSION_S * 1000,
        };
        let mut all = self.all();
        if all.len() >= MAX_SESSIONS {
            all.retain(|_, e| e.session.ends_ms > now_ms);
        }
        if all.len() >= MAX_SESSIONS
            && let Some(oldest) = all.iter().min_by_key(|(_, e)| e.session.ends_ms).map(|(k, _)| *k)
        {
            all.remove(&oldest);
        }
        all.insert(id, Entry { session: session.clone(), notice: None });
        (session, token)
    }

    /// The session of a token and its account, if both are still valid.
    pub(super) fn find(
        &self,
        token: &str,
        snapshot: &Snapshot,
        now_ms: i64,
    ) -> Option<(Session, Arc<Account>)> {
        let session = self.all().get(&hash(token)).map(|e| e.session.clone())?;
        let account = snapshot.accounts.get(&session.account)?;
        (session.ends_ms > now_ms && account.password_hash == session.password_hash)
            .then(|| (session, account.clone()))
    }

    /// Keeps a notice for the next page of a session. So what was done is shown after a redirect, once: a
    /// secret that a page has shown is nowhere any more.
    pub(super) fn keep(&self, session: &Session, notice: Notice, now_ms: i64) {
        if let Some(entry) = self.all().get_mut(&session.id) {
            entry.notice = Some((notice, now_ms + NOTICE_MS));
        }
    }

    /// Takes the notice that was kept for a session, unless it has waited too long.
    pub(super) fn take(&self, session: &Session, now_ms: i64) -> Option<Notice> {
        let (notice, until_ms) = self.all().get_mut(&session.id)?.notice.take()?;
        (now_ms < until_ms).then_some(notice)
    }

    /// Ends the session of a token.
    pub(super) fn end(&self, token: &str) {
        self.all().remove(&hash(token));
    }

    /// Ends all sessions of an account.
    pub(super) fn end_all(&self, account: &str) {
        self.all().retain(|_, e| &*e.session.account != account);
    }
}

impl Session {
    /// Whether the hidden field of a form belongs to this session.
    pub(super) fn owns_form(&self, csrf: &str) -> bool {
        self.csrf.as_bytes().ct_eq(csrf.as_bytes()).into()
    }
}
