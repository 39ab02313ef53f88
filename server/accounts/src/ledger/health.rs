//! How the ledger fares, for the operator's metrics.

use crate::clock::Moment;
use crate::credits::Tally;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Metric;
use std::sync::{Arc, Mutex};

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
    /// Whether Valkey answers requests for a purpose, `credits` or `rates`: 1 if so.
    pub fn valkey_up(&self, purpose: &'static str) -> Gauge {
        self.valkey_up.get_or_create(&[("purpose", purpose)]).clone()
    }

    /// The gauges of all purposes, for the metrics.
    pub fn valkey_up_by_purpose(&self) -> impl Metric + use<> {
        self.valkey_up.clone()
    }
}
