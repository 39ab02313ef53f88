//! Measurements of three servers that share PostgreSQL; prints them.
//!
//! `tools fleet SERVER ARTIFACTS [changes|distance]…`: both by default. Each starts PostgreSQL and its
//! servers on 127.0.0.1. It succeeds if every figure is within its limit (PERFORMANCE.md).

mod changes;

use changes::{Visitor, disabled_by_command, disabled_in_console};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tests::fleet::Fleet;
use tests::fleet::holder::{CALL, Holder, PRICE};
use tests::fleet::load::Load;

/// Servers of a fleet.
const SERVERS: usize = 3;
/// Number of times that a key is disabled in each way.
const CHANGES: usize = 20;
/// Maximum time until every server sees a change.
const CHANGE_SEEN: Duration = Duration::from_secs(1);
/// Calls that a small account pays for with a distant PostgreSQL, and how many of them are made.
const PAID: u64 = 4000;
const CALLS: u64 = 3000;

pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let [program, artifacts, ref named @ ..] = *arguments else { return usage() };
    if !named.iter().all(|name| ["changes", "distance"].contains(name)) {
        return usage();
    }
    let is_chosen = |name: &str| named.is_empty() || named.contains(&name);
    let mut faults = Vec::new();
    if is_chosen("changes") {
        faults.extend(changes(program, Path::new(artifacts)));
    }
    if is_chosen("distance") {
        faults.extend(distance(program, Path::new(artifacts)));
    }
    faults.iter().for_each(|fault| eprintln!("fleet: {fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("tools fleet SERVER ARTIFACTS [changes|distance]…");
    ExitCode::from(2)
}

/// Calls a second of a small account with a PostgreSQL at a distance. Prints them; credits must not run out.
/// Where an exchange takes most of a second, some calls wait in vain.
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

/// Disables a key by command and in the console.
fn changes(program: &str, artifacts: &Path) -> Vec<String> {
    let fleet = Fleet::start(program, artifacts, SERVERS, &["--rate-pages", "1000000/10s,1s"]);
    let holder = Holder::new(&fleet, "ada", "free");
    let visitor = Visitor::sign_in(&fleet, &fleet.servers()[0], "ada@example.org");
    let by_command = disabled_by_command(&fleet, &holder, CHANGES);
    let in_console = disabled_in_console(&fleet, &visitor, &holder, CHANGES);
    let faults = [("by the operator's command", by_command), ("in the console", in_console)];
    faults.into_iter().filter_map(|(how, took)| late(how, &took)).collect()
}

/// Prints the time until a disabled key was refused everywhere; returns the fault if it is too long.
fn late(how: &str, took: &[Duration]) -> Option<String> {
    let most = took.iter().max().copied().unwrap_or_default();
    let mean = took.iter().sum::<Duration>() / took.len() as u32;
    let found =
        format!("a key disabled {how}, {} times: refused after {mean:?}, at most {most:?}", took.len());
    println!("{found}");
    (most > CHANGE_SEEN).then_some(found)
}
