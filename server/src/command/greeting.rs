//! The messages at startup: the files in use, for the log, and first steps, for standard output.

use crate::command::options::ServerOptions;
use crate::generation::date_text;
use crate::service::Service;
use accounts::demo::Demo;
use accounts::place::AccountsPlace;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Logs the files in use and their contents. Warns of probable mistakes.
pub(super) fn log(
    options: &ServerOptions,
    service: &Service,
    demo: Option<&Demo>,
    address: SocketAddr,
    admin: SocketAddr,
) {
    let (data, ledger) = (service.data(), &service.gate.ledger);
    let accounts = ledger.snapshot();
    // A demo database is temporary, so its path is of no use.
    let place = demo.is_none().then(|| match &options.accounts {
        AccountsPlace::File(path) => absolute(path).display().to_string(),
        AccountsPlace::Postgres(address) => address.to_string(),
    });
    tracing::info!(
        %address,
        %admin,
        accounts_at = place,
        instance = ledger.is_shared().then(|| ledger.instance.as_str()),
        accounts = accounts.accounts.len(),
        keys = accounts.keys.len(),
        artifacts = %absolute(&options.artifacts).display(),
        dataset = data.id,
        delta_t_observed_until = date_text(data.delta_t_observed_until_s()),
        demo = demo.is_some(),
        version = crate::VERSION,
        "listening"
    );
    if let Some(warning) = data.delta_t_warning(service.gate.clock.now_ms()) {
        tracing::warn!("{warning}");
    }
}

/// Warns that the accounts file does not exist yet and will be created.
pub(super) fn warn_of_new_accounts(path: &Path) {
    let file = absolute(path).display().to_string();
    tracing::warn!(file, "the accounts file does not exist: creating an empty one");
}

/// The name of this program as its user calls it: `umbra` if it is installed.
fn program() -> String {
    let name = std::env::args().next().unwrap_or_else(|| "umbra".into());
    name.strip_suffix(" serve").map(str::to_owned).unwrap_or(name)
}

/// The absolute path, or the path itself if the current folder no longer exists.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The addresses of the server, and first steps.
pub(super) fn text(
    options: &ServerOptions,
    service: &Service,
    demo: Option<&Demo>,
    address: SocketAddr,
    admin: SocketAddr,
) -> String {
    let mut text = format!("listening on http://{address}, metrics on http://{admin}/metrics\n");
    if let Some(Demo { account, key, email, password, .. }) = demo {
        let streets = match options.map_tiles.is_empty() {
            true => "streets: --map-tiles adds them to the maps; see Streets in server/README.md\n",
            false => "",
        };
        text += &format!(
            "reference: http://{address}/docs\n\
             try: curl 'http://{address}/solar-eclipse/local-circumstances/details/2461264.5\
             ?obs=41.65,-4.73,700&apiKey={key}'\n\
             {streets}\
             console: http://{address}/console, {email}, password {password}; account {account}\n"
        );
    } else if service.gate.ledger.is_empty() {
        let program = program();
        let with = if service.gate.ledger.is_shared() { ", with the same --accounts" } else { "" };
        text += &format!(
            "there are no accounts yet: only operations without credentials work\n\
             create an account and a key while the server is running{with}:\n  \
                 {program} accounts create --name Ada --email ada@example.org --plan pro\n  \
                 {program} keys create --account ada@example.org --nickname main\n\
                 or restart with --demo to try everything\n"
        );
    }
    text
}
