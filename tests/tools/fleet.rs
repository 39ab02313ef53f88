//! Measurements of three servers that share PostgreSQL; prints them.
//!
//! `tools fleet SERVER ARTIFACTS` starts PostgreSQL and its servers on 127.0.0.1. It succeeds if every figure
//! is within its limit (PERFORMANCE.md).

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tests::fleet::Fleet;
use tests::fleet::holder::{CALL, Holder, PRICE};
use tests::fleet::load::Load;

/// Servers of a fleet.
const SERVERS: usize = 3;
/// Number of times that a key is disabled.
const CHANGES: u32 = 20;
/// Maximum time until every server sees a change.
const CHANGE_SEEN: Duration = Duration::from_secs(1);
/// Calls that a small account pays for with a distant PostgreSQL, and how many of them are made.
const PAID: u64 = 4000;
const CALLS: u64 = 3000;

pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let [program, artifacts] = *arguments else {
        eprintln!("tools fleet SERVER ARTIFACTS");
        return ExitCode::from(2);
    };
    let mut faults = distance(program, Path::new(artifacts));
    faults.extend(changes(program, Path::new(artifacts)));
    faults.iter().for_each(|fault| eprintln!("fleet: {fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Calls a second of a small account with a PostgreSQL at a distance. Prints them; credits must not run out.
/// If an exchange takes most of a second, some calls wait in vain.
fn distance(program: &str, artifacts: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for ms in [0, 1, 2, 50, 100] {
        let fleet = Fleet::at_a_distance(program, artifacts, SERVERS, Duration::from_millis(ms));
        fleet.allow("pro", PAID as f64 * PRICE);
        let holder = Holder::new(&fleet, "ada", "pro");
        let path = holder.path(CALL);
        let load = Load { addresses: fleet.addresses(), connections: 24, path: &path, rest: Duration::ZERO };
        let tally = load.calls(CALLS);
        println!("PostgreSQL {ms} ms away each way: {tally}");
        faults.extend(tally.others(&[200, 503]));
    }
    faults
}

/// Times from the start of a command that disables a key until every server refuses the key. Prints them;
/// returns the fault if one is too long.
fn changes(program: &str, artifacts: &Path) -> Option<String> {
    let fleet = Fleet::start(program, artifacts, SERVERS);
    let holder = Holder::new(&fleet, "ada", "free");
    let disabled = |_| {
        holder.until_all(&fleet, 200);
        let begun = Instant::now();
        fleet.json(&["keys", "disable", &holder.key]);
        holder.until_all(&fleet, 401);
        let took = begun.elapsed();
        fleet.json(&["keys", "enable", &holder.key]);
        took
    };
    let took: Vec<Duration> = (0..CHANGES).map(disabled).collect();
    let most = took.iter().max().copied().unwrap_or_default();
    let mean = took.iter().sum::<Duration>() / CHANGES;
    let found =
        format!("a key disabled by command, {CHANGES} times: refused after {mean:?}, at most {most:?}");
    println!("{found}");
    (most > CHANGE_SEEN).then_some(found)
}
