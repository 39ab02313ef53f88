//! How the ledger fares, for the operator's metrics.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

/// How the ledger fares. Copies count together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Health {
    /// How often usage could not be written.
    pub(crate) usage_write_failures: Counter,
    /// Calls that wait to be written since writing has failed.
    pub(crate) usage_pending: Gauge,
    /// How often a notice could not be sent to the webhook.
    pub(crate) notice_failures: Counter,
    /// Whether the file of the database was replaced or deleted: 1 if so.
    pub(crate) file_replaced: Gauge,
}
