//! An eclipse in the response.

use crate::endpoints::prelude::*;
use almanac::LocalTimes;
use almanac::obstacle::AgainstSkyline;
use astro::eclipse::lunar::LunarEclipseType;

/// Type of a lunar eclipse at a place.
#[derive(Words)]
#[words(remote = LunarEclipseType)]
pub(crate) enum LunarTypeWord {
    Penumbral,
    Partial,
    Total,
}

/// A lunar eclipse at a place.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeenLunarEclipse {
    /// Julian Day that identifies the eclipse: midnight UTC of its date.
    pub(crate) jd: f64,
    /// Greatest eclipse, UTC: the same instant everywhere.
    #[schema(value_type = String)]
    pub(crate) date: Instant,
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 12064)]
    pub(super) catalog: i32,
    /// Saros number.
    #[schema(minimum = -100, maximum = 300)]
    pub(super) saros: i16,
    /// Type of the whole eclipse.
    #[serde(rename = "type")]
    #[schema(value_type = LunarEclipseTypePrimary)]
    pub(super) kind: char,
    /// Type of the eclipse at the place.
    #[schema(value_type = LunarTypeWord)]
    pub(crate) local_type: &'static str,
    /// Part of the Moon's diameter in the penumbra at `max`.
    pub(super) penumbral_magnitude: f64,
    /// Part of the Moon's diameter in the umbra at `max`; negative outside the umbra.
    pub(crate) umbral_magnitude: f64,
    /// Visible duration of the phase of `localType`, s: from P1 to P4, U1 to U4 or U2 to U3.
    pub(crate) duration_sec: f64,
    /// The Moon reaches the penumbra; or null.
    #[schema(value_type = Option<String>)]
    pub(super) p1: Option<Instant>,
    /// The Moon reaches the umbra; or null.
    #[schema(value_type = Option<String>)]
    pub(super) u1: Option<Instant>,
    /// Beginning of totality, or null.
    #[schema(value_type = Option<String>)]
    pub(super) u2: Option<Instant>,
    /// End of totality, or null.
    #[schema(value_type = Option<String>)]
    pub(super) u3: Option<Instant>,
    /// The Moon leaves the umbra; or null.
    #[schema(value_type = Option<String>)]
    pub(super) u4: Option<Instant>,
    /// The Moon leaves the penumbra; or null.
    #[schema(value_type = Option<String>)]
    pub(super) p4: Option<Instant>,
    pub(crate) max: LunarMaximum,
    pub(crate) visibility: LunarVisibility,
    /// Greatest eclipse against the skyline, visible or not; only with `horizon=terrain` or `coarse`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) greatest: Option<AgainstSkyline>,
    /// Local times of `p1` … `p4` and of the ends of `visibility`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local_times: Option<LocalTimes>,
}

/// The greatest visible phase.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LunarMaximum {
    /// UTC.
    #[schema(value_type = String)]
    pub(crate) date: Instant,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// Airless, topocentric altitude of the Moon's centre, degrees.
    pub(crate) moon_alt: f64,
    /// Azimuth of the Moon from north through east, degrees.
    pub(crate) moon_az: f64,
}

/// The part of a lunar eclipse above the horizon.
#[derive(Serialize, ToSchema)]
pub(crate) struct LunarVisibility {
    /// First instant, ISO 8601.
    #[schema(value_type = String)]
    pub(crate) from: Instant,
    /// Last instant.
    #[schema(value_type = String)]
    pub(crate) to: Instant,
    /// Reason for its limits.
    pub(crate) reason: LunarVisibilityReason,
}

/// Reason for the limits of the visible part of a lunar eclipse.
#[derive(Clone, Copy, PartialEq, Words)]
pub(crate) enum LunarVisibilityReason {
    Whole,
    Moonrise,
    Moonset,
    MoonriseAndMoonset,
    Interrupted,
    Terrain,
    UnknownTerrain,
}

impl LunarVisibilityReason {
    /// Returns the reason over the level horizon.
    pub(super) fn new(visibility: &Visibility) -> Self {
        match *visibility {
            Visibility::Part { rises: true, sets: true, .. } => Self::MoonriseAndMoonset,
            Visibility::Part { rises: true, .. } => Self::Moonrise,
            Visibility::Part { sets: true, .. } => Self::Moonset,
            Visibility::Interrupted { .. } => Self::Interrupted,
            Visibility::Part { .. } | Visibility::None => Self::Whole,
        }
    }

    /// Returns the reason over a skyline.
    pub(super) fn over_skyline(stretches: &Stretches) -> Self {
        match stretches {
            Stretches { is_unknown: true, .. } => Self::UnknownTerrain,
            Stretches { is_cut: true, .. } => Self::Terrain,
            Stretches { .. } => Self::Whole,
        }
    }
}
