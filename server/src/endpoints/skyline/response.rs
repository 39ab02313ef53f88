//! The response of `/skyline`.

use crate::endpoints::elevation::sources::to_decimals;
use crate::endpoints::prelude::*;
use astro::sunlight::sky_view::sky_view;
use geography::sight::{RAYS, SkylinePoint};

/// The highest ground in every half degree from north through east. The lists have a value for each
/// direction: 0°, 0.5° … 359.5°.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Skyline)]
pub(super) struct SkylineResponse {
    /// Step of the azimuth, degrees.
    step: f64,
    /// Minimum altitude, degrees.
    min: f64,
    /// Maximum altitude, degrees.
    max: f64,
    /// The part of the light of an evenly bright sky that a level surface receives, 0 … 1.
    sky_view: f64,
    /// Heights at the place.
    source: ElevationSource,
    /// Apparent altitudes of the highest ground, degrees; 0 where no height is known.
    #[schema(min_items = 720, max_items = 720)]
    altitude: Vec<f64>,
    /// Its distances from the observer, m; 0 where no height is known.
    #[schema(min_items = 720, max_items = 720)]
    distance: Vec<f64>,
    /// Its heights above mean sea level, m.
    #[schema(min_items = 720, max_items = 720)]
    elevation: Vec<f64>,
    /// Distances up to which heights are known, m: 150,000 or less.
    #[schema(min_items = 720, max_items = 720)]
    known: Vec<f64>,
}

impl SkylineResponse {
    pub(super) fn new(skyline: &Skyline, source: ElevationSource) -> Self {
        let [min, max] = skyline.bounds_deg().map(to_decimals::<3>);
        let all = |value: fn(&SkylinePoint) -> f64| (0..RAYS).map(|ray| value(skyline.point(ray))).collect();
        Self {
            step: Skyline::azimuth_deg(1),
            min,
            max,
            sky_view: to_decimals::<4>(sky_view(
                (0..RAYS).map(|ray| skyline.point(ray).altitude_deg.to_radians()),
            )),
            source,
            altitude: all(|point| to_decimals::<3>(point.altitude_deg)),
            distance: all(|point| point.distance_m.round()),
            elevation: all(|point| to_decimals::<1>(point.elevation_m)),
            known: all(|point| point.known_m.round()),
        }
    }
}
