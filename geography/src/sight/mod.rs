//! What is seen over the ground: lines of sight, and the skyline of an observer.
//!
//! Heights are handed in as a [`Terrain`], so that nothing here knows where they come from. A ray of
//! light is bent by the air; with the coefficient of refraction k it is straight over an Earth of radius
//! R = Re / (1 − k), where Re is the radius of curvature of the ellipsoid in the direction of the ray
//! (Torge, *Geodesy*, 3rd ed. 2001, section 5.1.2).

mod curvature;
mod place;
mod ray;
mod sightline;
mod skyline;
#[cfg(test)]
mod tests;

pub use curvature::{Bent, USUAL_REFRACTION};
pub use place::{HeightAt, Place, Terrain};
pub use ray::{SkylinePoint, Viewpoint};
pub use sightline::{Eye, Ground, Obstruction, Seen, Sightline, Verdict, sightline};
pub use skyline::{RAYS, Skyline};
