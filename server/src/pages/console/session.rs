//! Who is signed in. Sessions are in the store of the accounts: with PostgreSQL all servers know them, with
//! SQLite they are in memory, and a restart signs everybody out.

use super::notice::Notice;
use super::token::Token;
use accounts::ledger::Ledger;
use accounts::snapshot::Account;
use accounts::store::{SealedNotice, SessionRow, Stored};
use ring::digest;
use std::sync::Arc;
use std::time::Duration;
use subtle::ConstantTimeEq;

/// How long a session lasts, s.
pub(super) const SESSION_S: i64 = 12 * 3600;
/// How long a notice waits for the page that shows it.
const NOTICE_WAITS: Duration = Duration::from_secs(5 * 60);

/// The session of an account whose holder is signed in.
#[derive(Clone)]
pub(super) struct Session {
    token: Token,
    /// Stands in every form, and a form without it is refused.
    pub(super) csrf: String,
}

/// Tells one password from another without giving it away, not even its hash.
fn mark(account: &Account) -> [u8; 32] {
    let hash = account.password_hash.as_deref().unwrap_or_default();
    let mark = digest::digest(&digest::SHA256, hash.as_bytes());
    mark.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

impl Session {
    fn of(token: Token) -> Self {
        Self { csrf: token.csrf(), token }
    }

    /// Signs an account in.
    pub(super) async fn begin(ledger: &Ledger, account: &Account, now_ms: i64) -> Stored<Self> {
        let token = Token::new(&ledger.snapshot().digester);
        let row = SessionRow {
            id: token.id(),
            account: account.id.to_string(),
            password_mark: mark(account),
            ends_ms: now_ms + SESSION_S * 1000,
        };
        ledger.ask(move |store| store.sessions().begin(&row, now_ms)).await?;
        Ok(Self::of(token))
    }

    /// The session of a cookie and its account, if both are still valid. The accounts are as fresh afterwards
    /// as the session: what was changed through another server before is seen.
    pub(super) async fn find(
        ledger: &Ledger,
        cookie: &str,
        now_ms: i64,
    ) -> Stored<Option<(Self, Arc<Account>)>> {
        let Some(token) = Token::read(cookie, &ledger.snapshot().digester) else { return Ok(None) };
        let id = token.id();
        let Some(row) = ledger.ask(move |store| store.sessions().find(&id)).await? else { return Ok(None) };
        let account = ledger.snapshot().accounts.get(row.account.as_str()).cloned();
        let is_valid = |account: &Arc<Account>| row.ends_ms > now_ms && mark(account) == row.password_mark;
        Ok(account.filter(is_valid).map(|account| (Self::of(token), account)))
    }

    /// The value of the session's cookie.
    pub(super) fn cookie(&self) -> &str {
        self.token.cookie()
    }

    /// Whether the hidden field of a form belongs to this session.
    pub(super) fn owns_form(&self, csrf: &str) -> bool {
        self.csrf.as_bytes().ct_eq(csrf.as_bytes()).into()
    }

    /// Keeps a notice for a next page of this session: in place of one that waits, but after secrets, which
    /// nobody could get again. So what was done is shown after a redirect, once, by whatever server: a secret
    /// that a page has shown is nowhere any more, nor is one that has waited too long for its page.
    pub(super) async fn keep(&self, ledger: &Ledger, notice: &Notice, now_ms: i64) -> Stored<()> {
        let sealed = SealedNotice {
            bytes: self.token.seal(&notice.written()),
            is_secret: matches!(notice, Notice::Secret { .. }),
            until_ms: now_ms + NOTICE_WAITS.as_millis() as i64,
        };
        let id = self.token.id();
        ledger.ask(move |store| store.sessions().keep_notice(&id, &sealed, now_ms)).await
    }

    /// Takes the first notice that was kept for this session and has not waited too long.
    pub(super) async fn take(&self, ledger: &Ledger, now_ms: i64) -> Stored<Option<Notice>> {
        let id = self.token.id();
        let sealed = ledger.ask(move |store| store.sessions().take_notice(&id, now_ms)).await?;
        Ok(sealed.and_then(|sealed| Notice::read(&self.token.open(&sealed)?)))
    }

    /// Ends this session.
    pub(super) async fn end(&self, ledger: &Ledger) -> Stored<()> {
        let id = self.token.id();
        ledger.ask(move |store| store.sessions().end(&id)).await
    }

    /// Ends all sessions of an account.
    pub(super) async fn end_all(ledger: &Ledger, account: &str) -> Stored<()> {
        let account = account.to_owned();
        ledger.ask(move |store| store.sessions().end_all(&account)).await
    }
}
