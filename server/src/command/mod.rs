//! The program: options, listeners, signals.

pub mod operator;
pub mod options;
pub mod serve;

use crate::accounts::clock::Clock;
use crate::accounts::demo;
use crate::accounts::demo::Demo;
use crate::accounts::gate::Gate;
use crate::command::options::Options;
use crate::error::Error;
use crate::observe::log;
use crate::routes;
use crate::service::Service;
use clap::Parser;
use serve::Command;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4096;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let options = Options::parse();
    let done = match &options.command {
        Some(command) => operator::run(command, &options.accounts, options.json)
            .map(|text| print!("{text}"))
            .map_err(Error::from),
        None => {
            let _log = log::begin(options.log_level, options.log_format);
            start(&options)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn start(options: &Options) -> Result<(), Error> {
    let (gate, demo) = match options.demo {
        true => demo::open(options.rules(), Clock::System).map(|(gate, demo)| (gate, Some(demo)))?,
        false => (Gate::open(&options.accounts, options.rules(), Clock::System)?, None),
    };
    let service = routes::open(&options.artifacts, gate)?;
    // A connection takes a descriptor; as many as the system allows is enough or is said by the accept loop.
    let _ = rlimit::increase_nofile_limit(options.max_connections as u64 + 256);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if options.threads > 0 {
        builder.worker_threads(options.threads);
    }
    builder.enable_all().build()?.block_on(run(options, service, demo.as_ref()))
}

async fn run(options: &Options, service: Arc<Service>, demo: Option<&Demo>) -> Result<(), Error> {
    let listener = listen("--listen", options.listen)?;
    let admin = listen("--admin-listen", options.admin_listen)?;
    let (sender, commands) = mpsc::channel(16);
    let mut signals = [
        (signal(SignalKind::hangup())?, Command::Reload),
        (signal(SignalKind::terminate())?, Command::Stop),
        (signal(SignalKind::interrupt())?, Command::Stop),
    ];
    tokio::spawn(async move {
        loop {
            let [(hangup, reload), (terminate, stop), (interrupt, _)] = &mut signals;
            let command = tokio::select! {
                _ = hangup.recv() => *reload,
                _ = terminate.recv() => *stop,
                _ = interrupt.recv() => *stop,
            };
            if sender.send(command).await.is_err() {
                return;
            }
        }
    });
    greet(&service, demo, listener.local_addr()?, admin.local_addr()?);
    serve::serve(
        listener,
        admin,
        service,
        options.limits(),
        std::time::Duration::from_secs(options.drain_seconds),
        commands,
    )
    .await
}

fn listen(option: &'static str, address: SocketAddr) -> Result<TcpListener, Error> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    bind().map_err(|source| Error::Listen { option, address, source })
}

/// Prints the addresses of the server, and what to try first.
fn greet(service: &Service, demo: Option<&Demo>, address: SocketAddr, admin: SocketAddr) {
    let (dataset, version) = (&service.data().id, crate::VERSION);
    tracing::info!(%address, %admin, dataset, demo = demo.is_some(), version, "listening");
    println!("listening on http://{address}, metrics on http://{admin}/metrics");
    if let Some(Demo { account, key, email, password, .. }) = demo {
        println!("reference: http://{address}/docs");
        println!(
            "try: curl 'http://{address}/solar-eclipse/local-circumstances/details/2461264.5\
             ?obs=41.65,-4.73,700&apiKey={key}'"
        );
        println!("console: http://{address}/console, {email}, password {password}; account {account}");
    } else if service.gate.ledger.snapshot().accounts.is_empty() {
        println!(
            "there is no account yet: only what needs no credentials is answered; \
             these work while the server runs:"
        );
        println!("  server accounts create --name Ada --email ada@example.org --plan pro");
        println!("  server keys create --account ada@example.org --nickname main");
        println!("or start it with --demo to try everything");
    }
}
