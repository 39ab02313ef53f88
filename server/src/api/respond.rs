//! The way from a prepared to an HTTP response: negotiation, validators, work, coding and headers.

use crate::api::long_answers::{Later, LongAnswers, failed, held};
use crate::api::prepared::{Compute, Freshness, FutureResponse, Prepared, Whole, Work};
use crate::api::problem_document;
use crate::api::registry::Target;
use crate::api::validator::Validator;
use accounts::credits::Balance;
use accounts::gate::Rated;
use accounts::plan::Credits;
use accounts::rules::Origin;
use accounts::snapshot::Key;
use bytes::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Response, StatusCode};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use web::accept;
use web::blocks::{self, BodyPart};
use web::body::Answer;
use web::call::Call;
use web::coding::{Coding, Encoder, MIN_BYTES, decoded, encode};
use web::compute::{ComputePool, Piece, Slots};
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

/// Time that a serving thread works for a response whose pieces are made one by one, so that other requests
/// have their turn soon; then the pool makes it.
const SERVING_TIME: Duration = Duration::from_micros(250);
/// Pieces that a serving thread makes in any case: the opening, the only one of a small response, the closing
/// and the end.
const LEAST_PIECES: usize = 4;
/// Time that the pool then works for a response before it needs a slot.
const TIME_WITHOUT_SLOT: Duration = Duration::from_millis(1);
/// Time that the pool works for a response with a slot before it is sent while it is made, without a length.
const TIME_BEFORE_SENDING: Duration = Duration::from_millis(10);
/// Length from which a response is sent while it is made, and needs a slot.
const SHORT_BYTES: usize = 64 * 1024;
/// Bytes that are encoded on a serving thread, at most.
const LITTLE_BYTES: usize = 16 * 1024;

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
    /// The decision of the key's rules on the origin of the request.
    pub(crate) origin: Option<Origin>,
    /// `true` if the response is the same for all senders.
    pub(crate) is_for_all: bool,
    /// Methods of the path, as [`methods`] returns them.
    pub(crate) methods: Option<&'static str>,
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

/// A response that is made, or that the pool is making.
pub(crate) enum ResponseState<'a> {
    /// Made on the serving thread.
    Ready(Response<Answer>),
    /// Made in the pool; awaited without occupying a thread.
    InPool(Later<'a, Response<Answer>>),
}

/// A body in its final coding.
type Body = (Answer, Coding);

/// A body that is made, or that the pool is making.
enum BodyState<'a> {
    Ready(Body),
    InPool(Later<'a, Body>),
}

/// Makes the response of an operation from a dataset, or 304 if the client has it already.
pub(crate) fn respond<'a>(
    call: &Call,
    operation: &str,
    dataset: &str,
    prepared: Prepared,
    long: LongAnswers<'a>,
) -> Result<ResponseState<'a>, Problem> {
    let coding = negotiate(call, &prepared)?;
    let mut response = Response::new(Answer::empty());
    response.headers_mut().reserve(20);
    let validator = Validator::new(dataset, operation, &prepared);
    response.headers_mut().insert(header::CACHE_CONTROL, prepared.freshness.header());
    let form = prepared.form;
    for (name, value) in form.headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let is_lasting = !matches!(prepared.freshness, Freshness::Never | Freshness::NeverShared);
    if is_lasting && call.header(header::IF_NONE_MATCH).is_some_and(|list| validator.is_in(list)) {
        response.headers_mut().insert(header::ETAG, validator.header(coding));
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(ResponseState::Ready(response));
    }
    if matches!(prepared.work, Work::Absent) {
        response.headers_mut().insert(header::ETAG, validator.header(Coding::Identity));
        *response.status_mut() = StatusCode::NO_CONTENT;
        return Ok(ResponseState::Ready(response));
    }
    for (name, value) in &prepared.headers {
        response.headers_mut().insert(name, value.clone());
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(form.media_type));
    let etag = |coding| is_lasting.then(|| validator.header(coding));
    Ok(match body(prepared, coding, long)? {
        BodyState::Ready(body) => {
            let etag = etag(body.1);
            ResponseState::Ready(with_body(response, body, etag))
        }
        BodyState::InPool(body) => {
            let etags = [coding, Coding::Identity].map(|coding| (coding, etag(coding)));
            ResponseState::InPool(Box::pin(async move {
                let body = body.await?;
                let etag = etags.into_iter().find_map(|(coding, etag)| etag.filter(|_| coding == body.1));
                Ok(with_body(response, body, etag))
            }))
        }
    })
}

/// Adds a body and its headers.
fn with_body(
    mut response: Response<Answer>,
    (body, coding): Body,
    etag: Option<HeaderValue>,
) -> Response<Answer> {
    if let Some(etag) = etag {
        response.headers_mut().insert(header::ETAG, etag);
    }
    if coding != Coding::Identity {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
    }
    *response.body_mut() = body;
    response
}

/// Returns the preferred coding of a client that accepts the form. A body in gzip is offered as gzip or
/// decoded.
pub(crate) fn negotiate(call: &Call, prepared: &Prepared) -> Result<Coding, Problem> {
    let (media_type, is_gzipped) = (prepared.form.media_type, matches!(prepared.work, Work::Gzipped(_)));
    if !prepared.is_form_named && !accept::takes(call.headers, media_type) {
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
fn body(prepared: Prepared, coding: Coding, long: LongAnswers<'_>) -> Result<BodyState<'_>, Problem> {
    let Prepared { form, mut echo, work, .. } = prepared;
    let closing = if form.has_envelope { &b"}"[..] } else { &b""[..] };
    if form.has_envelope && !matches!(work, Work::Nothing) {
        echo.extend_from_slice(MIDDLE);
    }
    let opening = if form.has_envelope { echo } else { Vec::new() };
    let computed = move |compute: Compute, mut buffer: Vec<u8>| {
        compute(&mut buffer)?;
        buffer.extend_from_slice(closing);
        Ok::<_, Problem>(Bytes::from(buffer))
    };
    match work {
        Work::Ready(bytes) => whole(bytes, coding, long),
        Work::Gzipped(bytes) if coding == Coding::Gzip => Ok(BodyState::Ready((Answer::Full(bytes), coding))),
        Work::Gzipped(bytes) => {
            Ok(BodyState::Ready((Answer::Full(decoded(&bytes).map_err(encoder_failed)?), coding)))
        }
        Work::Absent => Ok(BodyState::Ready((Answer::empty(), Coding::Identity))),
        Work::Nothing => whole([&opening, closing].concat().into(), coding, long),
        Work::Compute(compute) => whole(computed(compute, opening)?, coding, long),
        Work::Long(compute) => {
            // The response is too short to need more than one slot.
            let make = move || encoded(vec![computed(compute, opening)?], coding);
            Ok(BodyState::InPool(Box::pin(async move { long.made(Vec::new(), 0, make).await?.0 })))
        }
        Work::Awaited(written) => {
            let closing = Bytes::from_static(closing);
            Ok(BodyState::Ready((awaited(opening.into(), written, closing, coding), coding)))
        }
        Work::Parts(parts) => {
            let ends = [opening.into(), Bytes::from_static(closing)].map(BodyPart::Own);
            let [first, last] = ends;
            let parts = std::iter::once(first).chain(parts).chain([last]).collect();
            put_together(parts, coding, long.pool).map(BodyState::Ready).map_err(encoder_failed)
        }
        Work::Stream { pieces, are_short } => {
            let opening = std::iter::once(Bytes::from(opening));
            let all = opening.chain(pieces).chain(std::iter::once(Bytes::from_static(closing)));
            short_or_streamed(all, Instant::now, coding, long, are_short)
        }
        Work::Pricing(_) | Work::Batch(_) => {
            unreachable!("a body is made after its price is known, and of a batch elsewhere")
        }
        Work::Whole(Whole { slots, max_bytes, write }) => {
            let ends = [opening.into(), Bytes::from_static(closing)];
            if slots.is_empty() && max_bytes <= SHORT_BYTES {
                return short_or_streamed(in_pieces(write()?, ends), Instant::now, coding, long, true);
            }
            Ok(BodyState::InPool(Box::pin(async move {
                let (text, slots) = long.made(slots, max_bytes, write).await?;
                let text = text?;
                if text.len() <= SHORT_BYTES {
                    let pieces = in_pieces(text, ends).collect();
                    let made = long.pool.step(encode_once(pieces, coding));
                    return made.await.map_err(|_| failed())?;
                }
                let slots = Arc::new(slots);
                streamed(in_pieces(held(text, &slots), ends), coding, long, slots)
            })))
        }
    }
}

/// Sends a body as a whole once it is complete.
fn awaited(opening: Bytes, written: FutureResponse, closing: Bytes, coding: Coding) -> Answer {
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

/// Makes a body from bytes in memory.
fn whole(bytes: Bytes, coding: Coding, long: LongAnswers<'_>) -> Result<BodyState<'_>, Problem> {
    let length = bytes.len();
    whole_of(vec![bytes], length, coding, long)
}

/// Makes a body from all its pieces, encoded if it is worth it; much is encoded in the pool.
fn whole_of(
    pieces: Vec<Bytes>,
    length: usize,
    coding: Coding,
    long: LongAnswers<'_>,
) -> Result<BodyState<'_>, Problem> {
    if coding == Coding::Identity || length <= LITTLE_BYTES {
        return encoded(pieces, coding).map(BodyState::Ready);
    }
    let made = long.pool.step(encode_once(pieces, coding));
    Ok(BodyState::InPool(Box::pin(async { made.await.map_err(|_| failed())? })))
}

/// A step of the pool that makes a body from all its pieces.
fn encode_once(
    mut pieces: Vec<Bytes>,
    coding: Coding,
) -> impl FnMut() -> Option<Result<Body, Problem>> + Send + 'static {
    move || Some(encoded(std::mem::take(&mut pieces), coding))
}

/// Encodes a whole body if it is worth it.
fn encoded(mut pieces: Vec<Bytes>, coding: Coding) -> Result<Body, Problem> {
    let length: usize = pieces.iter().map(Bytes::len).sum();
    let coding = if length < MIN_BYTES { Coding::Identity } else { coding };
    let body = match pieces.len() {
        1 if coding == Coding::Identity => pieces.swap_remove(0),
        _ => encode(coding, &pieces).map_err(encoder_failed)?,
    };
    Ok((Answer::Full(body), coding))
}

/// Makes a body from mostly encoded parts, in the pool if much is left to encode.
fn put_together(parts: Vec<BodyPart>, coding: Coding, pool: &ComputePool) -> std::io::Result<Body> {
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

/// Cuts a text, between its ends, so that it can be encoded and sent piece by piece.
fn in_pieces(text: Bytes, [opening, closing]: [Bytes; 2]) -> impl Iterator<Item = Bytes> + Send + 'static {
    const PIECE_BYTES: usize = 32 * 1024;
    let begins = (0..text.len()).step_by(PIECE_BYTES);
    let pieces = begins.map(move |at| text.slice(at..text.len().min(at + PIECE_BYTES)));
    std::iter::once(opening).chain(pieces).chain(std::iter::once(closing)).filter(|piece| !piece.is_empty())
}

/// The beginning of a body, and the pieces that follow.
struct Beginning<I, N> {
    first: Vec<Bytes>,
    length: usize,
    rest: I,
    /// The clock that measures the work.
    now: N,
}

/// The reason why the beginning of a body ends.
#[derive(PartialEq, Eq)]
enum StopReason {
    End,
    Length,
    Time,
}

impl<I: Iterator<Item = Bytes> + Send + 'static, N: Fn() -> Instant + Send + 'static> Beginning<I, N> {
    /// Collects pieces until the end, or until they are long, or until the time is over, but at least
    /// `pieces`.
    fn take(&mut self, pieces: usize, time: Duration) -> StopReason {
        let begun = (self.now)();
        while self.length < SHORT_BYTES {
            if self.first.len() >= pieces && (self.now)() - begun >= time {
                return StopReason::Time;
            }
            let Some(piece) = self.rest.next() else { return StopReason::End };
            self.length += piece.len();
            self.first.push(piece);
        }
        StopReason::Length
    }

    /// Goes on in the pool until the body is complete, or long, or the time is over.
    async fn advanced(
        self,
        time: Duration,
        coding: Coding,
        pool: &ComputePool,
    ) -> Result<Result<Body, Self>, Problem> {
        let (mut beginning, mut spent) = (Some(self), Duration::ZERO);
        let made = pool.step(move || {
            let work = beginning.as_mut()?;
            let begun = (work.now)();
            let reached = work.take(0, SERVING_TIME);
            spent += (work.now)() - begun;
            match reached {
                StopReason::Time if spent < time => None,
                StopReason::Time | StopReason::Length => Some(Ok(Err(beginning.take()?))),
                StopReason::End => Some(encoded(beginning.take()?.first, coding).map(Ok)),
            }
        });
        made.await.map_err(|_| failed())?
    }

    /// Sends a body as a whole if it is complete soon once it has a slot, otherwise while it is made.
    async fn with_slot(self, coding: Coding, long: LongAnswers<'_>) -> Result<Body, Problem> {
        let slots = Arc::new(vec![long.slots_soon(1).await?]);
        match self.advanced(TIME_BEFORE_SENDING, coding, long.pool).await? {
            Ok(body) => Ok(body),
            Err(beginning) => {
                streamed(beginning.first.into_iter().chain(beginning.rest), coding, long, slots)
            }
        }
    }
}

/// Sends a short body as a whole, with its length; makes a longer one in the pool while it is sent. The
/// serving thread begins if `begins_here`, then the pool works for as long as a short body may take, and then
/// a body needs a slot. `now` measures the work.
fn short_or_streamed<'a>(
    pieces: impl Iterator<Item = Bytes> + Send + 'static,
    now: impl Fn() -> Instant + Send + 'static,
    coding: Coding,
    long: LongAnswers<'a>,
    begins_here: bool,
) -> Result<BodyState<'a>, Problem> {
    let mut beginning = Beginning { first: Vec::new(), length: 0, rest: pieces, now };
    if begins_here && beginning.take(LEAST_PIECES, SERVING_TIME) == StopReason::End {
        return whole_of(beginning.first, beginning.length, coding, long);
    }
    Ok(BodyState::InPool(Box::pin(async move {
        match beginning.advanced(TIME_WITHOUT_SLOT, coding, long.pool).await? {
            Ok(body) => Ok(body),
            Err(beginning) => beginning.with_slot(coding, long).await,
        }
    })))
}

/// Sends a body that is made in the pool while it is sent.
fn streamed(
    pieces: impl Iterator<Item = Bytes> + Send + 'static,
    coding: Coding,
    long: LongAnswers,
    slots: Arc<Vec<Slots>>,
) -> Result<Body, Problem> {
    let encoder = Encoder::new(coding).map_err(encoder_failed)?;
    Ok((Answer::streamed(long.pool.make(Some(slots), encoder.pieces(pieces))), coding))
}

fn encoder_failed(e: std::io::Error) -> Problem {
    tracing::error!(error = %e, "an encoder failed");
    Problem::new(Code::Internal, "the response could not be encoded")
}

/// Methods of a path as the header `Allow` has them.
pub(crate) fn methods(has_get: bool, has_post: bool) -> &'static str {
    match (has_get, has_post) {
        (true, false) => "GET, HEAD, OPTIONS",
        (true, true) => "GET, HEAD, OPTIONS, POST",
        (false, _) => "OPTIONS, POST",
    }
}

/// The response to a CORS preflight.
pub(crate) fn preflight(methods: &'static str) -> Response<Answer> {
    let allowed = HeaderValue::from_static(methods);
    let mut response = Response::new(Answer::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ALLOW, allowed.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, allowed);
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            // Names for a key are allowed so that a browser shows the refusal, which says where it belongs.
            "Api-Key, ApiKey, Authorization, Cache-Control, Content-Encoding, Content-Type, If-None-Match, \
             X-Api-Key, X-Request-Id, X-Requested-With",
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
    if let Some(methods) = notes.methods.filter(|_| headers.contains_key(header::ALLOW)) {
        headers.insert(header::ALLOW, HeaderValue::from_static(methods));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Some(origin) = allowed_origin(call, notes) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    headers.entry(header::VARY).or_insert(if notes.is_for_all { VARY_FOR_ALL } else { VARY });
    if call.method == Method::HEAD {
        let length = response.body().length();
        *response.body_mut() = Answer::empty();
        if let Some(length) = length {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::long_answers::StartFlag;
    use std::sync::atomic::{AtomicU32, Ordering};
    use web::compute::MostLongAnswers;

    /// Pieces without bytes, each of half a millisecond of work, and how many were made. They never end.
    fn idle_pieces() -> (impl Iterator<Item = Bytes> + Send, Arc<AtomicU32>) {
        let made = Arc::<AtomicU32>::default();
        let count = Arc::clone(&made);
        let pieces = std::iter::repeat_with(move || {
            count.fetch_add(1, Ordering::Relaxed);
            Bytes::new()
        });
        (pieces, made)
    }

    /// Begins a body whose pieces take half a millisecond each.
    fn begun<'a>(
        pieces: impl Iterator<Item = Bytes> + Send + 'static,
        made: &Arc<AtomicU32>,
        long: LongAnswers<'a>,
        begins_here: bool,
    ) -> Later<'a, Body> {
        let (begun, made) = (Instant::now(), Arc::clone(made));
        let now = move || begun + Duration::from_micros(500) * made.load(Ordering::Relaxed);
        match short_or_streamed(pieces, now, Coding::Identity, long, begins_here) {
            Ok(BodyState::InPool(body)) => body,
            _ => panic!("the serving thread did it all"),
        }
    }

    /// A slot that another thread gives back.
    async fn free_slot(pool: &ComputePool) -> Slots {
        pool.slots().take_within(Duration::from_secs(180), 1, "b").await.expect("the others are dropped")
    }

    #[tokio::test]
    async fn work_without_bytes_leaves_the_serving_thread_and_needs_a_slot() {
        let pool = ComputePool::new(MostLongAnswers { in_all: 1, of_one: 1 }, None).expect("threads");
        let client = std::net::Ipv4Addr::LOCALHOST.into();
        let long = LongAnswers { pool: &pool, account: Some("a"), client, begun: &StartFlag::default() };
        for (begins_here, least) in [(true, LEAST_PIECES), (false, 0)] {
            let (pieces, made) = idle_pieces();
            let body = begun(pieces, &made, long, begins_here);
            assert_eq!(made.load(Ordering::Relaxed), least as u32);
            assert!(matches!(body.await, Ok((Answer::Streamed { .. }, Coding::Identity))));
            free_slot(&pool).await;
        }
        let _slot = free_slot(&pool).await;
        tokio::time::pause();
        let (pieces, made) = idle_pieces();
        let refused = begun(pieces, &made, long, true).await.err().map(|problem| problem.code);
        assert_eq!(refused, Some(Code::Busy));
        let most = LEAST_PIECES + 2;
        assert_eq!(made.load(Ordering::Relaxed) as usize, most, "a millisecond of work without a slot");
    }

    #[tokio::test]
    async fn a_short_body_of_much_work_has_a_length() {
        let pool = ComputePool::new(MostLongAnswers { in_all: 1, of_one: 1 }, None).expect("threads");
        let client = std::net::Ipv4Addr::LOCALHOST.into();
        let long = LongAnswers { pool: &pool, account: None, client, begun: &StartFlag::default() };
        let (pieces, made) = idle_pieces();
        let pieces = pieces.take(12).chain([Bytes::from_static(b"eclipse")]);
        let body = begun(pieces, &made, long, true).await;
        assert_eq!(body.ok().and_then(|(body, _)| body.length()), Some(7));
    }
}
