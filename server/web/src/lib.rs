//! HTTP itself: connections and requests, bodies and codings, headers, JSON and problems.

pub mod accept;
pub mod body;
pub mod body_problem;
pub mod call;
pub mod coding;
pub mod compute;
pub mod connection;
mod counts;
pub mod handler;
pub mod header;
pub mod host;
mod joined_writes;
pub mod json;
pub mod listener;
mod per_address;
pub mod problem;
pub mod query;
pub mod request_id;
pub mod shares;
mod tick_timer;
pub mod traffic;
pub mod turns;
pub mod upload;
mod waiting;

pub use codings::blocks;
