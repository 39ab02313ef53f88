//! What a server tells the fleet of the requests that it has counted, and what it learns.

use super::report::{Batch, Report};
use super::shared_limit::SharedLimit;
use crate::clock::Clock;
use crate::instance::Instance;
use crate::rate::limiter::News;
use crate::valkey::Valkey;
use prometheus_client::metrics::histogram::Histogram;
use std::time::Instant;

/// Tells the fleet of all limits of a server.
pub struct Teller {
    valkey: Valkey,
    instance: Instance,
    clock: Clock,
    limits: Vec<SharedLimit>,
    report: Report,
    /// How long reports take.
    took: Histogram,
    /// Whether the last question had no answer.
    is_away: bool,
}

impl Teller {
    /// Makes the teller of a server, whose requests have the times of a clock.
    pub fn new(
        valkey: Valkey,
        instance: Instance,
        clock: Clock,
        limits: Vec<SharedLimit>,
        took: Histogram,
    ) -> Self {
        Self { valkey, instance, clock, limits, report: Report::new(), took, is_away: false }
    }

    /// When Valkey can be asked again: in the past, but for the pause after a failure.
    pub(super) fn next_try(&self) -> Instant {
        self.valkey.next_try()
    }

    /// Asks Valkey whether it is there. Tells whether all is well.
    pub(super) fn look(&mut self) -> bool {
        let answer = self.valkey.ask(|connection| redis::cmd("PING").exec(connection));
        self.note(answer.is_some())
    }

    /// Tells what has changed, and learns what the other servers have told. Tells whether all is well.
    pub fn tell(&mut self) -> bool {
        let told_ms = self.clock.now_ms();
        let news: Vec<Vec<News>> = self.limits.iter().map(|l| l.limiter.take_news(told_ms)).collect();
        let batches: Vec<Batch> =
            self.limits.iter().zip(&news).flat_map(|(limit, news)| Batch::all(limit, news)).collect();
        if batches.is_empty() {
            return !self.is_away || self.look();
        }
        let (begun, report, instance) = (Instant::now(), &self.report, &self.instance);
        let answers = self.valkey.ask(|connection| report.send(&batches, instance, connection));
        self.took.observe(begun.elapsed().as_secs_f64());
        let now_ms = self.clock.now_ms();
        match &answers {
            Some(answers) => {
                batches.iter().zip(answers).for_each(|(batch, told)| batch.learn(told, told_ms, now_ms));
            }
            None => batches.iter().for_each(Batch::give_back),
        }
        let is_answered = answers.is_some();
        self.note(is_answered)
    }

    /// Notes whether Valkey has answered. One that has not may have forgotten everything: back-offs are told
    /// again, and windows find their places anew.
    fn note(&mut self, is_answered: bool) -> bool {
        if !is_answered && !self.is_away {
            self.limits.iter().for_each(|limit| limit.limiter.forget_fleet());
        }
        self.is_away = !is_answered;
        is_answered
    }
}
