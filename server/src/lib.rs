//! The Umbra server.
pub mod date_time;
