//! Full-length tests of servers that share PostgreSQL and Valkey; prints the measurements.
//!
//! `tools fleet SERVER ARTIFACTS [end|kills|changes|speed]…`: all of them by default. Each starts PostgreSQL,
//! Valkey and its servers on 127.0.0.1. It succeeds if every figure is within its limit (PERFORMANCE.md).

mod speed;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tests::fleet::Fleet;
use tests::fleet::changes::{Visitor, disabled_by_command, disabled_in_console};
use tests::fleet::end_of_allowance::End;
use tests::fleet::holder::Holder;
use tests::fleet::kills::{Round, Victim, kill};

/// Servers of a fleet.
const SERVERS: usize = 3;
/// Calls at the end of an allowance, and the number that it pays.
const END: End = End { connections: 64, calls: 200_000, paid: 120_000 };
/// Kills of each victim.
const KILLS: usize = 10;
/// Number of times that a key is disabled in each way.
const CHANGES: usize = 20;
/// Maximum time of a recovery after a restart.
const RECOVERY: Duration = Duration::from_secs(5);
/// Maximum time until every server sees a change.
const CHANGE_SEEN: Duration = Duration::from_secs(1);
/// The default lease of a server, %.
const LEASE_PERCENT: f64 = 1.0;

/// The server's program and its artifacts.
struct Site<'a> {
    program: &'a str,
    artifacts: &'a Path,
}

/// Runs a measurement and returns its faults.
type Measurement = fn(&Site) -> Vec<String>;

pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let [program, artifacts, ref named @ ..] = *arguments else { return usage() };
    let all: [(&str, Measurement); 4] =
        [("end", end), ("kills", kills), ("changes", changes), ("speed", speed::speed)];
    if named.iter().any(|name| all.iter().all(|(other, _)| other != name)) {
        return usage();
    }
    let site = Site { program, artifacts: Path::new(artifacts) };
    let selected = all.iter().filter(|(name, _)| named.is_empty() || named.contains(name));
    let faults: Vec<String> = selected.flat_map(|(_, measure)| measure(&site)).collect();
    for fault in &faults {
        eprintln!("fleet: {fault}");
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("tools fleet SERVER ARTIFACTS [end|kills|changes|speed]…");
    ExitCode::from(2)
}

/// The end of an allowance, with Valkey and without.
fn end(site: &Site) -> Vec<String> {
    let with = Fleet::start(site.program, site.artifacts, SERVERS, &[]);
    println!("with Valkey:");
    let outcome = END.run(&with, "with", "enterprise");
    println!("{outcome}");
    let mut faults = outcome.faults(0);
    drop(with);
    let without = Fleet::without_valkey(site.program, site.artifacts, SERVERS, &[]);
    let leases = SERVERS as f64 * LEASE_PERCENT / 100.0 * END.paid as f64;
    println!("without Valkey, when {leases:.0} more may be answered:");
    let outcome = END.run(&without, "without", "enterprise");
    println!("{outcome}");
    faults.extend(outcome.faults(leases as u64));
    faults
}

/// Each server, Valkey and PostgreSQL killed in turn.
fn kills(site: &Site) -> Vec<String> {
    let mut fleet = Fleet::start(site.program, site.artifacts, SERVERS, &[]);
    fleet.allow("enterprise", 1e9);
    let holder = Holder::new(&fleet, "calls", "enterprise");
    let spare = Holder::new(&fleet, "spare", "enterprise");
    let servers = (0..SERVERS).map(Victim::Server);
    let victims: Vec<Victim> = servers.chain([Victim::Valkey, Victim::Postgres]).collect();
    let (mut faults, mut rounds) = (Vec::new(), Vec::new());
    // In turn, so that each kill meets servers with the state left by the previous victim.
    for victim in victims.iter().copied().cycle().take(KILLS * victims.len()) {
        let round = kill(&mut fleet, &holder, &spare, victim);
        println!("{round}");
        // Usage is written every quarter of a second; writing may need half of that again.
        let most_lost = round.calls_in(SERVERS, Duration::from_millis(375));
        let mut of_round = round.faults(most_lost);
        if round.recovery() > RECOVERY {
            of_round.push(format!("{victim:?} killed: back after {:?}", round.recovery()));
        }
        of_round.iter().for_each(|fault| println!("  wrong: {fault}"));
        faults.extend(of_round);
        rounds.push(round);
    }
    for victim in victims {
        let of = || rounds.iter().filter(|round| round.victim == victim);
        let (recovery, seen) = (worst(of().map(Round::recovery)), worst(of().map(|round| round.seen)));
        let lost = of().map(Round::lost).max().unwrap_or(0);
        println!(
            "{victim:?}: back after {recovery:.2} s at most, of which {seen:.2} s are the change; {lost} lost"
        );
    }
    faults
}

fn worst(times: impl Iterator<Item = Duration>) -> f64 {
    times.max().unwrap_or_default().as_secs_f64()
}

/// Disables a key by command and in the console.
fn changes(site: &Site) -> Vec<String> {
    let fleet = Fleet::start(site.program, site.artifacts, SERVERS, &["--rate-pages", "1000000/10s,1s"]);
    let holder = Holder::new(&fleet, "ada", "free");
    let visitor = Visitor::sign_in(&fleet, &fleet.servers()[0], "ada@example.org");
    let mut faults = soon_enough("by the operator's command", &disabled_by_command(&fleet, &holder, CHANGES));
    let took = disabled_in_console(&fleet, &visitor, &holder, CHANGES);
    faults.extend(soon_enough("in the console", &took));
    faults
}

/// Prints the time until a disabled key was refused everywhere; returns the fault if it is too long.
fn soon_enough(how: &str, took: &[Duration]) -> Vec<String> {
    let (most, times) = (worst(took.iter().copied()), took.len());
    let mean = took.iter().sum::<Duration>().as_secs_f64() / times as f64;
    println!(
        "a key disabled {how}, {times} times: refused everywhere after {mean:.3} s, at most {most:.3} s"
    );
    let is_late = most > CHANGE_SEEN.as_secs_f64();
    is_late
        .then(|| format!("a key disabled {how} is refused everywhere only after {most:.3} s"))
        .into_iter()
        .collect()
}
