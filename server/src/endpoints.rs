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
pub mod version;

use crate::endpoint::Endpoint;

/// All operations, in the order of the documentation.
pub const ALL: [&Endpoint; 15] = [
    &version::ENDPOINT,
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
