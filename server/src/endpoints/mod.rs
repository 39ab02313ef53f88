//! The operations, one file each.

pub mod body_position;
pub mod catalog;
pub mod date;
pub mod delta_t;
pub mod docs;
pub mod elements;
pub mod health;
pub mod julian_day;
pub mod local_circumstances;
pub mod lunar_libration;
pub mod openapi;
pub mod rise_transit_set;
pub mod token;
pub mod usage;
pub mod version;

use crate::api::operation::Endpoint;

/// All operations, in the order of the documentation.
pub const ALL: [&Endpoint; 17] = [
    &version::ENDPOINT,
    &token::ENDPOINT,
    &usage::ENDPOINT,
    &julian_day::ENDPOINT,
    &date::ENDPOINT,
    &delta_t::ENDPOINT,
    &body_position::INSTANT,
    &body_position::RANGE,
    &rise_transit_set::ENDPOINT,
    &lunar_libration::ENDPOINT,
    &catalog::ENDPOINT,
    &elements::ENDPOINT,
    &local_circumstances::ENDPOINT,
    &openapi::ENDPOINT,
    &docs::ENDPOINT,
    &health::LIVE,
    &health::READY,
];

/// The only type of most answers.
pub const JSON: &str = "application/json";

/// Under which usage of operations that no longer exist is shown.
const GONE: &str = "other";

/// Index of a name among the operations, as usage is counted: operations of the same name count as one.
pub fn usage_index(name: &str) -> u8 {
    ALL.iter().position(|e| e.name == name).unwrap_or(ALL.len()) as u8
}

/// The name of an index.
pub fn usage_name(index: u8) -> &'static str {
    ALL.get(usize::from(index)).map_or(GONE, |e| e.name)
}
