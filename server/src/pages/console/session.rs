//! Who is signed in: sessions in memory, so that a restart signs everybody out.

use super::notice::Notice;
use crate::accounts::secret::random_text;
use crate::accounts::snapshot::{Account, Snapshot};
use aws_lc_rs::digest;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use subtle::ConstantTimeEq;

/// How long a session lasts, s.
pub(super) const SESSION_S: i64 = 12 * 3600;
/// Sessions at a time.
const MAX_SESSIONS: usize = 10_000;
/// How long a notice waits for the page that shows it.
const NOTICE_WAITS: Duration = Duration::from_secs(5 * 60);

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

/// A session, and what its next pages are to say.
struct Entry {
    session: Session,
    /// Notices that are shown once, a page each, and until when they wait, milliseconds since 1970.
    notices: VecDeque<(Notice, i64)>,
}

/// Sessions by the hash of the token in their cookie.
type Entries = Mutex<HashMap<[u8; 32], Entry>>;

/// All sessions.
#[derive(Default)]
pub(super) struct Sessions(Arc<Entries>);

fn hash(token: &str) -> [u8; 32] {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

fn lock(all: &Entries) -> MutexGuard<'_, HashMap<[u8; 32], Entry>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets the notices of a session that may not wait for longer than until an instant, milliseconds since
/// 1970.
fn forget(all: &Entries, id: &[u8; 32], until_ms: i64) {
    if let Some(entry) = lock(all).get_mut(id) {
        entry.notices.retain(|(_, waits_until_ms)| *waits_until_ms > until_ms);
    }
}

impl Sessions {
    fn all(&self) -> MutexGuard<'_, HashMap<[u8; 32], Entry>> {
        lock(&self.0)
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
        all.insert(id, Entry { session: session.clone(), notices: VecDeque::new() });
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

    /// Keeps a notice for a next page of a session: in place of one that waits, but after secrets, which
    /// nobody could get again. So what was done is shown after a redirect, once: a secret that a page has
    /// shown is nowhere any more, nor is one that has waited too long for its page.
    pub(super) fn keep(&self, session: &Session, notice: Notice, now_ms: i64) {
        let until_ms = now_ms + NOTICE_WAITS.as_millis() as i64;
        match self.all().get_mut(&session.id) {
            Some(entry) => {
                entry.notices.retain(|(notice, _)| matches!(notice, Notice::Secret { .. }));
                entry.notices.push_back((notice, until_ms));
            }
            None => return,
        }
        let (all, id) = (Arc::clone(&self.0), session.id);
        tokio::spawn(async move {
            tokio::time::sleep(NOTICE_WAITS).await;
            forget(&all, &id, until_ms);
        });
    }

    /// Takes the first notice that was kept for a session and has not waited too long.
    pub(super) fn take(&self, session: &Session, now_ms: i64) -> Option<Notice> {
        let mut all = self.all();
        let notices = &mut all.get_mut(&session.id)?.notices;
        notices.retain(|(_, until_ms)| now_ms < *until_ms);
        notices.pop_front().map(|(notice, _)| notice)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::secret::Secret;

    fn session() -> Session {
        Session { id: [7; 32], account: "1".into(), password_hash: None, csrf: String::new(), ends_ms: 0 }
    }

    #[tokio::test]
    async fn a_notice_that_no_page_has_taken_is_forgotten() {
        let sessions = Sessions::default();
        let session = session();
        sessions.all().insert(session.id, Entry { session: session.clone(), notices: VecDeque::new() });
        let waits = || sessions.all().get(&session.id).is_some_and(|e| !e.notices.is_empty());
        sessions.keep(&session, Notice::Done("A key was made.".into()), 1000);
        let until_ms = 1000 + NOTICE_WAITS.as_millis() as i64;
        forget(&sessions.0, &session.id, until_ms - 1);
        assert!(waits(), "a later notice is not that of the timer");
        forget(&sessions.0, &session.id, until_ms);
        assert!(!waits());
        assert!(sessions.take(&session, 1000).is_none());
    }

    #[tokio::test]
    async fn a_notice_takes_the_place_of_one_that_waits_but_not_that_of_a_secret() {
        let sessions = Sessions::default();
        let session = session();
        sessions.all().insert(session.id, Entry { session: session.clone(), notices: VecDeque::new() });
        let secret = Secret::new();
        sessions.keep(&session, Notice::Secret { what: "The key is made.".into(), secret }, 1000);
        for text in ["The changes are saved.", "The key is good."] {
            sessions.keep(&session, Notice::Done(text.into()), 1000);
        }
        assert!(matches!(sessions.take(&session, 1000), Some(Notice::Secret { .. })));
        let notice = sessions.take(&session, 1000);
        assert!(matches!(notice, Some(Notice::Done(said)) if said == "The key is good."));
        assert!(sessions.take(&session, 1000).is_none());
    }
}
