//! Full-length tests of servers that share PostgreSQL and Valkey; prints the measurements.
//!
//! `fleet SERVER ARTIFACTS [end|kills|changes|speed]…`: all of them by default. Each starts a
//! PostgreSQL, a Valkey and its servers on 127.0.0.1. It succeeds if every figure is as in PERFORMANCE.md.

mod speed;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tests::fleet::Fleet;
use tests::fleet::changes::{Visitor, disabled_by_command, disabled_in_console};
use tests::fleet::end_of_allowance::Question;
use tests::fleet::holder::Holder;
use tests::fleet::kills::{Round, Victim, kill};

/// Servers of a fleet.
const SERVERS: usize = 3;
/// Calls at the end of an allowance, and how many of them it pays.
const END: Question = Question { connections: 64, calls: 200_000, paid: 120_000 };
/// How often each is killed.
const KILLS: usize = 10;
/// How often a key is disabled in each way.
const CHANGES: usize = 20;
/// Until a killed one is back with all it did, at most.
const RECOVERY: Duration = Duration::from_secs(5);
/// Until every server knows a change, at most.
const CHANGE_SEEN: Duration = Duration::from_secs(1);
/// The lease of a server, if nothing else is said, %.
const LEASE_PERCENT: f64 = 1.0;

/// The server's program and its artifacts.
struct Site<'a> {
    program: &'a str,
    artifacts: &'a Path,
}

/// Measures something at a site, and gives what is not as it must be.
type Measurement = fn(&Site) -> Vec<String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [program, artifacts, ref named @ ..] = words[..] else { return usage() };
    let all: [(&str, Measurement); 4] =
        [("end", end), ("kills", kills), ("changes", changes), ("speed", speed::speed)];
    if named.iter().any(|name| all.iter().all(|(known, _)| known != name)) {
        return usage();
    }
    let site = Site { program, artifacts: Path::new(artifacts) };
    let asked = all.iter().filter(|(name, _)| named.is_empty() || named.contains(name));
    let faults: Vec<String> = asked.flat_map(|(_, ask)| ask(&site)).collect();
    for fault in &faults {
        eprintln!("fleet: {fault}");
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> ExitCode {
    eprintln!("fleet SERVER ARTIFACTS [end|kills|changes|speed]…");
    ExitCode::from(2)
}

/// The end of an allowance, with Valkey and without.
fn end(site: &Site) -> Vec<String> {
    let with = Fleet::start(site.program, site.artifacts, SERVERS, &[]);
    println!("with Valkey:");
    let outcome = END.ask(&with, "with", "enterprise");
    println!("{outcome}");
    let mut faults = outcome.faults(0);
    drop(with);
    let without = Fleet::without_valkey(site.program, site.artifacts, SERVERS, &[]);
    let leases = SERVERS as f64 * LEASE_PERCENT / 100.0 * END.paid as f64;
    println!("without Valkey, when {leases:.0} more may be answered:");
    let outcome = END.ask(&without, "without", "enterprise");
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
    // In turn, so that each is killed while the others remember what the last one did.
    for victim in victims.iter().copied().cycle().take(KILLS * victims.len()) {
        let round = kill(&mut fleet, &holder, &spare, victim);
        println!("{round}");
        // A quarter of a second and half of one more, in which it is written.
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

/// A key that is disabled, by the operator's command and in the console.
fn changes(site: &Site) -> Vec<String> {
    let fleet = Fleet::start(site.program, site.artifacts, SERVERS, &["--rate-pages", "1000000/10s,1s"]);
    let holder = Holder::new(&fleet, "ada", "free");
    let visitor = Visitor::sign_in(&fleet, &fleet.servers()[0], "ada@example.org");
    let mut faults = soon_enough("by the operator's command", &disabled_by_command(&fleet, &holder, CHANGES));
    let took = disabled_in_console(&fleet, &visitor, &holder, CHANGES);
    faults.extend(soon_enough("in the console", &took));
    faults
}

/// Prints how soon a disabled key was refused everywhere; what is wrong with it.
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
