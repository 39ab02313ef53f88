//! What an observer sees over the ground: lines of sight, and the skyline.
//!
//! Heights come from a [`Terrain`]. Air bends a ray of light: with the coefficient of refraction k, the ray
//! is straight over an Earth of radius R = Re / (1 − k), where Re is the radius of curvature of the ellipsoid
//! in the direction of the ray (Torge, *Geodesy*, 3rd ed. 2001, section 5.1.2).

mod curvature;
mod place;
mod ray;
mod sightline;
mod skyline;
#[cfg(test)]
mod tests;

pub use curvature::{Bent, USUAL_REFRACTION};
pub use place::{GroundPlace, HeightAt, Terrain};
pub use ray::{SkylinePoint, Viewpoint};
pub use sightline::{Eye, Ground, Obstruction, Seen, Sightline, Verdict, sightline};
pub use skyline::{RAYS, Skyline};
