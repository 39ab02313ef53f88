//! The Moon's limb: how high mountains and valleys stand over its mean circle, all around.
//!
//! A [`LunarTerrain`] gives the height of any point of the Moon; [`Grid`] is a map of heights such as NASA's
//! LOLA team publishes. A [`LunarViewpoint`] is the position of the observer in the Moon's sky; from there
//! [`silhouette()`] (or [`Grid::silhouette`]) finds the [`Profile`], the outline of the terrain against the
//! sky.
//!
//! **Axis angles** run around the limb from the Moon's north pole through celestial east, as position angles
//! do from celestial north: position angle = axis angle + position angle of the axis. Seen from the Earth's
//! north, Mare Crisium (selenographic east) is near axis angle 290°.

mod grid;
mod profile;
mod silhouette;
#[cfg(test)]
mod tests;

pub use grid::Grid;
pub use profile::{DIRECTIONS, Profile, STEP_DEG, height_angle, reference_semidiameter};
pub use silhouette::{LunarTerrain, LunarViewpoint, MAX_FROM_LIMB_DEG, limb_km, silhouette};
