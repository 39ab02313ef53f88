//! The skyline of a place in responses: only from the service.

use crate::instant::Instant;
use crate::words::words;
use geography::sight::Skyline;
use serde::Serialize;
use utoipa::ToSchema;

/// Kinds of obstacles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObstacleKind {
    /// Ground above the level of the eye.
    Ground,
    /// No ground rises above the eye: flat ground, the sea, or a view from a height.
    Horizon,
    /// No height is known in the direction; the level horizon is used.
    Unknown,
}

words!(ObstacleKind as "ObstacleKind", "Kinds of obstacles.":
    Ground = "ground",
    Horizon = "horizon",
    Unknown = "unknown",
);

/// The highest obstacle in a direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Obstacle {
    /// `ground` that rises above the level of the eye; `horizon` if nothing does (flat ground, the sea, a
    /// view from a height); `unknown` if no height is known in the direction, so that the level horizon is
    /// used.
    pub kind: ObstacleKind,
    /// Its direction, degrees from north through east, of the nearest ray.
    pub azimuth: f64,
    /// Its apparent altitude, degrees.
    pub altitude: f64,
    /// Its distance from the observer, m; 0 if it is `unknown`.
    pub distance: f64,
    /// Its height above mean sea level, m.
    pub elevation: f64,
    /// Distance to which heights at most 100 m apart, or the open sea, are known in this direction, m:
    /// 150,000 or less.
    pub known: f64,
    /// By how much `altitude` may be wrong, degrees: three standard errors of coarse heights; only with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub doubt: Option<f64>,
}

impl Obstacle {
    /// The obstacle at an azimuth, degrees.
    pub fn at(skyline: &Skyline, azimuth_deg: f64) -> Self {
        let (azimuth, point) = skyline.nearest(azimuth_deg);
        let kind = match point {
            _ if point.distance_m == 0.0 => ObstacleKind::Unknown,
            _ if point.altitude_deg > 0.0 => ObstacleKind::Ground,
            _ => ObstacleKind::Horizon,
        };
        Self {
            kind,
            azimuth,
            altitude: point.altitude_deg,
            distance: point.distance_m.round(),
            elevation: (point.elevation_m * 10.0).round() / 10.0,
            known: point.known_m.round(),
            doubt: Some(point.possible_deg[1] - point.altitude_deg).filter(|doubt| *doubt > 0.0),
        }
    }

    /// The obstacle as text: `Skyline: ground 1000 m above the sea, 22.2 km away, altitude 2.4°`.
    pub fn in_words(&self) -> String {
        let Self { kind, altitude, distance, elevation, .. } = self;
        match kind {
            ObstacleKind::Ground => {
                let away = format!("{:.1} km away, altitude {altitude:.1}°", distance / 1000.0);
                format!("Skyline: ground {elevation:.0} m above the sea, {away}")
            }
            ObstacleKind::Horizon => "Skyline: the horizon, nothing rises above the eye".to_owned(),
            ObstacleKind::Unknown => "Skyline: not known there, the level horizon is used".to_owned(),
        }
    }
}

/// Greatest eclipse at the place against the skyline.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgainstSkyline {
    /// UTC.
    #[schema(value_type = String)]
    pub date: Instant,
    /// Altitude of the centre of the Sun or the Moon with refraction, degrees.
    pub altitude: f64,
    /// Its azimuth from north through east, degrees.
    pub azimuth: f64,
    /// Altitude of the skyline at that azimuth, degrees.
    pub horizon_alt: f64,
    /// Whether the upper limb is above the skyline; null if the heights are too coarse to tell.
    pub above_horizon: Option<bool>,
    /// Why `aboveHorizon` is null: only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<UnknownTerrain>,
}

/// The reason of a verdict that is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownTerrain {
    /// Mountains are nearby, and the heights are too coarse.
    UnknownTerrain,
}

impl UnknownTerrain {
    /// The reason if there is no verdict.
    pub fn of<T>(verdict: Option<T>) -> Option<Self> {
        verdict.is_none().then_some(Self::UnknownTerrain)
    }
}
