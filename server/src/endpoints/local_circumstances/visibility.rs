//! The visible part of an eclipse.

use crate::api::value::Words;
use crate::vocabulary::terrain_horizon::Stretches;
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
    pub(crate) reason: VisibilityReason,
}

/// Reason for the limits of the visible part of an eclipse.
#[derive(Clone, Copy, PartialEq, Words)]
pub(crate) enum VisibilityReason {
    Whole,
    Sunrise,
    Sunset,
    SunriseAndSunset,
    Interrupted,
    BelowHorizon,
    NoEclipse,
    Terrain,
    BehindTerrain,
    UnknownTerrain,
}

impl VisibilityEntry {
    /// Returns the visible part of an eclipse; `iso` formats an instant.
    pub(crate) fn new(visibility: &Visibility, iso: impl Fn(f64) -> String) -> Self {
        let (from, to, reason) = match *visibility {
            Visibility::None => return Self::nothing(VisibilityReason::BelowHorizon),
            Visibility::Interrupted { from, to, .. } => (from, to, VisibilityReason::Interrupted),
            Visibility::Part { from, to, rises, sets } => {
                let reason = match (rises, sets) {
                    (false, false) => VisibilityReason::Whole,
                    (true, false) => VisibilityReason::Sunrise,
                    (false, true) => VisibilityReason::Sunset,
                    (true, true) => VisibilityReason::SunriseAndSunset,
                };
                (from, to, reason)
            }
        };
        Self { from: Some(iso(from)), to: Some(iso(to)), reason }
    }

    /// Returns an eclipse that is visible until sunset.
    pub(crate) fn until_sunset(from: Option<String>, to: Option<String>) -> Self {
        Self { from, to, reason: VisibilityReason::Sunset }
    }

    /// Returns an eclipse over a skyline; `iso` formats an instant.
    pub(crate) fn over_terrain(stretches: &Stretches, iso: impl Fn(f64) -> String) -> Self {
        if stretches.is_unknown {
            return Self::nothing(VisibilityReason::UnknownTerrain);
        }
        let Some([from, to]) = stretches.ends() else {
            return Self::nothing(VisibilityReason::BehindTerrain);
        };
        let reason = if stretches.is_cut { VisibilityReason::Terrain } else { VisibilityReason::Whole };
        Self { from: Some(iso(from)), to: Some(iso(to)), reason }
    }

    /// Returns an eclipse that is not visible, with the reason.
    pub(super) fn nothing(reason: VisibilityReason) -> Self {
        Self { from: None, to: None, reason }
    }
}
