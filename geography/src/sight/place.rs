//! Places on the ground, and heights at them.

use crate::geodesic::Along;

/// A place on the ground, degrees: −90 … 90 north, −180 … 180 east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroundPlace {
    /// Latitude, north positive.
    pub latitude_deg: f64,
    /// Longitude, east positive.
    pub longitude_deg: f64,
}

impl From<Along> for GroundPlace {
    fn from(Along { latitude_deg, longitude_deg, .. }: Along) -> Self {
        Self { latitude_deg, longitude_deg }
    }
}

/// Gives the height of the ground at a place, m above mean sea level; none where it is not known.
pub type HeightAt<'a> = Box<dyn FnMut(GroundPlace) -> Option<f64> + 'a>;

/// Heights of the ground.
pub trait Terrain: Send + Sync {
    /// Returns a function for the heights of successive places, most of them near the previous one.
    fn along(&self) -> HeightAt<'_>;
}

impl<F: Fn(GroundPlace) -> Option<f64> + Send + Sync> Terrain for F {
    fn along(&self) -> HeightAt<'_> {
        Box::new(self)
    }
}
