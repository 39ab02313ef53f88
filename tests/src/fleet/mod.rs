//! A fleet: several servers that share accounts in PostgreSQL, all of them real, and a client that spreads
//! its calls over them as a balancer does.
//!
//! The tests of the night and the example `tools` use it.

pub mod holder;
pub mod load;

use crate::ports::free_port;
use crate::postgres::Postgres;
use crate::proxy;
use crate::served::{Served, operate};
use crate::until_true;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of every server: high rates, because all calls of the tests come from one address.
const ARGUMENTS: [&str; 4] = ["--rate-standard", "1000000000/10s,1s", "--log-level", "warn"];

/// Servers and their shared stores.
pub struct Fleet {
    servers: Vec<Served>,
    /// The database of the accounts.
    pub postgres: Postgres,
    program: String,
    artifacts: PathBuf,
    /// The value of `--accounts` of the servers.
    place: String,
    ports: Vec<[u16; 2]>,
}

impl Fleet {
    /// Starts servers with a new PostgreSQL.
    pub fn start(program: &str, artifacts: &Path, servers: usize) -> Self {
        Self::at_a_distance(program, artifacts, servers, Duration::ZERO)
    }

    /// Starts servers with a new PostgreSQL that is some time away, each way.
    pub fn at_a_distance(program: &str, artifacts: &Path, servers: usize, distance: Duration) -> Self {
        let postgres = Postgres::start();
        let mut place = postgres.address();
        if !distance.is_zero() {
            let [near, far] = [postgres.port(), proxy::delay(postgres.port(), distance)];
            place = place.replace(&format!(":{near}"), &format!(":{far}"));
        }
        let mut fleet = Self {
            servers: Vec::new(),
            postgres,
            program: program.into(),
            artifacts: artifacts.into(),
            place,
            ports: (0..servers).map(|_| [free_port(), free_port()]).collect(),
        };
        for place in 0..servers {
            let server = fleet.run(place);
            fleet.servers.push(server);
        }
        fleet
    }

    /// Starts the server with an index, at its ports.
    fn run(&self, place: usize) -> Served {
        let [listen, admin] = self.ports[place].map(|port| format!("127.0.0.1:{port}"));
        let own = ["--listen", &listen, "--admin-listen", &admin, "--accounts", &self.place];
        Served::start(&self.program, &self.artifacts, &[&own[..], &ARGUMENTS].concat())
    }

    /// All servers.
    pub fn servers(&self) -> &[Served] {
        &self.servers
    }

    /// The addresses of all servers.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Kills a server, which loses its state, and restarts it at the same ports after something has happened
    /// without it.
    pub fn kill_server(&mut self, place: usize, without: impl FnOnce()) {
        self.servers[place].signal("KILL");
        self.servers[place].ended();
        without();
        self.servers[place] = self.run(place);
        until_true("the server", || self.servers[place].get("/readyz").status == 200);
    }

    /// Stops all servers in good order: they write the last usage.
    pub fn stop(&mut self) {
        self.servers.iter().for_each(|server| server.signal("TERM"));
        for server in &mut self.servers {
            assert_eq!(server.ended(), Some(0));
        }
    }

    /// Runs an operator's command on the accounts of the fleet; returns its exit code and its output.
    pub fn operate(&self, arguments: &[&str], input: &str) -> (i32, String) {
        operate(&self.program, Path::new(&self.postgres.address()), arguments, input)
    }

    /// Runs an operator's command that must succeed; returns its JSON output.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let (code, text) = self.operate(&[arguments, &["--json"]].concat(), "");
        assert_eq!(code, 0, "{arguments:?}: {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    /// Sets the monthly credits of a plan. A server that accepts an account created afterwards has read the
    /// new value too.
    pub fn allow(&self, plan: &str, credits: f64) {
        self.json(&["plans", "set-allowance", plan, &credits.to_string()]);
    }

    /// Calls and credits of an account in this month, as reported by `umbra usage`.
    pub fn used(&self, account: &str) -> Used {
        let totals = &self.json(&["usage", "--account", account])["totals"];
        let number = |name: &str| totals[name].as_f64().unwrap_or(f64::NAN);
        Used { calls: number("calls") as u64, credits: number("credits") }
    }

    /// Waits until a gauge of every server has a value.
    pub fn until_all(&self, gauge: &str, value: f64) {
        for server in &self.servers {
            until_true(&format!("{gauge} {value}"), || server.metric(gauge) == value);
        }
    }
}

/// Calls and credits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Used {
    /// Number of calls.
    pub calls: u64,
    /// Credits that they have cost.
    pub credits: f64,
}
