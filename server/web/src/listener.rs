//! The accept loop: takes connections until the server stops, but not more than are allowed at a time.

use crate::connection::{Connection, Limits};
use crate::handler::Handler;
use crate::per_address::{PerAddress, Place};
use crate::tick_timer::TickTimer;
use crate::waiting::AllWaiting;
use hyper_util::rt::TokioExecutor;
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

/// The response to a connection beyond the greatest number of them.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n";

/// Bytes of one HTTP/2 stream that may lie in the memory of the connection.
const MAX_SEND_BUFFER: usize = 64 * 1024;
/// What keeps connections out is logged once in this time.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// The accept loop: its limits, its handler and its connections.
pub struct Connections<H> {
    limits: Limits,
    handler: Arc<H>,
    stopping: watch::Receiver<bool>,
    builder: auto::Builder<TokioExecutor>,
    per_address: PerAddress,
    all_waiting: Arc<AllWaiting>,
    /// When it was last logged that connections are kept out.
    logged: Option<Instant>,
    /// A connection holds a sender; when all are gone, all connections are.
    open: (mpsc::Sender<Infallible>, mpsc::Receiver<Infallible>),
}

/// Connections that are still open, after the last was accepted.
pub struct Open<H> {
    done: mpsc::Receiver<Infallible>,
    handler: Arc<H>,
}

impl<H: Handler> Open<H> {
    /// Waits until all connections have ended, but not longer than `drain`. Gives the number of those that
    /// have not.
    pub async fn drained(mut self, drain: Duration) -> i64 {
        match tokio::time::timeout(drain, self.done.recv()).await {
            Ok(_) => 0,
            Err(_) => self.handler.open_connections(),
        }
    }
}

impl<H: Handler> Connections<H> {
    /// Makes an accept loop for a handler; `stopping` turns true when the server stops.
    pub fn new(limits: Limits, handler: Arc<H>, stopping: watch::Receiver<bool>) -> Self {
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
            .max_send_buf_size(MAX_SEND_BUFFER)
            .keep_alive_interval(limits.idle_timeout / 2)
            .keep_alive_timeout(limits.header_timeout);
        let all_waiting = AllWaiting::new(limits.waiting_bytes, handler.traffic());
        Self {
            limits,
            handler,
            stopping,
            builder,
            per_address: PerAddress::new(limits.connections_per_address),
            all_waiting,
            logged: None,
            open: mpsc::channel(1),
        }
    }

    /// Accepts connections until the server stops.
    pub async fn accept(mut self, listener: TcpListener) -> Open<H> {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = self.stopping.wait_for(|stop| *stop) => break,
            };
            match accepted {
                Ok((stream, peer)) => self.start(stream, peer),
                Err(e) if is_of_one_connection(&e) => {}
                Err(e) => {
                    // Out of file descriptors: others will close.
                    self.log_now_and_then(
                        || tracing::warn!(error = %e, "cannot accept connections for a moment"),
                    );
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        Open { done: self.open.1, handler: self.handler }
    }

    /// Serves a connection in a task of its own, or refuses it if too many are open.
    fn start(&mut self, stream: TcpStream, peer: SocketAddr) {
        let before = self.handler.connection_opened();
        let place = match self.place(before, peer.ip()) {
            Ok(place) => place,
            Err(why) => {
                self.handler.connection_closed();
                self.handler.connection_refused();
                self.log_now_and_then(|| tracing::warn!(peer = %peer.ip(), why, "connections are refused"));
                // The client may have gone away already.
                let _ = stream.try_write(TOO_MANY);
                return;
            }
        };
        // Responses are written whole; without this they would wait for the last acknowledgement. It fails
        // only if the client has gone away already.
        let _ = stream.set_nodelay(true);
        let connection = Connection {
            limits: self.limits,
            handler: self.handler.clone(),
            stopping: self.stopping.clone(),
            peer: peer.ip(),
            all_waiting: self.all_waiting.clone(),
            _place: place,
            _open: self.open.0.clone(),
        };
        let builder = self.builder.clone();
        tokio::spawn(connection.serve(builder, stream));
    }

    /// A place for a connection, if there are not too many in all or from its address.
    fn place(&self, before: i64, address: IpAddr) -> Result<Option<Place>, &'static str> {
        if usize::try_from(before).is_ok_and(|before| before >= self.limits.connections) {
            return Err("as many are open as --max-connections allows");
        }
        if self.handler.is_unlimited(address) {
            return Ok(None);
        }
        let place = self.per_address.place(address);
        place.map(Some).ok_or("its address has as many open as --max-connections-per-address allows")
    }

    /// Tells the operator what keeps connections out, not more than once in a while.
    fn log_now_and_then(&mut self, log: impl FnOnce()) {
        if self.logged.is_none_or(|last| last.elapsed() > LOG_INTERVAL) {
            self.logged = Some(Instant::now());
            log();
        }
    }
}

/// Errors of accept that belong to the connection and not to the listener.
fn is_of_one_connection(e: &io::Error) -> bool {
    matches!(
        e.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    )
}
