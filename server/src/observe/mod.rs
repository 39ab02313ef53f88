//! What the operator sees: log, metrics, the operator's address.

pub mod admin;
pub mod log;
pub mod metrics;
