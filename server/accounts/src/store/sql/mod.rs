//! Queries and statements, written once for all databases.
//!
//! They use the placeholders of PostgreSQL, such as `$1`, and what both databases understand; a [`Dialect`]
//! has the expressions that differ. All functions are async because a database on another machine is; on
//! SQLite they never wait.

mod database;
mod dialect;
pub mod log;
pub mod notices;
pub mod prune;
pub mod read;
pub mod records;
pub mod secrets;
pub mod usage;
pub mod write;

pub use database::{
    Database, RowRecipient, SqlColumn, SqlDatabase, SqlFuture, SqlParameter, SqlRow, SqlValue,
};
pub use dialect::Dialect;
