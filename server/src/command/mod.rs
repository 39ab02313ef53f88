//! The program: options, commands, listeners and signals.

mod about;
pub(crate) mod address;
mod admin;
mod check;
mod concealed;
mod data_folders;
mod greeting;
mod mcp;
pub mod operator;
pub mod options;
pub mod serve;

use crate::api::settings::Settings;
use crate::command::options::{OtherCommand, ServerOptions};
use crate::error::Error;
use crate::generation::basemap::{BaseMap, DataOrigin};
use crate::observe::log;
use crate::routes;
use crate::service::Service;
use accounts::clock::Clock;
use accounts::demo;
use accounts::demo::Demo;
use accounts::gate::Gate;
use accounts::notice::sender::WebhookSender;
use accounts::notice::webhook::WebhookAddress;
use accounts::place::AccountsPlace;
use artifacts::manifest::{FileAccess, Verification};
use artifacts::reader::Generation;
use clap::{CommandFactory, FromArgMatches};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sd_notify::NotifyState;
use serve::Signal;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// Maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 4096;
/// File descriptors for everything but connections: files, listeners, the database.
const OTHER_DESCRIPTORS: u64 = 256;

/// Runs the program with the arguments of the process. `commit` is the Git commit of the build, if known;
/// `give_back_memory` returns freed memory to the system, if the allocator can.
pub fn main(commit: Option<&str>, give_back_memory: Option<fn()>) -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // As `umbra serve`, which is this program.
    if arguments.get(1).is_some_and(|argument| argument == "serve") {
        arguments.remove(1);
    }
    let command = ServerOptions::command().long_version(about::version(commit));
    let matches = command.get_matches_from(arguments);
    let options = ServerOptions::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
    let done = match &options.command {
        Some(OtherCommand::About(command)) => about::run(command).and_then(|text| print(&text)),
        Some(OtherCommand::Operator(command)) => operator::run(command, &options.accounts, options.json)
            .map_err(Error::from)
            .and_then(|text| print(&text)),
        Some(OtherCommand::Check(folders)) => {
            let (text, is_fit) = check::run(folders, &options.accounts, options.json);
            print(&text).and_then(|()| if is_fit { Ok(()) } else { Err(Error::Unfit) })
        }
        Some(OtherCommand::Mcp(data)) => mcp::run(data, options.rules(), options.log_format),
        None => {
            let _log = log::begin(options.log_level, options.log_format);
            start(&options, give_back_memory)
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

fn start(options: &ServerOptions, give_back_memory: Option<fn()>) -> Result<(), Error> {
    let settings = Settings { give_back_memory, ..options.settings()? };
    let mut demo = None;
    let open_gate = || {
        if options.demo {
            options.check_demo()?;
            let (gate, opened) = demo::open(options.rules(), Clock::System)?;
            demo = Some(opened);
            return Ok(gate);
        }
        let places = options.places();
        if let AccountsPlace::File(file) = &places.accounts
            && !file.exists()
        {
            // A start with a wrong folder must not create it.
            Generation::current(&options.artifacts)?;
            greeting::warn_of_new_accounts(file);
        }
        Ok(Gate::open(&places, options.rules(), Clock::System)?)
    };
    let basemap = options.basemap.as_deref().map(BaseMap::of_file).transpose()?.map(Arc::new);
    let terrain = options.terrain.clone();
    let limb = options.limb.clone();
    let access = if options.copy_artifacts { FileAccess::Copied } else { FileAccess::Mapped };
    let (artifacts, verification) = (options.artifacts.clone(), Verification::Later);
    let origin = DataOrigin { artifacts, basemap, terrain, limb, access, verification };
    let service = routes::open(origin, open_gate, settings)?;
    raise_descriptor_limit(u64::from(options.max_connections) + OTHER_DESCRIPTORS);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if options.threads > 0 {
        builder.worker_threads(options.threads.into());
    }
    let runtime = builder.enable_all().build()?;
    let _webhook_sender =
        options.notice_webhook.as_ref().map(|address| start_webhook_sender(address, &service)).transpose()?;
    let done = runtime.block_on(run(options, service, demo.as_ref()));
    // Does not wait for compression ahead of requests, whose results nothing needs any more.
    runtime.shutdown_background();
    done
}

/// Starts the thread that posts notices to the operator's webhook.
fn start_webhook_sender(address: &WebhookAddress, service: &Service) -> Result<WebhookSender, Error> {
    let (ledger, clock) = (&service.gate.ledger, service.gate.clock.clone());
    let (health, requests) = (ledger.health.clone(), ledger.requests.clone());
    Ok(WebhookSender::start(address.clone(), ledger.store_handle(), clock, health, requests)?)
}

/// Raises the limit of open file descriptors; every connection needs one. Logs a warning if the system allows
/// fewer.
fn raise_descriptor_limit(needed: u64) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= needed) {
        return;
    }
    let allowed = maximum.map_or(needed, |maximum| maximum.min(needed));
    if let Err(e) = setrlimit(Resource::Nofile, Rlimit { current: Some(allowed), maximum }) {
        tracing::warn!(error = %e, needed, "cannot raise the limit of open files");
    } else if allowed < needed {
        tracing::warn!(
            allowed,
            needed,
            "the limit of open files is too low for --max-connections; raise the hard limit (ulimit -Hn)"
        );
    }
}

async fn run(options: &ServerOptions, service: Arc<Service>, demo: Option<&Demo>) -> Result<(), Error> {
    let listener = listen("--listen", options.listen)?;
    let admin = listen("--admin-listen", options.admin_listen)?;
    let (sender, received) = mpsc::channel(16);
    let mut signals = [
        (signal(SignalKind::hangup())?, Signal::Reload),
        (signal(SignalKind::terminate())?, Signal::Stop),
        (signal(SignalKind::interrupt())?, Signal::Stop),
    ];
    tokio::spawn(async move {
        loop {
            let [(hangup, reload), (terminate, stop), (interrupt, _)] = &mut signals;
            let signal = tokio::select! {
                _ = hangup.recv() => *reload,
                _ = terminate.recv() => *stop,
                _ = interrupt.recv() => *stop,
            };
            if sender.send(signal).await.is_err() {
                return;
            }
        }
    });
    let (address, admin_address) = (listener.local_addr()?, admin.local_addr()?);
    greeting::log(options, &service, demo, address, admin_address);
    // A closed standard output is no reason to stop.
    if let Err(e) = print(&greeting::text(options, &service, demo, address, admin_address)) {
        tracing::warn!(error = %e, "cannot write the greeting to standard output");
    }
    // From here on signals are handled, so systemd may send them.
    if let Err(e) = sd_notify::notify(&[NotifyState::Ready]) {
        tracing::warn!(error = %e, "cannot notify systemd that the server is ready");
    }
    let delay = Duration::from_secs(options.stop_delay_seconds);
    serve::serve(listener, admin, service, options.limits(), delay, received).await
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
