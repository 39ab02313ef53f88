//! Notices to accounts that their allowance nears its end, on their way out of the server.

pub mod courier;
mod document;
pub mod webhook;

pub use document::document;
