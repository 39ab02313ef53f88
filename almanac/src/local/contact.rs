//! Contacts and greatest eclipse: their instants and what is visible.

use super::keys::ContactKey;
#[cfg(feature = "service")]
use super::limb::LimbContactEntry;
#[cfg(feature = "service")]
use super::obstacle::{Obstacle, UnknownTerrain};
#[cfg(feature = "service")]
use super::quantities::LocalQuantities;
use crate::horizontal::AzAlt;
use crate::instant::Instant;
#[cfg(feature = "service")]
use crate::schema::ContactNumber;
use astro::eclipse::local::LocalView;
use serde::Serialize;

/// A contact, or greatest eclipse.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema), schema(as = EclipseContact))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct Contact {
    /// 0 greatest, 1 … 4 contacts.
    #[cfg_attr(feature = "service", schema(value_type = ContactNumber))]
    pub contact: u8,
    /// Its key.
    pub key: ContactKey,
    /// Hours of TD from t0 of the elements.
    #[serde(skip)]
    pub t: f64,
    /// The intermediate quantities.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = true, nullable = false)]
    pub circumstances: Option<LocalQuantities>,
    /// The visible quantities.
    pub observational: Observational,
    /// UTC, ISO 8601.
    #[cfg_attr(feature = "service", schema(value_type = String))]
    pub date: Instant,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub local: Option<String>,
    /// Whether the Sun's upper limb is above the horizon; null with `horizon=coarse` if mountains are nearby
    /// and the heights are too coarse to tell.
    pub visible: Option<bool>,
    /// Why `visible` is null: only then.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<UnknownTerrain>,
    /// Highest point of the skyline in the Sun's direction; only with `horizon=terrain`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub obstacle: Option<Obstacle>,
    /// The contact with the mountains of the limb: at C2 and C3 with `limb=1`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limb: Option<LimbContactEntry>,
}

/// Visible quantities; degrees, airless and topocentric.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct Observational {
    /// Part of the Sun's diameter that is covered.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered, 0 … 1.
    pub obscuration: f64,
    /// Angle between the centres of Sun and Moon, degrees.
    pub angular_separation: f64,
    /// Direction of the Sun.
    pub sun_az_alt: AzAlt,
    /// Direction of the Moon.
    pub moon_az_alt: AzAlt,
    /// Semidiameter of the Sun, degrees.
    pub sun_semidiameter: f64,
    /// Semidiameter of the Moon, degrees.
    pub moon_semidiameter: f64,
    /// Distance of the Moon from the observer, km: by the ephemeris within 1 km; outside of its years by the
    /// cones of the shadow, within 16 km.
    pub moon_distance: f64,
    /// Position angle of the contact point from the north point of the limb through east, degrees.
    #[serde(rename = "P")]
    pub p: f64,
    /// Parallactic angle, degrees.
    #[serde(rename = "C")]
    pub c: f64,
    /// Position angle of the contact point from the vertex, degrees.
    #[serde(rename = "V")]
    pub v: f64,
}

impl Observational {
    /// The quantities of a view. `is_inner`: at the second or third contact of a total eclipse the limbs meet
    /// on the far side, and the magnitude is one by definition; the iteration leaves a remainder below 1e-8.
    pub(super) fn new(view: &LocalView, is_inner: bool) -> Self {
        let p = (view.position_angle.to_degrees() + if is_inner { 180.0 } else { 0.0 }) % 360.0;
        let parallactic = view.parallactic_angle.to_degrees();
        let is_one = is_inner && (view.magnitude - 1.0).abs() < 1e-6;
        Self {
            magnitude: if is_one { 1.0 } else { view.magnitude },
            obscuration: view.obscuration,
            angular_separation: view.separation.to_degrees(),
            sun_az_alt: view.sun.into(),
            moon_az_alt: view.moon.into(),
            sun_semidiameter: view.sun_semidiameter.to_degrees(),
            moon_semidiameter: view.moon_semidiameter.to_degrees(),
            moon_distance: view.moon_distance_km,
            p,
            c: parallactic,
            v: (p - parallactic).rem_euclid(360.0),
        }
    }
}
