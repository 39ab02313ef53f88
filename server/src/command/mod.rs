//! The program: options, listeners, signals.

pub mod operator;
pub mod options;
pub mod serve;

use crate::accounts::clock::Clock;
use crate::accounts::demo;
use crate::accounts::demo::Demo;
use crate::accounts::gate::Gate;
use crate::accounts::notice::courier::Courier;
use crate::accounts::notice::webhook::WebhookAddress;
use crate::command::options::Options;
use crate::error::Error;
use crate::generation::basemap::{BaseMap, Origin};
use crate::observe::log;
use crate::routes;
use crate::service::Service;
use clap::Parser;
use serve::Command;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4096;
/// Descriptors that the process needs besides those of its connections: files, listeners, the database.
const DESCRIPTORS_BESIDES: u64 = 256;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let options = Options::parse();
    let done = match &options.command {
        Some(command) => operator::run(command, &options.accounts, options.json)
            .map_err(Error::from)
            .and_then(|text| print(&text)),
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
    let settings = options.settings()?;
    let (gate, demo) = match options.demo {
        true => demo::open(options.rules(), Clock::System).map(|(gate, demo)| (gate, Some(demo)))?,
        false => (Gate::open(&options.accounts, options.rules(), Clock::System)?, None),
    };
    let basemap = options.basemap.as_deref().map(BaseMap::of_file).transpose()?.map(Arc::new);
    let terrain = options.terrain.clone();
    let limb = options.limb.clone();
    let origin = Origin { artifacts: options.artifacts.clone(), basemap, terrain, limb };
    let service = routes::open(origin, gate, settings, options.most_long_answers())?;
    allow_descriptors(u64::from(options.max_connections) + DESCRIPTORS_BESIDES);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if options.threads > 0 {
        builder.worker_threads(options.threads.into());
    }
    let runtime = builder.enable_all().build()?;
    let _courier = options.notice_webhook.as_ref().map(|address| courier(address, &service)).transpose()?;
    let done = runtime.block_on(run(options, service, demo.as_ref()));
    // What is still being encoded ahead is for nobody any more.
    runtime.shutdown_background();
    done
}

/// The thread that posts notices to the operator's webhook.
fn courier(address: &WebhookAddress, service: &Service) -> Result<Courier, Error> {
    let (ledger, clock) = (&service.gate.ledger, service.gate.clock.clone());
    Ok(Courier::start(address.clone(), ledger.desk(), clock, ledger.health.clone())?)
}

/// Raises the number of descriptors that the process may have open, of which every connection takes one; says
/// so in the log where the system allows fewer.
fn allow_descriptors(wanted: u64) {
    match rlimit::increase_nofile_limit(wanted) {
        Ok(allowed) if allowed >= wanted => {}
        Ok(allowed) => tracing::warn!(
            allowed,
            wanted,
            "fewer open files are allowed than --max-connections needs: raise the hard limit (ulimit -Hn)"
        ),
        Err(e) => tracing::warn!(error = %e, wanted, "the limit of open files cannot be raised"),
    }
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
    // A server whose greeting nobody can read serves all the same.
    if let Err(e) = print(&greeting(&service, demo, listener.local_addr()?, admin.local_addr()?)) {
        tracing::warn!(error = %e, "the greeting was not written");
    }
    serve::serve(listener, admin, service, options.limits(), options.stop_times(), commands).await
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

/// Writes to standard output.
fn print(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::Output)
}

/// The addresses of the server, and what to try first.
fn greeting(service: &Service, demo: Option<&Demo>, address: SocketAddr, admin: SocketAddr) -> String {
    let (dataset, version) = (&service.data().id, crate::VERSION);
    tracing::info!(%address, %admin, dataset, demo = demo.is_some(), version, "listening");
    let mut text = format!("listening on http://{address}, metrics on http://{admin}/metrics\n");
    if let Some(Demo { account, key, email, password, .. }) = demo {
        text += &format!(
            "reference: http://{address}/docs\n\
             try: curl 'http://{address}/solar-eclipse/local-circumstances/details/2461264.5\
             ?obs=41.65,-4.73,700&apiKey={key}'\n\
             console: http://{address}/console, {email}, password {password}; account {account}\n"
        );
    } else if service.gate.ledger.snapshot().accounts.is_empty() {
        text += "there is no account yet: only what needs no credentials is answered; \
                 these work while the server runs:\n  \
                 server accounts create --name Ada --email ada@example.org --plan pro\n  \
                 server keys create --account ada@example.org --nickname main\n\
                 or start it with --demo to try everything\n";
    }
    text
}
