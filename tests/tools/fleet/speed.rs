//! Compares the speed of a server with PostgreSQL with that of one with SQLite, in turns. Needs
//! `wrk` and `taskset`.

use super::Site;
use std::process::Command;
use tests::fleet::Fleet;
use tests::fleet::holder::{CALL, Holder};
use tests::served::Served;
use tests::until_true;

/// Turns of each, and the length of one, s.
const TURNS: usize = 7;
const SECONDS: u64 = 3;
/// Minimum share of the speed.
const LEAST_RATIO: f64 = 0.9;
/// The core of the servers, and the core of all other processes.
const CORE_OF_SERVERS: &str = "1";
const CORE_OF_OTHERS: &str = "0";

/// The result of one turn.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// Answers a second.
    rate: f64,
    /// Time of the server's processor for an answer, µs.
    cost_us: f64,
}

pub(crate) fn speed(site: &Site) -> Vec<String> {
    pin(std::process::id(), CORE_OF_OTHERS);
    let fleet = Fleet::start(site.program, site.artifacts, 1, &["--threads", "1"]);
    let alone = alone(site);
    fleet.allow("enterprise", 1e9);
    let holder = Holder::new(&fleet, "ada", "enterprise");
    let shared = &fleet.servers()[0];
    let secret = key_of(&alone);
    let paths = [holder.path(CALL), format!("{CALL}?apiKey={secret}")];
    let servers = [shared, &alone];
    for server in servers {
        server.encoded_ahead();
        pin(server.process(), CORE_OF_SERVERS);
    }
    let mut turns = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        for ((server, path), turns) in servers.iter().zip(&paths).zip(&mut turns) {
            turns.push(turn(server, path));
        }
    }
    let [shared, alone] = turns.map(|turns| Turn {
        rate: median(turns.iter().map(|turn| turn.rate)),
        cost_us: median(turns.iter().map(|turn| turn.cost_us)),
    });
    for (what, turn) in [("PostgreSQL", shared), ("SQLite", alone)] {
        println!(
            "{CALL} with a key, {what}: {:.0} a second, {:.1} µs of the processor",
            turn.rate, turn.cost_us
        );
    }
    let ratio = shared.rate / alone.rate;
    println!("ratio {ratio:.3} of answers, {:.3} of the processor's time", alone.cost_us / shared.cost_us);
    if ratio < LEAST_RATIO {
        return vec![format!("{ratio:.3} of the speed with SQLite, {LEAST_RATIO} promised")];
    }
    Vec::new()
}

/// A server with a file of its own.
fn alone(site: &Site) -> Served {
    let arguments = ["--threads", "1", "--rate-standard", "1000000000/10s,1s", "--log-level", "warn"];
    let server = Served::start(site.program, site.artifacts, &arguments);
    for command in [
        ["plans", "set-allowance", "enterprise", "1000000000"].as_slice(),
        &["accounts", "create", "--name", "Ada", "--email", "ada@example.org", "--plan", "enterprise"],
    ] {
        let (code, said) = server.operate(command);
        assert_eq!(code, 0, "{said}");
    }
    server
}

/// Creates a key and waits until the server accepts it.
fn key_of(server: &Served) -> String {
    let create = ["keys", "create", "--account", "ada@example.org", "--nickname", "main", "--json"];
    let (code, said) = server.operate(&create);
    assert_eq!(code, 0, "{said}");
    let made: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let secret = made["secret"].as_str().expect("a secret").to_owned();
    until_true("the key", || server.get(&format!("{CALL}?apiKey={secret}")).status == 200);
    secret
}

/// Sends requests for one turn.
fn turn(server: &Served, path: &str) -> Turn {
    let used = || server.metric("process_cpu_seconds_total");
    let before = used();
    let output = Command::new("wrk")
        .args(["-t1", "-c32", &format!("-d{SECONDS}s"), &format!("http://{}{path}", server.address)])
        .output()
        .unwrap_or_else(|e| panic!("wrk: {e}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !text.contains("Non-2xx"), "wrk: {text}");
    let number = |line: &str| -> f64 {
        let found = text.lines().find_map(|l| l.trim().strip_prefix(line)?.trim().parse().ok());
        found.unwrap_or_else(|| panic!("wrk prints no {line} {text}"))
    };
    let rate = number("Requests/sec:");
    Turn { rate, cost_us: (used() - before) / (rate * SECONDS as f64) * 1e6 }
}

/// Binds all threads of a process to a core.
fn pin(process: u32, core: &str) {
    let done = Command::new("taskset").args(["-a", "-c", "-p", core, &process.to_string()]).output();
    assert!(done.is_ok_and(|d| d.status.success()), "taskset could not bind a process to core {core}");
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}
