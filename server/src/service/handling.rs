//! The handling of a request: response, request id, metrics and log.

use super::Service;
use super::pipeline::Pipeline;
use crate::api::headers::Reply;
use crate::api::registry::Target;
use crate::observe::log;
use crate::observe::metrics::{Count, Metrics};
use hyper::header::{CONNECTION, HeaderValue, STRICT_TRANSPORT_SECURITY};
use hyper::http::request::Parts;
use hyper::{Method, Response};
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};
use web::body::ResponseBody;
use web::call::{Call, without_slash};
use web::handler::{Handler, WebRequest};
use web::host;
use web::problem::{Code, Problem};
use web::request_id::{self, REQUEST_ID};
use web::traffic::Traffic;

/// Time for which a request may occupy a serving thread in one go before the log says so.
const LONG_POLL: Duration = Duration::from_millis(20);

/// Counts for how long each poll of a response occupies a serving thread. The caller pins the response,
/// because it is large to move.
async fn timed<T>(metrics: &Metrics, call: &Call<'_>, mut answer: Pin<&mut impl Future<Output = T>>) -> T {
    poll_fn(|cx| {
        let begun = Instant::now();
        let polled = answer.as_mut().poll(cx);
        let took = begun.elapsed();
        metrics.occupied(took);
        if took >= LONG_POLL {
            let ms = took.as_millis() as u64;
            tracing::warn!(path = call.path(), ms, "a request occupied a serving thread for long");
        }
        polled
    })
    .await
}

fn record(metrics: &Metrics, call: &Call, request: &WebRequest, answered: &Reply) {
    let took = request.begun.elapsed();
    let of = match answered.target {
        Some(Target::Operation(index)) => metrics.of_operation(index),
        Some(Target::Page(index)) => metrics.of_page(index),
        None => metrics.of_nothing(),
    };
    metrics.answered(Count {
        of,
        status: answered.response.status().as_u16(),
        took,
        refused: answered.problem,
        charged: answered.key.as_ref().map(|key| key.account.plan).zip(answered.charged),
    });
    log::request(call, &request.peer, metrics.name(of), answered, took);
}

impl Handler for Service {
    fn reads_body(&self, head: &Parts) -> bool {
        let found = || self.registry.find(without_slash(head.uri.path()));
        let is_batch = |target| match target {
            Target::Operation(index) => self.registry.operations[index].post.is_some(),
            Target::Page(_) => false,
        };
        head.method == Method::POST && found().is_some_and(|(target, _)| is_batch(target))
    }

    async fn respond(self: Arc<Self>, mut request: WebRequest) -> Response<ResponseBody> {
        let mut upload = request.upload.take();
        let has_upload = upload.is_some();
        let (head, peer) = (&request.head, request.peer.address);
        let found = self.gate.client(peer, &head.headers);
        // Only counted and logged as the proxy's: it is refused before it could use the rights of one.
        let client = found.as_ref().copied().unwrap_or(peer.to_canonical());
        let obstacle = found.err().map(Problem::from).or_else(|| obstacle(&request));
        let now_ms = self.gate.clock.now_ms();
        let is_over_tls = self.gate.is_over_tls(peer, &head.headers);
        let Parts { method, uri, headers, .. } = head;
        let id = request_id::of(headers);
        let request_id = id.to_str().expect("ids are ASCII");
        let call = Call { method, uri, headers, client, is_over_tls, now_ms, request_id };
        let form = request.body.as_deref().unwrap_or_default();
        let mut answered = {
            let pipeline = Pipeline { service: &self, call: &call, whole_bytes: None };
            timed(&self.metrics, &call, pin!(pipeline.answer(form, &mut upload, obstacle))).await
        };
        // A body that was refused may not be read to its end.
        let is_refused = has_upload && !answered.response.status().is_success();
        if let Some(unread) = upload {
            unread.discard();
        }
        let headers = answered.response.headers_mut();
        headers.insert(REQUEST_ID, id.clone());
        if request.body.is_err() || is_refused {
            // The rest of an unread body would be read as the next request.
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if self.gate.is_public_https {
            headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
        }
        record(&self.metrics, &call, &request, &answered);
        answered.response
    }

    fn traffic(&self) -> Traffic {
        self.metrics.traffic.clone()
    }

    fn connection_opened(&self) -> i64 {
        self.metrics.connections.inc()
    }

    fn connection_closed(&self) {
        self.metrics.connections.dec();
    }

    fn connection_refused(&self) {
        self.metrics.refused_connections.inc();
    }

    fn is_unlimited(&self, address: IpAddr) -> bool {
        self.gate.is_trusted_proxy(address)
    }

    fn open_connections(&self) -> i64 {
        self.metrics.connections.get()
    }
}

/// Returns the error for a request that is rejected regardless of its path.
fn obstacle(request: &WebRequest) -> Option<Problem> {
    match &request.body {
        Err(problem) => Some((*problem).into()),
        Ok(_) if let Some(fault) = host::fault(&request.head) => Some(Problem::new(Code::BadHost, fault)),
        Ok(_) if request.is_full => Some(busy()),
        Ok(_) => None,
    }
}

/// The error for too many unsent response bytes, of one client or of all clients.
fn busy() -> Problem {
    let detail = "too many response bytes wait to be sent; read those of this connection first";
    Problem::new(Code::Busy, detail).retry_after(5)
}
