//! The operator's address: metrics and health checks.

use crate::service::Service;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderMap;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use web::accept;

/// Time limit for a request head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves metrics and health until the task is aborted.
pub async fn serve(listener: TcpListener, service: Arc<Service>) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(e) => {
                tracing::warn!(error = %e, "cannot accept connections on the operator's address");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let service = service.clone();
        tokio::spawn(async move {
            let answer = service_fn(move |request: Request<Incoming>| {
                let response = answer(&service, &request);
                async move { Ok::<_, Infallible>(response) }
            });
            let mut builder = hyper::server::conn::http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
            // The client may have disconnected.
            let _ = builder.serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}

fn answer(service: &Service, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    const TEXT: &str = "text/plain; charset=utf-8";
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let (status, kind, text) = match request.uri().path() {
        "/metrics" if is_read => {
            let (kind, text) = metrics(service, request.headers());
            (StatusCode::OK, kind, text)
        }
        "/livez" if is_read => (StatusCode::OK, TEXT, "ok\n".to_owned()),
        "/readyz" if is_read => {
            match service.readiness().text(&service.data(), service.gate.clock.now_ms()) {
                Ok(text) => (StatusCode::OK, TEXT, text),
                Err(why) => (StatusCode::SERVICE_UNAVAILABLE, TEXT, why + "\n"),
            }
        }
        _ => (StatusCode::NOT_FOUND, TEXT, "use GET /metrics, /livez or /readyz\n".to_owned()),
    };
    // hyper omits the body in responses to HEAD.
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    response
}

/// The metrics and their media type: the client's preferred format, or the classic one without a preference.
fn metrics(service: &Service, headers: &HeaderMap) -> (&'static str, String) {
    const CLASSIC: &str = "text/plain; version=0.0.4; charset=utf-8";
    const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    match accept::preferred(headers, &[CLASSIC, OPEN_METRICS]) {
        Some(1) => (OPEN_METRICS, service.metrics.open_metrics()),
        _ => (CLASSIC, service.metrics.classic()),
    }
}
