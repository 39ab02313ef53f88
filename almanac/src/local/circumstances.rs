//! The response: a solar eclipse for an observer.

#[cfg(feature = "service")]
use super::chance::Chance;
use super::contact::Contact;
#[cfg(feature = "service")]
use super::limb::{BailysBead, EclipseLimb};
use super::visibility::Visible;
use crate::accuracy::EclipseAccuracy;
#[cfg(feature = "service")]
use crate::schema::EclipseTypeCode;
use astro::eclipse::local::LocalView;
use serde::Serialize;

/// A solar eclipse for an observer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct LocalCircumstances {
    /// `EclipseType` of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "mobile", uniffi(name = "type"))]
    #[cfg_attr(feature = "service", schema(value_type = EclipseTypeCode))]
    pub kind: u8,
    /// Greatest magnitude for the observer; 0 if nothing is visible. With `horizon=terrain` a hidden eclipse
    /// has its magnitude too.
    pub magnitude: f64,
    /// Apparent diameter of the Moon over that of the Sun at greatest eclipse, 0.9 … 1.1: the magnitude that
    /// catalogs give for total and annular eclipses; null if nothing is visible.
    #[cfg_attr(feature = "service", schema(minimum = 0.9, maximum = 1.1))]
    pub moon_sun_ratio: Option<f64>,
    /// In order of time.
    pub contacts: Vec<Contact>,
    /// Effect of the mountains of the Moon, with `limb=1` where the eclipse is total or annular, or would be
    /// with other mountains.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limb: Option<EclipseLimb>,
    /// Baily's beads within 30 s of C2 and C3, with `limb=1` where there is `limb`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub beads: Option<Vec<BailysBead>>,
    /// The part above the horizon.
    pub visibility: Visible,
    /// Local times of `visibility`; only with `tz`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub visibility_local: Option<LocalSpan>,
    /// Chance of totality or a ring for an uncertain ΔT; only with `extras=chance`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub chance: Option<Chance>,
    /// Advice, only if nothing is visible here, but is with latitude and longitude exchanged.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hint: Option<String>,
    /// Sources and uncertainties.
    pub accuracy: EclipseAccuracy,
}

impl LocalCircumstances {
    /// The response with the view at greatest eclipse; none if nothing is visible.
    pub(super) fn new(
        kind: u8,
        greatest: Option<&LocalView>,
        contacts: Vec<Contact>,
        visibility: Visible,
        accuracy: EclipseAccuracy,
    ) -> Self {
        Self {
            kind,
            magnitude: greatest.map_or(0.0, |view| view.magnitude),
            moon_sun_ratio: greatest.map(|view| view.moon_semidiameter / view.sun_semidiameter),
            contacts,
            #[cfg(feature = "service")]
            limb: None,
            #[cfg(feature = "service")]
            beads: None,
            visibility,
            #[cfg(feature = "service")]
            visibility_local: None,
            #[cfg(feature = "service")]
            chance: None,
            #[cfg(feature = "service")]
            hint: None,
            accuracy,
        }
    }
}

/// The ends of a period in local time, ISO 8601 with the offset from UTC.
#[cfg(feature = "service")]
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct LocalSpan {
    /// First instant, or null.
    pub from: Option<String>,
    /// Last instant, or null.
    pub to: Option<String>,
}
