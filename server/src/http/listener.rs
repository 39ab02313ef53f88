//! The accept loop: takes connections until the server stops, but not more than are allowed at a time.

use crate::http::connection::{Connection, Limits};
use crate::http::handler::Handler;
use crate::http::tick_timer::TickTimer;
use hyper_util::rt::TokioExecutor;
use hyper_util::server::conn::auto;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

/// The response to a connection beyond the greatest number of them.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n";

/// The accept loop: its limits, its handler and its connections.
pub(crate) struct Connections<H> {
    limits: Limits,
    handler: Arc<H>,
    stopping: watch::Receiver<bool>,
    builder: auto::Builder<TokioExecutor>,
    /// A connection holds a sender; when all are gone, all connections are.
    open: (mpsc::Sender<Infallible>, mpsc::Receiver<Infallible>),
}

/// Connections that are still open, after the last was accepted.
pub(crate) struct Open<H> {
    done: mpsc::Receiver<Infallible>,
    handler: Arc<H>,
}

impl<H: Handler> Open<H> {
    /// Waits until all connections have ended, but not longer than `drain`. Gives the number of those that
    /// have not.
    pub(crate) async fn drained(mut self, drain: Duration) -> i64 {
        match tokio::time::timeout(drain, self.done.recv()).await {
            Ok(_) => 0,
            Err(_) => self.handler.open_connections(),
        }
    }
}

impl<H: Handler> Connections<H> {
    /// Makes an accept loop for a handler; `stopping` turns true when the server stops.
    pub(crate) fn new(limits: Limits, handler: Arc<H>, stopping: watch::Receiver<bool>) -> Self {
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
        Self { limits, handler, stopping, builder, open: mpsc::channel(1) }
    }

    /// Accepts connections until the server stops.
    pub(crate) async fn accept(mut self, listener: TcpListener) -> Open<H> {
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
                    tracing::warn!(error = %e, "cannot accept connections for a moment");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        Open { done: self.open.1, handler: self.handler }
    }

    /// Serves a connection in a task of its own, or refuses it if too many are open.
    fn start(&self, stream: TcpStream, peer: SocketAddr) {
        let before = self.handler.connection_opened();
        if usize::try_from(before).unwrap_or(0) >= self.limits.connections {
            self.handler.connection_closed();
            self.handler.connection_refused();
            // The client may have gone away already.
            let _ = stream.try_write(TOO_MANY);
            return;
        }
        // Responses are written whole; without this they would wait for the last acknowledgement.
        let _ = stream.set_nodelay(true);
        let connection = Connection::new(
            self.limits,
            self.handler.clone(),
            self.stopping.clone(),
            peer.ip(),
            self.open.0.clone(),
        );
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
