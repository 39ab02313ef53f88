//! Observability: log, metrics and the operator's address.

pub mod admin;
pub mod log;
pub mod metrics;
