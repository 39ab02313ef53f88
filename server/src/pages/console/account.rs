//! Changes of an account by its holder: name, email address, password, sessions, deletion.

use super::account_page::{AccountForm, AccountPage};
use super::cookie::{Cookie, Cookies};
use super::history;
use super::keys;
use super::password_queue::Denied;
use super::reply::{message, redirect, wait, with_cookie};
use super::session::{SESSION_S, Session};
use super::sign_in::signed_out;
use crate::pages::console::prelude::*;
use accounts::account::{check_email, check_name};

/// Address of the account page.
const PLACE: &str = "/console/account";

/// Shows the account page.
pub(super) async fn show(visit: &Visit<'_>) -> Response<ResponseBody> {
    let account = visit.account_now();
    page(visit, StatusCode::OK, None, &AccountPage::of(&account)).await
}

async fn page(
    visit: &Visit<'_>,
    status: StatusCode,
    notice: Option<Notice>,
    page: &AccountPage,
) -> Response<ResponseBody> {
    match history::read(visit).await {
        Ok(changes) => {
            let body = |frame: &ConsoleFrame| html! { (page.body(frame)) (history::of_changes(&changes)) };
            visit.page(status, ConsolePage::Account, "Account", notice, body).await
        }
        Err(e) => visit.failed(&e),
    }
}

/// Performs the action of a form on the account page.
pub(super) async fn change(
    visit: &Visit<'_>,
    cookies: Cookies,
    action: &str,
    form: &SubmittedForm,
) -> Response<ResponseBody> {
    match action {
        "name" => change_name(visit, form).await,
        "email" => change_email(visit, form).await,
        "password" => change_password(visit, cookies, form).await,
        "delete" => delete(visit, cookies, form).await,
        "sign-out-everywhere" => match Session::end_all(visit.ledger(), &visit.account.id).await {
            Ok(()) => {
                tracing::info!(account = &*visit.account.id, "signed out of the console everywhere");
                signed_out(cookies)
            }
            Err(e) => visit.failed(&e),
        },
        _ => keys::missing(visit, "This action does not exist.").await,
    }
}

async fn change_name(visit: &Visit<'_>, form: &SubmittedForm) -> Response<ResponseBody> {
    let name = form.field("name");
    if let Err(e) = check_name(&name) {
        return refuse(visit, AccountForm::Name, form, Wrong::one("name", &e)).await;
    }
    let (id, by) = (visit.account.id.to_string(), visit.actor());
    let done = format!("The name is now “{name}”.");
    match visit.store(move |s| s.set_name(&id, &name, &by)).await {
        Ok(()) => visit.done(PLACE, Notice::Done(done)).await,
        Err(e) => refused(visit, AccountForm::Name, "name", form, &e).await,
    }
}

/// Changes the email address, confirmed by the current password.
async fn change_email(visit: &Visit<'_>, form: &SubmittedForm) -> Response<ResponseBody> {
    let email = form.field("email");
    if let Err(e) = check_email(&email) {
        return refuse(visit, AccountForm::Email, form, Wrong::one("email", &e)).await;
    }
    if let Err(denied) = confirm(visit, form).await {
        return deny(visit, AccountForm::Email, form, &denied).await;
    }
    let (id, by) = (visit.account.id.to_string(), visit.actor());
    let done = format!("The email address is now {email}. Use it to sign in.");
    match visit.store(move |s| s.set_email(&id, &email, &by)).await {
        Ok(()) => visit.done(PLACE, Notice::Done(done)).await,
        Err(e) => refused(visit, AccountForm::Email, "email", form, &e).await,
    }
}

/// Changes the password and ends all sessions of the account. The visitor gets a new session.
async fn change_password(
    visit: &Visit<'_>,
    cookies: Cookies,
    form: &SubmittedForm,
) -> Response<ResponseBody> {
    if let Err(denied) = confirm(visit, form).await {
        return deny(visit, AccountForm::Password, form, &denied).await;
    }
    let (proven, by) = (Arc::clone(&visit.account), visit.actor());
    let hash = visit.state.hash(form.typed("new-password"), proven.email.clone()).await;
    let stored: Stored<()> = match hash {
        Ok(hash) => visit.store(move |s| s.replace_password(&proven, &hash, &by)).await,
        Err(e) => Err(e),
    };
    match stored {
        Ok(()) => {}
        // It was the present one a moment ago.
        Err(StoreError::Outdated) => return deny(visit, AccountForm::Password, form, &Denied::Wrong).await,
        Err(e) => return refused(visit, AccountForm::Password, "new-password", form, &e).await,
    }
    match restart_session(visit).await {
        Ok(session) => {
            with_cookie(redirect(PLACE), &cookies.set(Cookie::Session, session.cookie(), SESSION_S))
        }
        Err(e) => visit.failed(&e),
    }
}

/// Deletes the account, confirmed by the current password.
async fn delete(visit: &Visit<'_>, cookies: Cookies, form: &SubmittedForm) -> Response<ResponseBody> {
    if let Err(denied) = confirm(visit, form).await {
        return deny(visit, AccountForm::Delete, form, &denied).await;
    }
    let (id, by) = (visit.account.id.to_string(), visit.actor());
    match visit.store(move |s| s.delete_account(&id, &by)).await {
        Ok(()) => {
            let done = message(StatusCode::OK, "Your account, its keys and its usage were deleted.");
            with_cookie(done, &cookies.set(Cookie::Session, "", 0))
        }
        Err(e) => visit.failed(&e),
    }
}

/// Ends all sessions of the account and starts one with a notice about it.
async fn restart_session(visit: &Visit<'_>) -> Stored<Session> {
    let (ledger, now_ms) = (visit.ledger(), visit.call.now_ms);
    Session::end_all(ledger, &visit.account.id).await?;
    let session = Session::begin(ledger, &visit.account_now(), now_ms).await?;
    let done = Notice::Done("The password was changed, and all other sessions were ended.".into());
    session.keep(ledger, &done, now_ms).await?;
    Ok(session)
}

/// Checks the current password, so that an unattended browser does not give away the account.
async fn confirm(visit: &Visit<'_>, form: &SubmittedForm) -> Result<(), Denied> {
    let tried = Attempt::Account(visit.account.id.to_string());
    let hash = visit.account.password_hash.clone();
    visit.state.check(visit.service, visit.call, &tried, form.typed("password"), hash).await
}

/// The page after a wrong current password, or after too many attempts.
async fn deny(
    visit: &Visit<'_>,
    part: AccountForm,
    form: &SubmittedForm,
    denied: &Denied,
) -> Response<ResponseBody> {
    let text = denied.text("This is not the current password. Nothing was changed.");
    let wrong = Wrong::one("password", &text);
    let response = with_form(visit, StatusCode::FORBIDDEN, part, form, wrong).await;
    match denied {
        Denied::Wrong => response,
        Denied::TooMany(seconds) => {
            let mut response = wait(response, (*seconds).into());
            *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
            response
        }
    }
}

/// The page after the store rejected a field.
async fn refused(
    visit: &Visit<'_>,
    part: AccountForm,
    field: &'static str,
    form: &SubmittedForm,
    e: &StoreError,
) -> Response<ResponseBody> {
    match e {
        StoreError::Invalid(text) => refuse(visit, part, form, Wrong::one(field, text)).await,
        e => visit.failed(e),
    }
}

async fn refuse(
    visit: &Visit<'_>,
    part: AccountForm,
    form: &SubmittedForm,
    wrong: Wrong,
) -> Response<ResponseBody> {
    with_form(visit, StatusCode::BAD_REQUEST, part, form, wrong).await
}

/// The page with the submitted values, except passwords, and error messages.
async fn with_form(
    visit: &Visit<'_>,
    status: StatusCode,
    part: AccountForm,
    form: &SubmittedForm,
    wrong: Wrong,
) -> Response<ResponseBody> {
    let notice = Notice::of_form(part.error(), &wrong);
    let account = visit.account_now();
    let mut typed = AccountPage::of(&account);
    match part {
        AccountForm::Name => typed.name = form.field("name"),
        AccountForm::Email => typed.email = form.field("email"),
        AccountForm::Password | AccountForm::Delete => {}
    }
    typed.open = Some(part);
    typed.wrong = wrong;
    page(visit, status, Some(notice), &typed).await
}
