//! Durations of requests on serving threads, and waits of ready tasks for one.

use super::histogram::Histogram;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The time of serving threads.
#[derive(Debug, Default)]
pub(super) struct Threads {
    polls: Histogram,
    longest_poll_ns: AtomicU64,
    delays: Histogram,
}

impl Threads {
    /// Counts for how long a request occupied a thread in one go.
    pub(super) fn occupied(&self, took: Duration) {
        self.polls.observe(took);
        let ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        if ns > self.longest_poll_ns.load(Ordering::Relaxed) {
            self.longest_poll_ns.fetch_max(ns, Ordering::Relaxed);
        }
    }

    /// Counts how late a task that was due had its turn.
    pub(super) fn delayed(&self, by: Duration) {
        self.delays.observe(by);
    }
}

impl Collector for Threads {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help = "Time for which a request occupied a serving thread in one go";
        let polls = encoder.encode_descriptor("poll_seconds", help, None, MetricType::Histogram)?;
        self.polls.encode(&mut { polls })?;
        let help = "The longest of them since the start";
        let mut longest = encoder.encode_descriptor("poll_longest_seconds", help, None, MetricType::Gauge)?;
        let seconds = self.longest_poll_ns.load(Ordering::Relaxed) as f64 / 1e9;
        longest.encode_gauge(&seconds)?;
        let help = "Time that a task that is due waits for a serving thread";
        let delays =
            encoder.encode_descriptor("event_loop_delay_seconds", help, None, MetricType::Histogram)?;
        self.delays.encode(&mut { delays })
    }
}
