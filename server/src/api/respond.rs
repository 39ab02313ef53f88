//! From a prepared answer to an HTTP response: negotiation, validators, the work itself, coding and headers.

use crate::api::long_answers::LongAnswers;
use crate::api::prepared::{Awaited, Freshness, Prepared, Whole, Work};
use crate::api::problem_document;
use crate::api::registry::Target;
use crate::api::validator::Validator;
use accounts::credits::Balance;
use accounts::gate::Rated;
use accounts::plan::Credits;
use accounts::snapshot::Key;
use bytes::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Response, StatusCode};
use std::sync::Arc;
use tokio::sync::mpsc;
use web::accept;
use web::blocks::{self, BodyPart};
use web::body::Answer;
use web::call::Call;
use web::coding::{Coding, Encoder, MIN_BYTES, decoded, encode};
use web::compute::{ComputePool, Piece, Slot};
use web::header::ShortValue;
use web::problem::{Code, Problem};

/// Methods of all operations.
pub(crate) const ALLOWED: HeaderValue = HeaderValue::from_static("GET, HEAD, OPTIONS");
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Credits-Used, X-Credits-Remaining, \
     X-Request-Id",
);
const VARY: HeaderValue = HeaderValue::from_static("Accept, Accept-Encoding, Authorization, Origin");

const VARY_FOR_ALL: HeaderValue = HeaderValue::from_static("Accept, Accept-Encoding");

const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const CREDITS_USED: HeaderName = HeaderName::from_static("x-credits-used");
const CREDITS_REMAINING: HeaderName = HeaderName::from_static("x-credits-remaining");

/// Links to the documentation and the OpenAPI description. Reference: RFC 8631.
pub(crate) const SERVICE_LINKS: HeaderValue =
    HeaderValue::from_static("</docs>; rel=\"service-doc\", </openapi/latest.json>; rel=\"service-desc\"");

/// The text between the echo and the response in an envelope.
const MIDDLE: &[u8] = b",\"response\":";

/// A page that explains why a request is refused.
pub(crate) struct RefusalPage {
    /// The whole page.
    pub(crate) html: String,
    /// The Content-Security-Policy of the page.
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
    /// Whether the rules of the key exclude the origin of the request.
    pub(crate) is_origin_refused: bool,
    /// Whether the response is the same for all senders.
    pub(crate) is_for_all: bool,
}

/// A response with its log and metrics data.
pub(crate) struct Reply {
    /// The response to the request.
    pub(crate) response: Response<Answer>,
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
    pub(crate) fn free(response: Response<Answer>, target: Option<Target>, problem: Option<Code>) -> Self {
        Self { response, target, problem, key: None, charged: None }
    }
}

/// Makes the response of an operation from a dataset, or 304 if the client has it already.
pub(crate) fn respond(
    call: &Call,
    operation: &str,
    dataset: &str,
    prepared: Prepared,
    long: &LongAnswers,
) -> Result<Response<Answer>, Problem> {
    let media_type = Some(prepared.form.media_type).filter(|_| !prepared.is_form_named);
    let coding = negotiate(call, media_type, matches!(prepared.work, Work::Gzipped(_)))?;
    let mut response = Response::new(Answer::empty());
    response.headers_mut().reserve(20);
    let validator = Validator::new(dataset, operation, &prepared);
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static(prepared.freshness.header()));
    let form = prepared.form;
    for (name, value) in form.headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let is_lasting = !matches!(prepared.freshness, Freshness::Never | Freshness::NeverShared);
    if is_lasting && call.header(header::IF_NONE_MATCH).is_some_and(|list| validator.is_in(list)) {
        response.headers_mut().insert(header::ETAG, validator.header(coding));
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    if matches!(prepared.work, Work::Absent) {
        response.headers_mut().insert(header::ETAG, validator.header(Coding::Identity));
        *response.status_mut() = StatusCode::NO_CONTENT;
        return Ok(response);
    }
    for (name, value) in &prepared.headers {
        response.headers_mut().insert(name, value.clone());
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(form.media_type));
    let (body, coding) = body(prepared, coding, long)?;
    if is_lasting {
        response.headers_mut().insert(header::ETAG, validator.header(coding));
    }
    if coding != Coding::Identity {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
    }
    *response.body_mut() = body;
    Ok(response)
}

/// Returns the preferred coding of a client that accepts the media type; without a media type, `Accept` is
/// ignored. A body in gzip is offered as gzip or decoded.
fn negotiate(call: &Call, media_type: Option<&str>, is_gzipped: bool) -> Result<Coding, Problem> {
    if let Some(media_type) = media_type
        && !accept::takes(call.headers, media_type)
    {
        let essence = accept::essence(media_type);
        let detail = format!("the response is {essence}, which Accept excludes");
        return Err(Problem::new(Code::NotAcceptable, detail));
    }
    let offered = if is_gzipped { &[Coding::Gzip, Coding::Identity][..] } else { &Coding::LIKED };
    accept::coding(call.headers, offered).ok_or_else(|| {
        let words = offered.iter().map(|coding| coding.word()).collect::<Vec<_>>().join(", ");
        Problem::new(Code::NotAcceptable, format!("Accept-Encoding excludes every available coding: {words}"))
    })
}

/// Makes the body in its final coding: short bodies are not encoded.
fn body(prepared: Prepared, coding: Coding, long: &LongAnswers) -> Result<(Answer, Coding), Problem> {
    let Prepared { form, mut echo, work, .. } = prepared;
    let closing = if form.has_envelope { &b"}"[..] } else { &b""[..] };
    if form.has_envelope && !matches!(work, Work::Nothing) {
        echo.extend_from_slice(MIDDLE);
    }
    let opening = if form.has_envelope { echo } else { Vec::new() };
    match work {
        Work::Ready(bytes) => whole(bytes, coding),
        Work::Gzipped(bytes) if coding == Coding::Gzip => Ok((Answer::Full(bytes), coding)),
        Work::Gzipped(bytes) => Ok((Answer::Full(decoded(&bytes).map_err(encoder_failed)?), coding)),
        Work::Absent => Ok((Answer::empty(), Coding::Identity)),
        Work::Nothing => {
            let mut buffer = opening;
            buffer.extend_from_slice(closing);
            whole(buffer.into(), coding)
        }
        Work::Compute(compute) => {
            let mut buffer = opening;
            compute(&mut buffer)?;
            buffer.extend_from_slice(closing);
            whole(buffer.into(), coding)
        }
        Work::Long(compute) => {
            // The response is too short to need more than one slot.
            let (answer, _slots) = long.result(0, move || {
                let mut buffer = opening;
                compute(&mut buffer)?;
                buffer.extend_from_slice(closing);
                whole(buffer.into(), coding)
            })?;
            answer
        }
        Work::Awaited(written) => {
            let closing = Bytes::from_static(closing);
            Ok((awaited(opening.into(), written, closing, coding), coding))
        }
        Work::Parts(parts) => {
            let ends = [opening.into(), Bytes::from_static(closing)].map(BodyPart::Own);
            let [first, last] = ends;
            let parts = std::iter::once(first).chain(parts).chain([last]).collect();
            put_together(parts, coding, long.pool).map_err(encoder_failed)
        }
        Work::Stream(pieces) => {
            let opening = std::iter::once(Bytes::from(opening));
            let all = opening.chain(pieces).chain(std::iter::once(Bytes::from_static(closing)));
            short_or_streamed(all, coding, long, None)
        }
        Work::LongStream(pieces) => {
            let opening = std::iter::once(Bytes::from(opening));
            let all = opening.chain(pieces).chain(std::iter::once(Bytes::from_static(closing)));
            streamed(all, coding, long, Arc::new(vec![long.slot()?]))
        }
        Work::Whole(Whole { slots, max_bytes, write }) => {
            let (text, slots) = long.written(slots, max_bytes, write)?;
            let ends = [opening.into(), Bytes::from_static(closing)];
            in_pieces(text, ends, coding, long, slots)
        }
    }
}

/// Sends a body as a whole once it is complete.
fn awaited(opening: Bytes, written: Awaited, closing: Bytes, coding: Coding) -> Answer {
    let (sender, pieces) = mpsc::channel(2);
    tokio::spawn(async move {
        let parts = [opening, written.await.into(), closing];
        // Without `Piece::End` the connection is closed. The client may have left: ignore send errors.
        match encode(coding, &parts) {
            Ok(bytes) => {
                let _ = sender.send(Piece::Bytes(bytes)).await;
                let _ = sender.send(Piece::End).await;
            }
            Err(e) => tracing::error!(error = %e, "an encoder failed"),
        }
    });
    Answer::streamed(pieces)
}

/// Makes a body from bytes in memory, encoded if it is worth it.
fn whole(bytes: Bytes, coding: Coding) -> Result<(Answer, Coding), Problem> {
    if coding == Coding::Identity || bytes.len() < MIN_BYTES {
        return Ok((Answer::Full(bytes), Coding::Identity));
    }
    let encoded = encode(coding, &[bytes]).map_err(encoder_failed)?;
    Ok((Answer::Full(encoded), coding))
}

/// Makes a body from mostly encoded parts, in the pool if much is left to encode.
fn put_together(
    parts: Vec<BodyPart>,
    coding: Coding,
    pool: &ComputePool,
) -> std::io::Result<(Answer, Coding)> {
    const LITTLE_BYTES: usize = 16 * 1024;
    let length: usize = parts.iter().map(|p| p.plain().len()).sum();
    let coding = if length < MIN_BYTES { Coding::Identity } else { coding };
    let is_much = blocks::bytes_to_encode(coding, &parts) > LITTLE_BYTES;
    let is_own = parts.iter().all(|p| matches!(p, BodyPart::Own(_)));
    let answer = if is_own && coding != Coding::Identity {
        // A short list: one stream is smaller than several blocks.
        let plain: Vec<Bytes> = parts.iter().map(|p| p.plain().clone()).collect();
        match is_much {
            true => Answer::streamed(pool.make(None, Encoder::new(coding)?.pieces(plain.into_iter()))),
            false => Answer::Full(encode(coding, &plain)?),
        }
    } else {
        match is_much {
            true => Answer::streamed(pool.make(None, blocks::pieces(coding, parts))),
            false => Answer::Shared {
                is_lasting: !parts.iter().any(BodyPart::is_of_cache),
                pieces: blocks::body(coding, parts)?,
            },
        }
    };
    Ok((answer, coding))
}

/// Sends a text between its ends; a long text is sent and encoded piece by piece.
fn in_pieces(
    text: Bytes,
    [opening, closing]: [Bytes; 2],
    coding: Coding,
    long: &LongAnswers,
    slots: Option<Arc<Vec<Slot>>>,
) -> Result<(Answer, Coding), Problem> {
    const PIECE_BYTES: usize = 32 * 1024;
    if opening.is_empty() && text.len() <= PIECE_BYTES {
        return whole(text, coding);
    }
    let begins = (0..text.len()).step_by(PIECE_BYTES);
    let pieces = begins.map(move |at| text.slice(at..text.len().min(at + PIECE_BYTES)));
    let all = std::iter::once(opening).chain(pieces).chain(std::iter::once(closing));
    short_or_streamed(all.filter(|piece| !piece.is_empty()), coding, long, slots)
}

/// Sends a short body as a whole, with its length; makes a longer one in the pool while it is sent.
fn short_or_streamed(
    mut pieces: impl Iterator<Item = Bytes> + Send + 'static,
    coding: Coding,
    long: &LongAnswers,
    slots: Option<Arc<Vec<Slot>>>,
) -> Result<(Answer, Coding), Problem> {
    const SHORT_BYTES: usize = 64 * 1024;
    let (mut first, mut length) = (Vec::new(), 0);
    while length < SHORT_BYTES {
        let Some(piece) = pieces.next() else {
            let coding = if length < MIN_BYTES { Coding::Identity } else { coding };
            return Ok((Answer::Full(encode(coding, &first).map_err(encoder_failed)?), coding));
        };
        length += piece.len();
        first.push(piece);
    }
    let slots = match slots {
        Some(slots) => slots,
        None => Arc::new(vec![long.slot()?]),
    };
    streamed(first.into_iter().chain(pieces), coding, long, slots)
}

/// Sends a body that is made in the pool while it is sent.
fn streamed(
    pieces: impl Iterator<Item = Bytes> + Send + 'static,
    coding: Coding,
    long: &LongAnswers,
    slots: Arc<Vec<Slot>>,
) -> Result<(Answer, Coding), Problem> {
    let encoder = Encoder::new(coding).map_err(encoder_failed)?;
    Ok((Answer::streamed(long.pool.make(Some(slots), encoder.pieces(pieces))), coding))
}

fn encoder_failed(e: std::io::Error) -> Problem {
    tracing::error!(error = %e, "an encoder failed");
    Problem::new(Code::Internal, "the answer could not be encoded")
}

/// The response to a CORS preflight.
pub(crate) fn preflight() -> Response<Answer> {
    let mut response = Response::new(Answer::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, ALLOWED);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, ALLOWED);
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            "Authorization, Cache-Control, Content-Type, If-None-Match, X-Request-Id, X-Requested-With",
        ),
    );
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

/// The response for a problem, as JSON.
pub(crate) fn refused(problem: &Problem, call: &Call) -> Response<Answer> {
    let body = problem_document::document(problem, call.uri.path());
    refused_with(problem, body.into(), HeaderValue::from_static("application/problem+json"))
}

/// The response for a problem, as a page.
pub(crate) fn refused_with_page(problem: &Problem, page: RefusalPage) -> Response<Answer> {
    let media_type = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = refused_with(problem, page.html.into(), media_type);
    let policy = HeaderValue::from_static(page.content_security_policy);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    // The address may contain a key.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    response
}

fn refused_with(problem: &Problem, body: Bytes, media_type: HeaderValue) -> Response<Answer> {
    let mut response = Response::new(Answer::Full(body));
    *response.status_mut() = problem.status();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::LINK, SERVICE_LINKS);
    match problem.code {
        Code::MethodNotAllowed => headers.insert(header::ALLOW, ALLOWED),
        _ if problem.status() == StatusCode::UNAUTHORIZED => {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("ServiceAuth"))
        }
        _ => None,
    };
    if let Some(seconds) = problem.retry_after_s {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Adds the headers of every response of an operation, and drops the body for HEAD.
pub(crate) fn finish(call: &Call, notes: &Notes, response: &mut Response<Answer>) {
    let headers = response.headers_mut();
    if let Some(rate) = &notes.rate {
        headers.insert(RATE_LIMIT_POLICY, rate.header.clone());
        headers.insert(RATE_LIMIT, rate.remaining());
    }
    if let Some(balance) = &notes.balance {
        headers.insert(CREDITS_USED, ShortValue::default().thousandths(balance.used.0).value());
        headers.insert(CREDITS_REMAINING, ShortValue::default().thousandths(balance.remaining.0).value());
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if notes.is_for_all {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        headers.entry(header::VARY).or_insert(VARY_FOR_ALL);
    } else {
        if let Some(origin) = call.headers.get(header::ORIGIN).filter(|_| !notes.is_origin_refused) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
        headers.entry(header::VARY).or_insert(VARY);
    }
    if call.method == Method::HEAD {
        let length = response.body().length();
        *response.body_mut() = Answer::empty();
        if let Some(length) = length {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
    }
}
