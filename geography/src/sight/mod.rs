//! The view of an observer over the ground: lines of sight, and the skyline.
//!
//! Heights come from a [`Terrain`]. Air bends a ray of light: with the coefficient of refraction k, the ray
//! is straight over an Earth of radius R = Re / (1 − k), where Re is the radius of curvature of the ellipsoid
//! in the direction of the ray (Torge, *Geodesy*, 3rd ed. 2001, section 5.1.2).

mod curvature;
mod ground_block;
mod place;
mod ray;
mod sightline;
mod skyline;
mod sweep;
mod sweep_lines;

pub use curvature::{Bent, USUAL_REFRACTION, radius_of_curvature_m};
pub use ground_block::{GroundBlock, MapPoint};
pub use place::{GroundPlace, HeightAt, Terrain};
pub use ray::{REACH_M, SkylinePoint, Viewpoint};
pub use sightline::{Eye, Ground, Obstruction, Seen, Sightline, Verdict, sightline};
pub use skyline::{RAYS, SIGMAS, SigmaAt, Skyline};
pub use sweep::Sweep;
pub use sweep_lines::{LinePosition, NEAR_M, StripEye, SweepLines};

#[cfg(test)]
mod tests;
