//! Notices to accounts that their allowance nears its end, on their way out of the server.

pub(crate) mod courier;
mod document;
pub(crate) mod webhook;

pub(crate) use document::document;
