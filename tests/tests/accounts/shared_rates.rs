//! Rates that several servers share in a Valkey, with the program where a process is the question.
#![cfg_attr(not(has_valkey), allow(dead_code, unused_imports))]

mod counted;
mod living;
mod wire;

use super::console::form_of_sign_in;
use crate::PROGRAM;
use tests::postgres::Postgres;
use tests::served::{Answer, Served, send};
use tests::valkey::Valkey;

/// Servers of one fleet: the same accounts in PostgreSQL, the same limits in Valkey.
struct Fleet {
    servers: Vec<Served>,
    valkey: Valkey,
    _postgres: Postgres,
}

impl Fleet {
    /// Starts some servers with more arguments.
    fn start(servers: usize, arguments: &[&str]) -> Self {
        let valkey = Valkey::start();
        Self::with(servers, arguments, &valkey.address(), valkey)
    }

    /// Starts servers that find Valkey at an address.
    fn with(servers: usize, arguments: &[&str], address: &str, valkey: Valkey) -> Self {
        let postgres = Postgres::start();
        let accounts = postgres.address();
        let shared = ["--accounts", &accounts, "--limits", address];
        let all: Vec<&str> = shared.into_iter().chain(arguments.iter().copied()).collect();
        let start = |_| Served::start(PROGRAM, tests::built(), &all);
        Self { servers: (0..servers).map(start).collect(), valkey, _postgres: postgres }
    }

    /// Sends a request to each server in turn, for some rounds.
    fn answers(&self, rounds: usize, path: &str) -> Vec<Answer> {
        (0..rounds).flat_map(|_| self.servers.iter().map(|server| server.get(path))).collect()
    }

    /// Waits until all servers report that Valkey is up, or that it is down.
    fn until_up(&self, up: bool) {
        let agrees = |server: &Served| server.metric("umbra_valkey_up{purpose=\"rates\"}") == f64::from(up);
        tests::until_true("the state of Valkey", || self.servers.iter().all(agrees));
    }

    /// Waits until a field of a key in Valkey has a value.
    fn until_in_valkey(&self, key: &str, field: &str, value: u32) {
        let value = value.to_string();
        tests::until_true(&format!("{field} {value} of {key}"), || {
            self.valkey.ask(&["HGET", key, field]).trim() == value
        });
    }
}

/// Sends a request, and waits until the server has reported it to Valkey and has read the count of the fleet.
fn counted(server: &Served, path: &str) -> Answer {
    let reports = || server.metric("umbra_rate_report_seconds_count");
    let before = reports();
    let answer = server.get(path);
    tests::until_true("a report", || reports() > before);
    answer
}

/// The number of requests left, from the header.
fn remaining(answer: &Answer) -> u32 {
    let header = answer.header("ratelimit").unwrap_or_else(|| panic!("no header: {answer:?}"));
    let number = header.split("r=").nth(1).and_then(|rest| rest.split(';').next()?.parse().ok());
    number.unwrap_or_else(|| panic!("{header}"))
}
