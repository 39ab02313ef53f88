//! Full-length tests of servers that share PostgreSQL; prints the measurements.
//!
//! `tools fleet SERVER ARTIFACTS [end|kills|changes|distance|speed]…`: all of them by default. Each starts
//! PostgreSQL and its servers on 127.0.0.1. It succeeds if every figure is within its limit (PERFORMANCE.md).

mod speed;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tests::fleet::changes::{Visitor, disabled_by_command, disabled_in_console};
use tests::fleet::end_of_allowance::End;
use tests::fleet::holder::{CALL, Holder, PRICE};
use tests::fleet::kills::{Round, Victim, kill};
use tests::fleet::load::Load;
use tests::fleet::{Fleet, Used};
use tests::until;

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
/// Calls that a small account pays for with a distant PostgreSQL, and how many of them are made.
const PAID: u64 = 4000;
const CALLS: u64 = 3000;

/// The server's program and its artifacts.
struct Site<'a> {
    program: &'a str,
    artifacts: &'a Path,
}

/// Runs a measurement and returns its faults.
type Measurement = fn(&Site) -> Vec<String>;

pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let [program, artifacts, ref named @ ..] = *arguments else { return usage() };
    let all: [(&str, Measurement); 5] = [
        ("end", end),
        ("kills", kills),
        ("changes", changes),
        ("distance", distance),
        ("speed", speed::speed),
    ];
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
    eprintln!("tools fleet SERVER ARTIFACTS [end|kills|changes|distance|speed]…");
    ExitCode::from(2)
}

/// The end of an allowance.
fn end(site: &Site) -> Vec<String> {
    let fleet = Fleet::start(site.program, site.artifacts, SERVERS, &[]);
    let outcome = END.run(&fleet, "ada", "enterprise");
    println!("{outcome}");
    outcome.faults(0)
}

/// Calls a second of a small account with a PostgreSQL at a distance. Prints them; credits must not run out.
/// Where an exchange takes most of a second, some calls wait in vain.
fn distance(site: &Site) -> Vec<String> {
    let mut faults = Vec::new();
    for ms in [0, 1, 2, 50, 100] {
        let way = Duration::from_millis(ms);
        let fleet = Fleet::at_a_distance(site.program, site.artifacts, SERVERS, way);
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

/// Each server and PostgreSQL killed in turn.
fn kills(site: &Site) -> Vec<String> {
    let mut fleet = Fleet::start(site.program, site.artifacts, SERVERS, &[]);
    fleet.allow("enterprise", 1e9);
    let holder = Holder::new(&fleet, "calls", "enterprise");
    let spare = Holder::new(&fleet, "spare", "enterprise");
    let servers = (0..SERVERS).map(Victim::Server);
    let victims: Vec<Victim> = servers.chain([Victim::Postgres]).collect();
    let (mut faults, mut rounds) = (Vec::new(), Vec::new());
    // In turn, so that each kill meets servers with the state left by the previous victim.
    for victim in victims.iter().copied().cycle().take(KILLS * victims.len()) {
        let before = used_in_the_end(&fleet, &holder.account);
        let mut round = kill(&mut fleet, &holder, &spare, victim);
        let after = used_in_the_end(&fleet, &holder.account);
        round.grown = Used { calls: after.calls - before.calls, credits: after.credits - before.credits };
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

/// The usage of an account after it has stopped growing.
fn used_in_the_end(fleet: &Fleet, account: &str) -> Used {
    const STILL: Duration = Duration::from_millis(1000);
    fleet.until_all("umbra_usage_pending", 0.0);
    let (mut before, mut since) = (fleet.used(account), Instant::now());
    until("the last usage", || {
        let now = fleet.used(account);
        if now != before {
            (before, since) = (now, Instant::now());
        }
        (since.elapsed() > STILL).then_some(now)
    })
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
