//! Metrics of the ledger.

use super::clock_check::ClockDifference;
use crate::clock::{Clock, Moment};
use crate::credits::Tally;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::{Arc, Mutex};

/// Metrics of the ledger. Clones share the values.
#[derive(Debug, Clone, Default)]
pub struct Health {
    /// Number of failures to write usage.
    pub usage_write_failures: Counter,
    /// Calls that wait to be written since writing has failed.
    pub usage_pending: Gauge,
    /// Usage that is being written: no longer pending, but not yet safe.
    pub(super) usage_under_way: Arc<Mutex<Tally>>,
    /// Number of failures to post a notice to the webhook.
    pub notice_failures: Counter,
    /// 1 if the file of the database was replaced or deleted.
    pub file_replaced: Gauge,
    /// 1 if PostgreSQL answers; `None` if the accounts are in a file.
    pub postgres_up: Option<Gauge>,
    /// Difference between the clocks of this machine and of PostgreSQL; only with PostgreSQL.
    pub clock_difference: ClockDifference,
    /// The time at which due usage was last written.
    pub usage_written: Moment,
}

impl Health {
    /// Makes the metrics of a ledger that starts at the present time of a clock.
    pub(super) fn new(clock: Clock) -> Self {
        Self { usage_written: Moment::new(clock), ..Self::default() }
    }
}
