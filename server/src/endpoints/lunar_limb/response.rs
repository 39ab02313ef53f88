//! The response of `/lunar-limb`.

use crate::endpoints::prelude::*;
use artifacts::limb::DISTANCE_KM;
use astro::constants::MOON_REFERENCE_RADIUS_KM;
use astro::sky::limb::{STEP_DEG, height_angle, reference_semidiameter};
use serde_json::{Value, json};

/// Distance of the observer without a date, km: the mean distance of the Earth.
pub(super) const MEAN_DISTANCE_KM: f64 = DISTANCE_KM;

/// A limb as seen by an observer.
pub(super) struct ObservedLimb {
    /// Libration in longitude and latitude, degrees.
    pub(super) libration: [f64; 2],
    /// Libration of the profile, degrees.
    pub(super) profile: [f64; 2],
    /// Heights over 1737.4 km at equal steps of the axis angle, km.
    pub(super) heights_km: Vec<f64>,
    /// Position angle of the axis, degrees, if there is a date.
    pub(super) axis_position_angle_deg: Option<f64>,
    /// From the observer to the Moon's centre, km.
    pub(super) distance_km: f64,
}

impl ObservedLimb {
    /// Heights above the mean circle at equal steps of the axis angle, arcseconds.
    pub(super) fn heights_arcsec(&self) -> impl Iterator<Item = f64> {
        self.heights_km.iter().map(|&height_km| height_angle(height_km, self.distance_km) / ARCSEC)
    }

    /// Step of the axis angle, degrees.
    pub(super) fn step_deg(&self) -> f64 {
        360.0 / self.heights_km.len() as f64
    }

    /// Semidiameter of the mean circle, arcseconds.
    pub(super) fn semidiameter_arcsec(&self) -> f64 {
        reference_semidiameter(self.distance_km) / ARCSEC
    }
}

/// A profile of the Moon's limb.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LunarLimb {
    /// The requested libration.
    libration: LibrationOfLimb,
    /// The libration of the profile: multiples of 0.2°, or `libration` with `directions`.
    profile: LibrationOfLimb,
    /// Position angle of the Moon's axis from celestial north through east, degrees; null without a date.
    axis_position_angle: Option<f64>,
    /// From the observer to the Moon's centre, km.
    distance: f64,
    /// Angle of `referenceRadius` at that distance, arcseconds.
    semidiameter: f64,
    /// Radius above which heights are measured, km.
    reference_radius: f64,
    /// Step of the axis angle, degrees.
    step: f64,
    /// Minimum height, arcseconds.
    min: f64,
    /// Maximum height, arcseconds.
    max: f64,
    /// Mean height, arcseconds.
    mean: f64,
    /// Heights in arcseconds at equal steps of the axis angle, from lunar north through celestial east.
    #[schema(min_items = 360, max_items = 18_000)]
    limb: Vec<f64>,
}

/// A libration, degrees.
#[derive(Serialize, ToSchema)]
struct LibrationOfLimb {
    /// Libration in longitude, degrees.
    l: f64,
    /// Libration in latitude, degrees.
    b: f64,
}

/// Rounds to three decimals.
fn rounded(value: f64) -> f64 {
    // Adding zero turns −0 into 0.
    (value * 1000.0).round() / 1000.0 + 0.0
}

impl LunarLimb {
    pub(super) fn new(limb: &ObservedLimb) -> Self {
        let heights: Vec<_> = limb.heights_arcsec().collect();
        let mean = heights.iter().sum::<f64>() / heights.len() as f64;
        let [libration, profile] = [limb.libration, limb.profile].map(|[l, b]| LibrationOfLimb { l, b });
        Self {
            libration,
            profile,
            axis_position_angle: limb.axis_position_angle_deg,
            distance: limb.distance_km,
            semidiameter: limb.semidiameter_arcsec(),
            reference_radius: MOON_REFERENCE_RADIUS_KM,
            step: limb.step_deg(),
            min: rounded(heights.iter().copied().fold(f64::INFINITY, f64::min)),
            max: rounded(heights.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
            mean: rounded(mean),
            limb: heights.into_iter().map(rounded).collect(),
        }
    }
}

/// An example response with the first heights of the profile; made with LDEM_4.
pub(super) fn example(query: &Value) -> Value {
    let of_libration = json!({
        "libration": { "l": 2.0, "b": -0.1 },
        "profile": { "l": 2.0, "b": 0.0 },
        "axisPositionAngle": null,
        "distance": MEAN_DISTANCE_KM,
        "semidiameter": 932.27287855,
        "referenceRadius": MOON_REFERENCE_RADIUS_KM,
        "step": STEP_DEG,
        "min": -2.15,
        "max": 2.809,
        "mean": 0.225,
        "limb": [-0.051, 0.111, -0.073],
    });
    let at_date = json!({
        "libration": { "l": 3.61508358, "b": -0.24740683 },
        "profile": { "l": 3.6, "b": -0.2 },
        "axisPositionAngle": 16.88263091,
        "distance": 366092.21226808,
        "semidiameter": 978.89495486,
        "referenceRadius": MOON_REFERENCE_RADIUS_KM,
        "step": STEP_DEG,
        "min": -1.966,
        "max": 2.94,
        "mean": 0.249,
        "limb": [-0.083, 0.107, -0.086],
    });
    json!({ "query": query, "response": if query["date"].is_null() { of_libration } else { at_date } })
}
