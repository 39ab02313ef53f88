//! The visible part of an eclipse.

use crate::instant::Instant;
use crate::words::words;
use astro::eclipse::local::Visibility;
use serde::Serialize;

/// The part of the eclipse above the horizon.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema), schema(as = Visibility))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct Visible {
    /// First instant, ISO 8601, or null.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub from: Option<Instant>,
    /// Last instant, or null.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub to: Option<Instant>,
    /// Reason for its limits.
    pub reason: VisibilityReason,
}

/// Reason for the limits of the visible part of an eclipse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisibilityReason {
    /// From first to fourth contact.
    Whole,
    /// From sunrise.
    Sunrise,
    /// Until sunset.
    Sunset,
    /// From sunrise to sunset.
    SunriseAndSunset,
    /// The Sun is down for a part in the middle.
    Interrupted,
    /// The Sun is down.
    BelowHorizon,
    /// The Moon does not meet the Sun.
    NoEclipse,
    /// A skyline hides a part.
    Terrain,
    /// A skyline hides all of it.
    BehindTerrain,
    /// Heights are too coarse to tell.
    UnknownTerrain,
}

words!(VisibilityReason as "VisibilityReason", "Reason for the limits of the visible part of an eclipse.":
    Whole = "whole",
    Sunrise = "sunrise",
    Sunset = "sunset",
    SunriseAndSunset = "sunrise-and-sunset",
    Interrupted = "interrupted",
    BelowHorizon = "below-horizon",
    NoEclipse = "no-eclipse",
    Terrain = "terrain",
    BehindTerrain = "behind-terrain",
    UnknownTerrain = "unknown-terrain",
);

impl Visible {
    /// The visible part over the level horizon; `instant` is that of an hour from t0 of the elements.
    pub fn new(visibility: &Visibility, instant: impl Fn(f64) -> Instant) -> Self {
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
        Self { from: Some(instant(from)), to: Some(instant(to)), reason }
    }

    /// An eclipse that is not visible, with the reason.
    pub fn nothing(reason: VisibilityReason) -> Self {
        Self { from: None, to: None, reason }
    }
}
