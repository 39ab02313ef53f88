//! One connection: its deadlines, its requests, and its graceful end.

use crate::body::{PIECE_BYTES, Sent};
use crate::body_problem::BodyProblem;
use crate::handler::{Handler, Peer, WebRequest};
use crate::joined_writes::JoinedWrites;
use crate::per_address::AddressSlot;
use crate::tick_timer::{TICKS, TickTimer};
use crate::upload::Upload;
use crate::waiting::{AllWaiting, UnsentBytes};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::http::request::Parts;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Limits against abuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Connections at a time from one address; from one /64 of IPv6.
    pub connections_per_address: usize,
    /// Requests at a time on a connection (HTTP/2).
    pub streams: u32,
    /// Size of a request head.
    pub header_bytes: usize,
    /// Size of a request body that is read before the request is answered.
    pub body_bytes: usize,
    /// Bytes of responses that wait to be sent, in all.
    pub waiting_bytes: usize,
    /// Time for a request head, and then for its body.
    pub header_timeout: Duration,
    /// Time without a request on a connection, and time in which the client must read the next piece.
    pub idle_timeout: Duration,
}

impl Limits {
    /// The limits of the server. A browser opens six connections, and a network of many people with one
    /// address a few hundred. 100 streams are the least that RFC 9113 recommends. A head is at most 30 kB of
    /// path, and forms are far shorter than 16 kB. A server with 1 GB of memory has room for 256 MiB unsent.
    /// Slow mobile networks send a head within 10 s, and read 64 kB within a minute.
    pub const DEFAULT: Self = Self {
        connections: 16_384,
        connections_per_address: 512,
        streams: 100,
        header_bytes: 32_768,
        body_bytes: 16_384,
        waiting_bytes: 256 << 20,
        header_timeout: Duration::from_secs(10),
        idle_timeout: Duration::from_secs(60),
    };
}

/// A connection that was accepted; it counts as closed when it is dropped.
pub struct Connection<H: Handler> {
    /// The limits of all connections.
    pub limits: Limits,
    /// Answers the requests.
    pub handler: Arc<H>,
    /// Turns true when the server stops.
    pub stopping: watch::Receiver<bool>,
    /// The other end.
    pub peer: IpAddr,
    /// The timer of hyper, which the ticks of the connection drive.
    pub(crate) timer: TickTimer,
    /// The bytes that wait to be sent on all connections.
    pub(crate) all_waiting: Arc<AllWaiting>,
    /// The place of the connection in the limit of its address; `None` if the address has no limit.
    pub _place: Option<AddressSlot>,
    /// Signals the end of the connection to the accept loop when it is dropped.
    pub(crate) _open: mpsc::Sender<Infallible>,
}

impl<H: Handler> Drop for Connection<H> {
    fn drop(&mut self) {
        self.handler.connection_closed();
    }
}

impl<H: Handler> Connection<H> {
    /// Serves requests until the client or the server ends the connection, or a deadline is over.
    pub async fn serve<S>(self, builder: auto::Builder<TokioExecutor>, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let waiting = UnsentBytes::new(Arc::clone(&self.all_waiting));
        let io = TokioIo::new(JoinedWrites { stream, waiting: Arc::clone(&waiting) });
        let (handler, limits) = (self.handler.clone(), self.limits);
        let peer = Peer { address: self.peer, text: self.peer.to_canonical().to_string().into() };
        let on = Arc::clone(&waiting);
        let respond =
            service_fn(move |request| respond(handler.clone(), limits, peer.clone(), on.clone(), request));
        let served = builder.serve_connection(io, respond);
        tokio::pin!(served);
        let mut stopping = self.stopping.clone();
        let mut is_stopping = false;
        let mut deadlines = Deadlines::new(limits, waiting);
        let mut tick = tokio::time::interval(deadlines.every);
        loop {
            tokio::select! {
                // Requests come first, and a fixed order saves a random number at each wake-up.
                biased;
                _ = &mut served => return,
                _ = stopping.wait_for(|stop| *stop), if !is_stopping => {
                    is_stopping = true;
                    served.as_mut().graceful_shutdown();
                }
                now = tick.tick() => {
                    self.timer.tick(now);
                    if deadlines.are_over() {
                        return;
                    }
                }
            }
        }
    }
}

/// The deadlines of a connection that hyper does not have. One tick checks all of them.
struct Deadlines {
    waiting: Arc<UnsentBytes>,
    /// The interval of the tick.
    every: Duration,
    header_timeout: Duration,
    idle_timeout: Duration,
    /// Time since a request began or was under way.
    idle: Duration,
    /// Time since bytes of a further head came.
    in_head: Duration,
    /// Time since the period of `waiting` began.
    in_period: Duration,
    /// Requests that had begun by the last tick.
    begun: u64,
}

impl Deadlines {
    fn new(limits: Limits, waiting: Arc<UnsentBytes>) -> Self {
        let every = (limits.header_timeout / TICKS).min(UnsentBytes::period(limits.idle_timeout));
        let Limits { header_timeout, idle_timeout, .. } = limits;
        let [idle, in_head, in_period] = [Duration::ZERO; 3];
        Self { waiting, every, header_timeout, idle_timeout, idle, in_head, in_period, begun: 0 }
    }

    /// Returns whether the connection has been without a request, or a head has been incomplete, for too
    /// long, or a part of a response has not been read for too long, even if others have moved.
    fn are_over(&mut self) -> bool {
        let (begun, is_waiting) = self.waiting.activity();
        if is_waiting || begun != self.begun {
            (self.idle, self.in_head) = (Duration::ZERO, Duration::ZERO);
            self.begun = begun;
        } else {
            self.idle += self.every;
            self.in_head += if self.waiting.is_in_head() { self.every } else { Duration::ZERO };
        }
        self.in_period += self.every;
        let is_stuck = self.in_period >= UnsentBytes::period(self.idle_timeout) && {
            self.in_period -= UnsentBytes::period(self.idle_timeout);
            self.waiting.next_period()
        };
        is_stuck || self.idle > self.idle_timeout || self.in_head > self.header_timeout
    }
}

/// Reads the body of a request within the limits and hands both to the handler.
async fn respond<H: Handler>(
    handler: Arc<H>,
    limits: Limits,
    peer: Peer,
    waiting: Arc<UnsentBytes>,
    request: Request<Incoming>,
) -> Result<Response<Sent>, Infallible> {
    let begun = Instant::now();
    let is_full = waiting.is_full();
    let (mut wait, (head, body)) = (waiting.request(), request.into_parts());
    // Only forms need their body. HTTP/2 can respond before an unneeded body has arrived; on HTTP/1 the body
    // must be read, because the next request follows it.
    let is_in_order = head.version < Version::HTTP_2;
    if is_in_order {
        waiting.send_in_order();
    }
    let is_needed = head.method == Method::POST || is_in_order;
    let (body, upload) = if !is_full && handler.reads_body(&head) {
        wait.set_patient(true);
        (Ok(Bytes::new()), Some(Upload::new(body, waiting.wait(memory_of(&head)), body_time(limits))))
    } else if body.is_end_stream() || is_full || !is_needed {
        (Ok(Bytes::new()), None)
    } else {
        wait.holds(memory_of(&head));
        let body = whole(body, limits).await;
        waiting.end_of_request();
        (body, None)
    };
    wait.renew();
    let mut response = pin!(handler.respond(WebRequest { begun, peer, is_full, head, body, upload }));
    let response = match poll_fn(|cx| Poll::Ready(response.as_mut().poll(cx))).await {
        Poll::Ready(response) => response,
        Poll::Pending => {
            // What is made meanwhile counts already, so that many requests at once do not exceed the limit.
            wait.holds(PIECE_BYTES);
            // The client cannot read what is not made yet.
            let was_patient = wait.set_patient(true);
            let response = response.await;
            wait.set_patient(was_patient);
            response
        }
    };
    Ok(response.map(|answer| Sent::new(answer, wait, is_in_order)))
}

/// Approximate memory of a request head.
fn memory_of(head: &Parts) -> usize {
    /// Places in tables and pointers for each field.
    const FIELD_BYTES: usize = 128;
    let fields: usize = head.headers.iter().map(|(n, v)| FIELD_BYTES + n.as_str().len() + v.len()).sum();
    fields + head.uri.path().len() + head.uri.query().map_or(0, str::len)
}

/// Maximum wait for a body, or for a piece of it. A wait beyond the idle timeout would end the connection
/// without a response.
fn body_time(limits: Limits) -> Duration {
    limits.header_timeout.min(limits.idle_timeout)
}

/// Reads a body, if it is not too large and comes in time.
async fn whole(body: Incoming, limits: Limits) -> Result<Bytes, BodyProblem> {
    let most = limits.body_bytes;
    if body.size_hint().lower() > most as u64 {
        return Err(BodyProblem::TooLarge { most });
    }
    let time = body_time(limits);
    match tokio::time::timeout(time, Limited::new(body, most).collect()).await {
        Err(_) => Err(BodyProblem::TooSlow { most: time }),
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(e)) if e.is::<LengthLimitError>() => Err(BodyProblem::TooLarge { most }),
        Ok(Err(_)) => Err(BodyProblem::Malformed),
    }
}

#[cfg(test)]
pub(crate) mod tests;
