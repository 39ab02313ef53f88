//! A fleet: several servers that share accounts in PostgreSQL and limits in Valkey, all of them real, and a
//! client that spreads its calls over them as a balancer does.
//!
//! Each module measures one property of a fleet and lists the faults. Tests run short measurements, the
//! example `tools` long ones.

pub mod changes;
pub mod end_of_allowance;
pub mod holder;
pub mod kills;
pub mod load;
pub mod slow;

use crate::ports::free_port;
use crate::postgres::Postgres;
use crate::proxy::Proxy;
use crate::served::{Served, operate};
use crate::valkey::Valkey;
use crate::{until, until_true};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Arguments of every server: high rates, because all calls of the tests come from one address.
const ARGUMENTS: [&str; 4] = ["--rate-standard", "1000000000/10s,1s", "--log-level", "warn"];

/// Servers and their shared stores.
pub struct Fleet {
    servers: Vec<Served>,
    /// The database of the accounts.
    pub postgres: Postgres,
    /// The store of credits and rates, if the servers use one.
    pub valkey: Option<Valkey>,
    /// The ways from the servers to PostgreSQL and Valkey, if these can be made slow.
    pub proxies: Option<Proxies>,
    program: String,
    artifacts: PathBuf,
    arguments: Vec<String>,
    ports: Vec<[u16; 2]>,
}

/// The ways to the stores.
pub struct Proxies {
    /// To PostgreSQL.
    pub postgres: Proxy,
    /// To Valkey.
    pub valkey: Proxy,
}

impl Fleet {
    /// Starts servers with a new PostgreSQL, a new Valkey and more arguments.
    pub fn start(program: &str, artifacts: &Path, servers: usize, arguments: &[&str]) -> Self {
        Self::open(program, artifacts, servers, Some(Valkey::start()), false, arguments)
    }

    /// The same, with a proxy before each store.
    pub fn behind_proxies(program: &str, artifacts: &Path, servers: usize, arguments: &[&str]) -> Self {
        Self::open(program, artifacts, servers, Some(Valkey::start()), true, arguments)
    }

    /// Starts servers with a new PostgreSQL and without Valkey.
    pub fn without_valkey(program: &str, artifacts: &Path, servers: usize, arguments: &[&str]) -> Self {
        Self::open(program, artifacts, servers, None, false, arguments)
    }

    fn open(
        program: &str,
        artifacts: &Path,
        servers: usize,
        valkey: Option<Valkey>,
        has_proxies: bool,
        arguments: &[&str],
    ) -> Self {
        let postgres = Postgres::start();
        let proxies = valkey.as_ref().filter(|_| has_proxies).map(|valkey| Proxies {
            postgres: Proxy::start(postgres.port()),
            valkey: Proxy::start(valkey.port()),
        });
        let way = |address: String, direct: u16, proxy: Option<&Proxy>| match proxy {
            Some(proxy) => address.replace(&format!(":{direct}"), &format!(":{}", proxy.port())),
            None => address,
        };
        let to_postgres =
            way(postgres.address(), postgres.port(), proxies.as_ref().map(|proxies| &proxies.postgres));
        let to_valkey =
            |v: &Valkey| way(v.address(), v.port(), proxies.as_ref().map(|proxies| &proxies.valkey));
        let mut all: Vec<String> = ARGUMENTS.iter().chain(arguments).map(|a| (*a).to_owned()).collect();
        all.extend(["--accounts".into(), to_postgres]);
        all.extend(valkey.iter().flat_map(|v| ["--limits".into(), to_valkey(v)]));
        let mut fleet = Self {
            servers: Vec::new(),
            postgres,
            valkey,
            proxies,
            program: program.into(),
            artifacts: artifacts.into(),
            arguments: all,
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
        let mut arguments = vec!["--listen", &listen, "--admin-listen", &admin];
        arguments.extend(self.arguments.iter().map(String::as_str));
        Served::start(&self.program, &self.artifacts, &arguments)
    }

    /// All servers.
    pub fn servers(&self) -> &[Served] {
        &self.servers
    }

    /// The addresses of all servers.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Kills a server, which loses its state, and restarts it at the same ports after a time. Returns the
    /// time from the restart until it is ready.
    pub fn kill_server(&mut self, place: usize, away: Duration) -> Duration {
        self.servers[place].signal("KILL");
        self.servers[place].ended();
        std::thread::sleep(away);
        let begun = Instant::now();
        self.servers[place] = self.run(place);
        until_true("the server", || self.servers[place].get("/readyz").status == 200);
        begun.elapsed()
    }

    /// Stops a server in good order and waits for its end.
    pub fn stop_server(&mut self, place: usize) {
        self.servers[place].signal("TERM");
        self.servers[place].ended();
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

    /// The same after all servers have written their usage and it has stopped growing.
    pub fn used_in_the_end(&self, account: &str) -> Used {
        const STILL: Duration = Duration::from_millis(1000);
        self.until_all("umbra_usage_pending", 0.0);
        let (mut before, mut since) = (self.used(account), Instant::now());
        until("the last usage", || {
            let now = self.used(account);
            if now != before {
                (before, since) = (now, Instant::now());
            }
            (since.elapsed() > STILL).then_some(now)
        })
    }

    /// Waits until a gauge of every server has a value; returns the time that this took.
    pub fn until_all(&self, gauge: &str, value: f64) -> Duration {
        let begun = Instant::now();
        for server in &self.servers {
            until_true(&format!("{gauge} {value}"), || server.metric(gauge) == value);
        }
        begun.elapsed()
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
