//! A histogram of durations, counted by several threads at once without a lock.

use prometheus_client::encoding::{MetricEncoder, NoLabelSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the buckets, ns, with what they are in seconds. A lookup takes some ten microseconds, a
/// long response some seconds.
const BOUNDS: [(u64, f64); 13] = [
    (10_000, 0.00001),
    (25_000, 0.000025),
    (100_000, 0.0001),
    (250_000, 0.00025),
    (1_000_000, 0.001),
    (2_500_000, 0.0025),
    (10_000_000, 0.01),
    (25_000_000, 0.025),
    (100_000_000, 0.1),
    (250_000_000, 0.25),
    (1_000_000_000, 1.0),
    (2_500_000_000, 2.5),
    (10_000_000_000, 10.0),
];

/// Durations by buckets. The histogram of the library would do, had it no lock.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    /// The last bucket is for what takes longer than all bounds.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    sum_ns: AtomicU64,
}

impl Histogram {
    pub(super) fn observe(&self, took: Duration) {
        let ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().position(|(bound, _)| ns <= *bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum_ns.fetch_add(ns, Ordering::Relaxed);
    }

    pub(super) fn encode(&self, encoder: &mut MetricEncoder) -> std::fmt::Result {
        let bounds = BOUNDS.iter().map(|(_, seconds)| *seconds).chain([f64::INFINITY]);
        let counts = self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed));
        let buckets: Vec<(f64, u64)> = bounds.zip(counts).collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        let sum_s = self.sum_ns.load(Ordering::Relaxed) as f64 / 1e9;
        encoder.encode_histogram::<NoLabelSet>(sum_s, count, &buckets, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_counts_in_the_first_bucket_that_holds_it() {
        let histogram = Histogram::default();
        for ns in [0, 10_000, 10_001, 10_000_000_000, 10_000_000_001] {
            histogram.observe(Duration::from_nanos(ns));
        }
        let counts = histogram.buckets.each_ref().map(|bucket| bucket.load(Ordering::Relaxed));
        assert_eq!(counts, [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
        for (ns, seconds) in BOUNDS {
            assert_eq!(Duration::from_nanos(ns).as_secs_f64(), seconds);
        }
    }
}
