//! The way of every request: route → preflight → credentials → rate → plan → cost → endpoint → headers.

use crate::accounts::gate::{Caller, Gate, Rated};
use crate::accounts::meter::{Balance, Charge};
use crate::accounts::plan::Credits;
use crate::accounts::snapshot::Key;
use crate::api::input::{Input, Instant};
use crate::api::operation::{Access, Context, Endpoint, Freshness, Prepared, Work};
use crate::endpoints;
use crate::http::body::{Answer, Stream};
use crate::http::coding::{Coding, Effort, Encoder, LEAST_BYTES, encode};
use crate::http::header::ShortValue;
use crate::http::problem::{Code, Problem};
use crate::pages::docs::CONTENT_SECURITY_POLICY;
use crate::service::Service;
use bytes::Bytes;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Response, StatusCode, Uri};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;

/// No operation needs more.
const MOST_URI_BYTES: usize = 8192;
const ALLOWED: HeaderValue = HeaderValue::from_static("GET, HEAD, OPTIONS");
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Credits-Used, X-Credits-Remaining",
);
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding, Authorization, Origin");

const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const CREDITS_USED: HeaderName = HeaderName::from_static("x-credits-used");
const CREDITS_REMAINING: HeaderName = HeaderName::from_static("x-credits-remaining");

/// A request without its body.
pub struct Call<'a> {
    /// Method.
    pub method: &'a Method,
    /// Address.
    pub uri: &'a Uri,
    /// Headers.
    pub headers: &'a HeaderMap,
    /// Where it comes from, behind trusted proxies.
    pub client: IpAddr,
    /// When it came, milliseconds since 1970.
    pub now_ms: i64,
}

impl Call<'_> {
    /// A header as text.
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|v| v.to_str().ok())
    }

    /// The path without a slash at its end.
    fn path(&self) -> &str {
        let path = self.uri.path();
        if path.len() > 1 { path.strip_suffix('/').unwrap_or(path) } else { path }
    }
}

/// What the stages of the chain leave for the headers of the answer.
#[derive(Default)]
struct Notes {
    rated: Option<Rated>,
    balance: Option<Balance>,
    is_origin_refused: bool,
}

/// An answer and the name of the operation for logs and metrics.
pub struct Answered {
    /// To be sent.
    pub response: Response<Answer>,
    /// Index of the operation in [`endpoints::ALL`]; none if no path matched.
    pub endpoint: Option<usize>,
}

/// Answers a request.
pub fn answer(service: &Service, call: &Call) -> Answered {
    answer_to(service, call, None)
}

/// Answers a request of the holder of a key who is known otherwise than by its secret.
pub fn answer_to(service: &Service, call: &Call, holder: Option<Arc<Key>>) -> Answered {
    let mut notes = Notes::default();
    let (endpoint, outcome) = match route(service, call) {
        Ok((index, parts)) => (Some(index), of_endpoint(service, call, index, &parts, holder, &mut notes)),
        Err(problem) => {
            notes.rated = of_stranger(service, call);
            (None, Err(problem))
        }
    };
    let mut response = outcome.unwrap_or_else(|problem| {
        notes.is_origin_refused = problem.code == Code::OriginRefused;
        refused(&problem, call)
    });
    headers(call, &notes, &mut response);
    Answered { response, endpoint }
}

/// Parts of the path by their names.
type Parts<'a> = matchit::Params<'a, 'a>;

fn of_endpoint(
    service: &Service,
    call: &Call,
    index: usize,
    parts: &Parts,
    holder: Option<Arc<Key>>,
    notes: &mut Notes,
) -> Result<Response<Answer>, Problem> {
    let endpoint = endpoints::ALL[index];
    match preflight(call) {
        Ok(None) => {}
        Ok(Some(response)) => return Ok(response),
        Err(problem) => {
            notes.rated = of_stranger(service, call);
            return Err(problem);
        }
    }
    let caller = credentials(service, call, endpoint, holder);
    notes.rated = rate(service, call, endpoint, &caller);
    let caller = plan(caller?, notes.rated.as_ref(), endpoint)?;
    let accounts = service.gate.ledger.snapshot();
    let context =
        Context { data: service.data(), is_ready: service.is_ready(), caller, accounts, now_ms: call.now_ms };
    let mut input = Input::new(endpoint.parameters, parts.iter(), call.uri.query());
    let cost_only = input.asks_for_cost();
    let prepared = (endpoint.prepare)(&mut input, &context);
    let (prepared, charge) = cost(&context, endpoint, prepared, cost_only, notes)?;
    let outcome = run(call, endpoint, &context, prepared);
    if outcome.is_err() {
        give_back(&context, charge, notes);
    }
    outcome
}

/// Which operation.
fn route<'a>(service: &'a Service, call: &'a Call) -> Result<(usize, Parts<'a>), Problem> {
    let length = call.uri.path_and_query().map_or(0, |p| p.as_str().len());
    if length > MOST_URI_BYTES {
        return Err(Problem::new(
            Code::AddressTooLong,
            format!("the address has {length} bytes; {MOST_URI_BYTES} are taken"),
        ));
    }
    match service.routes.at(call.path()) {
        Ok(found) => Ok((*found.value, found.params)),
        Err(_) => Err(Problem::new(Code::NoSuchPath, "no operation has this path; /docs lists them all")),
    }
}

/// What is settled by the method alone: questions of browsers about other origins, and methods that do not
/// exist here.
fn preflight(call: &Call) -> Result<Option<Response<Answer>>, Problem> {
    if call.method == Method::GET || call.method == Method::HEAD {
        return Ok(None);
    }
    if call.method != Method::OPTIONS {
        return Err(Problem::new(
            Code::MethodNotAllowed,
            format!("{} is not taken; GET, HEAD and OPTIONS are", call.method),
        ));
    }
    let mut response = Response::new(Answer::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, ALLOWED);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, ALLOWED);
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static("Authorization, Cache-Control, If-None-Match"),
    );
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    Ok(Some(response))
}

/// Who asks, and whether the rules of the key let them.
fn credentials(
    service: &Service,
    call: &Call,
    endpoint: &Endpoint,
    holder: Option<Arc<Key>>,
) -> Result<Caller, Problem> {
    match holder {
        Some(key) => service.gate.admit(key, call),
        None => service.gate.caller(call, endpoint.access),
    }
}

/// How often they ask: counted for everybody, also for those who are refused for another reason.
fn rate(
    service: &Service,
    call: &Call,
    endpoint: &Endpoint,
    caller: &Result<Caller, Problem>,
) -> Option<Rated> {
    service.gate.rate(call, endpoint.access, caller.as_ref())
}

/// The same of a request that is refused before anybody asks who it is from.
fn of_stranger(service: &Service, call: &Call) -> Option<Rated> {
    service.gate.rate(call, Access::Open, Ok(&Caller::Anonymous))
}

/// Whether the plan includes the operation, and only then whether they ask too often.
fn plan(caller: Caller, rated: Option<&Rated>, endpoint: &Endpoint) -> Result<Caller, Problem> {
    Gate::plan(&caller, endpoint.access)?;
    rated.map_or(Ok(()), Rated::within)?;
    Ok(caller)
}

/// What it costs, taken from the month's allowance. `cost=1` leaves nothing to be done and costs nothing; a
/// call that is wrong costs nothing; one for which there are no data costs what the least call does.
fn cost(
    context: &Context,
    endpoint: &Endpoint,
    prepared: Result<Prepared, Problem>,
    cost_only: bool,
    notes: &mut Notes,
) -> Result<(Prepared, Option<Charge>), Problem> {
    let credits = match &prepared {
        _ if cost_only => None,
        Ok(prepared) => Some(prepared.cost),
        Err(problem) => (problem.code == Code::NoData).then_some(endpoint.cost),
    };
    let mut charge = None;
    if let Some(key) = context.caller.key() {
        let account = &key.account;
        let Some(credits) = credits.map(Credits::from_f64) else {
            notes.balance = Some(account.meter.balance(account.allowance, context.now_ms));
            return prepared.map(|p| (only_cost(p, cost_only), None));
        };
        match account.meter.charge(
            key.id,
            endpoints::usage_index(endpoint.name),
            credits,
            account.allowance,
            context.now_ms,
        ) {
            Ok((taken, balance)) => (charge, notes.balance) = (Some(taken), Some(balance)),
            Err(exhausted) => {
                notes.balance = Some(exhausted.balance);
                let seconds = (exhausted.until_ms - context.now_ms).max(0).unsigned_abs().div_ceil(1000);
                let until = Instant { unix_ms: exhausted.until_ms }.iso();
                let detail = format!(
                    "the call costs {credits} credits and {} are left of this month's allowance; it is replenished at {until}",
                    exhausted.balance.remaining
                );
                return Err(Problem::new(Code::CreditsExhausted, detail).retry_after(seconds));
            }
        }
    }
    Ok((only_cost(prepared?, cost_only), charge))
}

/// The answer to `cost=1`: the echo alone.
fn only_cost(prepared: Prepared, cost_only: bool) -> Prepared {
    if !cost_only || prepared.head.is_empty() {
        return prepared;
    }
    let mut bytes = prepared.head.clone();
    bytes.push(b'}');
    Prepared { work: Work::Plain(bytes.into()), ..prepared }
}

/// Nothing is charged for an answer that could not be given.
fn give_back(context: &Context, charge: Option<Charge>, notes: &mut Notes) {
    if let (Some(key), Some(charge)) = (context.caller.key(), charge) {
        notes.balance = Some(key.account.meter.refund(charge, key.account.allowance));
    }
}

/// The operation itself, unless the client has the answer already.
fn run(
    call: &Call,
    endpoint: &Endpoint,
    context: &Context,
    prepared: Prepared,
) -> Result<Response<Answer>, Problem> {
    acceptable(call, endpoint.media_type)?;
    let accepted = call
        .headers
        .contains_key(header::ACCEPT_ENCODING)
        .then(|| joined(call.headers, header::ACCEPT_ENCODING));
    let coding = Coding::negotiate(accepted.as_deref()).ok_or_else(|| {
        let words = Coding::ALL.map(Coding::word).join(", ");
        Problem::new(
            Code::NotAcceptable,
            format!("Accept-Encoding excludes every coding that there is: {words}"),
        )
    })?;
    let mut response = Response::new(Answer::empty());
    response.headers_mut().reserve(12);
    let validator = Validator::new(context, endpoint, &prepared);
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static(prepared.freshness.header()));
    let is_lasting = prepared.freshness != Freshness::Never;
    if is_lasting && call.header(header::IF_NONE_MATCH).is_some_and(|list| validator.is_in(list)) {
        response.headers_mut().insert(header::ETAG, validator.header(coding));
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(endpoint.media_type));
    let (body, coding) = body(context, prepared, coding)?;
    if is_lasting {
        response.headers_mut().insert(header::ETAG, validator.header(coding));
    }
    if coding != Coding::Identity {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
    }
    *response.body_mut() = body;
    Ok(response)
}

/// The bytes, in the coding that they have in the end.
fn body(context: &Context, prepared: Prepared, coding: Coding) -> Result<(Answer, Coding), Problem> {
    const MIDDLE: &[u8] = b",\"response\":";
    let failed = |e: std::io::Error| {
        tracing::error!(error = %e, "an encoder failed");
        Problem::new(Code::Internal, "the answer could not be encoded")
    };
    let whole = |bytes: Bytes| {
        if coding == Coding::Identity || bytes.len() < LEAST_BYTES {
            return Ok((Answer::Full(bytes), Coding::Identity));
        }
        encode(coding, Effort::Live, &[bytes]).map(|b| (Answer::Full(b), coding)).map_err(failed)
    };
    let pieces: Box<dyn Iterator<Item = Bytes> + Send + Sync> = match prepared.work {
        Work::Plain(bytes) => return whole(bytes),
        Work::Json(compute) => {
            let mut buffer = prepared.head;
            buffer.extend_from_slice(MIDDLE);
            compute(&mut buffer)?;
            buffer.push(b'}');
            return whole(buffer.into());
        }
        Work::Pieces { whole: true, .. } if context.data.catalog.whole(coding).is_some() => {
            return Ok((Answer::Full(context.data.catalog.whole(coding).unwrap_or_default()), coding));
        }
        Work::Pieces { pieces, .. } => Box::new(pieces.into_iter()),
        Work::Stream(pieces) => pieces,
    };
    let mut head = prepared.head;
    head.extend_from_slice(MIDDLE);
    let all =
        std::iter::once(Bytes::from(head)).chain(pieces).chain(std::iter::once(Bytes::from_static(b"}")));
    short_or_streamed(all, coding).map_err(failed)
}

/// An answer whose first pieces are all of it is sent whole, with its length.
fn short_or_streamed(
    mut pieces: impl Iterator<Item = Bytes> + Send + Sync + 'static,
    coding: Coding,
) -> std::io::Result<(Answer, Coding)> {
    const SHORT_BYTES: usize = 64 * 1024;
    let (mut first, mut length) = (Vec::new(), 0);
    while length < SHORT_BYTES {
        let Some(piece) = pieces.next() else {
            let coding = if length < LEAST_BYTES { Coding::Identity } else { coding };
            return Ok((Answer::Full(encode(coding, Effort::Live, &first)?), coding));
        };
        length += piece.len();
        first.push(piece);
    }
    let encoder = Encoder::new(coding, Effort::Live)?;
    Ok((Answer::Streamed(Box::new(Stream::new(Box::new(first.into_iter().chain(pieces)), encoder))), coding))
}

/// Bytes of the answer to the request for the whole catalog.
pub fn encoded_whole(prepared: &Prepared, coding: Coding) -> std::io::Result<Bytes> {
    let Work::Pieces { pieces, .. } = &prepared.work else { return Ok(Bytes::new()) };
    let mut all = vec![Bytes::copy_from_slice(&prepared.head), Bytes::from_static(b",\"response\":")];
    all.extend(pieces.iter().cloned());
    all.push(Bytes::from_static(b"}"));
    encode(coding, Effort::Once, &all)
}

/// Whether `Accept` takes the type of the answer.
fn acceptable(call: &Call, media_type: &str) -> Result<(), Problem> {
    if !call.headers.contains_key(header::ACCEPT) {
        return Ok(());
    }
    let accept = joined(call.headers, header::ACCEPT);
    let essence = media_type.split(';').next().unwrap_or(media_type);
    let family = essence.split('/').next().unwrap_or(essence);
    let takes = |item: &str| {
        let mut parts = item.split(';').map(str::trim);
        let range = parts.next().unwrap_or("");
        let refused = parts
            .any(|p| p.strip_prefix("q=").is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q <= 0.0)));
        !refused
            && (range == "*/*"
                || range.eq_ignore_ascii_case(essence)
                || range.strip_suffix("/*").is_some_and(|f| f.eq_ignore_ascii_case(family)))
    };
    if accept.trim().is_empty() || accept.split(',').any(takes) {
        return Ok(());
    }
    Err(Problem::new(Code::NotAcceptable, format!("the answer is {essence}, which Accept does not take")))
}

/// All values of a header as one list.
fn joined(headers: &HeaderMap, name: HeaderName) -> String {
    headers.get_all(name).iter().filter_map(|v| v.to_str().ok()).collect::<Vec<_>>().join(",")
}

/// A strong validator: generation, version, operation, every parameter in force, and whether it is only the
/// cost.
struct Validator<'a> {
    dataset: &'a str,
    hash: u64,
}

impl<'a> Validator<'a> {
    fn new(context: &'a Context, endpoint: &Endpoint, prepared: &Prepared) -> Self {
        let mut hasher = DefaultHasher::new();
        (crate::VERSION, endpoint.name, &prepared.head, matches!(prepared.work, Work::Plain(_)))
            .hash(&mut hasher);
        Self { dataset: &context.data.id, hash: hasher.finish() }
    }

    /// `"<dataset>-<hash>-<coding>"`.
    fn header(&self, coding: Coding) -> HeaderValue {
        let mut text = Vec::with_capacity(64);
        text.push(b'"');
        text.extend_from_slice(self.dataset.as_bytes());
        text.push(b'-');
        text.extend((0..16).rev().map(|k| b"0123456789abcdef"[(self.hash >> (4 * k)) as usize & 15]));
        text.push(b'-');
        text.extend_from_slice(coding.word().as_bytes());
        text.push(b'"');
        // Hexadecimal digits and words: always a header value.
        HeaderValue::from_maybe_shared(Bytes::from(text)).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// Whether any coding of this answer is in an `If-None-Match`.
    fn is_in(&self, list: &str) -> bool {
        let mine = |tag: &str| Coding::ALL.iter().any(|c| self.header(*c).as_bytes() == tag.as_bytes());
        list.split(',')
            .map(|tag| tag.trim())
            .any(|tag| tag == "*" || mine(tag.strip_prefix("W/").unwrap_or(tag)))
    }
}

/// A refusal as an answer.
pub fn refused(problem: &Problem, call: &Call) -> Response<Answer> {
    let mut response = Response::new(Answer::Full(problem.body(call.uri.path()).into()));
    *response.status_mut() = problem.status();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    match problem.code {
        Code::MethodNotAllowed => headers.insert(header::ALLOW, ALLOWED),
        _ if problem.status() == StatusCode::UNAUTHORIZED => {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("ServiceAuth"))
        }
        // A body that was not read to its end cannot be followed by another request.
        Code::BodyTooLarge => headers.insert(header::CONNECTION, HeaderValue::from_static("close")),
        _ => None,
    };
    if let Some(seconds) = problem.retry_after_s {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// What every answer carries.
fn headers(call: &Call, notes: &Notes, response: &mut Response<Answer>) {
    let headers = response.headers_mut();
    if let Some(rated) = &notes.rated {
        headers.insert(RATE_LIMIT_POLICY, rated.header.clone());
        headers.insert(RATE_LIMIT, rated.remaining());
    }
    if let Some(balance) = &notes.balance {
        headers.insert(CREDITS_USED, ShortValue::new().credits(balance.used).value());
        headers.insert(CREDITS_REMAINING, ShortValue::new().credits(balance.remaining).value());
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Some(origin) = call.headers.get(header::ORIGIN).filter(|_| !notes.is_origin_refused) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    headers.insert(header::VARY, VARY);
    if headers.get(header::CONTENT_TYPE).is_some_and(|t| t.as_bytes().starts_with(b"text/html")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    }
    if call.method == Method::HEAD {
        let length = hyper::body::Body::size_hint(response.body()).exact();
        *response.body_mut() = Answer::empty();
        if let Some(length) = length {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
    }
}
