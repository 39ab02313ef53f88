//! HTTP itself: connections and requests, bodies and codings, headers, JSON, calendars and problem
//! documents.

pub(crate) mod accept;
pub(crate) mod blocks;
pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod coding;
pub(crate) mod compute;
pub(crate) mod connection;
pub(crate) mod counts;
pub(crate) mod handler;
pub(crate) mod header;
pub(crate) mod host;
pub(crate) mod icalendar;
pub(crate) mod joined_writes;
pub(crate) mod json;
pub(crate) mod listener;
pub(crate) mod one_of;
pub(crate) mod per_address;
pub(crate) mod problem;
pub(crate) mod query;
pub(crate) mod request_id;
pub(crate) mod tick_timer;
pub(crate) mod traffic;
pub(crate) mod waiting;
