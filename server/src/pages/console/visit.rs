//! A request with a valid session.

use super::cookie::{Cookie, Cookies};
use super::frame::{ConsoleFrame, ConsolePage};
use super::notice::Notice;
use super::password_queue::PasswordQueue;
use super::reply::{self, page, redirect};
use super::session::Session;
use crate::pages::prelude::*;
use accounts::credits::MonthUsage;
use accounts::ledger::Ledger;
use accounts::secret::KeyId;
use accounts::snapshot::Snapshot;
use accounts::store::{Actor, Store};
use hyper::Method;
use tokio::sync::OnceCell;

/// A request with a valid session.
pub(super) struct Visit<'a> {
    /// The state of the console.
    pub(super) state: &'a PasswordQueue,
    pub(super) service: &'a Arc<Service>,
    pub(super) call: &'a Call<'a>,
    pub(super) session: Session,
    /// The account of the visitor at the start of the request.
    pub(super) account: Arc<Account>,
    usage: OnceCell<MonthUsage>,
}

impl<'a> Visit<'a> {
    /// Returns the visit if the request has a valid session and the account is not suspended.
    pub(super) async fn of(
        state: &'a PasswordQueue,
        service: &'a Arc<Service>,
        call: &'a Call<'a>,
        cookies: Cookies,
    ) -> Stored<Option<Self>> {
        let ledger = &service.gate.ledger;
        let Some(cookie) = cookies.get(call.headers, Cookie::Session) else { return Ok(None) };
        let found = Session::find(ledger, cookie, call.now_ms).await?;
        let Some((session, account)) = found else { return Ok(None) };
        if account.is_suspended {
            Session::end_all(ledger, &account.id).await?;
            return Ok(None);
        }
        Ok(Some(Self { state, service, call, session, account, usage: OnceCell::new() }))
    }

    /// The accounts of the service.
    pub(super) fn ledger(&self) -> &'a Ledger {
        &self.service.gate.ledger
    }

    /// Usage of the account in the current month, on all servers.
    pub(super) async fn usage(&self) -> &MonthUsage {
        self.usage.get_or_init(|| self.ledger().month.read(&self.account, self.now_ms())).await
    }

    /// The accounts as they are now.
    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.service.gate.ledger.snapshot())
    }

    /// A key of this account.
    pub(super) fn key(&self, id: &str) -> Option<Arc<Key>> {
        self.snapshot().keys.get(&KeyId::parse(id)?).filter(|k| k.account.id == self.account.id).cloned()
    }

    /// The current state of the account, which this request may have changed.
    pub(super) fn account_now(&self) -> Arc<Account> {
        self.snapshot().accounts.get(&self.account.id).unwrap_or(&self.account).clone()
    }

    /// The visitor as the author of changes, for the audit log.
    pub(super) fn actor(&self) -> Actor {
        Actor::holder(&self.account.id, self.call.client, self.call.now_ms)
    }

    /// The time that determines the current month, milliseconds since 1970.
    pub(super) fn now_ms(&self) -> i64 {
        self.service.gate.ledger.reckoned_ms(self.call.now_ms)
    }

    /// Runs `work` on the store without blocking a request thread.
    pub(super) async fn store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.ledger().ask(work).await
    }

    /// A page of the visitor. If `notice` is `None`, the page shows the stored notice, unless the browser
    /// only prefetches it.
    pub(super) async fn page(
        &self,
        status: StatusCode,
        place: ConsolePage,
        title: &str,
        notice: Option<Notice>,
        body: impl FnOnce(&ConsoleFrame) -> Markup,
    ) -> Response<ResponseBody> {
        let (account, now_ms) = (self.account_now(), self.now_ms());
        let notice = match notice {
            None if self.is_shown() => self.stored_notice().await,
            notice => notice,
        };
        let standing = account.meter.standing(account.allowance, now_ms);
        let frame = ConsoleFrame {
            account: &account,
            csrf: &self.session.csrf,
            standing: standing.with_used(self.usage().await.used, account.allowance),
        };
        page(status, frame.page(place, title, notice.as_ref(), body(&frame)))
    }

    /// Removes and returns the stored notice.
    async fn stored_notice(&self) -> Option<Notice> {
        let notice = self.session.take(self.ledger(), self.call.now_ms).await;
        notice.unwrap_or_else(|e| {
            tracing::error!(error = %e, account = &*self.account.id, "cannot read the stored notice");
            None
        })
    }

    /// Returns whether the browser shows the page, and does not prefetch or embed it.
    fn is_shown(&self) -> bool {
        let says = |name: &str, word: &str| self.call.headers.get(name).is_none_or(|value| value == word);
        *self.call.method == Method::GET
            && !self.call.headers.contains_key("sec-purpose")
            && says("sec-fetch-dest", "document")
    }

    /// Redirects to a page that shows the notice once. If the notice cannot be stored, the response shows it
    /// directly, because a secret would be lost otherwise.
    pub(super) async fn done(&self, place: &str, notice: Notice) -> Response<ResponseBody> {
        let Err(e) = self.session.keep(self.ledger(), &notice, self.call.now_ms).await else {
            return redirect(place);
        };
        let account = &*self.account.id;
        tracing::error!(error = %e, account, "cannot store a notice; showing it without a redirect");
        let further = |_: &ConsoleFrame| html! { p { a.button href=(place) { "Continue" } } };
        self.page(StatusCode::OK, ConsolePage::Keys, "Done", Some(notice), further).await
    }

    /// The response to a failure of the store.
    pub(super) fn failed(&self, e: &StoreError) -> Response<ResponseBody> {
        reply::failed(e, Some(&self.account))
    }
}
