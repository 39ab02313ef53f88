//! Sessions of signed-in visitors. PostgreSQL shares them between servers. With SQLite they are in memory,
//! so a restart ends them.

use super::notice::Notice;
use super::token::SessionToken;
use crate::pages::prelude::*;
use accounts::ledger::Ledger;
use accounts::store::{SealedNotice, SessionRow};
use ring::digest;
use std::time::Duration;

/// Lifetime of a session, s.
pub(super) const SESSION_S: i64 = 12 * 3600;
const NOTICE_LIFETIME: Duration = Duration::from_secs(5 * 60);

/// The session of a signed-in account holder.
#[derive(Clone)]
pub(super) struct Session {
    token: SessionToken,
    /// The hidden value of every form; forms without it are rejected.
    pub(super) csrf: String,
}

/// A mark that changes with the password and reveals neither the password nor its hash.
fn mark(account: &Account) -> [u8; 32] {
    let hash = account.password_hash.as_deref().unwrap_or_default();
    let mark = digest::digest(&digest::SHA256, hash.as_bytes());
    mark.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

impl Session {
    fn of(token: SessionToken) -> Self {
        Self { csrf: token.csrf(), token }
    }

    /// Signs an account in.
    pub(super) async fn begin(ledger: &Ledger, account: &Account, now_ms: i64) -> Stored<Self> {
        let token = SessionToken::new(&ledger.snapshot().digester);
        let row = SessionRow {
            id: token.id(),
            account: account.id.to_string(),
            password_mark: mark(account),
            ends_ms: now_ms + SESSION_S * 1000,
        };
        ledger.ask(move |store| store.sessions().begin(&row, now_ms)).await?;
        Ok(Self::of(token))
    }

    /// Returns the session of a cookie and its account, if both are still valid. The query also refreshes the
    /// accounts, so earlier changes through other servers are visible.
    pub(super) async fn find(
        ledger: &Ledger,
        cookie: &str,
        now_ms: i64,
    ) -> Stored<Option<(Self, Arc<Account>)>> {
        let Some(token) = SessionToken::read(cookie, &ledger.snapshot().digester) else { return Ok(None) };
        let id = token.id();
        let Some(row) = ledger.ask(move |store| store.sessions().find(&id)).await? else { return Ok(None) };
        let account = ledger.snapshot().accounts.get(row.account.as_str()).cloned();
        let is_valid = |account: &Arc<Account>| row.ends_ms > now_ms && mark(account) == row.password_mark;
        Ok(account.filter(is_valid).map(|account| (Self::of(token), account)))
    }

    pub(super) fn cookie(&self) -> &str {
        self.token.cookie()
    }

    /// Returns whether the hidden field of a form belongs to this session.
    pub(super) fn owns_form(&self, csrf: &str) -> bool {
        self.csrf.as_bytes().ct_eq(csrf.as_bytes()).into()
    }

    /// Stores a notice for the next page of this session, which any server may show. It replaces a waiting
    /// notice, but secrets queue up because they cannot be shown again. A notice is deleted when it is shown
    /// or when its lifetime ends.
    pub(super) async fn keep(&self, ledger: &Ledger, notice: &Notice, now_ms: i64) -> Stored<()> {
        let sealed = SealedNotice {
            bytes: self.token.seal(&notice.written()),
            is_secret: matches!(notice, Notice::Secret { .. }),
            until_ms: now_ms + NOTICE_LIFETIME.as_millis() as i64,
        };
        let id = self.token.id();
        ledger.ask(move |store| store.sessions().keep_notice(&id, &sealed, now_ms)).await
    }

    /// Removes and returns the first valid notice of this session.
    pub(super) async fn take(&self, ledger: &Ledger, now_ms: i64) -> Stored<Option<Notice>> {
        let id = self.token.id();
        let sealed = ledger.ask(move |store| store.sessions().take_notice(&id, now_ms)).await?;
        Ok(sealed.and_then(|sealed| Notice::read(&self.token.open(&sealed)?)))
    }

    pub(super) async fn end(&self, ledger: &Ledger) -> Stored<()> {
        let id = self.token.id();
        ledger.ask(move |store| store.sessions().end(&id)).await
    }

    pub(super) async fn end_all(ledger: &Ledger, account: &str) -> Stored<()> {
        let account = account.to_owned();
        ledger.ask(move |store| store.sessions().end_all(&account)).await
    }
}
