//! Rates that several servers share: each decides by what it knows, and tells the others of it in Valkey.
//!
//! A request is decided in memory at once. A thread tells what has changed since its last report every 20 ms,
//! and learns how many requests all servers have counted and when windows and back-offs end. So a limit is
//! passed by what comes to other servers between two reports, and no more. While Valkey is away, each server
//! goes by its own counts.

pub(crate) mod bell;
mod report;
pub(crate) mod shared_limit;

use super::limiter::News;
use crate::accounts::clock::Clock;
use crate::accounts::instance::Instance;
use crate::accounts::valkey::Valkey;
use bell::Bell;
use prometheus_client::metrics::histogram::Histogram;
use report::{Batch, Report};
use shared_limit::SharedLimit;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two reports while there is something to tell.
const INTERVAL: Duration = Duration::from_millis(20);
/// How often Valkey is asked whether it is there while there is nothing to tell.
const LOOK: Duration = Duration::from_secs(1);
/// How long the server waits for the last report when it ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the thread that reports works with.
pub(crate) struct Reporter {
    /// Where servers agree.
    pub(crate) valkey: Valkey,
    /// The name of this server.
    pub(crate) instance: Instance,
    /// The clock of the requests.
    pub(crate) clock: Clock,
    /// All limits that are shared.
    pub(crate) limits: Vec<SharedLimit>,
    /// How long reports take.
    pub(crate) took: Histogram,
}

/// The thread that tells other servers what this one has counted, and learns what they have.
pub(crate) struct Fleet {
    bell: Arc<Bell>,
    ended: Mutex<Receiver<()>>,
}

impl Fleet {
    /// Starts the thread, which the limiters wake by the bell.
    pub(crate) fn start(reporter: Reporter, bell: Arc<Bell>) -> std::io::Result<Self> {
        let (alive, ended) = channel();
        let thread =
            Thread { reporter, bell: bell.clone(), report: Report::new(), is_away: false, _alive: alive };
        std::thread::Builder::new().name("rates".into()).spawn(move || thread.run())?;
        Ok(Self { bell, ended: Mutex::new(ended) })
    }

    /// Ends the thread after a last report, for which Valkey has a moment.
    pub(crate) fn close(&self) {
        self.bell.close();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody sends anything: the thread's end is seen by that of the channel.
        let _ = ended.recv_timeout(PATIENCE);
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.close();
    }
}

struct Thread {
    reporter: Reporter,
    bell: Arc<Bell>,
    report: Report,
    /// Whether the last question had no answer.
    is_away: bool,
    /// Gone when the thread has ended.
    _alive: Sender<()>,
}

impl Thread {
    fn run(mut self) {
        self.bell.answer();
        self.look();
        while !self.bell.is_closed() {
            let is_rung = self.bell.wait(LOOK);
            let begun = Instant::now();
            if is_rung {
                self.tell()
            } else {
                self.look()
            }
            let next = self.reporter.valkey.next_try().max(begun + INTERVAL);
            self.bell.pause(next.saturating_duration_since(Instant::now()));
        }
        self.tell();
    }

    /// Asks Valkey whether it is there.
    fn look(&mut self) {
        let answer = self.reporter.valkey.ask(|connection| redis::cmd("PING").exec(connection));
        self.note(answer.is_some());
    }

    /// Tells what has changed, and learns what the other servers have told.
    fn tell(&mut self) {
        let told_ms = self.reporter.clock.now_ms();
        let limits = &self.reporter.limits;
        let news: Vec<Vec<News>> = limits.iter().map(|limit| limit.limiter.take_news(told_ms)).collect();
        let batches: Vec<Batch> = limits.iter().zip(&news).flat_map(|(l, n)| Batch::all(l, n)).collect();
        if batches.is_empty() {
            return;
        }
        let begun = Instant::now();
        let (report, instance) = (&self.report, &self.reporter.instance);
        let answers = self.reporter.valkey.ask(|connection| report.send(&batches, instance, connection));
        self.reporter.took.observe(begun.elapsed().as_secs_f64());
        let now_ms = self.reporter.clock.now_ms();
        match &answers {
            Some(answers) => batches.iter().zip(answers).for_each(|(batch, answers)| {
                batch.learn(answers, told_ms, now_ms);
            }),
            None => batches.iter().for_each(Batch::give_back),
        }
        let is_answered = answers.is_some();
        self.note(is_answered);
    }

    /// Notes whether Valkey has answered. One that has not may have forgotten everything.
    fn note(&mut self, is_answered: bool) {
        if !is_answered && !self.is_away {
            self.reporter.limits.iter().for_each(|limit| limit.limiter.forget_fleet());
        }
        if is_answered && self.is_away {
            // Back-offs are told again, also where nobody asks.
            self.bell.ring();
        }
        self.is_away = !is_answered;
    }
}
