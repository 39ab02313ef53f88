//! The console: pages on which account holders manage their account and keys. They work without scripts and
//! load nothing from other hosts.

mod account;
mod account_page;
mod chart;
mod cookie;
mod field;
mod form;
mod frame;
mod history;
mod key_card;
mod key_form;
mod key_question;
mod keys;
mod notice;
mod overview;
mod password_queue;
mod prelude;
mod reply;
mod request;
mod reset;
mod session;
mod sign_in;
mod token;
mod trial;
mod usage_page;
mod visit;
mod words;

use crate::api::headers::Reply;
use crate::pages::console::prelude::*;
use crate::service::{Page, PageRequest, PageResponse};
use cookie::Cookies;
use form::is_of_same_origin;
use hyper::Method;
use password_queue::PasswordQueue;
use reply::{failed, message, method_not_allowed, redirect, wait};

/// The console with its state in memory.
pub struct Console(PasswordQueue);

impl Console {
    /// Creates a console without sign-in attempts.
    pub fn new() -> Self {
        Self(PasswordQueue::new())
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
        Box::pin(async { Reply::free(answer(&self.0, request).await, None, None) })
    }

    fn refuse(&self, problem: &Problem, _: &Call) -> Response<ResponseBody> {
        let response = message(problem.status(), &format!("The request failed: {}.", problem.detail));
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
async fn answer(state: &PasswordQueue, request: PageRequest<'_>) -> Response<ResponseBody> {
    let PageRequest { service, call, form, is_over_tls } = request;
    let cookies = Cookies { is_public_https: service.gate.is_public_https, is_over_tls };
    let parts: Vec<&str> = call.uri.path().split('/').filter(|p| !p.is_empty()).skip(1).collect();
    let is_post = match *call.method {
        Method::GET | Method::HEAD => false,
        Method::POST => true,
        _ => return method_not_allowed("GET, HEAD, POST"),
    };
    match (is_post, parts.as_slice()) {
        (false, [] | ["usage" | "account"] | ["keys", _, _]) => {
            show(state, service, call, cookies, &parts).await
        }
        (false, ["request"]) => request::show(StatusCode::OK, "", "", &Wrong::default()),
        (false, ["reset"]) => reset::show(service, call),
        (true, [] | ["usage" | "account"]) => method_not_allowed("GET, HEAD"),
        // The address of a form redirects to the page that contains it.
        (false, ["sign-in" | "sign-out" | "keys"]) => redirect("/console"),
        (false, ["account", _]) => redirect("/console/account"),
        (true, ["sign-in" | "sign-out" | "keys" | "request" | "reset"] | ["keys", _, _] | ["account", _]) => {
            if !is_of_same_origin(call) {
                return message(StatusCode::FORBIDDEN, "This form was sent from another site.");
            }
            perform(state, service, call, cookies, &parts, &SubmittedForm::read(form)).await
        }
        _ => message(StatusCode::NOT_FOUND, "This page does not exist."),
    }
}

/// Shows a page, or the sign-in page without a valid session.
async fn show(
    state: &PasswordQueue,
    service: &Arc<Service>,
    call: &Call<'_>,
    cookies: Cookies,
    parts: &[&str],
) -> Response<ResponseBody> {
    let visit = match Visit::of(state, service, call, cookies).await {
        Ok(Some(visit)) => visit,
        Ok(None) => return sign_in::form(cookies, call, StatusCode::OK, None, ""),
        Err(e) => return failed(&e, None),
    };
    match parts {
        ["account"] => account::show(&visit).await,
        ["usage"] => {
            let query = call.uri.query().unwrap_or("").as_bytes();
            let month = form_urlencoded::parse(query).find(|(name, _)| name == "month");
            usage_page::show(&visit, month.map(|(_, month)| month).as_deref()).await
        }
        ["keys", id, action] => {
            key_question::ask(&visit, id, action).await.unwrap_or_else(|| redirect("/console"))
        }
        _ => keys::show(&visit, StatusCode::OK, None).await,
    }
}

/// Performs the action of a form.
async fn perform(
    state: &PasswordQueue,
    service: &Arc<Service>,
    call: &Call<'_>,
    cookies: Cookies,
    parts: &[&str],
    form: &SubmittedForm,
) -> Response<ResponseBody> {
    match parts {
        ["sign-in"] => return sign_in::sign_in(state, service, call, cookies, form).await,
        ["request"] => return request::send(service, call, form).await,
        ["reset"] => return reset::perform(state, service, call, form).await,
        _ => {}
    }
    let visit = match Visit::of(state, service, call, cookies).await {
        Ok(Some(visit)) => visit,
        Ok(None) => return redirect("/console"),
        Err(e) => return failed(&e, None),
    };
    if !visit.session.owns_form(form.get("csrf").unwrap_or("")) {
        return message(
            StatusCode::FORBIDDEN,
            "This form has expired. Go back, reload the page and try again.",
        );
    }
    match parts {
        ["sign-out"] => sign_in::sign_out(&visit, cookies).await,
        ["keys"] => keys::create(&visit, form).await,
        ["keys", id, action] => match visit.key(id) {
            Some(key) => keys::change(&visit, key, action, form).await,
            None => keys::missing(&visit, "This key does not exist.").await,
        },
        ["account", action] => account::change(&visit, cookies, action, form).await,
        _ => redirect("/console"),
    }
}
