//! How the ledger fares, for the operator's metrics.

use crate::meter::Tally;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Metric;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How the ledger fares. Copies count together.
#[derive(Debug, Clone, Default)]
pub struct Health {
    /// How often usage could not be written.
    pub usage_write_failures: Counter,
    /// Calls that wait to be written since writing has failed.
    pub usage_pending: Gauge,
    /// What is being written at the moment: it waits no more, and may yet be lost.
    pub(super) usage_under_way: Arc<Mutex<Tally>>,
    /// How often a notice could not be sent to the webhook.
    pub notice_failures: Counter,
    /// Whether the file of the database was replaced or deleted: 1 if so.
    pub file_replaced: Gauge,
    /// Whether PostgreSQL answers: 1 if so; nothing if the accounts are in a file.
    pub postgres_up: Option<Gauge>,
    /// When all usage was last written.
    pub usage_written: Moment,
    valkey_up: Family<[(&'static str, &'static str); 1], Gauge>,
}

impl Health {
    /// Whether Valkey answers what it is asked for a purpose, `credits` or `rates`: 1 if so.
    pub fn valkey_up(&self, purpose: &'static str) -> Gauge {
        self.valkey_up.get_or_create(&[("purpose", purpose)]).clone()
    }

    /// The same for all purposes, as metrics tell it.
    pub fn valkey_up_by_purpose(&self) -> impl Metric + use<> {
        self.valkey_up.clone()
    }
}

/// A moment that threads share: when something was last done. Copies are the same moment.
#[derive(Debug, Clone)]
pub struct Moment {
    begun: Instant,
    after_ms: Arc<AtomicU64>,
}

impl Moment {
    /// Sets the moment to the present.
    pub fn set(&self) {
        let ms = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.after_ms.store(ms, Ordering::Relaxed);
    }

    /// Time since the moment.
    pub fn elapsed(&self) -> Duration {
        let after = Duration::from_millis(self.after_ms.load(Ordering::Relaxed));
        self.begun.elapsed().saturating_sub(after)
    }
}

impl Default for Moment {
    fn default() -> Self {
        Self { begun: Instant::now(), after_ms: Arc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Moment {
        /// A moment so long ago.
        pub(in crate::ledger) fn before(ago: Duration) -> Self {
            let begun = Instant::now().checked_sub(ago).expect("the machine runs for longer");
            Self { begun, ..Self::default() }
        }
    }
}
