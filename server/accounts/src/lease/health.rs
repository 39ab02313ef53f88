//! How the exchange of credits fares, for the operator's metrics.

use crate::ledger::health::Moment;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::atomic::AtomicU64;

/// How the exchange of credits fares. Copies count together.
#[derive(Debug, Clone, Default)]
pub struct LeaseHealth {
    /// Calls that had to wait for credits.
    pub waits: Counter,
    /// Credits that are granted to this server and not spent.
    pub granted: Gauge<f64, AtomicU64>,
    /// When Valkey, or without it PostgreSQL, was last asked with success.
    pub exchanged: Moment,
}
