//! The Earth: its figure, its rotation, and the motion of its axis.

pub mod ellipsoid;
pub mod nutation;
pub mod precession;
pub mod rotation;

pub use ellipsoid::Observer;
