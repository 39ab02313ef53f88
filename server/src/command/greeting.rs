//! What a server says when it begins: to the log which files it uses, to people what to try first.

use crate::accounts::demo::Demo;
use crate::command::options::Options;
use crate::service::Service;
use astro::constants::{MS_PER_DAY, SECONDS_PER_DAY};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Observations of ΔT that end before so many days are told of: predictions of a year are good to 0.05 s.
const OLD_AFTER_DAYS: f64 = 365.25;

/// Logs which files the server uses and what is in them; warns of what an operator will hardly want.
pub(super) fn log(
    options: &Options,
    service: &Service,
    demo: Option<&Demo>,
    address: SocketAddr,
    admin: SocketAddr,
) {
    let (data, accounts) = (service.data(), service.gate.ledger.snapshot());
    let observed_until_s = data.delta_t_observed_until_s();
    // The database of a demonstration is gone when it ends: nobody need find it.
    let file = demo.is_none().then(|| absolute(&options.accounts).display().to_string());
    tracing::info!(
        %address,
        %admin,
        accounts_file = file,
        accounts = accounts.accounts.len(),
        keys = accounts.keys.len(),
        artifacts = %absolute(&options.artifacts).display(),
        dataset = data.id,
        delta_t_observed_until = date(observed_until_s),
        demo = demo.is_some(),
        version = crate::VERSION,
        "listening"
    );
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    if is_old(observed_until_s, now.as_secs_f64()) {
        tracing::warn!(
            observed_until = date(observed_until_s),
            "the last observation of ΔT is older than a year: later times rest on a prediction; renew \
             catalog-src/delta-t/iers.csv and build"
        );
    }
}

/// Warns of a database that is not there yet and will be made.
pub(super) fn warn_of_new_accounts(accounts: &Path) {
    if !accounts.exists() {
        let file = absolute(accounts).display().to_string();
        tracing::warn!(file, "there is no database of accounts: a new one is made, without any");
    }
}

/// The path from the root, also where nothing is there; as it is if the current folder is gone.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The date of an instant in seconds since 1970.
fn date(unix_s: f64) -> String {
    let text = astro::time::iso_text_ms((unix_s * MS_PER_DAY as f64 / SECONDS_PER_DAY) as i64);
    text.split('T').next().unwrap_or_default().to_owned()
}

/// Whether observations that end at one instant are old at another, both in seconds since 1970.
fn is_old(observed_until_s: f64, now_s: f64) -> bool {
    now_s - observed_until_s > OLD_AFTER_DAYS * SECONDS_PER_DAY
}

/// The addresses of the server, and what to try first.
pub(super) fn text(service: &Service, demo: Option<&Demo>, address: SocketAddr, admin: SocketAddr) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_are_old_after_a_year() {
        let day_s = SECONDS_PER_DAY;
        assert!(!is_old(0.0, 365.0 * day_s));
        assert!(is_old(0.0, 366.0 * day_s));
        assert!(!is_old(366.0 * day_s, 0.0), "a clock that is behind");
        assert_eq!(date(366.0 * day_s), "1971-01-02");
    }
}
