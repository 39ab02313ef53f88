//! The console: pages on which the holder of an account manages it and its keys. Rendered here, usable
//! without scripts, and nothing comes from another host.

mod account;
mod account_page;
mod chart;
mod cookie;
mod events;
mod form;
mod forms;
mod frame;
mod key_card;
mod limits;
mod notice;
mod overview;
mod reply;
mod session;
mod sign_in;
mod state;
mod visit;

use crate::http::body::Answer;
use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::service::{Page, PageRequest, PageResponse, Service};
use cookie::Cookies;
use form::{Form, is_of_same_origin};
use hyper::{Method, Response, StatusCode};
use notice::Notice;
use reply::{message, method_not_allowed, redirect, script, wait};
use state::State;
use std::sync::Arc;
use visit::Visit;

/// The console: sessions and attempts to sign in, in memory between requests.
pub struct Console(State);

impl Console {
    /// Makes a console to which nobody is signed in.
    pub fn new() -> Self {
        Self(State::new())
    }
}

impl Page for Console {
    fn name(&self) -> &'static str {
        "console"
    }

    fn paths(&self) -> &'static [&'static str] {
        &["/console", "/console/", "/console/{*rest}"]
    }

    fn respond<'a>(&'a self, request: PageRequest<'a>) -> PageResponse<'a> {
        Box::pin(answer(&self.0, request))
    }

    fn refuse(&self, problem: &Problem) -> Response<Answer> {
        let response = message(problem.status(), &format!("This cannot be done: {}.", problem.detail));
        match problem.retry_after_s {
            Some(seconds) => wait(response, seconds),
            None => response,
        }
    }
}

impl Default for Console {
    fn default() -> Self {
        Self::new()
    }
}

/// Answers a request to the console.
async fn answer(state: &State, request: PageRequest<'_>) -> Response<Answer> {
    let PageRequest { service, call, form, is_over_tls } = request;
    let cookies = Cookies { is_public_https: service.gate.is_public_https, is_over_tls };
    let parts: Vec<&str> = call.uri.path().split('/').filter(|p| !p.is_empty()).skip(1).collect();
    let is_post = match *call.method {
        Method::GET | Method::HEAD => false,
        Method::POST => true,
        _ => return method_not_allowed("GET, HEAD, POST"),
    };
    match (is_post, parts.as_slice()) {
        (false, ["script.js"]) => script(),
        (false, [] | ["account"]) => look(state, service, call, cookies, parts == ["account"]).await,
        (true, [] | ["script.js" | "account"]) => method_not_allowed("GET, HEAD"),
        (false, ["sign-in" | "sign-out"] | ["keys", ..] | ["account", _]) => method_not_allowed("POST"),
        (true, ["sign-in" | "sign-out" | "keys"] | ["keys", _, _] | ["account", _]) => {
            if !is_of_same_origin(call) {
                return message(StatusCode::FORBIDDEN, "This form was sent from another site.");
            }
            act(state, service, call, cookies, &parts, &Form::read(form)).await
        }
        _ => message(StatusCode::NOT_FOUND, "There is no such page."),
    }
}

/// Shows the page of the account or of its keys, or that for signing in.
async fn look(
    state: &State,
    service: &Arc<Service>,
    call: &Call<'_>,
    cookies: Cookies,
    is_account: bool,
) -> Response<Answer> {
    let Some(visit) = Visit::of(state, service, call, cookies) else {
        return sign_in::form(cookies, call, StatusCode::OK, &Notice::None, "");
    };
    let done = form_urlencoded::parse(call.uri.query().unwrap_or("").as_bytes())
        .find(|(name, _)| name == "done")
        .map(|(_, value)| value);
    let notice = Notice::done(done.as_deref().unwrap_or(""));
    match is_account {
        true => account::show(&visit, StatusCode::OK, &notice),
        false => visit.overview(StatusCode::OK, notice).await,
    }
}

/// Does what a form asks.
async fn act(
    state: &State,
    service: &Arc<Service>,
    call: &Call<'_>,
    cookies: Cookies,
    parts: &[&str],
    form: &Form,
) -> Response<Answer> {
    if parts == ["sign-in"] {
        return sign_in::sign_in(state, service, call, cookies, form).await;
    }
    let Some(visit) = Visit::of(state, service, call, cookies) else { return redirect("/console") };
    if !visit.session.owns_form(form.get("csrf").unwrap_or("")) {
        return message(
            StatusCode::FORBIDDEN,
            "This form is too old. Go back, load the page again, and repeat what you did.",
        );
    }
    match parts {
        ["sign-out"] => sign_in::sign_out(state, call, cookies),
        ["keys"] => visit.create(form).await,
        ["keys", id, action] => match visit.key(id) {
            Some(key) => visit.change(key, action, form).await,
            None => visit.nothing_such("This account has no such key.").await,
        },
        ["account", action] => account::change(state, &visit, cookies, action, form).await,
        _ => redirect("/console"),
    }
}
