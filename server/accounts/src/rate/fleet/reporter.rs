//! Reports the counts of a server to the fleet, and applies those of the others.

use super::report::{Batch, Report};
use super::shared_limit::SharedLimit;
use crate::clock::Clock;
use crate::instance::Instance;
use crate::rate::limiter::SubjectReport;
use crate::valkey::Valkey;
use prometheus_client::metrics::histogram::Histogram;
use std::time::Instant;

/// Reports all limits of a server to the fleet.
pub struct RateReporter {
    valkey: Valkey,
    instance: Instance,
    clock: Clock,
    limits: Vec<SharedLimit>,
    report: Report,
    /// How long reports take.
    took: Histogram,
    /// Whether the last request had no response.
    is_away: bool,
}

impl RateReporter {
    /// Makes the reporter of a server.
    pub fn new(
        valkey: Valkey,
        instance: Instance,
        clock: Clock,
        limits: Vec<SharedLimit>,
        took: Histogram,
    ) -> Self {
        Self { valkey, instance, clock, limits, report: Report::new(), took, is_away: false }
    }

    /// Earliest time of the next request to Valkey, in the future only after a failure.
    pub(super) fn next_try(&self) -> Instant {
        self.valkey.next_try()
    }

    /// Checks whether Valkey answers.
    pub(super) fn look(&mut self) -> bool {
        let response = self.valkey.ask(|connection| redis::cmd("PING").exec(connection));
        self.note(response.is_some())
    }

    /// Exchanges counts with the other servers. Returns whether Valkey answered.
    pub fn report(&mut self) -> bool {
        let reported_ms = self.clock.now_ms();
        let news: Vec<Vec<SubjectReport>> =
            self.limits.iter().map(|l| l.limiter.take_news(reported_ms)).collect();
        let batches: Vec<Batch> =
            self.limits.iter().zip(&news).flat_map(|(limit, news)| Batch::all(limit, news)).collect();
        if batches.is_empty() {
            return !self.is_away || self.look();
        }
        let (begun, report, instance) = (Instant::now(), &self.report, &self.instance);
        let responses = self.valkey.ask(|connection| report.send(&batches, instance, connection));
        self.took.observe(begun.elapsed().as_secs_f64());
        let now_ms = self.clock.now_ms();
        match &responses {
            Some(responses) => {
                batches
                    .iter()
                    .zip(responses)
                    .for_each(|(batch, responses)| batch.learn(responses, reported_ms, now_ms));
            }
            None => batches.iter().for_each(Batch::give_back),
        }
        let is_answered = responses.is_some();
        self.note(is_answered)
    }

    /// Notes whether Valkey has answered. After a failure it may have lost its data: back-offs are reported
    /// again, and windows join the fleet anew.
    fn note(&mut self, is_answered: bool) -> bool {
        if !is_answered && !self.is_away {
            self.limits.iter().for_each(|limit| limit.limiter.forget_fleet());
        }
        self.is_away = !is_answered;
        is_answered
    }
}
