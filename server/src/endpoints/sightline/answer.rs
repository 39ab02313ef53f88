//! The answer of `/sightline`.

use super::parameters::{EyeHeight, Request};
use crate::endpoints::elevation::to_decimals;
use crate::generation::elevation::{Elevation, Height, Source};
use geography::geodesic;
use geography::sight::{Eye, Ground, Sightline, sightline};
use serde::Serialize;
use utoipa::ToSchema;

/// Whether the target is seen, and what is in its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sightline)]
pub(super) struct Response {
    /// Length of the geodesic of WGS 84 between the ends, m.
    distance: f64,
    /// Its direction at the observer, degrees from north through east.
    bearing: f64,
    /// Its direction at the target, degrees from north through east.
    final_bearing: f64,
    observer: ObserverEnd,
    target: TargetEnd,
    /// Whether no nearer point stands higher than the target; null where a height is not known.
    visible: Option<bool>,
    /// The highest of the nearer points if it hides the target, or null.
    obstruction: Option<Obstruction>,
    /// How far the target reaches above the ray over the highest nearer point, m; negative: how much higher
    /// it would have to be. Null without a point between, or where a height is not known.
    clearance: Option<f64>,
    /// Least height of the eye above the ground from which the target is seen, m; null above 20,000, or where
    /// a height is not known.
    min_observer_height: Option<f64>,
    /// The points of the ground that were looked at.
    points: Vec<Looked>,
    /// The coarsest of what the heights come from; null if none is known.
    source: Option<Source>,
    /// That the heights are too far apart for a line of sight; only if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    warning: Option<String>,
}

/// The observer.
#[derive(Serialize, ToSchema)]
#[schema(as = SightlineObserver)]
struct ObserverEnd {
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
#[schema(as = SightlineTarget)]
struct TargetEnd {
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
#[schema(as = SightlineObstruction)]
struct Obstruction {
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
#[schema(as = SightlinePoint)]
struct Looked {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
    /// From the observer, m.
    distance: f64,
    /// m above mean sea level, or null.
    elevation: Option<f64>,
    /// Apparent altitude, degrees, or null. Of the observer's own ground −90.
    altitude: Option<f64>,
    /// Whether no nearer point stands higher; null where that is not known.
    visible: Option<bool>,
}

/// Where the points lie and what is known of them.
struct Along {
    places: Vec<geodesic::Along>,
    ground: Vec<Ground>,
    source: Option<Source>,
    warning: Option<String>,
}

/// The ground along the way. Heights are rounded as they are written, so that the answer can be checked from
/// itself.
fn along(request: &Request, elevation: &Elevation) -> Along {
    let parts = request.samples as usize - 1;
    let mut coarsest: Option<Height> = None;
    let mut cursor = elevation.cursor();
    let count = request.samples as usize;
    let (mut places, mut ground) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for number in 0..=parts {
        let place = request.way.division(number, parts);
        let height = cursor.at(place.latitude_deg, place.longitude_deg);
        ground.push(Ground {
            distance_m: place.distance_m,
            elevation_m: height.as_ref().map(Height::rounded_m),
        });
        places.push(place);
        if let Some(height) = height
            && coarsest.as_ref().is_none_or(|c| height.resolution_m() > c.resolution_m())
        {
            coarsest = Some(height);
        }
    }
    let warning = coarsest.as_ref().filter(|c| !c.is_fine()).map(|c| warning(c.resolution_m()));
    Along { places, ground, source: coarsest.map(|c| c.source()), warning }
}

impl Response {
    /// Looks along the way.
    pub(super) fn new(request: &Request, elevation: &Elevation) -> Self {
        let along = along(request, elevation);
        let first = along.ground[0].elevation_m;
        let last = along.ground[along.ground.len() - 1].elevation_m;
        let eye_m = match request.eye {
            EyeHeight::OverSea(height_m) => Some(height_m),
            EyeHeight::OverGround(height_m) => first.map(|ground| ground + height_m),
        };
        let target_m = last.map(|ground| ground + request.target_height_m);
        let seen = eye_m.map(|elevation_m| {
            let azimuth_deg = request.way.start.azimuth_deg;
            let (latitude_deg, refraction) = (request.start.lat, request.refraction);
            let eye = Eye { latitude_deg, azimuth_deg, elevation_m, refraction };
            sightline(&eye, &along.ground, target_m.unwrap_or(0.0))
        });
        let verdict = seen.as_ref().and_then(|s| s.verdict);
        let found = verdict.and_then(|v| v.obstruction);
        Self {
            distance: to_decimals::<3>(request.way.distance_m),
            bearing: request.way.start.azimuth_deg,
            final_bearing: request.way.end.azimuth_deg,
            observer: ObserverEnd {
                lat: request.start.lat,
                lng: request.start.lng,
                ground: first,
                elevation: eye_m,
            },
            target: TargetEnd {
                lat: request.end.lat,
                lng: request.end.lng,
                ground: last,
                elevation: target_m,
                altitude: seen.as_ref().filter(|_| target_m.is_some()).map(|s| s.target_altitude_deg),
            },
            visible: verdict.map(|v| v.obstruction.is_none()),
            obstruction: found.and_then(|o| obstruction(&along, o.index, o.altitude_deg)),
            clearance: verdict.and_then(|v| v.clearance_m).map(to_decimals::<3>),
            min_observer_height: verdict.and_then(|v| v.least_observer_height_m).map(to_decimals::<3>),
            points: points(&along, seen.as_ref()),
            source: along.source,
            warning: along.warning,
        }
    }
}

fn points(along: &Along, seen: Option<&Sightline>) -> Vec<Looked> {
    let point = |(k, (place, ground)): (usize, (&geodesic::Along, &Ground))| {
        let seen = seen.and_then(|s| s.points[k]);
        Looked {
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

fn obstruction(along: &Along, index: usize, altitude: f64) -> Option<Obstruction> {
    let (place, ground) = (along.places[index], along.ground[index]);
    Some(Obstruction {
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
         than they are; the operator can install finer ones (builder terrain, server --terrain)",
        length(resolution_m)
    )
}

/// A length in words: whole metres below a kilometre, tenths of kilometres above.
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
