//! Sessions of the console in a store. A reader of the store cannot take a session over: the store has only
//! hashes of the tokens, and notices are encrypted with the tokens.

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
    /// The end of the session, milliseconds since 1970.
    pub ends_ms: i64,
}

/// A notice for the next page of a session, encrypted with its cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedNotice {
    /// The sealed notice.
    pub bytes: Vec<u8>,
    /// `true` if it contains a secret. Other notices do not replace it, because it exists nowhere else.
    pub is_secret: bool,
    /// Until when it waits for a page, milliseconds since 1970.
    pub until_ms: i64,
}

/// Keeps sessions of the console. Each method takes effect as a whole or not at all.
pub trait SessionStore {
    /// Begins a session and removes those that have ended by `now_ms`, or the oldest if there are too many.
    fn begin(&mut self, session: &SessionRow, now_ms: i64) -> Stored<()>;

    /// Reads a session, which may have ended a short time ago.
    fn find(&mut self, id: &SessionId) -> Stored<Option<SessionRow>>;

    /// Ends a session.
    fn end(&mut self, id: &SessionId) -> Stored<()>;

    /// Ends all sessions of an account.
    fn end_all(&mut self, account: &str) -> Stored<()>;

    /// Keeps a notice for the next page of a session that has not ended. It replaces other waiting notices,
    /// except secrets. Removes notices that have expired by `now_ms`.
    fn keep_notice(&mut self, session: &SessionId, notice: &SealedNotice, now_ms: i64) -> Stored<()>;

    /// Takes the first notice of a session that has not expired by `now_ms`.
    fn take_notice(&mut self, session: &SessionId, now_ms: i64) -> Stored<Option<Vec<u8>>>;
}
