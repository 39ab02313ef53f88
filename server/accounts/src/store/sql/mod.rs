//! Queries and statements, written once for SQLite and PostgreSQL.
//!
//! They use the placeholders of PostgreSQL, such as `$1`, and what both databases understand; a `Dialect`
//! has the expressions that differ. All functions are async because PostgreSQL is; on SQLite they never wait,
//! and [`ready`] returns their results.

mod database;
mod dialect;
pub(super) mod log;
pub(super) mod notices;
pub(super) mod prune;
pub(super) mod read;
pub(super) mod records;
pub(super) mod secrets;
pub(super) mod usage;
pub(super) mod write;

pub(super) use database::{Database, ready};
