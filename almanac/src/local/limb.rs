//! The mountains of the Moon's limb in the response: only from the service.

use crate::instant::Instant;
use serde::Serialize;
use utoipa::ToSchema;

/// A contact with the mountains of the Moon's limb.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LimbContact)]
pub struct LimbContactEntry {
    /// UTC, ISO 8601.
    #[schema(value_type = String)]
    pub date: Instant,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub local: Option<String>,
    /// Difference to `date` of the contact, which is for the mean limb and the Sun of the elements
    /// (`accuracy`), s; positive if later. With another `sunRadius` it contains the effect of both, mountains
    /// and Sun. Only where the mean limb has the contact too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub correction_sec: Option<f64>,
    /// Standard error of the instant from ΔT, the theory and, unless you give it, the Sun's semidiameter, s.
    /// Without that of the map of heights. Only where the limbs do not nearly graze.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sigma: Option<f64>,
    /// Where the last or first light shows, or the ring closes or breaks, on the Sun's limb: degrees from the
    /// north point through east.
    pub position_angle: f64,
    /// Whether the Sun's upper limb is above the horizon then, or above the skyline with `horizon=terrain`;
    /// null if `coarse` heights cannot tell.
    pub visible: Option<bool>,
}

/// Effect of the mountains of the Moon's limb on the eclipse.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EclipseLimb {
    /// From C2 to C3, s; null where mountains leave nothing of totality or of the ring, or give nothing of
    /// it.
    pub duration_sec: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub sun_radius: f64,
    /// Libration in longitude for the observer at greatest eclipse, degrees.
    pub l: f64,
    /// Libration in latitude, degrees.
    pub b: f64,
    /// Position angle of the Moon's axis for the observer then, degrees from celestial north through east.
    pub axis_position_angle: f64,
    /// The map of heights of the profiles.
    pub map: String,
}

/// A separate piece of the Sun's limb between mountains.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BailysBead {
    /// Where on the Sun's limb, degrees from the north point through east.
    pub position_angle: f64,
    /// When it separates from its neighbours, or appears; UTC, ISO 8601.
    #[schema(value_type = String)]
    pub from: Instant,
    /// Local time of `from`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from_local: Option<String>,
    /// When it disappears, or joins a neighbour.
    #[schema(value_type = String)]
    pub to: Instant,
    /// Local time of `to`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to_local: Option<String>,
}
