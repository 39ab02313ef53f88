//! Serving until the operator stops the server.

use crate::accounts::meter::Tally;
use crate::error::Error;
use crate::http::connection::Limits;
use crate::http::listener::Connections;
use crate::observe::admin;
use crate::service::Service;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

/// A signal of the operator to a running server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    /// Take the newest generation into use (SIGHUP).
    Reload,
    /// Finish the requests under way and end (SIGTERM).
    Stop,
}

/// Serves until it receives [`Command::Stop`], and then until all requests are answered or `drain` is over.
/// Fails if the last usage could not be written.
pub(crate) async fn serve(
    listener: TcpListener,
    admin: TcpListener,
    service: Arc<Service>,
    limits: Limits,
    drain: Duration,
    mut commands: mpsc::Receiver<Command>,
) -> Result<(), Error> {
    let (stop, stopping) = watch::channel(false);
    let connections = Connections::new(limits, service.clone(), stopping.clone());
    let accepting = tokio::spawn(connections.accept(listener));
    let admin = tokio::spawn(admin::serve(admin, service.clone()));
    service.encode_ahead();
    while let Some(Command::Reload) = commands.recv().await {
        service.reload().await;
    }
    tracing::info!(seconds = drain.as_secs(), "stopping: no new connections, the rest has this long");
    service.stop();
    // Nobody listens only if nothing was ever accepted.
    let _ = stop.send(true);
    let left = match accepting.await {
        Ok(open) => open.drained(drain).await,
        Err(_) => 0,
    };
    admin.abort();
    // The last usage is written before the process ends.
    let lost = service.gate.ledger.close();
    tracing::info!(cut_off = left, calls_lost = lost.calls, "stopped");
    if lost == Tally::default() { Ok(()) } else { Err(Error::UsageLost(lost)) }
}
