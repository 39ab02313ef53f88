//! One connection: its deadlines, its requests, and its graceful end.

use crate::http::body::Answer;
use crate::http::handler::{BodyTooLarge, Handler, Peer, Received};
use crate::http::tick_timer::{self, TICKS};
use crate::http::watched::Watched;
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};

/// Limits against abuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Connections at a time.
    pub(crate) connections: usize,
    /// Requests at a time on a connection (HTTP/2).
    pub(crate) streams: u32,
    /// Size of a request head.
    pub(crate) header_bytes: usize,
    /// Size of a request body, which no operation needs.
    pub(crate) body_bytes: usize,
    /// Time for a request head.
    pub(crate) header_timeout: Duration,
    /// Time without a byte in either direction.
    pub(crate) idle_timeout: Duration,
}

/// A connection that was accepted; it counts as closed when it is dropped.
pub(crate) struct Connection<H: Handler> {
    limits: Limits,
    handler: Arc<H>,
    stopping: watch::Receiver<bool>,
    peer: IpAddr,
    /// Tells the accept loop, by being dropped, that the connection has ended.
    _open: mpsc::Sender<Infallible>,
}

impl<H: Handler> Drop for Connection<H> {
    fn drop(&mut self) {
        self.handler.connection_closed();
    }
}

impl<H: Handler> Connection<H> {
    /// A connection from `peer` that was counted as opened.
    pub(crate) fn new(
        limits: Limits,
        handler: Arc<H>,
        stopping: watch::Receiver<bool>,
        peer: IpAddr,
        open: mpsc::Sender<Infallible>,
    ) -> Self {
        Self { limits, handler, stopping, peer, _open: open }
    }

    /// Serves requests until the client or the server ends the connection, or nothing moves for too long.
    pub(crate) async fn serve(self, builder: auto::Builder<TokioExecutor>, stream: TcpStream) {
        let moved = Arc::new(AtomicBool::new(true));
        let io = TokioIo::new(Watched::new(stream, moved.clone()));
        let (handler, limits) = (self.handler.clone(), self.limits);
        let peer = Peer { address: self.peer, text: self.peer.to_canonical().to_string().into() };
        let respond =
            service_fn(move |request| respond(handler.clone(), limits.body_bytes, peer.clone(), request));
        let served = builder.serve_connection(io, respond);
        tokio::pin!(served);
        let mut stopping = self.stopping.clone();
        let mut is_stopping = false;
        // Looks at all deadlines of the connection; see `TickTimer`.
        let every = limits.header_timeout.min(limits.idle_timeout) / TICKS;
        let mut tick = tokio::time::interval(every);
        let mut quiet = Duration::ZERO;
        loop {
            tokio::select! {
                biased;
                _ = &mut served => return,
                _ = stopping.wait_for(|stop| *stop), if !is_stopping => {
                    is_stopping = true;
                    served.as_mut().graceful_shutdown();
                }
                now = tick.tick() => {
                    tick_timer::tick(now);
                    quiet = if moved.swap(false, Ordering::Relaxed) { Duration::ZERO } else { quiet + every };
                    if quiet > limits.idle_timeout {
                        return;
                    }
                }
            }
        }
    }
}

/// Reads the body of a request within the limit and hands both to the handler.
async fn respond<H: Handler>(
    handler: Arc<H>,
    body_bytes: usize,
    peer: Peer,
    request: Request<Incoming>,
) -> Result<Response<Answer>, Infallible> {
    let begun = Instant::now();
    let (head, body) = request.into_parts();
    let body = if body.is_end_stream() { Ok(Bytes::new()) } else { within(body, body_bytes).await };
    Ok(handler.respond(Received { begun, peer, head, body }).await)
}

/// Reads a body, if it is not too large.
async fn within(body: Incoming, most: usize) -> Result<Bytes, BodyTooLarge> {
    if body.size_hint().lower() > most as u64 {
        return Err(BodyTooLarge { most });
    }
    let read = Limited::new(body, most).collect().await;
    read.map(|whole| whole.to_bytes()).map_err(|_| BodyTooLarge { most })
}
