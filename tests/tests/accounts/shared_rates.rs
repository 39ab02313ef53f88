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
    /// Starts so many servers with more arguments.
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

    /// What every server answers to a request, one after the other, for so many rounds.
    fn asked(&self, rounds: usize, path: &str) -> Vec<Answer> {
        (0..rounds).flat_map(|_| self.servers.iter().map(|server| server.get(path))).collect()
    }

    /// Waits until all servers say that Valkey answers, or that it does not.
    fn until_up(&self, up: bool) {
        let says = |server: &Served| server.metric("umbra_valkey_up{purpose=\"rates\"}") == f64::from(up);
        tests::until_true("what servers say of Valkey", || self.servers.iter().all(says));
    }
}

/// The requests that a header tells are left.
fn remaining(answer: &Answer) -> u32 {
    let header = answer.header("ratelimit").unwrap_or_else(|| panic!("no header: {answer:?}"));
    let number = header.split("r=").nth(1).and_then(|rest| rest.split(';').next()?.parse().ok());
    number.unwrap_or_else(|| panic!("{header}"))
}
