//! The response of `/sightline`.

use super::query::SightlineQuery;
use crate::endpoints::elevation::sources::to_decimals;
use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::UnknownTerrain;
use geography::geodesic::{self, Route};
use geography::sight::{Eye, Ground, SIGMAS, Sightline, sightline};

/// The visibility of the target, and the obstruction if it is not visible.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sightline)]
pub(super) struct SightlineResponse {
    /// Length of the geodesic of WGS 84 between the ends, m.
    distance: f64,
    /// Its direction at the observer, degrees from north through east.
    bearing: f64,
    /// Its direction at the target, degrees from north through east.
    final_bearing: f64,
    observer: SightlineObserver,
    target: SightlineTarget,
    /// `true` if no nearer point is higher than the target; null if a height is unknown, or if `clearance` is
    /// less than three standard errors of coarse heights.
    visible: Option<bool>,
    /// The reason why `visible` is null, only if all heights are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<UnknownTerrain>,
    /// The highest of the nearer points if it hides the target, or null.
    obstruction: Option<SightlineObstruction>,
    /// Height of the target above the ray over the highest nearer point, m; negative if the target is too
    /// low. Null without a point between, or if a height is unknown.
    clearance: Option<f64>,
    /// Minimum height of the eye above the ground that makes the target visible, m; null above 20,000, or if
    /// a height is unknown.
    min_observer_height: Option<f64>,
    /// The points of the ground.
    points: Vec<SightlinePoint>,
    /// The coarsest source of the heights; null if no height is known.
    source: Option<ElevationSource>,
    /// A warning if the heights are too far apart for a line of sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    warning: Option<String>,
}

/// The observer.
#[derive(Serialize, ToSchema)]
struct SightlineObserver {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// The ground, m above mean sea level, or null.
    ground: Option<f64>,
    /// The eye, m above mean sea level, or null.
    elevation: Option<f64>,
}

/// The target.
#[derive(Serialize, ToSchema)]
struct SightlineTarget {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// The ground, m above mean sea level, or null.
    ground: Option<f64>,
    /// The target, m above mean sea level, or null.
    elevation: Option<f64>,
    /// Its apparent altitude, degrees, or null.
    altitude: Option<f64>,
}

/// The point that hides the target.
#[derive(Serialize, ToSchema)]
struct SightlineObstruction {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// From the observer, m.
    distance: f64,
    /// m above mean sea level.
    elevation: f64,
    /// Apparent, degrees.
    altitude: f64,
}

/// A point of the ground.
#[derive(Serialize, ToSchema)]
struct SightlinePoint {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// From the observer, m.
    distance: f64,
    /// m above mean sea level, or null.
    elevation: Option<f64>,
    /// Apparent altitude, degrees, or null; −90 for the ground below the observer.
    altitude: Option<f64>,
    /// `true` if no nearer point is higher; null if that is unknown.
    visible: Option<bool>,
}

/// The points on the line, with their heights.
struct GroundProfile {
    places: Vec<geodesic::Along>,
    ground: Vec<Ground>,
    source: Option<ElevationSource>,
    warning: Option<String>,
    /// By how much coarse heights may be wrong, m: three standard errors; 0 without them.
    doubt_m: f64,
}

/// Finds the ground along the line. Heights are rounded as in the response, so that its values agree with
/// each other.
fn along(route: &Route, samples: usize, elevation: &Elevation) -> GroundProfile {
    let (mut coarsest, mut doubt_m): (Option<GroundHeight>, f64) = (None, 0.0);
    let mut cursor = elevation.cursor();
    let (mut places, mut ground) = (Vec::with_capacity(samples), Vec::with_capacity(samples));
    for number in 0..samples {
        let place = route.division(number, samples - 1);
        let (latitude_deg, longitude_deg) = (place.latitude_deg, place.longitude_deg);
        let height = cursor.at(latitude_deg, longitude_deg);
        let coarse = height.as_ref().filter(|height| !height.is_open_sea());
        let sigma_m = coarse.and_then(|height| height.world_sigma_m(&cursor, latitude_deg, longitude_deg));
        doubt_m = doubt_m.max(SIGMAS * sigma_m.unwrap_or(0.0));
        ground.push(Ground {
            distance_m: place.distance_m,
            elevation_m: height.as_ref().map(GroundHeight::rounded_m),
        });
        places.push(place);
        if let Some(height) = height
            && coarsest.as_ref().is_none_or(|c| height.resolution_m() > c.resolution_m())
        {
            coarsest = Some(height);
        }
    }
    let warning = coarsest.as_ref().filter(|c| !c.is_fine()).map(|c| warning(c.resolution_m()));
    GroundProfile { places, ground, source: coarsest.map(|c| c.source()), warning, doubt_m }
}

impl SightlineResponse {
    /// Computes the line of sight along a geodesic.
    pub(super) fn new(query: &SightlineQuery, route: &Route, elevation: &Elevation) -> Self {
        let along = along(route, query.samples as usize, elevation);
        let first = along.ground[0].elevation_m;
        let last = along.ground[along.ground.len() - 1].elevation_m;
        let over_ground = first.zip(query.obs_height).map(|(ground, height)| ground + height);
        let eye_m = query.obs_elevation.or(over_ground);
        let target_m = last.map(|ground| ground + query.target_height);
        let seen = eye_m.map(|elevation_m| {
            let azimuth_deg = route.start.azimuth_deg;
            let (latitude_deg, refraction) = (query.start.lat, query.refraction);
            let eye = Eye { latitude_deg, azimuth_deg, elevation_m, refraction };
            sightline(&eye, &along.ground, target_m.unwrap_or(0.0))
        });
        let verdict = seen.as_ref().and_then(|s| s.verdict);
        let found = verdict.and_then(|v| v.obstruction);
        let is_safe = |clearance_m: f64| clearance_m.abs() > along.doubt_m || along.doubt_m == 0.0;
        let visible = verdict.filter(|v| v.clearance_m.is_none_or(is_safe)).map(|v| v.obstruction.is_none());
        Self {
            distance: to_decimals::<3>(route.distance_m),
            bearing: route.start.azimuth_deg,
            final_bearing: route.end.azimuth_deg,
            observer: SightlineObserver {
                lat: query.start.lat,
                lng: query.start.lng,
                ground: first,
                elevation: eye_m,
            },
            target: SightlineTarget {
                lat: query.end.lat,
                lng: query.end.lng,
                ground: last,
                elevation: target_m,
                altitude: seen.as_ref().filter(|_| target_m.is_some()).map(|s| s.target_altitude_deg),
            },
            visible,
            reason: UnknownTerrain::of(visible).filter(|_| verdict.is_some()),
            obstruction: found
                .filter(|_| visible.is_some())
                .and_then(|o| obstruction(&along, o.index, o.altitude_deg)),
            clearance: verdict.and_then(|v| v.clearance_m).map(to_decimals::<3>),
            min_observer_height: verdict.and_then(|v| v.least_observer_height_m).map(to_decimals::<3>),
            points: points(&along, seen.as_ref()),
            source: along.source,
            warning: along.warning,
        }
    }
}

fn points(along: &GroundProfile, seen: Option<&Sightline>) -> Vec<SightlinePoint> {
    let point = |(k, (place, ground)): (usize, (&geodesic::Along, &Ground))| {
        let seen = seen.and_then(|s| s.points[k]);
        SightlinePoint {
            lat: to_decimals::<6>(place.latitude_deg),
            lng: to_decimals::<6>(place.longitude_deg),
            distance: to_decimals::<3>(ground.distance_m),
            elevation: ground.elevation_m,
            altitude: seen.map(|s| s.altitude_deg),
            visible: seen.and_then(|s| s.is_visible),
        }
    };
    along.places.iter().zip(&along.ground).enumerate().map(point).collect()
}

fn obstruction(along: &GroundProfile, index: usize, altitude: f64) -> Option<SightlineObstruction> {
    let (place, ground) = (along.places[index], along.ground[index]);
    Some(SightlineObstruction {
        lat: to_decimals::<6>(place.latitude_deg),
        lng: to_decimals::<6>(place.longitude_deg),
        distance: to_decimals::<3>(ground.distance_m),
        elevation: ground.elevation_m?,
        altitude,
    })
}

fn warning(resolution_m: f64) -> String {
    format!(
        "the heights are up to {} apart: hills and valleys between them are not seen, and summits are lower \
         than they are; the operator can install finer ones (umbra terrain, umbra serve --terrain)",
        length(resolution_m)
    )
}

/// A length as text: whole metres below a kilometre, tenths of kilometres above.
fn length(metres: f64) -> String {
    match metres.round() {
        whole if whole < 1000.0 => format!("{whole} m"),
        _ => format!("{:.1} km", metres / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_below_a_kilometre_are_in_metres() {
        let expected = ["0 m", "93 m", "999 m", "1.0 km", "9.3 km", "612.3 km"];
        assert_eq!([0.4, 92.7, 999.4, 999.6, 9_266.0, 612_345.0].map(length), expected);
        assert!(warning(463.3).contains("up to 463 m apart"), "{}", warning(463.3));
    }
}
