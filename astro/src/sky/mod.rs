//! The sky of an instant and a place: where bodies stand, horizon, rise and set, phase, libration, limb,
//! events.

pub mod apparent_place;
pub mod crescent;
pub mod events;
pub mod fixed_direction;
pub mod horizon;
pub mod horizontal;
pub mod libration;
pub mod limb;
pub mod passage;
pub mod phase;
pub mod position;
pub mod rim;
pub mod riseset;
pub mod terminator;
pub mod theory;
pub mod zenith;
