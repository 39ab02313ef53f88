//! HTTP itself: connections, bodies, codings, headers, JSON and problem documents.

pub mod body;
pub mod coding;
pub mod connection;
pub mod header;
pub mod json;
pub mod problem;
