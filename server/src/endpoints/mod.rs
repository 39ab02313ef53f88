//! The operations, one file each; a folder where the answer has a shape of its own.

pub(crate) mod az_alt_search;
mod bodies;
pub(crate) mod body_position;
mod calendar_format;
pub(crate) mod catalog;
pub(crate) mod celestial_events;
pub(crate) mod date;
pub(crate) mod delta_t;
pub(crate) mod eclipse_search;
pub(crate) mod elements;
mod ephemeris_or_standard;
pub(crate) mod health;
mod in_ephemeris;
pub(crate) mod insolation;
pub(crate) mod julian_day;
pub(crate) mod local_circumstances;
pub(crate) mod lunar_catalog;
pub(crate) mod lunar_circumstances;
pub(crate) mod lunar_libration;
pub(crate) mod lunar_limb;
pub(crate) mod meteor_showers;
pub(crate) mod openapi;
pub(crate) mod path;
pub(crate) mod rise_transit_set;

pub(crate) mod tiles;
pub(crate) mod token;
pub(crate) mod usage;
pub(crate) mod version;
