//! Sessions of the console in memory, for one server. A restart signs all users out.

use super::error::Stored;
use super::sessions::{SealedNotice, SessionId, SessionRow, SessionStore};
use std::collections::{HashMap, VecDeque};

/// Sessions at a time.
const MAX_SESSIONS: usize = 10_000;

/// A session with the notices for its next pages.
struct StoredSession {
    session: SessionRow,
    notices: VecDeque<SealedNotice>,
}

#[derive(Default)]
pub(crate) struct MemorySessions(HashMap<SessionId, StoredSession>);

impl MemorySessions {
    fn forget_waited(&mut self, now_ms: i64) {
        self.0.values_mut().for_each(|entry| entry.notices.retain(|n| n.until_ms > now_ms));
    }
}

impl SessionStore for MemorySessions {
    fn begin(&mut self, session: &SessionRow, now_ms: i64) -> Stored<()> {
        self.0.retain(|_, entry| entry.session.ends_ms > now_ms);
        if self.0.len() >= MAX_SESSIONS
            && let Some(oldest) = self.0.values().min_by_key(|e| e.session.ends_ms).map(|e| e.session.id)
        {
            self.0.remove(&oldest);
        }
        self.0.insert(session.id, StoredSession { session: session.clone(), notices: VecDeque::new() });
        Ok(())
    }

    fn find(&mut self, id: &SessionId) -> Stored<Option<SessionRow>> {
        Ok(self.0.get(id).map(|entry| entry.session.clone()))
    }

    fn end(&mut self, id: &SessionId) -> Stored<()> {
        self.0.remove(id);
        Ok(())
    }

    fn end_all(&mut self, account: &str) -> Stored<()> {
        self.0.retain(|_, entry| entry.session.account != account);
        Ok(())
    }

    fn keep_notice(&mut self, session: &SessionId, notice: &SealedNotice, now_ms: i64) -> Stored<()> {
        self.forget_waited(now_ms);
        if let Some(entry) = self.0.get_mut(session) {
            entry.notices.retain(|kept| kept.is_secret);
            entry.notices.push_back(notice.clone());
        }
        Ok(())
    }

    fn take_notice(&mut self, session: &SessionId, now_ms: i64) -> Stored<Option<Vec<u8>>> {
        self.forget_waited(now_ms);
        let first = self.0.get_mut(session).and_then(|entry| entry.notices.pop_front());
        Ok(first.map(|notice| notice.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: SessionId = [7; 32];

    fn sessions() -> MemorySessions {
        let mut sessions = MemorySessions::default();
        let session = SessionRow { id: ID, account: "1".into(), password_mark: [0; 32], ends_ms: 9000 };
        sessions.begin(&session, 0).expect("memory");
        sessions
    }

    fn notice(text: &str, is_secret: bool) -> SealedNotice {
        SealedNotice { bytes: text.into(), is_secret, until_ms: 1000 }
    }

    #[test]
    fn a_notice_that_no_page_shows_is_dropped() {
        let mut sessions = sessions();
        for (now_ms, expected) in [(999, Some(b"a".to_vec())), (1000, None)] {
            sessions.keep_notice(&ID, &notice("a", true), 0).expect("memory");
            assert_eq!(sessions.take_notice(&ID, now_ms).expect("memory"), expected);
            assert!(sessions.0[&ID].notices.is_empty());
        }
    }

    #[test]
    fn a_notice_takes_the_place_of_one_that_waits_but_not_that_of_a_secret() {
        let mut sessions = sessions();
        for (text, is_secret) in [("a secret", true), ("saved", false), ("good", false)] {
            sessions.keep_notice(&ID, &notice(text, is_secret), 0).expect("memory");
        }
        let mut take = || sessions.take_notice(&ID, 0).expect("memory");
        assert_eq!(take(), Some(b"a secret".to_vec()));
        assert_eq!(take(), Some(b"good".to_vec()));
        assert_eq!(take(), None);
    }

    #[test]
    fn sessions_that_have_ended_make_room_and_so_does_the_oldest() {
        let mut sessions = MemorySessions::default();
        let session = |n: i64| {
            let mut id = [0; 32];
            id[..8].copy_from_slice(&n.to_be_bytes());
            SessionRow { id, account: (n % 2).to_string(), password_mark: [0; 32], ends_ms: n }
        };
        let count = MAX_SESSIONS as i64;
        (1..=count + 1).for_each(|n| sessions.begin(&session(n), 0).expect("memory"));
        assert_eq!(sessions.0.len(), MAX_SESSIONS);
        assert_eq!(sessions.find(&session(1).id).expect("memory"), None);
        sessions.begin(&session(count + 2), count).expect("memory");
        assert_eq!(sessions.0.len(), 2);
        sessions.end_all("0").expect("memory");
        assert_eq!(sessions.0.len(), 1);
    }
}
