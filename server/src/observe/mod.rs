//! Observability: log and metrics.

pub mod log;
pub mod metrics;
