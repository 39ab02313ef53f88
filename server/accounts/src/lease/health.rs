//! Figures of the exchange of credits, for the operator's metrics.

use crate::clock::Moment;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::atomic::AtomicU64;

/// Metrics of the exchange of credits. Clones share the values.
#[derive(Debug, Clone, Default)]
pub struct LeaseHealth {
    /// Calls that had to wait for credits.
    pub waits: Counter,
    /// Credits that are granted to this server and not spent.
    pub granted: Gauge<f64, AtomicU64>,
    /// Time of the last successful exchange, by Valkey or else by PostgreSQL.
    pub exchanged: Moment,
}
