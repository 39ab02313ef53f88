//! Figures of the exchange of credits, for the operator's metrics.

use crate::clock::Moment;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::atomic::AtomicU64;

/// The mode in which servers agree on credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// In PostgreSQL, exactly.
    Postgres,
    /// Not at all: it does not answer, and each server spends at most a lease more.
    Alone,
}

impl Mode {
    /// The value of the metric's label.
    fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Alone => "alone",
        }
    }
}

/// Metrics of the exchange of credits. Clones share the values.
#[derive(Debug, Clone, Default)]
pub struct LeaseHealth {
    /// Calls that had to wait for credits.
    pub waits: Counter,
    /// Credits that are granted to this server and not spent.
    pub granted: Gauge<f64, AtomicU64>,
    /// Time of the last successful exchange.
    pub exchanged: Moment,
    /// The mode in which servers agree on credits: 1 for the current mode, 0 for the other.
    pub modes: Family<[(&'static str, &'static str); 1], Gauge>,
}

impl LeaseHealth {
    pub(super) fn set_mode(&self, current: Mode) {
        for mode in [Mode::Postgres, Mode::Alone] {
            self.modes.get_or_create(&[("mode", mode.name())]).set(i64::from(mode == current));
        }
    }
}
