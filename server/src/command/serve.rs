//! Serving until the operator stops the server.

use crate::error::Error;
use crate::observe::admin;
use crate::service::Service;
use accounts::meter::Tally;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinError, JoinHandle};
use web::connection::Limits;
use web::handler::Handler;
use web::listener::Connections;

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
/// are over; a second [`Command::Stop`] ends them at once. If the accept loop panics the server stops as
/// well, and the error says so.
pub(crate) async fn serve(
    listener: TcpListener,
    admin: TcpListener,
    service: Arc<Service>,
    limits: Limits,
    times: StopTimes,
    mut commands: mpsc::Receiver<Command>,
) -> Result<(), Error> {
    let (stop, stopping) = watch::channel(false);
    let connections = Connections::new(limits, service.clone(), stopping.clone());
    let mut accepting = tokio::spawn(connections.accept(listener));
    let admin = tokio::spawn(admin::serve(admin, service.clone()));
    service.encode_ahead();
    let left = match broken(&mut accepting, reload_until_stop(&service, &mut commands)).await {
        Some(panicked) => Err(panicked),
        None => {
            let (delay, drain) = (times.delay.as_secs(), times.drain.as_secs());
            tracing::info!(
                delay,
                drain,
                "stopping: after the delay no new connections, the rest has the drain"
            );
            service.stop();
            let drained = async {
                tokio::time::sleep(times.delay).await;
                stop.send(true).expect("this function holds a receiver");
                Ok(accepting.await?.drained(times.drain).await)
            };
            tokio::select! {
                left = drained => left,
                () = second_stop(&mut commands) => Ok(service.open_connections()),
            }
        }
    };
    admin.abort();
    service.gate.leave_fleet();
    // The last usage is written before the process ends.
    let lost = service.gate.ledger.close();
    let cut_off = left.as_ref().copied().unwrap_or_default();
    tracing::info!(cut_off, calls_lost = lost.calls, "stopped");
    if lost != Tally::default() {
        return Err(Error::UsageLost(lost));
    }
    left?;
    Ok(())
}

/// Takes new generations until the first [`Command::Stop`].
async fn reload_until_stop(service: &Arc<Service>, commands: &mut mpsc::Receiver<Command>) {
    let mut command = commands.recv().await;
    while command == Some(Command::Reload) {
        command = reload(service, commands).await;
    }
}

/// Takes the newest generation and gives the next command. One to stop does not wait for a generation that is
/// still being read; several to reload are one.
async fn reload(service: &Arc<Service>, commands: &mut mpsc::Receiver<Command>) -> Option<Command> {
    let reload = service.reload();
    tokio::pin!(reload);
    let mut once_more = None;
    loop {
        tokio::select! {
            () = &mut reload => break,
            command = commands.recv() => match command {
                Some(Command::Reload) => once_more = command,
                stop => return stop,
            },
        }
    }
    match once_more {
        Some(command) => Some(command),
        None => commands.recv().await,
    }
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

/// Waits for `stopped`; if the task panics before, gives that error at once.
async fn broken<T>(task: &mut JoinHandle<T>, stopped: impl Future<Output = ()>) -> Option<JoinError> {
    tokio::pin!(stopped);
    tokio::select! {
        early = task => match early {
            Err(e) => Some(e),
            // It ended by itself in good order: there is nothing left to do but to wait.
            Ok(_) => {
                stopped.await;
                None
            }
        },
        () = &mut stopped => None,
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
        let early = broken(&mut tokio::spawn(panics()), std::future::pending()).await;
        assert!(early.is_some_and(|e| e.is_panic()));
    }

    #[tokio::test]
    async fn an_accept_loop_that_is_stopped_gives_what_is_still_open() {
        let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
        let mut task = tokio::spawn(async { stopping.await.map(|()| 3) });
        let stopped = async { stop.send(()).expect("the task waits") };
        assert!(broken(&mut task, stopped).await.is_none());
        assert_eq!(task.await.expect("no panic"), Ok(3));
    }
}
