//! A request of somebody who is signed in.

use super::cookie::{Cookie, Cookies};
use super::frame::{Frame, Place};
use super::notice::Notice;
use super::reply::{message, page, redirect};
use super::session::Session;
use super::state::State;
use crate::accounts::key::Key;
use crate::accounts::secret::KeyId;
use crate::accounts::snapshot::{Account, Snapshot};
use crate::accounts::store::{Actor, Store, StoreError, Stored};
use crate::http::body::Answer;
use crate::http::call::Call;
use crate::service::Service;
use hyper::{Method, Response, StatusCode};
use maud::Markup;
use std::sync::Arc;

/// A request of somebody who is signed in.
pub(super) struct Visit<'a> {
    /// What the console keeps in memory.
    pub(super) state: &'a State,
    /// The service, whose accounts and operations are used.
    pub(super) service: &'a Arc<Service>,
    /// The request.
    pub(super) call: &'a Call<'a>,
    /// The session of the visitor.
    pub(super) session: Session,
    /// The account of the visitor when the request came.
    pub(super) account: Arc<Account>,
}

impl<'a> Visit<'a> {
    /// The visit of somebody who is signed in, if the request has a valid session and the account is not
    /// suspended.
    pub(super) fn of(
        state: &'a State,
        service: &'a Arc<Service>,
        call: &'a Call<'a>,
        cookies: Cookies,
    ) -> Option<Self> {
        let snapshot = service.gate.ledger.snapshot();
        let token = cookies.get(call.headers, Cookie::Session)?;
        let (session, account) = state.sessions.find(token, &snapshot, call.now_ms)?;
        if account.is_suspended {
            state.sessions.end_all(&account.id);
            return None;
        }
        Some(Self { state, service, call, session, account })
    }

    /// The accounts as they are now.
    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.service.gate.ledger.snapshot())
    }

    /// A key of this account, and of no other.
    pub(super) fn key(&self, id: &str) -> Option<Arc<Key>> {
        self.snapshot().keys.get(&KeyId::parse(id)?).filter(|k| k.account.id == self.account.id).cloned()
    }

    /// The account as it is now: what has just been changed may have changed it, too.
    pub(super) fn account_now(&self) -> Arc<Account> {
        self.snapshot().accounts.get(&self.account.id).unwrap_or(&self.account).clone()
    }

    /// The visitor as the one who changes something, for the audit log.
    pub(super) fn actor(&self) -> Actor {
        Actor::holder(&self.account.id, self.call.client, self.call.now_ms)
    }

    /// The time by which months are reckoned, milliseconds since 1970.
    pub(super) fn now_ms(&self) -> i64 {
        self.service.gate.ledger.reckoned_ms(self.call.now_ms)
    }

    /// Runs work on the store, away from the threads that answer requests.
    pub(super) async fn store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let service = self.service.clone();
        tokio::task::spawn_blocking(move || service.gate.ledger.with(work))
            .await
            .unwrap_or(Err(StoreError::Stopping))
    }

    /// A page of the visitor; `body` is given what every page shows. The notice that waits for the next page
    /// is taken for a page that somebody reads, unless there is another.
    pub(super) fn page(
        &self,
        status: StatusCode,
        place: Place,
        title: &str,
        notice: Option<Notice>,
        body: impl FnOnce(&Frame) -> Markup,
    ) -> Response<Answer> {
        let (account, now_ms) = (self.account_now(), self.now_ms());
        let frame = Frame {
            account: &account,
            csrf: &self.session.csrf,
            standing: account.meter.standing(account.allowance, now_ms),
        };
        let kept =
            || self.is_read().then(|| self.state.sessions.take(&self.session, self.call.now_ms)).flatten();
        let notice = notice.or_else(kept);
        page(status, frame.page(place, title, notice.as_ref(), body(&frame)))
    }

    /// Whether the answer is a page that somebody reads, and not one that a browser fetches in advance, or
    /// as a part of another page.
    fn is_read(&self) -> bool {
        let says = |name: &str, word: &str| self.call.headers.get(name).is_none_or(|value| value == word);
        *self.call.method == Method::GET
            && !self.call.headers.contains_key("sec-purpose")
            && says("sec-fetch-dest", "document")
    }

    /// Leads to a page that says once what was done.
    pub(super) fn done(&self, place: &str, notice: Notice) -> Response<Answer> {
        self.state.sessions.keep(&self.session, notice, self.call.now_ms);
        redirect(place)
    }

    /// The response when the store does not work.
    pub(super) fn failed(&self, e: &StoreError) -> Response<Answer> {
        tracing::error!(error = %e, account = &*self.account.id, "the console could not use the accounts");
        message(
            StatusCode::SERVICE_UNAVAILABLE,
            "The accounts cannot be changed now: their database is in use or full. Try again in a minute.",
        )
    }
}
