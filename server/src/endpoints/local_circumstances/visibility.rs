//! The visible part of an eclipse.

use crate::one_of::one_of;
use astro::eclipse::local::Visibility;
use serde::Serialize;
use utoipa::ToSchema;

/// The part of the eclipse above the horizon.
#[derive(Serialize, ToSchema)]
#[schema(as = Visibility)]
pub(crate) struct VisibilityEntry {
    /// First instant, ISO 8601, or null.
    pub(crate) from: Option<String>,
    /// Last instant, or null.
    pub(crate) to: Option<String>,
    /// Reason for its limits.
    #[schema(value_type = VisibilityReason)]
    pub(crate) reason: &'static str,
}

/// Reasons for the limits of the visible part of an eclipse.
const WHOLE: &str = "whole";
const SUNRISE: &str = "sunrise";
const SUNSET: &str = "sunset";
const SUNRISE_AND_SUNSET: &str = "sunrise-and-sunset";
const INTERRUPTED: &str = "interrupted";
const BELOW_HORIZON: &str = "below-horizon";
pub(super) const NO_ECLIPSE: &str = "no-eclipse";
const TERRAIN: &str = "terrain";
const BEHIND_TERRAIN: &str = "behind-terrain";

one_of! {
    /// Reason for the limits of the visible part of an eclipse.
    VisibilityReason, String, [
        WHOLE, SUNRISE, SUNSET, SUNRISE_AND_SUNSET, INTERRUPTED, BELOW_HORIZON, NO_ECLIPSE, TERRAIN,
        BEHIND_TERRAIN
    ]
}

impl VisibilityEntry {
    /// Returns the visible part of an eclipse; `iso` formats an instant.
    pub(crate) fn new(visibility: &Visibility, iso: impl Fn(f64) -> String) -> Self {
        let (from, to, reason) = match *visibility {
            Visibility::None => return Self::nothing(BELOW_HORIZON),
            Visibility::Interrupted { from, to, .. } => (from, to, INTERRUPTED),
            Visibility::Part { from, to, rises, sets } => {
                let reason = match (rises, sets) {
                    (false, false) => WHOLE,
                    (true, false) => SUNRISE,
                    (false, true) => SUNSET,
                    (true, true) => SUNRISE_AND_SUNSET,
                };
                (from, to, reason)
            }
        };
        Self { from: Some(iso(from)), to: Some(iso(to)), reason }
    }

    /// Returns an eclipse that is visible until sunset.
    pub(crate) fn until_sunset(from: Option<String>, to: Option<String>) -> Self {
        Self { from, to, reason: SUNSET }
    }

    /// Returns an eclipse over a skyline, which hides a part of it if `is_cut`.
    pub(super) fn over_terrain(from: Option<String>, to: Option<String>, is_cut: bool) -> Self {
        let reason = match (&from, is_cut) {
            (None, _) => BEHIND_TERRAIN,
            (Some(_), true) => TERRAIN,
            (Some(_), false) => WHOLE,
        };
        Self { from, to, reason }
    }

    /// Returns an eclipse that is not visible, with the reason.
    pub(super) fn nothing(reason: &'static str) -> Self {
        Self { from: None, to: None, reason }
    }
}
