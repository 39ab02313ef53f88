//! The Moon and the ground on which the true edge of a shadow depends.

use super::node::LimbNode;
use super::pack::LimbPack;
use crate::Error;
use astro::eclipse::path::EdgeSource;
use astro::sky::libration::Selenographic;
use astro::sky::limb::Profile;
use std::sync::Arc;

/// Published profiles of the limb, and heights of the ground.
pub struct MountainEdge<G> {
    /// The profiles; none for the smooth Moon of the elements.
    pub limb: Option<Arc<LimbPack>>,
    /// Height of an observer on the ground, m, by latitude and longitude, degrees.
    pub ground_m: G,
    /// Words for profiles that cannot be read.
    pub damaged: fn(&Error) -> String,
}

impl<G: Fn(f64, f64) -> f64 + Send + Sync> EdgeSource for MountainEdge<G> {
    fn limb(&self, libration: Selenographic) -> Result<Option<Profile>, String> {
        let Some(pack) = &self.limb else { return Ok(None) };
        let [l, b] = [libration.longitude, libration.latitude].map(f64::to_degrees);
        let profile = pack.between(l, b).map_err(|error| (self.damaged)(&error))?;
        profile.map(Some).ok_or_else(|| LimbNode::outside(l, b))
    }

    fn ground_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64 {
        (self.ground_m)(latitude_deg, longitude_deg)
    }
}
