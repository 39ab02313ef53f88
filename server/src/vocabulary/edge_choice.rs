//! The edge of the umbra behind the mountains of the Moon and on the ground, for curves on a map.

use crate::generation::Data;
use crate::generation::limb::{Rugged, damaged};
use almanac::EclipseErrors;
use artifacts::limb::{LimbPack, MountainEdge};
use astro::earth::Observer;
use astro::eclipse::path::EdgeErrors;
use maps::Edge;
use std::sync::Arc;

/// The parts of the edge of the umbra.
pub(crate) struct EdgeChoice<'a> {
    /// The mountains of the Moon; none for a smooth Moon.
    pub(crate) limb: Option<&'a Arc<LimbPack>>,
    /// `true` if observers stand on the ground; otherwise at height 0.
    pub(crate) is_on_ground: bool,
    /// Semidiameter of the Sun at 1 au, arcseconds; none for that of eclipses.
    pub(crate) sun_radius_arcsec: Option<f64>,
}

impl EdgeChoice<'_> {
    /// The edge, with the errors of the elements and the standard error of ΔT, s.
    pub(crate) fn edge(&self, data: &Data, errors: &EclipseErrors, delta_t_sigma_s: f64) -> Edge {
        let map_km = self.limb.map_or(0.0, |pack| pack.manifest().source.error_km());
        // The radius of the Sun is that of eclipses only together with mountains.
        let nowhere = Observer::from_degrees(0.0, 0.0, 0.0);
        let sun = self.limb.map(|_| Rugged::new(nowhere, 0.0, self.sun_radius_arcsec));
        let sun_sigma = sun.map_or(0.0, |sun| sun.sun_sigma);
        let shadow_km = errors.shadow_km_with(sun_sigma).hypot(map_km);
        let ground = self.is_on_ground.then(|| Arc::clone(&data.elevation));
        let ground_m = move |latitude_deg, longitude_deg| {
            let height_m = ground.as_ref().and_then(|ground| ground.height_m(latitude_deg, longitude_deg));
            height_m.unwrap_or(0.0)
        };
        let limb = self.limb.map(Arc::clone);
        Edge {
            source: Arc::new(MountainEdge { limb, ground_m, damaged: |error| damaged(error).detail }),
            sun_radius: sun.map(|sun| sun.sun_radius()),
            errors: EdgeErrors { shadow_km, delta_t_s: delta_t_sigma_s },
        }
    }
}
