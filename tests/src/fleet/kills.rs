//! The responses while a server or PostgreSQL is killed under load and started again.

use super::holder::{CALL, Holder, PRICE};
use super::load::{Load, Tally};
use super::{Fleet, Used};
use crate::until_true;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Answers before the kill, between the kill and the restart, and after the restart.
const BEFORE: u64 = 600;
const AWAY: u64 = 300;
const AFTER: u64 = 300;
/// Connections of clients, and the pause of each after a call, which leaves half of two slow cores free: on
/// full ones Linux delays new processes of PostgreSQL by seconds.
const CONNECTIONS: usize = 24;
const REST: Duration = Duration::from_millis(10);

/// The process to kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Victim {
    /// The server with this index.
    Server(usize),
    /// PostgreSQL.
    Postgres,
}

/// The outcome of one kill.
#[derive(Debug)]
pub struct Round {
    /// The process that was killed.
    pub victim: Victim,
    /// The answers, and calls that broke.
    pub tally: Tally,
    /// The growth of the usage, once all is written.
    pub grown: Used,
    /// Answers a second before the kill.
    rate: f64,
    /// Time from the restart until every server reports it, or until the restarted server answers.
    up: Duration,
    /// Time from then until every server has seen a change of a key.
    pub seen: Duration,
}

/// Kills a process while calls within the allowance go on, and restarts it. `spare` is a key without calls.
pub fn kill(fleet: &mut Fleet, holder: &Holder, spare: &Holder, victim: Victim) -> Round {
    let (stop, answers) = (AtomicBool::new(false), AtomicU64::new(0));
    let path = holder.path(CALL);
    let load = Load { addresses: fleet.addresses(), connections: CONNECTIONS, path: &path, rest: REST };
    let more = |count: u64| {
        let before = answers.load(Ordering::Relaxed);
        until_true("answers", || answers.load(Ordering::Relaxed) >= before + count);
    };
    let (tally, rate, up, seen) = std::thread::scope(|scope| {
        let running = scope.spawn(|| load.until(&stop, &answers));
        // Also stops the calls after a panic; otherwise the scope would not end.
        let stopping = Stop(&stop);
        let begun = Instant::now();
        more(BEFORE);
        let rate = BEFORE as f64 / begun.elapsed().as_secs_f64();
        let up = kill_and_start(fleet, victim, || more(AWAY));
        let seen = change_seen(fleet, spare);
        more(AFTER);
        drop(stopping);
        (running.join().unwrap_or_else(|_| panic!("the client has failed")), rate, up, seen)
    });
    Round { victim, tally, grown: Used { calls: 0, credits: 0.0 }, rate, up, seen }
}

/// Stops the calls when it is dropped.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn kill_and_start(fleet: &mut Fleet, victim: Victim, without: impl FnOnce()) -> Duration {
    match victim {
        Victim::Server(place) => fleet.kill_server(place, without),
        Victim::Postgres => {
            fleet.postgres.kill();
            without();
            let begun = Instant::now();
            fleet.postgres.run();
            fleet.until_all("umbra_postgres_up", 1.0);
            begun.elapsed()
        }
    }
}

/// Disables and enables a key; returns the time until all servers refuse it.
fn change_seen(fleet: &Fleet, spare: &Holder) -> Duration {
    // PostgreSQL ends the transaction of a command that a busy machine delays; operators then repeat it.
    let change = |change: &str| {
        until_true(change, || fleet.operate(&["keys", change, &spare.key], "").0 == 0);
    };
    let begun = Instant::now();
    change("disable");
    spare.until_all(fleet, 401);
    let seen = begun.elapsed();
    change("enable");
    spare.until_all(fleet, 200);
    seen
}

impl Round {
    /// Answered calls that are missing in the usage. Broken calls may be part of it.
    pub fn lost(&self) -> u64 {
        self.tally.count(200).saturating_sub(self.grown.calls)
    }

    /// The calls that one of the servers answers in a time, by the rate before the kill.
    pub fn calls_in(&self, servers: usize, time: Duration) -> u64 {
        (self.rate / servers as f64 * time.as_secs_f64()).ceil() as u64
    }

    /// The time from the restart until changes of keys arrive again.
    pub fn recovery(&self) -> Duration {
        self.up + self.seen
    }

    /// The faults, if `most_lost` calls of a killed server may be missing.
    pub fn faults(&self, most_lost: u64) -> Vec<String> {
        let mut faults = self.tally.others(&[200]);
        let answered = self.tally.count(200);
        let is_server = matches!(self.victim, Victim::Server(_));
        let (least, most) = (if is_server { answered.saturating_sub(most_lost) } else { answered }, answered);
        // A call that broke may have been carried out before.
        if !(least..=most + self.tally.broken).contains(&self.grown.calls) {
            let broken = self.tally.broken;
            faults.push(format!("{answered} calls answered, {broken} broken, {} counted", self.grown.calls));
        }
        if self.grown.credits != self.grown.calls as f64 * PRICE {
            faults.push(format!("{:?} do not agree", self.grown));
        }
        if !is_server && self.tally.broken + self.tally.turned_away > 0 {
            faults.push("connections broke though no server was killed".into());
        }
        faults.iter().map(|fault| format!("{:?} killed: {fault}", self.victim)).collect()
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [up, seen] = [self.up, self.seen].map(|time| time.as_secs_f64());
        write!(
            f,
            "{:?} killed: up after {up:.2} s, a change seen {seen:.2} s later; {} answered, {} broken, \
             {} counted; {:.0} answers a second, slowest {:.0} ms",
            self.victim,
            self.tally.count(200),
            self.tally.broken,
            self.grown.calls,
            self.tally.count(200) as f64 / self.tally.took.as_secs_f64(),
            self.tally.slowest.as_secs_f64() * 1e3,
        )
    }
}
