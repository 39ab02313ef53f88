//! The headers of every response, and the responses without work: refusals and preflights.

use crate::api::operation::Deprecation;
use crate::api::problem_document;
use crate::api::registry::Target;
use accounts::credits::Balance;
use accounts::gate::Rated;
use accounts::plan::Credits;
use accounts::rules::Origin;
use accounts::snapshot::Key;
use bytes::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Response, StatusCode};
use std::sync::Arc;
use web::body::ResponseBody;
use web::call::Call;
use web::header::ShortValue;
use web::problem::{Code, Problem};

const EXPOSED: HeaderValue = HeaderValue::from_static(
    "Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Credits-Used, \
     X-Credits-Remaining, X-Request-Id",
);
const VARY: HeaderValue = HeaderValue::from_static("Accept, Accept-Encoding, Authorization, Origin");

const VARY_FOR_ALL: HeaderValue = HeaderValue::from_static("Accept, Accept-Encoding");

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const CREDITS_USED: HeaderName = HeaderName::from_static("x-credits-used");
const CREDITS_REMAINING: HeaderName = HeaderName::from_static("x-credits-remaining");

/// Headers about the sender's limits.
pub(crate) const LIMITS: [HeaderName; 4] = [RATE_LIMIT_POLICY, RATE_LIMIT, CREDITS_USED, CREDITS_REMAINING];

/// Links to the documentation and the OpenAPI description. Reference: RFC 8631.
pub(crate) const SERVICE_LINKS: HeaderValue =
    HeaderValue::from_static("</docs>; rel=\"service-doc\", </openapi/latest.json>; rel=\"service-desc\"");

/// A page that explains why a request is refused.
pub(crate) struct RefusalPage {
    /// The whole page.
    pub(crate) html: String,
    pub(crate) content_security_policy: &'static str,
}

/// Results of the earlier stages for the headers of the response.
#[derive(Default)]
pub(crate) struct Notes {
    /// The limit that the request was counted against.
    pub(crate) rate: Option<Rated>,
    /// The account's credits.
    pub(crate) balance: Option<Balance>,
    /// The key that the request was sent with.
    pub(crate) key: Option<Arc<Key>>,
    /// Credits charged to the account.
    pub(crate) charged: Option<Credits>,
    /// The decision of the key's rules on the origin of the request.
    pub(crate) origin: Option<Origin>,
    /// `true` if the response is the same for all senders.
    pub(crate) is_for_all: bool,
    /// The announced end of the operation.
    pub(crate) deprecation: Option<&'static Deprecation>,
    /// Methods of the path, as [`methods`] returns them.
    pub(crate) methods: Option<&'static str>,
}

/// A response with its log and metrics data.
pub(crate) struct Reply {
    pub(crate) response: Response<ResponseBody>,
    /// The operation or page of the path, if any.
    pub(crate) target: Option<Target>,
    /// The reason for a refusal.
    pub(crate) problem: Option<Code>,
    /// The key that the request was sent with.
    pub(crate) key: Option<Arc<Key>>,
    /// Credits charged to the account of the key.
    pub(crate) charged: Option<Credits>,
}

impl Reply {
    /// A response that needs no key and costs nothing.
    pub(crate) fn free(
        response: Response<ResponseBody>,
        target: Option<Target>,
        problem: Option<Code>,
    ) -> Self {
        Self { response, target, problem, key: None, charged: None }
    }
}

/// Methods of a path as the header `Allow` has them.
pub(crate) fn methods(has_get: bool, has_post: bool) -> &'static str {
    match (has_get, has_post) {
        (true, false) => "GET, HEAD, OPTIONS",
        (true, true) => "GET, HEAD, OPTIONS, POST",
        (false, _) => "OPTIONS, POST",
    }
}

pub(crate) fn preflight(methods: &'static str) -> Response<ResponseBody> {
    let allowed = HeaderValue::from_static(methods);
    let mut response = Response::new(ResponseBody::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, allowed.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, allowed);
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            // Names for a key are allowed so that a browser shows the refusal, which says where it belongs.
            "Api-Key, ApiKey, Authorization, Cache-Control, Content-Encoding, Content-Type, If-None-Match, \
             Mcp-Method, Mcp-Name, Mcp-Protocol-Version, X-Api-Key, X-Request-Id, X-Requested-With",
        ),
    );
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

/// The response for a problem, as JSON.
pub(crate) fn refused(problem: &Problem, call: &Call) -> Response<ResponseBody> {
    let body = problem_document::document(problem, call.uri.path());
    refused_with(problem, body.into(), HeaderValue::from_static("application/problem+json"))
}

pub(crate) fn refused_with_page(problem: &Problem, page: RefusalPage) -> Response<ResponseBody> {
    let media_type = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = refused_with(problem, page.html.into(), media_type);
    let policy = HeaderValue::from_static(page.content_security_policy);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    // The address may contain a key.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    response
}

fn refused_with(problem: &Problem, body: Bytes, media_type: HeaderValue) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::Full(body));
    *response.status_mut() = problem.status();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::LINK, SERVICE_LINKS);
    if problem.status() == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("ServiceAuth"));
    }
    if let Some(seconds) = problem.retry_after_s {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// The value of `Access-Control-Allow-Origin`: the origin of the request only if the rules of its key allow
/// it, every origin if the response belongs to no key.
fn allowed_origin(call: &Call, notes: &Notes) -> Option<HeaderValue> {
    const EVERY: HeaderValue = HeaderValue::from_static("*");
    if notes.is_for_all {
        return Some(EVERY);
    }
    let origin = call.headers.get(header::ORIGIN)?;
    match notes.origin {
        None => Some(EVERY),
        Some(Origin::Allowed) => origin.to_str().is_ok().then(|| origin.clone()),
        Some(Origin::Missing | Origin::Refused) => None,
    }
}

/// Adds the headers of every response of an operation, and drops the body for HEAD.
pub(crate) fn finish(call: &Call, notes: &Notes, response: &mut Response<ResponseBody>) {
    let is_method_refused = response.status() == StatusCode::METHOD_NOT_ALLOWED;
    let headers = response.headers_mut();
    if let Some(rate) = &notes.rate {
        headers.insert(RATE_LIMIT_POLICY, rate.header.clone());
        headers.insert(RATE_LIMIT, rate.remaining());
    }
    if let Some(balance) = &notes.balance {
        headers.insert(CREDITS_USED, ShortValue::default().thousandths(balance.used.0).value());
        headers.insert(CREDITS_REMAINING, ShortValue::default().thousandths(balance.remaining.0).value());
    }
    if let Some(methods) = notes.methods.filter(|_| is_method_refused) {
        headers.insert(header::ALLOW, HeaderValue::from_static(methods));
    }
    if let Some(Deprecation { since, sunset, page }) = notes.deprecation {
        headers.insert(DEPRECATION, HeaderValue::from_static(since));
        headers.insert(SUNSET, HeaderValue::from_static(sunset));
        let link = HeaderValue::try_from(format!("<{page}>; rel=\"deprecation\""));
        headers.append(header::LINK, link.expect("an address is ASCII"));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Some(origin) = allowed_origin(call, notes) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    headers.entry(header::VARY).or_insert(if notes.is_for_all { VARY_FOR_ALL } else { VARY });
    if call.method == Method::HEAD {
        let length = response.body().length();
        *response.body_mut() = ResponseBody::empty();
        // A response that has no body for GET either says nothing about the length of another.
        let has_body = !matches!(response.status(), StatusCode::NOT_MODIFIED | StatusCode::NO_CONTENT);
        if let Some(length) = length.filter(|_| has_body) {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
    }
}
