//! The sky over an observer: horizon, rise and set, phase, libration.

pub mod horizon;
pub mod horizontal;
pub mod libration;
pub mod phase;
pub mod riseset;
