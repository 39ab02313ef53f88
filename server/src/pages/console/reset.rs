//! A new password by a link of the operator.

use super::password_queue::PasswordQueue;
use super::reply::{failed, message, page};
use super::session::Session;
use crate::pages::console::prelude::*;
use accounts::snapshot::Snapshot;
use accounts::store::Actor;

fn expired() -> Response<ResponseBody> {
    message(StatusCode::NOT_FOUND, "This link has expired or was used. Ask the operator for a new one.")
}

/// The page with the form.
pub(super) fn show(service: &Service, call: &Call) -> Response<ResponseBody> {
    let token = &token(call);
    match account(&service.gate.ledger.snapshot(), token, call.now_ms) {
        Some(_) => form(StatusCode::OK, token, &Wrong::default()),
        None => expired(),
    }
}

/// The token in the query, which the log does not contain.
fn token(call: &Call) -> String {
    let query = call.uri.query().unwrap_or_default().as_bytes();
    let token = form_urlencoded::parse(query).find(|(name, _)| name == "token");
    token.map_or_else(String::new, |(_, token)| token.into_owned())
}

/// The account of a valid token; none if the account is suspended.
fn account(snapshot: &Snapshot, token: &str, now_ms: i64) -> Option<Arc<Account>> {
    let (id, rest) = token.split_once('.')?;
    let until_ms = rest.split('.').next()?.parse().ok().filter(|until_ms| *until_ms > now_ms)?;
    let account = snapshot.accounts.get(id).filter(|account| !account.is_suspended)?;
    let hash = account.password_hash.as_deref();
    let right = snapshot.digester.reset_token(&account.id, &account.email, hash, until_ms);
    bool::from(right.as_bytes().ct_eq(token.as_bytes())).then(|| account.clone())
}

fn form(status: StatusCode, token: &str, wrong: &Wrong) -> Response<ResponseBody> {
    let path = format!("/console/reset?token={token}");
    let fields = [FormField::new_password("reset")];
    page(status, frame::visitors_form("Set a new password", &path, &fields, wrong, "Then sign in with it."))
}

/// Sets the password and ends all sessions of the account. The store compares the account with the one for
/// which the token is valid, so a link works once, also for concurrent requests.
pub(super) async fn perform(
    state: &PasswordQueue,
    service: &Service,
    call: &Call<'_>,
    sent: &SubmittedForm,
) -> Response<ResponseBody> {
    let token = &token(call);
    let ledger = &service.gate.ledger;
    let found = account(&ledger.snapshot(), token, call.now_ms);
    let Some(account) = found else { return expired() };
    let hash = match state.hash(sent.typed("new-password"), account.email.clone()).await {
        Ok(hash) => hash,
        Err(StoreError::Invalid(text)) => {
            return form(StatusCode::BAD_REQUEST, token, &Wrong::one("new-password", &text));
        }
        Err(e) => return failed(&e, Some(&account)),
    };
    let (proven, by) = (Arc::clone(&account), Actor::holder(&account.id, call.client, call.now_ms));
    let done = match ledger.ask(move |store| store.replace_password(&proven, &hash, &by)).await {
        Ok(()) => Session::end_all(ledger, &account.id).await,
        Err(e) => Err(e),
    };
    match done {
        Ok(()) => message(StatusCode::OK, "The password was changed. Sign in with it."),
        Err(StoreError::Outdated | StoreError::NotFound { .. }) => expired(),
        Err(e) => failed(&e, Some(&account)),
    }
}
