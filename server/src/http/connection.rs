//! The accept loop and one connection: limits, timeouts, graceful end.

use crate::api::chain::{self, Answered, Call};
use crate::http::body::Answer;
use crate::http::problem::{Code, Problem};
use crate::pages::console::{self, Console};
use crate::service::Service;
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Incoming};
use hyper::rt::{Sleep, Timer};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use std::borrow::Cow;
use std::convert::Infallible;
use std::io;
use std::mem::MaybeUninit;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Limits against abuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Requests at a time on a connection (HTTP/2).
    pub streams: u32,
    /// Size of a request head.
    pub header_bytes: usize,
    /// Size of a request body, which no operation needs.
    pub body_bytes: usize,
    /// Time for a request head.
    pub header_timeout: Duration,
    /// Time without a byte in either direction.
    pub idle_timeout: Duration,
}

/// Accepts connections.
pub struct Connections {
    limits: Limits,
    service: Arc<Service>,
    stopping: watch::Receiver<bool>,
    builder: auto::Builder<TokioExecutor>,
    /// A connection holds a sender; when all are gone, all connections are.
    open: (mpsc::Sender<Infallible>, mpsc::Receiver<Infallible>),
}

/// Connections that are still open, after the last was accepted.
pub struct Open {
    done: mpsc::Receiver<Infallible>,
    service: Arc<Service>,
}

/// Waits until all connections have ended, but not longer than `drain`. Gives the number of those that have
/// not.
pub async fn drained(mut open: Open, drain: Duration) -> i64 {
    match tokio::time::timeout(drain, open.done.recv()).await {
        Ok(_) => 0,
        Err(_) => open.service.metrics.connections.get(),
    }
}

impl Connections {
    /// For a service.
    pub fn new(limits: Limits, service: Arc<Service>, stopping: watch::Receiver<bool>) -> Self {
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TickTimer)
            .header_read_timeout(limits.header_timeout)
            .max_buf_size(limits.header_bytes.max(8192));
        builder
            .http2()
            .timer(TickTimer)
            .max_concurrent_streams(limits.streams)
            .max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX))
            .keep_alive_interval(limits.idle_timeout / 2)
            .keep_alive_timeout(limits.header_timeout);
        Self { limits, service, stopping, builder, open: mpsc::channel(1) }
    }

    /// Accepts until the server stops.
    pub async fn accept(mut self, listener: TcpListener) -> Open {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = self.stopping.wait_for(|stop| *stop) => break,
            };
            match accepted {
                Ok((stream, peer)) => self.take(stream, peer),
                Err(e) if is_of_one_connection(&e) => {}
                Err(e) => {
                    // Out of file descriptors: others will close.
                    tracing::warn!(error = %e, "cannot accept connections for a moment");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        Open { done: self.open.1, service: self.service }
    }

    fn take(&self, stream: TcpStream, peer: SocketAddr) {
        let count = self.service.metrics.connections.inc();
        if usize::try_from(count).unwrap_or(0) >= self.limits.connections {
            self.service.metrics.connections.dec();
            self.service.metrics.refused_connections.inc();
            // The client may have gone; there is nobody to tell then.
            let _ = stream.try_write(b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        // Answers are written whole; without this they would wait for the last acknowledgement.
        let _ = stream.set_nodelay(true);
        let connection = Connection {
            limits: self.limits,
            service: self.service.clone(),
            stopping: self.stopping.clone(),
            peer,
            _open: self.open.0.clone(),
        };
        let builder = self.builder.clone();
        tokio::spawn(connection.serve(builder, stream));
    }
}

/// Errors of accept that belong to the connection and not to the listener.
fn is_of_one_connection(e: &io::Error) -> bool {
    matches!(
        e.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    )
}

struct Connection {
    limits: Limits,
    service: Arc<Service>,
    stopping: watch::Receiver<bool>,
    peer: SocketAddr,
    _open: mpsc::Sender<Infallible>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.service.metrics.connections.dec();
    }
}

impl Connection {
    async fn serve(self, builder: auto::Builder<TokioExecutor>, stream: TcpStream) {
        let moved = Arc::new(AtomicBool::new(true));
        let io = TokioIo::new(Watched { stream, moved: moved.clone() });
        let (service, limits) = (self.service.clone(), self.limits);
        let peer = Peer { address: self.peer.ip(), text: self.peer.ip().to_canonical().to_string().into() };
        let answer = service_fn(move |request| respond(service.clone(), limits, peer.clone(), request));
        let served = builder.serve_connection(io, answer);
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
                    CLOCK_MS.store(now.duration_since(*BEGUN).as_millis() as u64, Ordering::Relaxed);
                    quiet = if moved.swap(false, Ordering::Relaxed) { Duration::ZERO } else { quiet + every };
                    if quiet > limits.idle_timeout {
                        return;
                    }
                }
            }
        }
    }
}

/// The other end of a connection, and its text for the log.
#[derive(Clone)]
struct Peer {
    address: IpAddr,
    text: Arc<str>,
}

/// One request: its body is read within the limit (only the console has a use for it), then it is answered,
/// counted and logged.
async fn respond(
    service: Arc<Service>,
    limits: Limits,
    peer: Peer,
    request: Request<Incoming>,
) -> Result<Response<Answer>, Infallible> {
    let begun = std::time::Instant::now();
    let (head, body) = request.into_parts();
    let client = service.gate.client(peer.address, &head.headers);
    let call = Call {
        method: &head.method,
        uri: &head.uri,
        headers: &head.headers,
        client,
        now_ms: service.gate.clock.now_ms(),
    };
    let body = if body.is_end_stream() { Some(Bytes::new()) } else { within(body, limits.body_bytes).await };
    let answered = match body {
        Some(form) if Console::owns(head.uri.path()) => {
            let is_over_tls = service.gate.is_over_tls(peer.address, &head.headers);
            Answered { response: console::answer(&service, &call, &form, is_over_tls).await, endpoint: None }
        }
        Some(_) => service.answer(&call),
        None => {
            let problem = Problem::new(
                Code::BodyTooLarge,
                format!(
                    "the request has a body of more than {} bytes; no operation takes one",
                    limits.body_bytes
                ),
            );
            Answered { response: chain::refused(&problem, &call), endpoint: None }
        }
    };
    let took = begun.elapsed();
    let status = answered.response.status().as_u16();
    service.metrics.answered(answered.endpoint, status, took);
    tracing::info!(
        method = head.method.as_str(),
        path = head.uri.path(),
        status = u64::from(status),
        bytes = answered.response.body().size_hint().exact(),
        micros = took.as_micros() as u64,
        peer = if client == peer.address.to_canonical() {
            Cow::Borrowed(&*peer.text)
        } else {
            Cow::Owned(client.to_string())
        }
        .as_ref(),
        "request"
    );
    Ok(answered.response)
}

/// A body, if it is not too large.
async fn within(body: Incoming, most: usize) -> Option<Bytes> {
    if body.size_hint().lower() > most as u64 {
        return None;
    }
    Limited::new(body, most).collect().await.ok().map(|whole| whole.to_bytes())
}

/// Looks at the deadlines of a connection in the shortest of them: each is kept to a quarter.
const TICKS: u32 = 4;

/// When the clock of [`TickTimer`] began.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Milliseconds since then, as of the last tick of any connection.
static CLOCK_MS: AtomicU64 = AtomicU64::new(0);

/// The timer of hyper's own deadlines. Its sleeps never wake anybody and ask no clock: the connection's tick
/// does both, and hyper then looks whether they are over. So a request need not enter and leave the runtime's
/// timer.
#[derive(Clone, Copy)]
struct TickTimer;

struct TickSleep {
    until_ms: u64,
}

impl Timer for TickTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        Box::pin(TickSleep { until_ms: CLOCK_MS.load(Ordering::Relaxed) + duration.as_millis() as u64 })
    }

    fn sleep_until(&self, deadline: std::time::Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(TickSleep {
            until_ms: Instant::from_std(deadline).duration_since(*BEGUN).as_millis() as u64,
        })
    }
}

impl Future for TickSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if CLOCK_MS.load(Ordering::Relaxed) >= self.until_ms { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Sleep for TickSleep {}

/// Answers of up to this size are written in one piece.
const ONE_PIECE_BYTES: usize = 2048;

/// A stream that notes when bytes move.
struct Watched {
    stream: TcpStream,
    moved: Arc<AtomicBool>,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.moved.store(true, Ordering::Relaxed);
        }
        polled
    }
}

impl Watched {
    fn noted(&self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(polled, Poll::Ready(Ok(n)) if n > 0) {
            self.moved.store(true, Ordering::Relaxed);
        }
        polled
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // Head and body of a short answer go out in one piece: copying them costs less than the kernel takes
        // to gather them.
        if bytes.iter().map(|b| b.len()).sum::<usize>() <= ONE_PIECE_BYTES {
            let mut memory = [const { MaybeUninit::<u8>::uninit() }; ONE_PIECE_BYTES];
            let mut piece = ReadBuf::uninit(&mut memory);
            bytes.iter().for_each(|b| piece.put_slice(b));
            return self.poll_write(cx, piece.filled());
        }
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.noted(polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
