//! Rise and set at the skyline of the place.

use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::Obstacle;
use astro::sky::rim::Rim;
use astro::sky::riseset::{DayEvents, Event};

/// Returns rises and sets of the upper limb of a body at a skyline, and its upper transits.
pub(super) fn day(
    skyline: &Skyline,
    horizon: &Horizon,
    radius_km: f64,
    course: impl Fn(Ut1) -> ApparentPlace,
    transits: Vec<Ut1>,
    [from, to]: [Ut1; 2],
) -> DayEvents {
    let rim = Rim {
        horizon,
        radius_km,
        skyline: |azimuth: f64| skyline.altitude_deg(azimuth.to_degrees()).to_radians(),
        bounds: skyline.bounds_deg().map(f64::to_radians),
    };
    let mut day = DayEvents::from(rim.passages(course, from, to));
    day.events.extend(transits.into_iter().map(|t| (Event::Transit, t)));
    day.events.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
    day
}

/// Returns the terrain at which a body rises or sets.
pub(super) fn obstacle(skyline: &Skyline, seen: &LocalHorizontal) -> Obstacle {
    Obstacle::at(skyline, seen.apparent.azimuth)
}
