//! Sessions of the console as a store keeps them: whoever reads the store can take none over, for it has
//! hashes of their tokens, and what waits for their pages is sealed with the tokens.

use super::error::Stored;

/// The name of a session: the hash of the token in its cookie.
pub type SessionId = [u8; 32];

/// A session of the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// The name of the session.
    pub id: SessionId,
    /// Id of the account whose holder is signed in.
    pub account: String,
    /// The hash of the account's password hash when the session began: a new password ends the session.
    pub password_mark: [u8; 32],
    /// When the session ends, milliseconds since 1970.
    pub ends_ms: i64,
}

/// What the next page of a session is to say, in a form that only its cookie opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedNotice {
    /// The sealed notice.
    pub bytes: Vec<u8>,
    /// Whether it has a secret, which nobody could get again: others do not take its place.
    pub is_secret: bool,
    /// Until when it waits for a page, milliseconds since 1970.
    pub until_ms: i64,
}

/// Keeps sessions of the console. Each method takes effect as a whole or not at all.
pub trait SessionStore {
    /// Begins a session, and forgets those that have ended by `now_ms`; the oldest if there are too many.
    fn begin(&mut self, session: &SessionRow, now_ms: i64) -> Stored<()>;

    /// Reads a session, also one that has ended a short time ago.
    fn find(&mut self, id: &SessionId) -> Stored<Option<SessionRow>>;

    /// Ends a session.
    fn end(&mut self, id: &SessionId) -> Stored<()>;

    /// Ends all sessions of an account.
    fn end_all(&mut self, account: &str) -> Stored<()>;

    /// Keeps a notice for a next page of a session, if it has not ended: in place of one that waits, but
    /// after secrets. Those that have waited too long by `now_ms` are forgotten.
    fn keep_notice(&mut self, session: &SessionId, notice: &SealedNotice, now_ms: i64) -> Stored<()>;

    /// Takes the first notice that was kept for a session and has not waited too long by `now_ms`.
    fn take_notice(&mut self, session: &SessionId, now_ms: i64) -> Stored<Option<Vec<u8>>>;
}
