//! The horizon over the grid of the generation, for the widgets. It is coarse: its heights are 9 km apart.

use super::elevation::Elevation;
use geography::elevation::WorldGrid;
use geography::sight::{GroundPlace, HeightAt, SkylinePoint, Terrain, Viewpoint};

/// Height of the eye above the ground, m.
const EYE_M: f64 = 1.7;

/// The ground of the grid.
struct WorldGround<'a>(WorldGrid<'a>);

impl Terrain for WorldGround<'_> {
    fn along(&self) -> HeightAt<'_> {
        Box::new(|at: GroundPlace| self.0.height_m(at.latitude_deg, at.longitude_deg))
    }
}

impl Elevation {
    /// Returns the height of the ground, m above mean sea level.
    pub(crate) fn world_height_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.world()?.height_m(latitude_deg, longitude_deg)
    }

    /// Returns the apparent altitude of the ground in a direction, degrees from north through east; none if
    /// no height is known. The eye is at `height_m` above mean sea level, or above the ground if that is
    /// higher. It takes about 50 µs.
    pub(crate) fn world_horizon_deg(
        &self,
        (latitude_deg, longitude_deg): (f64, f64),
        height_m: f64,
        azimuth_deg: f64,
    ) -> Option<f64> {
        let ground = WorldGround(self.world()?);
        let ground_m = ground.0.height_m(latitude_deg, longitude_deg)?;
        let place = GroundPlace { latitude_deg, longitude_deg };
        let eye = Viewpoint { place, elevation_m: height_m.max(ground_m) + EYE_M };
        Some(SkylinePoint::towards(&eye, azimuth_deg, &ground).altitude_deg)
    }
}
