//! Counters of the traffic over all connections.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

/// Counters of the traffic over all connections. Clones share the counters.
#[derive(Debug, Clone, Default)]
pub struct Traffic {
    /// Requests whose response is not completely sent.
    pub in_flight: Gauge,
    /// Bytes of bodies that connections have received to send.
    pub response_bytes: Counter,
}
