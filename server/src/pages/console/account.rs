//! What the holder of an account changes in it: name, email address, password, sessions.

use super::account_page::AccountPage;
use super::cookie::{Cookie, Cookies};
use super::form::Form;
use super::limits::Tried;
use super::notice::Notice;
use super::reply::{page, redirect, wait, with_cookie};
use super::session::SESSION_S;
use super::sign_in::signed_out;
use super::state::{Denied, State};
use super::visit::Visit;
use crate::accounts::store::{StoreError, Stored};
use crate::http::body::Answer;
use hyper::{Response, StatusCode};

/// The page of the account.
pub(super) fn show(visit: &Visit, status: StatusCode, notice: &Notice) -> Response<Answer> {
    let account = visit.account_now();
    page(status, AccountPage { account: &account, csrf: &visit.session.csrf }.page(notice))
}

/// Does with the account what the visitor asks.
pub(super) async fn change(
    state: &State,
    visit: &Visit<'_>,
    cookies: Cookies,
    action: &str,
    form: &Form,
) -> Response<Answer> {
    let (id, by) = (visit.account.id.to_string(), visit.actor());
    match action {
        "name" => {
            let name = form.field("name");
            outcome(visit, visit.store(move |s| s.set_name(&id, &name, &by)).await, "name")
        }
        "email" => {
            if let Err(denied) = confirm(state, visit, form).await {
                return refuse(visit, &denied);
            }
            let email = form.field("email");
            outcome(visit, visit.store(move |s| s.set_email(&id, &email, &by)).await, "email")
        }
        "password" => change_password(state, visit, cookies, form).await,
        "sign-out-everywhere" => {
            state.sessions.end_all(&id);
            tracing::info!(account = id, "signed out of the console everywhere");
            signed_out(cookies)
        }
        _ => visit.nothing_such("There is no such action.").await,
    }
}

/// Changes the password. That ends all sessions of the account; the visitor gets a new one.
async fn change_password(
    state: &State,
    visit: &Visit<'_>,
    cookies: Cookies,
    form: &Form,
) -> Response<Answer> {
    if let Err(denied) = confirm(state, visit, form).await {
        return refuse(visit, &denied);
    }
    let (id, email) = (visit.account.id.to_string(), visit.account.email.clone());
    let hash = match state.hash(form.typed("new-password"), email).await {
        Ok(hash) => hash,
        Err(e) => return outcome(visit, Err(e), "password"),
    };
    let by = visit.actor();
    let stored = visit.store(move |s| s.set_password(&id, &hash, &by)).await;
    if stored.is_err() {
        return outcome(visit, stored, "password");
    }
    tracing::info!(account = &*visit.account.id, "changed the password for the console");
    state.sessions.end_all(&visit.account.id);
    let token = state.sessions.begin(&visit.account_now(), visit.call.now_ms);
    let cookie = cookies.set(Cookie::Session, &token, SESSION_S);
    with_cookie(redirect("/console/account?done=password"), &cookie)
}

/// Asks for the present password once more: a browser that was left alone must not give the account away.
async fn confirm(state: &State, visit: &Visit<'_>, form: &Form) -> Result<(), Denied> {
    let tried = Tried::Account(visit.account.id.to_string());
    let hash = visit.account.password_hash.clone();
    state.check(visit.call, &tried, form.typed("password"), hash).await
}

fn refuse(visit: &Visit, denied: &Denied) -> Response<Answer> {
    let notice = Notice::Bad(denied.text("The present password is wrong; nothing was changed."));
    match denied {
        Denied::Wrong => show(visit, StatusCode::FORBIDDEN, &notice),
        Denied::TooMany(seconds) => {
            wait(show(visit, StatusCode::TOO_MANY_REQUESTS, &notice), (*seconds).into())
        }
    }
}

fn outcome(visit: &Visit, stored: Stored<()>, done: &str) -> Response<Answer> {
    match stored {
        Ok(()) => redirect(&format!("/console/account?done={done}")),
        Err(e @ (StoreError::Invalid(_) | StoreError::NotFound { .. })) => {
            show(visit, StatusCode::BAD_REQUEST, &Notice::Bad(e.to_string()))
        }
        Err(e) => visit.failed(&e),
    }
}
