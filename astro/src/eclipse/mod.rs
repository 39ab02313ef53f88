//! Solar and lunar eclipses: seasons, elements, circumstances for the Earth and for one observer.

pub mod besselian;
pub mod global;
pub mod local;
pub mod lunar;
pub mod path;
pub mod saros;
