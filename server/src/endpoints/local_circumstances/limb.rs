//! The mountains of the Moon's limb in the response.

use super::observation::Observation;
use astro::eclipse::local::Shift;
use astro::eclipse::local::limb::{Bead, LimbContact};
use serde::Serialize;
use utoipa::ToSchema;

/// A contact with the mountains of the Moon's limb.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LimbContact)]
pub(super) struct LimbContactEntry {
    /// UTC, ISO 8601.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// Difference to `date` of the contact, which is for the mean limb and the Sun of the elements
    /// (`accuracy`), s; positive if later. With another `sunRadius` it contains the effect of both, mountains
    /// and Sun. Only where the mean limb has the contact too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    correction_sec: Option<f64>,
    /// Standard error of the instant from ΔT, the theory and, unless you give it, the Sun's semidiameter, s.
    /// Without that of the map of heights. Only where the limbs do not nearly graze.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sigma: Option<f64>,
    /// Where the last or first light shows, or the ring closes or breaks, on the Sun's limb: degrees from the
    /// north point through east.
    position_angle: f64,
    /// Whether the Sun's upper limb is above the horizon then, or above the skyline with `horizon=terrain`;
    /// null if `coarse` heights cannot tell.
    visible: Option<bool>,
}

/// Effect of the mountains of the Moon's limb on the eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EclipseLimb {
    /// From C2 to C3, s; null where mountains leave nothing of totality or of the ring, or give nothing of
    /// it.
    pub(super) duration_sec: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub(super) sun_radius: f64,
    /// Libration in longitude for the observer at greatest eclipse, degrees.
    pub(super) l: f64,
    /// Libration in latitude, degrees.
    pub(super) b: f64,
    /// Position angle of the Moon's axis for the observer then, degrees from celestial north through east.
    pub(super) axis_position_angle: f64,
    /// The map of heights of the profiles.
    pub(super) map: String,
}

/// A separate piece of the Sun's limb between mountains.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BailysBead {
    /// Where on the Sun's limb, degrees from the north point through east.
    position_angle: f64,
    /// When it separates from its neighbours, or appears; UTC, ISO 8601.
    pub(super) from: String,
    /// Local time of `from`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) from_local: Option<String>,
    /// When it disappears, or joins a neighbour.
    pub(super) to: String,
    /// Local time of `to`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) to_local: Option<String>,
}

impl LimbContactEntry {
    pub(super) fn new(
        correction_sec: Option<f64>,
        contact: &LimbContact,
        observation: &Observation,
        sun_sigma: f64,
        visible: Option<bool>,
    ) -> Self {
        let (east, north) = contact.position_angle.sin_cos();
        let shift = Shift::towards(&observation.local.at(contact.t), [east, north]);
        Self {
            date: observation.iso(contact.t),
            local: None,
            correction_sec,
            sigma: shift.map(|shift| observation.errors.of_limb_contact(shift, sun_sigma)),
            position_angle: contact.position_angle.to_degrees(),
            visible,
        }
    }
}

impl BailysBead {
    pub(super) fn new(bead: &Bead, observation: &Observation) -> Self {
        let position_angle = bead.position_angle.to_degrees();
        let [from, to] = [bead.from, bead.to].map(|t| observation.iso(t));
        Self { position_angle, from, from_local: None, to, to_local: None }
    }
}
