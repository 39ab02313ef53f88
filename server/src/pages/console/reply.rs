//! Responses of the console: pages that load nothing from elsewhere, and redirects.

use super::frame;
use accounts::snapshot::Account;
use accounts::store::StoreError;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use web::body::Answer;

/// Content-Security-Policy of the pages: files and forms of this server, and nothing that stands in a page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
    img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A page.
pub(super) fn page(status: StatusCode, html: String) -> Response<Answer> {
    let mut response = Response::new(Answer::Full(html.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    // Without a referrer there would be no Origin in forms either.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    no_store(response)
}

/// A page with nothing but a message.
pub(super) fn message(status: StatusCode, text: &str) -> Response<Answer> {
    page(status, frame::message(text))
}

/// The response when the store does not work.
pub(super) fn failed(e: &StoreError, account: Option<&Account>) -> Response<Answer> {
    let account = account.map(|account| &*account.id);
    tracing::error!(error = %e, account, "the console could not use the accounts");
    message(
        StatusCode::SERVICE_UNAVAILABLE,
        "The accounts cannot be read or changed now: their database is away, in use or full. Try again in a \
         minute.",
    )
}

/// The message to those who must wait.
pub(super) fn wait(mut response: Response<Answer>, seconds: u64) -> Response<Answer> {
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// Sends the browser to another page, which it gets with GET.
pub(super) fn redirect(place: &str) -> Response<Answer> {
    let mut response = Response::new(Answer::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, text(place));
    no_store(response)
}

/// Adds a cookie to a response.
pub(super) fn with_cookie(mut response: Response<Answer>, cookie: &str) -> Response<Answer> {
    response.headers_mut().append(header::SET_COOKIE, text(cookie));
    response
}

/// Refuses a method where another is needed.
pub(super) fn method_not_allowed(allowed: &'static str) -> Response<Answer> {
    let mut response = message(StatusCode::METHOD_NOT_ALLOWED, "This page cannot be used in that way.");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

fn text(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("paths and tokens of letters and digits")
}

fn no_store(mut response: Response<Answer>) -> Response<Answer> {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
