//! A client with many connections that spreads its calls over servers in turn. A call whose connection breaks
//! goes to the next server, as a balancer does with a call that changes nothing.

use crate::PATIENCE;
use crate::served::{Answer, call};
use std::collections::BTreeMap;
use std::fmt;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The calls, and how to make them.
pub struct Load<'a> {
    /// The servers.
    pub addresses: Vec<SocketAddr>,
    /// Number of clients, each with one call at a time.
    pub connections: usize,
    /// The path of all calls.
    pub path: &'a str,
    /// The pause of a client after each call.
    pub rest: Duration,
}

/// The responses to the calls.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Number of responses by server and status.
    pub answers: BTreeMap<(usize, u16), u64>,
    /// Calls without a response, because the connection broke. The server may have carried them out. Each was
    /// repeated at the next server.
    pub broken: u64,
    /// Calls that went to the next server because a server accepted no connection.
    pub turned_away: u64,
    /// The time of the slowest answer.
    pub slowest: Duration,
    /// The time from the first call to the last response.
    pub took: Duration,
    /// A response of each status.
    pub texts: BTreeMap<u16, String>,
}

impl Load<'_> {
    /// Makes a number of calls.
    pub fn calls(&self, calls: u64) -> Tally {
        let left = AtomicU64::new(calls);
        let more = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok();
        self.run(&more, &AtomicU64::new(0))
    }

    /// Makes calls until `stop` is set, and counts the responses.
    pub fn until(&self, stop: &AtomicBool, answers: &AtomicU64) -> Tally {
        self.run(&|| !stop.load(Ordering::Relaxed), answers)
    }

    fn run(&self, more: &(impl Fn() -> bool + Sync), answers: &AtomicU64) -> Tally {
        let begun = Instant::now();
        let mut all = Tally::default();
        std::thread::scope(|scope| {
            let clients: Vec<_> =
                (0..self.connections).map(|n| scope.spawn(move || self.client(n, more, answers))).collect();
            for client in clients {
                all.add(client.join().unwrap_or_else(|_| panic!("a client has failed")));
            }
        });
        all.took = begun.elapsed();
        all
    }

    fn client(&self, number: usize, more: &impl Fn() -> bool, answers: &AtomicU64) -> Tally {
        let mut tally = Tally::default();
        let mut turn = number;
        while more() {
            let begun = Instant::now();
            loop {
                let place = turn % self.addresses.len();
                turn += 1;
                match call(self.addresses[place], self.path) {
                    Ok(answer) => {
                        tally.note(place, &answer, begun.elapsed());
                        answers.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                    Err(e) if e.kind() == ErrorKind::ConnectionRefused => tally.turned_away += 1,
                    Err(_) => tally.broken += 1,
                }
                assert!(begun.elapsed() < PATIENCE, "no server answers");
            }
            if !self.rest.is_zero() {
                std::thread::sleep(self.rest);
            }
        }
        tally
    }
}

impl Tally {
    /// Returns the number of responses with a status.
    pub fn count(&self, status: u16) -> u64 {
        self.answers.iter().filter(|((_, s), _)| *s == status).map(|(_, count)| count).sum()
    }

    /// Answers with another status than these.
    pub fn others(&self, statuses: &[u16]) -> Vec<String> {
        let others = self.answers.iter().filter(|((_, status), _)| !statuses.contains(status));
        let line = |((server, status), count): (&(usize, u16), &u64)| {
            format!("server {server}: {count} times {status}: {}", self.texts[status])
        };
        others.map(line).collect()
    }

    fn note(&mut self, server: usize, answer: &Answer, took: Duration) {
        *self.answers.entry((server, answer.status)).or_default() += 1;
        self.slowest = self.slowest.max(took);
        self.texts.entry(answer.status).or_insert_with(|| answer.text());
    }

    /// Adds the counts of another client.
    fn add(&mut self, other: Self) {
        for (what, count) in other.answers {
            *self.answers.entry(what).or_default() += count;
        }
        self.texts.extend(other.texts);
        self.broken += other.broken;
        self.turned_away += other.turned_away;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (calls, seconds) = (self.answers.values().sum::<u64>(), self.took.as_secs_f64());
        let (rate, slowest_ms) = (calls as f64 / seconds, self.slowest.as_secs_f64() * 1e3);
        write!(f, "{calls} answers in {seconds:.1} s, {rate:.0} a second, slowest {slowest_ms:.0} ms; ")?;
        write!(f, "{} broken, {} turned away; by server and status ", self.broken, self.turned_away)?;
        f.debug_map().entries(&self.answers).finish()
    }
}
