//! The mountains and valleys of the Moon against the disc of the Sun: contacts and Baily's beads.
//!
//! Totality begins when the last valley loses the Sun, a ring when the last mountain has let go of its edge.
//! Both discs are in the plane through the observer perpendicular to the shadow's axis, where the elements
//! define them: L2 = A − B k, with A the radius of the Sun's disc, k that of the Moon in its direction
//! and B its magnification. With the k2 of the elements all around, the contacts are those of
//! [`ObservedEclipse::contacts`](super::ObservedEclipse::contacts).

mod beads;
mod contact;
mod discs;
mod rugged_moon;
mod shortfall;
#[cfg(test)]
mod tests;

pub use beads::{BEADS_WITHIN_S, Bead, MIN_BEAD_S};
pub use contact::LimbContact;
pub use rugged_moon::RuggedMoon;
pub(crate) use shortfall::{Phase, Shortfall, Widest};
