//! The Umbra server: maps a published generation and answers from it over HTTP.
//!
//! A request goes through [`chain`] from top to bottom; an operation is a file in [`endpoints`]; `data` is
//! what everything is answered from.

pub mod accounts;
pub mod api;
pub mod command;
pub mod endpoints;
pub mod error;
pub mod generation;
pub mod http;
pub mod observe;
pub mod pages;
pub mod service;

use http::connection::{Connections, Limits};
use service::Service;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

/// Version of the interface.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the operator wants of a running server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Take the newest generation (SIGHUP).
    Reload,
    /// Finish what is under way and end (SIGTERM).
    Stop,
}

/// Serves until it is told to stop, and then until all is answered or `drain` is over.
pub async fn run(
    listener: TcpListener,
    admin: Option<TcpListener>,
    service: Arc<Service>,
    limits: Limits,
    drain: Duration,
    mut commands: mpsc::Receiver<Command>,
) {
    let (stop, stopping) = watch::channel(false);
    let connections = Connections::new(limits, service.clone(), stopping.clone());
    let accepting = tokio::spawn(connections.accept(listener));
    let admin = admin.map(|listener| tokio::spawn(observe::admin::serve(listener, service.clone())));
    service.encode_whole_catalog();
    while let Some(Command::Reload) = commands.recv().await {
        service.reload().await;
    }
    tracing::info!(seconds = drain.as_secs(), "stopping: no new connections, the rest has this long");
    service.stop();
    // Nobody listens only if nothing was ever accepted.
    let _ = stop.send(true);
    let left = match accepting.await {
        Ok(open) => http::connection::drained(open, drain).await,
        Err(_) => 0,
    };
    if let Some(admin) = admin {
        admin.abort();
    }
    // The last usage is written before the process ends.
    service.gate.ledger.close();
    tracing::info!(cut_off = left, "stopped");
}
