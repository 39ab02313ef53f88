//! Serving until the operator stops the server.

use crate::http::connection::Limits;
use crate::http::handler::Handler;
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

/// How long the server takes to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StopTimes {
    /// For how long it still takes requests, while `/readyz` says that it will not.
    pub(crate) delay: Duration,
    /// How long requests under way then have to finish.
    pub(crate) drain: Duration,
}

/// Serves until it receives [`Command::Stop`], and then until all requests are answered or the times to stop
/// are over; a second [`Command::Stop`] ends them at once.
pub(crate) async fn serve(
    listener: TcpListener,
    admin: TcpListener,
    service: Arc<Service>,
    limits: Limits,
    times: StopTimes,
    mut commands: mpsc::Receiver<Command>,
) {
    let (stop, stopping) = watch::channel(false);
    let connections = Connections::new(limits, service.clone(), stopping.clone());
    let accepting = tokio::spawn(connections.accept(listener));
    let admin = tokio::spawn(admin::serve(admin, service.clone()));
    service.encode_ahead();
    while let Some(Command::Reload) = commands.recv().await {
        service.reload().await;
    }
    let (delay, drain) = (times.delay.as_secs(), times.drain.as_secs());
    tracing::info!(delay, drain, "stopping: after the delay no new connections, then the rest has this long");
    service.stop();
    let drained = async {
        tokio::time::sleep(times.delay).await;
        stop.send(true).expect("this function holds a receiver");
        let open = accepting.await.expect("the accept loop does not panic");
        open.drained(times.drain).await
    };
    let left = tokio::select! {
        left = drained => left,
        () = second_stop(&mut commands) => service.open_connections(),
    };
    admin.abort();
    // The last usage is written before the process ends.
    service.gate.ledger.close();
    tracing::info!(cut_off = left, "stopped");
}

/// Waits for another [`Command::Stop`].
async fn second_stop(commands: &mut mpsc::Receiver<Command>) {
    while let Some(command) = commands.recv().await {
        if command == Command::Stop {
            tracing::warn!("told to stop again: ending at once");
            return;
        }
    }
    // Nobody can tell the server anything any more.
    std::future::pending().await
}
