//! What goes over all connections, counted for the operator.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

/// What goes over all connections. Copies count together.
#[derive(Debug, Clone, Default)]
pub struct Traffic {
    /// Requests whose answer is being made, or not sent to its end.
    pub in_flight: Gauge,
    /// Bytes of bodies that were handed to connections.
    pub response_bytes: Counter,
}
