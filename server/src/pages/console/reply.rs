//! Responses of the console: pages and redirects.

use super::frame;
use crate::pages::prelude::*;

/// Content-Security-Policy of the pages: only files and forms of this server, nothing inline.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
    img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(super) fn page(status: StatusCode, html: String) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::Full(html.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    // Without a referrer, browsers send no Origin with forms either.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    no_store(response)
}

pub(super) fn message(status: StatusCode, text: &str) -> Response<ResponseBody> {
    page(status, frame::message(text))
}

/// The response to a failure of the store.
pub(super) fn failed(e: &StoreError, account: Option<&Account>) -> Response<ResponseBody> {
    let account = account.map(|account| &*account.id);
    tracing::error!(error = %e, account, "the console cannot access the accounts");
    message(
        StatusCode::SERVICE_UNAVAILABLE,
        "The accounts are unavailable now: their database is offline, locked or full. Try again in a minute.",
    )
}

/// Adds the seconds to wait to a response.
pub(super) fn wait(mut response: Response<ResponseBody>, seconds: u64) -> Response<ResponseBody> {
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// Redirects the browser to another page, which it loads with GET.
pub(super) fn redirect(place: &str) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, text(place));
    no_store(response)
}

pub(super) fn with_cookie(mut response: Response<ResponseBody>, cookie: &str) -> Response<ResponseBody> {
    response.headers_mut().append(header::SET_COOKIE, text(cookie));
    response
}

pub(super) fn method_not_allowed(allowed: &'static str) -> Response<ResponseBody> {
    let mut response = message(StatusCode::METHOD_NOT_ALLOWED, "This page does not support this method.");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

fn text(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("paths and tokens contain only visible ASCII")
}

fn no_store(mut response: Response<ResponseBody>) -> Response<ResponseBody> {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
