//! Signing in and out.

use super::cookie::{Cookie, Cookies};
use super::password_queue::{Denied, PasswordQueue};
use super::reply::{failed, page, redirect, wait, with_cookie};
use super::session::{SESSION_S, Session};
use crate::observe::metrics::SignIn;
use crate::pages::console::prelude::*;
use accounts::secret::random_text;

/// Characters of the token in the form for signing in.
const TOKEN_CHARS: usize = 43;
/// Lifetime of the sign-in form, s.
const FORM_S: i64 = 12 * 3600;

/// The sign-in page. Form and cookie contain the same token.
pub(super) fn form(
    cookies: Cookies,
    call: &Call,
    status: StatusCode,
    notice: Option<&Notice>,
    email: &str,
) -> Response<ResponseBody> {
    let existing = cookies.get(call.headers, Cookie::SignIn).filter(|t| is_token(t));
    // Several open sign-in pages share one token.
    let token = existing.map_or_else(|| random_text(TOKEN_CHARS), str::to_owned);
    let response = page(status, frame::sign_in(notice, email, &token));
    with_cookie(response, &cookies.set(Cookie::SignIn, &token, FORM_S))
}

fn is_token(text: &str) -> bool {
    text.len() == TOKEN_CHARS && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Signs in with email address and password.
pub(super) async fn sign_in(
    state: &PasswordQueue,
    service: &Service,
    call: &Call<'_>,
    cookies: Cookies,
    sent: &SubmittedForm,
) -> Response<ResponseBody> {
    let typed = sent.typed("email");
    if !is_of_our_form(cookies, call, sent) {
        log_failure(service, call, SignIn::BadForm, None);
        let text = "This form has expired, or your browser blocks cookies. Please try again.";
        return form(cookies, call, StatusCode::FORBIDDEN, Some(&Notice::Refused(text.into())), &typed);
    }
    // In the form in which the store compares addresses, so that spellings do not evade the attempt limit.
    let email = typed.trim().to_ascii_lowercase();
    let found = find(service, &email);
    let tried = match &found {
        Some(account) => Attempt::Account(account.id.to_string()),
        None => Attempt::Email(email),
    };
    let hash = found.as_ref().and_then(|a| a.password_hash.clone());
    let checked = state.check(service, call, &tried, sent.typed("password"), hash).await;
    let denied = match (checked, &found) {
        (Ok(()), Some(account)) if account.is_suspended => {
            log_failure(service, call, SignIn::Suspended, Some(account));
            let text = "This account is suspended. Contact the operator of the service.";
            return form(cookies, call, StatusCode::FORBIDDEN, Some(&Notice::Refused(text.into())), &typed);
        }
        (Ok(()), Some(account)) => {
            return match Session::begin(&service.gate.ledger, account, call.now_ms).await {
                Ok(session) => {
                    log_success(service, call, account);
                    let cookie = cookies.set(Cookie::Session, session.cookie(), SESSION_S);
                    with_cookie(redirect("/console"), &cookie)
                }
                Err(e) => failed(&e, Some(account)),
            };
        }
        (Err(denied), _) => denied,
        (Ok(()), None) => Denied::Wrong,
    };
    let outcome = match denied {
        Denied::Wrong => SignIn::Wrong,
        Denied::TooMany(_) => SignIn::TooMany,
    };
    log_failure(service, call, outcome, found.as_deref());
    let notice = Notice::Refused(denied.text("The email address or the password is wrong."));
    let refused = |status| form(cookies, call, status, Some(&notice), &typed);
    match denied {
        Denied::Wrong => refused(StatusCode::UNAUTHORIZED),
        Denied::TooMany(seconds) => wait(refused(StatusCode::TOO_MANY_REQUESTS), seconds.into()),
    }
}

/// Returns whether form and cookie have the same token. Another site can send a form, but cannot read the
/// cookie.
fn is_of_our_form(cookies: Cookies, call: &Call, sent: &SubmittedForm) -> bool {
    let token = cookies.get(call.headers, Cookie::SignIn).filter(|t| is_token(t));
    token.is_some_and(|t| bool::from(t.as_bytes().ct_eq(sent.typed("csrf").as_bytes())))
}

fn find(service: &Service, email: &str) -> Option<Arc<Account>> {
    let snapshot = service.gate.ledger.snapshot();
    snapshot.accounts.values().find(|a| a.email.eq_ignore_ascii_case(email)).cloned()
}

/// Ends the session of the visitor.
pub(super) async fn sign_out(visit: &Visit<'_>, cookies: Cookies) -> Response<ResponseBody> {
    match visit.session.end(visit.ledger()).await {
        Ok(()) => signed_out(cookies),
        Err(e) => visit.failed(&e),
    }
}

/// The response after the end of the visitor's session.
pub(super) fn signed_out(cookies: Cookies) -> Response<ResponseBody> {
    with_cookie(redirect("/console"), &cookies.set(Cookie::Session, "", 0))
}

/// Logs and counts a successful sign-in.
fn log_success(service: &Service, call: &Call, account: &Account) {
    service.metrics.sign_in(SignIn::Good);
    let (account, request_id) = (&*account.id, call.request_id);
    tracing::info!(account, client = %call.client, request_id, "signed in to the console");
}

/// Logs and counts a failed sign-in. `account` is the account with the email address, if it exists.
fn log_failure(service: &Service, call: &Call, outcome: SignIn, account: Option<&Account>) {
    service.metrics.sign_in(outcome);
    let (why, account, request_id) = (outcome.word(), account.map(|account| &*account.id), call.request_id);
    tracing::warn!(account, client = %call.client, why, request_id, "signing in to the console failed");
}
