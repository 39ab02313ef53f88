//! Serving until the operator stops the server.

use crate::error::Error;
use crate::http::connection::Limits;
use crate::http::listener::Connections;
use crate::observe::admin;
use crate::service::Service;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinError, JoinHandle};

/// A signal of the operator to a running server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    /// Take the newest generation into use (SIGHUP).
    Reload,
    /// Finish the requests under way and end (SIGTERM).
    Stop,
}

/// Serves until it receives [`Command::Stop`], and then until all requests are answered or `drain` is over.
/// If the accept loop panics it stops as well, and the error says so.
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
    let stopped = async {
        while let Some(Command::Reload) = commands.recv().await {
            service.reload().await;
        }
        tracing::info!(seconds = drain.as_secs(), "stopping: no new connections, the rest has this long");
        service.stop();
        // Nobody listens only if nothing was ever accepted.
        let _ = stop.send(true);
    };
    let left = match ended(accepting, stopped).await {
        Ok(open) => Ok(open.drained(drain).await),
        Err(e) => Err(e),
    };
    admin.abort();
    // The last usage is written before the process ends.
    service.gate.ledger.close();
    tracing::info!(cut_off = left?, "stopped");
    Ok(())
}

/// The result of a task that ends after `stopped`. If it panics before, that is an error at once, without
/// waiting for `stopped`.
async fn ended<T>(mut task: JoinHandle<T>, stopped: impl Future<Output = ()>) -> Result<T, JoinError> {
    tokio::select! {
        early = &mut task => early,
        () = stopped => task.await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_accept_loop_that_panics_is_an_error_at_once() {
        async fn panics() {
            panic!("on purpose");
        }
        assert!(ended(tokio::spawn(panics()), std::future::pending()).await.is_err_and(|e| e.is_panic()));
        assert!(ended(tokio::spawn(panics()), async {}).await.is_err_and(|e| e.is_panic()));
    }

    #[tokio::test]
    async fn an_accept_loop_that_is_stopped_gives_what_is_still_open() {
        let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
        let task = tokio::spawn(async { stopping.await.map(|()| 3) });
        let stopped = async { stop.send(()).expect("the task waits") };
        assert_eq!(ended(task, stopped).await.expect("no panic"), Ok(3));
    }
}
