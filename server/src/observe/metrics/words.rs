//! Counters with one label of fixed values, and numbers that are computed when the metrics are requested.

use accounts::ledger::health::Health;
use accounts::ledger::staleness::Staleness;
use accounts::rate::Tiers;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeCounterValue, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{Atomic, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A counter for each word of a fixed list. All exist from the start.
pub(super) struct ByWord<N>(Vec<Counter<N, AtomicU64>>);

impl<N> ByWord<N>
where
    N: Clone + Debug + EncodeCounterValue + Send + Sync + 'static,
    AtomicU64: Atomic<N>,
{
    /// Registers the counters under a name; `label` is the name of the label.
    pub(super) fn new(
        registry: &mut Registry,
        name: &str,
        help: &str,
        words: &[&'static str],
        label: &'static str,
    ) -> Self {
        let family = Family::<[(&'static str, &'static str); 1], Counter<N, AtomicU64>>::default();
        registry.register(name, help, family.clone());
        Self(words.iter().map(|word| family.get_or_create(&[(label, *word)]).clone()).collect())
    }

    /// The counter of the word with this number.
    pub(super) fn of(&self, word: usize) -> Counter<N, AtomicU64> {
        self.0[word].clone()
    }

    /// Adds to the counter of the word with this number.
    pub(super) fn add(&self, word: usize, more: N) {
        self.0[word].inc_by(more);
    }
}

/// A number of bytes that is read when the metrics are requested.
pub(super) struct Measured {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    pub(super) bytes: Box<dyn Fn() -> u64 + Send + Sync>,
}

impl Debug for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Collector for Measured {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let bytes = (self.bytes)();
        let mut metric = encoder.encode_descriptor(self.name, self.help, None, MetricType::Gauge)?;
        metric.encode_gauge(&(bytes as f64))
    }
}

/// Number of addresses that each rate limit has in memory.
#[derive(Debug)]
pub(super) struct Addresses(pub(super) Arc<Tiers>);

impl Collector for Addresses {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help = "Addresses whose requests are remembered for a rate.";
        let mut metric = encoder.encode_descriptor("rate_addresses", help, None, MetricType::Gauge)?;
        for (rate, addresses) in self.0.remembered() {
            metric.encode_family(&[("rate", rate)])?.encode_gauge(&addresses)?;
        }
        Ok(())
    }
}

/// Lines of the log that were dropped.
#[derive(Debug)]
pub(super) struct Dropped(pub(super) fn() -> usize);

impl Collector for Dropped {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help = "Lines of the log that were dropped because its reader is too slow or its disk is full.";
        let mut metric = encoder.encode_descriptor("log_lines_dropped", help, None, MetricType::Counter)?;
        metric.encode_counter::<NoLabelSet, _, u64>(&((self.0)() as u64), None)
    }
}

/// Age of the written usage.
#[derive(Debug)]
pub(super) struct Lag(pub(super) Health);

impl Collector for Lag {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help = "Time since due usage was last written, a quarter of a second at most where all is well.";
        let mut metric = encoder.encode_descriptor("usage_delay_seconds", help, None, MetricType::Gauge)?;
        metric.encode_gauge(&self.0.usage_written.elapsed().as_secs_f64())
    }
}

/// Time since the accounts could last be read, computed for each request for the metrics.
#[derive(Debug)]
pub(super) struct Stale(pub(super) Arc<Staleness>);

impl Collector for Stale {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help = "Time since the accounts were last read, a quarter of a second at most where all is well.";
        let mut metric =
            encoder.encode_descriptor("accounts_stale_seconds", help, None, MetricType::Gauge)?;
        metric.encode_gauge(&self.0.since_read().as_secs_f64())
    }
}
