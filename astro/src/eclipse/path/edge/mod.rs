//! The true edge of the shadow: limits, outlines and lines of equal duration with the mountains of the Moon's
//! limb and at the height of the ground.
//!
//! Each point is found on a straight way across the edge in the fundamental plane, at the place on the ground
//! over it: there the Sun's last bead vanishes and the first appears at one instant. The way starts on the
//! limit of the smooth Moon; contacts at the point are those of
//! [`ObservedEclipse::limb_contacts`](crate::eclipse::local::ObservedEclipse::limb_contacts).

mod outline;
mod point;
mod section;
#[cfg(test)]
mod tests;
mod tracing;
mod true_edge;

pub use true_edge::{EdgeBand, EdgeErrors, EdgeSource, TrueEdge};
