//! The accept loop: accepts connections up to the limits until the server stops.

use crate::connection::{Connection, Limits};
use crate::handler::Handler;
use crate::per_address::{AddressSlot, PerAddress};
use crate::tick_timer::TickTimer;
use crate::waiting::AllWaiting;
use hyper_util::rt::TokioExecutor;
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// The response to a connection beyond the limits.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n";

/// Maximum buffered bytes of one HTTP/2 stream: one piece of a body.
const MAX_SEND_BUFFER: usize = 64 * 1024;
/// Pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(50);
/// Minimum time between two log lines about refused connections, so that a flood does not fill the log.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// The accept loop: its limits, its handler and its connections.
pub struct Connections<H> {
    limits: Limits,
    handler: Arc<H>,
    stopping: watch::Receiver<bool>,
    builder: auto::Builder<TokioExecutor>,
    timer: TickTimer,
    per_address: PerAddress,
    all_waiting: Arc<AllWaiting>,
    refusals_logged: Rarely,
    /// Each connection holds a sender, so the channel closes when all connections have ended.
    open: (mpsc::Sender<Infallible>, mpsc::Receiver<Infallible>),
}

/// Connections that are still open, after the last was accepted.
pub struct Open<H> {
    done: mpsc::Receiver<Infallible>,
    handler: Arc<H>,
}

impl<H: Handler> Open<H> {
    /// Waits until all connections have ended, at most for `drain`. Returns the number of those that are
    /// still open.
    pub async fn drained(mut self, drain: Duration) -> i64 {
        match tokio::time::timeout(drain, self.done.recv()).await {
            Ok(_) => 0,
            Err(_) => self.handler.open_connections(),
        }
    }
}

impl<H: Handler> Connections<H> {
    /// Creates an accept loop for a handler; `stopping` becomes true when the server stops.
    pub fn new(limits: Limits, handler: Arc<H>, stopping: watch::Receiver<bool>) -> Self {
        let timer = TickTimer::new();
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder
            .http1()
            // It would also count the wait for a request: the tick of the connection counts the head alone.
            .header_read_timeout(None)
            .max_buf_size(limits.header_bytes.max(8192));
        builder
            .http2()
            .timer(timer.clone())
            .max_concurrent_streams(limits.streams)
            .max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX))
            .max_send_buf_size(MAX_SEND_BUFFER)
            .keep_alive_interval(limits.idle_timeout / 2)
            .keep_alive_timeout(limits.header_timeout);
        let all_waiting = AllWaiting::new(limits.waiting_bytes, handler.traffic());
        Self {
            limits,
            handler,
            stopping,
            builder,
            timer,
            per_address: PerAddress::new(limits.connections_per_address),
            all_waiting,
            refusals_logged: Rarely::default(),
            open: mpsc::channel(1),
        }
    }

    /// Accepts connections until the server stops.
    pub async fn accept(self, listener: TcpListener) -> Open<H> {
        self.accept_each(|| listener.accept()).await
    }

    async fn accept_each<F>(mut self, mut next: impl FnMut() -> F) -> Open<H>
    where
        F: Future<Output = io::Result<(TcpStream, SocketAddr)>>,
    {
        loop {
            let accepted = tokio::select! {
                accepted = next() => accepted,
                _ = self.stopping.wait_for(|stop| *stop) => break,
            };
            match accepted {
                Ok((stream, peer)) => self.start(stream, peer),
                Err(e) if is_of_one_connection(&e) => {}
                Err(e) => {
                    // Out of file descriptors. A pause lets other connections close, instead of a busy loop.
                    if self.refusals_logged.is_due() {
                        tracing::warn!(error = %e, "cannot accept connections for a moment");
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        self.ended()
    }

    /// Serves a connection in a new task, or refuses it if too many are open.
    fn start(&mut self, stream: TcpStream, peer: SocketAddr) {
        let before = self.handler.connection_opened();
        let place = match self.place(before, peer.ip()) {
            Ok(place) => place,
            Err(why) => {
                self.handler.connection_closed();
                self.handler.connection_refused();
                if self.refusals_logged.is_due() {
                    tracing::warn!(peer = %peer.ip(), why, "connections are refused");
                }
                // The client may have gone away already.
                let _ = stream.try_write(TOO_MANY);
                return;
            }
        };
        // Responses are written whole; with Nagle's algorithm they would wait for the last acknowledgement.
        // An error means that the client has disconnected.
        let _ = stream.set_nodelay(true);
        tokio::spawn(self.served(stream, peer.ip(), place));
    }

    /// Serves a connection until it ends.
    pub(crate) fn served<S>(
        &self,
        stream: S,
        peer: IpAddr,
        place: Option<AddressSlot>,
    ) -> impl Future<Output = ()> + use<H, S>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let connection = Connection {
            limits: self.limits,
            handler: self.handler.clone(),
            stopping: self.stopping.clone(),
            peer,
            timer: self.timer.clone(),
            all_waiting: self.all_waiting.clone(),
            _place: place,
            _open: self.open.0.clone(),
        };
        connection.serve(self.builder.clone(), stream)
    }

    /// Accepts no more connections.
    pub(crate) fn ended(self) -> Open<H> {
        Open { done: self.open.1, handler: self.handler }
    }

    /// A place for a connection, if there are not too many in all or from its address.
    fn place(&self, before: i64, address: IpAddr) -> Result<Option<AddressSlot>, &'static str> {
        if usize::try_from(before).is_ok_and(|before| before >= self.limits.connections) {
            return Err("as many are open as --max-connections allows");
        }
        if self.handler.is_unlimited(address) {
            return Ok(None);
        }
        let place = self.per_address.place(address);
        place.map(Some).ok_or("its address has as many open as one address may have")
    }
}

/// Allows something at most once per [`LOG_INTERVAL`].
#[derive(Default)]
struct Rarely(Option<Instant>);

impl Rarely {
    /// Returns whether it may be done now.
    fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() > LOG_INTERVAL);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

/// Errors of accept that belong to the connection and not to the listener.
fn is_of_one_connection(e: &io::Error) -> bool {
    matches!(
        e.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::tests::connections;
    use std::io::ErrorKind;

    #[tokio::test(start_paused = true)]
    async fn a_listener_without_free_files_pauses_between_attempts() {
        for (kind, most) in [(ErrorKind::OutOfMemory, 20), (ErrorKind::ConnectionAborted, 1000)] {
            let (connections, _stop) = connections(Arc::default());
            let mut attempts = 0;
            let accepting = connections.accept_each(|| {
                attempts += 1;
                let failed = attempts <= most;
                async move { if failed { Err(kind.into()) } else { std::future::pending().await } }
            });
            assert!(tokio::time::timeout(20 * PAUSE - PAUSE / 2, accepting).await.is_err());
            let expected = if kind == ErrorKind::OutOfMemory { most } else { most + 1 };
            assert_eq!(attempts, expected, "{kind}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn refusals_are_logged_at_most_every_ten_seconds() {
        let mut refusals = Rarely::default();
        assert!(refusals.is_due());
        tokio::time::advance(LOG_INTERVAL).await;
        assert!(!refusals.is_due());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(refusals.is_due() && !refusals.is_due());
    }
}
