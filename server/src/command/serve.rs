//! Serving until the operator stops the server.

use crate::command::admin;
use crate::error::Error;
use crate::service::Service;
use accounts::credits::Tally;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinError, JoinHandle};
use web::connection::Limits;
use web::handler::Handler;
use web::listener::Connections;

/// A signal from the operator to a running server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// SIGHUP: load the newest data generation.
    Reload,
    /// SIGTERM: finish the requests in progress and stop.
    Stop,
}

/// Time for the requests in progress to finish when the server stops: several times the longest call.
const DRAIN: Duration = Duration::from_secs(20);

/// Serves until [`Signal::Stop`]. For `delay`, the server then accepts requests while `/readyz` returns 503;
/// those in progress afterwards have [`DRAIN`]. A second [`Signal::Stop`] ends it immediately. Returns an
/// error if the accept loop panics or the generation is damaged.
pub(crate) async fn serve(
    listener: TcpListener,
    admin: TcpListener,
    service: Arc<Service>,
    limits: Limits,
    delay: Duration,
    mut signals: mpsc::Receiver<Signal>,
) -> Result<(), Error> {
    let (stop, stopping) = watch::channel(false);
    let connections = Connections::new(limits, service.clone(), stopping.clone());
    let mut accepting = tokio::spawn(connections.accept(listener));
    let admin = tokio::spawn(admin::serve(admin, service.clone()));
    let delay_watch = tokio::spawn(service.clone().watch_delay());
    let documented = service.clone();
    tokio::task::spawn_blocking(move || documented.document());
    let until_stop = broken(&mut accepting, reload_until_stop(&service, &mut signals));
    let early_end = tokio::select! {
        panicked = until_stop => panicked.map(Error::from),
        damaged = service.damage() => Some(damaged),
    };
    let left = match early_end {
        Some(e) => {
            tracing::error!(error = %e, "ending");
            service.stop();
            accepting.abort();
            Err(e)
        }
        None => {
            tracing::info!(
                delay = delay.as_secs(),
                drain = DRAIN.as_secs(),
                "stopping: no new connections after the delay, then requests in progress have the drain time"
            );
            service.stop();
            let drained = async {
                tokio::time::sleep(delay).await;
                stop.send(true).expect("this function holds a receiver");
                Ok::<_, Error>(accepting.await?.drained(DRAIN).await)
            };
            tokio::select! {
                left = drained => left,
                () = second_stop(&mut signals) => Ok(service.open_connections()),
            }
        }
    };
    admin.abort();
    delay_watch.abort();
    // Writes the last usage before the process ends.
    let lost = service.gate.ledger.close();
    let cut_off = left.as_ref().copied().unwrap_or_default();
    tracing::info!(cut_off, calls_lost = lost.calls, "stopped");
    if lost != Tally::default() {
        return Err(Error::UsageLost(lost));
    }
    left?;
    Ok(())
}

/// Reloads on request until the first [`Signal::Stop`].
async fn reload_until_stop(service: &Arc<Service>, signals: &mut mpsc::Receiver<Signal>) {
    let mut signal = signals.recv().await;
    while signal == Some(Signal::Reload) {
        signal = reload(service, signals).await;
    }
}

/// Loads the newest generation and returns the next signal. A stop does not wait for the load to finish;
/// reloads requested in the meantime become one.
async fn reload(service: &Arc<Service>, signals: &mut mpsc::Receiver<Signal>) -> Option<Signal> {
    let reload = service.reload();
    tokio::pin!(reload);
    let mut once_more = None;
    loop {
        tokio::select! {
            () = &mut reload => break,
            signal = signals.recv() => match signal {
                Some(Signal::Reload) => once_more = signal,
                stop => return stop,
            },
        }
    }
    match once_more {
        Some(signal) => Some(signal),
        None => signals.recv().await,
    }
}

/// Waits for another [`Signal::Stop`].
async fn second_stop(signals: &mut mpsc::Receiver<Signal>) {
    while let Some(signal) = signals.recv().await {
        if signal == Signal::Stop {
            tracing::warn!("second stop signal: ending immediately");
            return;
        }
    }
    // No sender is left, so no signal can follow.
    std::future::pending().await
}

/// Waits for `stopped`. Returns the error immediately if the task panics first.
async fn broken<T>(task: &mut JoinHandle<T>, stopped: impl Future<Output = ()>) -> Option<JoinError> {
    tokio::pin!(stopped);
    tokio::select! {
        early = task => match early {
            Err(e) => Some(e),
            // The task ended without an error; the stop signal is still to come.
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
    async fn a_panic_of_the_accept_loop_is_an_error() {
        async fn panics() {
            panic!("on purpose");
        }
        let early = broken(&mut tokio::spawn(panics()), std::future::pending()).await;
        assert!(early.is_some_and(|e| e.is_panic()));
    }

    #[tokio::test]
    async fn a_stopped_accept_loop_returns_its_open_connections() {
        let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
        let mut task = tokio::spawn(async { stopping.await.map(|()| 3) });
        let stopped = async { stop.send(()).expect("the task waits") };
        assert!(broken(&mut task, stopped).await.is_none());
        assert_eq!(task.await.expect("no panic"), Ok(3));
    }
}
