//! A request of somebody who is signed in: the page of the account's keys, and what is done with a key.

use super::cookie::{Cookie, Cookies};
use super::form::Form;
use super::notice::Notice;
use super::overview::Overview;
use super::reply::{message, page, redirect};
use super::session::Session;
use super::state::State;
use crate::accounts::clock::Month;
use crate::accounts::key::KeyChange;
use crate::accounts::secret::KeyId;
use crate::accounts::snapshot::{Account, Key};
use crate::accounts::store::{Actor, Store, StoreError, Stored};
use crate::api::instant::Instant;
use crate::http::body::Answer;
use crate::http::call::Call;
use crate::service::Service;
use hyper::{Method, Response, StatusCode, Uri};
use std::sync::Arc;

/// A request of somebody who is signed in.
pub(super) struct Visit<'a> {
    service: &'a Arc<Service>,
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
        state: &State,
        service: &'a Arc<Service>,
        call: &'a Call<'a>,
        cookies: Cookies,
    ) -> Option<Self> {
        let snapshot = service.gate.ledger.snapshot();
        let token = cookies.get(call.headers, Cookie::Session)?;
        let (session, account) = state.sessions.find(token, &snapshot, call.now_ms)?;
        if account.is_suspended {
            return None;
        }
        Some(Self { service, call, session, account })
    }

    /// A key of this account, and of no other.
    pub(super) fn key(&self, id: &str) -> Option<Arc<Key>> {
        let snapshot = self.service.gate.ledger.snapshot();
        snapshot.keys.get(&KeyId::parse(id)?).filter(|k| k.account.id == self.account.id).cloned()
    }

    /// The account as it is now: what has just been changed may have changed it, too.
    pub(super) fn account_now(&self) -> Arc<Account> {
        let snapshot = self.service.gate.ledger.snapshot();
        snapshot.accounts.get(&self.account.id).unwrap_or(&self.account).clone()
    }

    /// The visitor as the one who changes something, for the audit log.
    pub(super) fn actor(&self) -> Actor {
        Actor::holder(&self.account.id, self.call.client, self.call.now_ms)
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

    /// The page of the account's keys and its usage.
    pub(super) async fn overview(&self, status: StatusCode, notice: Notice) -> Response<Answer> {
        let now_ms = self.service.gate.ledger.reckoned_ms(self.call.now_ms);
        let month = Month::of(now_ms);
        let id = self.account.id.to_string();
        let usage = match self.store(move |store| store.usage(month, Some(&id))).await {
            Ok(usage) => usage,
            Err(e) => return self.failed(&e),
        };
        let (account, snapshot) = (self.account_now(), self.service.gate.ledger.snapshot());
        let overview = Overview {
            account: &account,
            keys: &snapshot.keys_of(&account.id),
            csrf: &self.session.csrf,
            month,
            balance: account.meter.balance(account.allowance, now_ms),
            usage: &usage,
        };
        page(status, overview.page(&notice))
    }

    /// Makes a key.
    pub(super) async fn create(&self, form: &Form) -> Response<Answer> {
        let (nickname, description) = (form.field("nickname"), form.field("description"));
        let (account, by) = (self.account.id.to_string(), self.actor());
        match self.store(move |store| store.create_key(&account, &nickname, &description, &by)).await {
            Ok(secret) => self.overview(StatusCode::OK, Notice::Created(secret)).await,
            Err(e) => self.refused(&e).await,
        }
    }

    /// Does with a key what the visitor asks.
    pub(super) async fn change(&self, key: Arc<Key>, action: &str, form: &Form) -> Response<Answer> {
        let (id, by) = (key.id.to_string(), self.actor());
        let done = match action {
            "enable" => self.store(move |s| s.set_enabled(&id, true, &by)).await.map(|()| "enabled"),
            "disable" => self.store(move |s| s.set_enabled(&id, false, &by)).await.map(|()| "disabled"),
            "delete" => self.store(move |s| s.delete_key(&id, &by)).await.map(|()| "deleted"),
            "update" => {
                let change = key_change(form);
                self.store(move |s| s.update_key(&id, &change, &by)).await.map(|()| "saved")
            }
            "test" => return self.test(key).await,
            _ => return self.nothing_such("There is no such action.").await,
        };
        match done {
            Ok(done) => redirect(&format!("/console?done={done}")),
            Err(e) => self.refused(&e).await,
        }
    }

    /// Requests the current Julian Day with a key, exactly as its holder would from this browser.
    async fn test(&self, key: Arc<Key>) -> Response<Answer> {
        let now = Instant { unix_ms: self.call.now_ms }.iso();
        let path = format!("/julian-day/{now}");
        let uri: Uri = path.parse().expect("a path with a date");
        let headers = ["origin", "host"]
            .into_iter()
            .filter_map(|n| Some((n.parse().ok()?, self.call.headers.get(n)?.clone())))
            .collect();
        let call = Call { method: &Method::GET, uri: &uri, headers: &headers, ..*self.call };
        let nickname = key.nickname.clone();
        let response = self.service.answer_to(&call, key).response;
        let status = response.status();
        let body = match response.into_body() {
            Answer::Full(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Answer::Shared(_) | Answer::Streamed { .. } => unreachable!("a Julian Day is a short answer"),
        };
        self.overview(StatusCode::OK, Notice::Tested { nickname, path, status: status.as_u16(), body }).await
    }

    /// The page of the account for a visitor who asks for what is not there.
    pub(super) async fn nothing_such(&self, text: &str) -> Response<Answer> {
        self.overview(StatusCode::NOT_FOUND, Notice::Bad(text.into())).await
    }

    async fn refused(&self, e: &StoreError) -> Response<Answer> {
        match e {
            StoreError::Invalid(_) | StoreError::NotFound { .. } => {
                self.overview(StatusCode::BAD_REQUEST, Notice::Bad(e.to_string())).await
            }
            _ => self.failed(e),
        }
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

/// The fields of the form for a key; those for rules are absent where there are none and the plan has none.
fn key_change(form: &Form) -> KeyChange {
    KeyChange {
        nickname: Some(form.field("nickname")),
        description: Some(form.field("description")),
        origins: form.get("origins").map(str::to_owned),
        ips: form.get("ips").map(str::to_owned),
        enabled: None,
    }
}
