//! Contacts and greatest eclipse: their instants and what is visible.

use super::keys::{ContactKey, ContactNumber, number_of};
use super::limb::LimbContactEntry;
use super::observation::Observation;
use super::quantities::LocalQuantities;
use crate::endpoints::prelude::*;
use crate::vocabulary::horizontal::AzAlt;
use crate::vocabulary::terrain_horizon::{Obstacle, UnknownTerrain};
use astro::eclipse::local::{Circumstances, Contact};

/// A contact, or greatest eclipse.
#[derive(Serialize, ToSchema)]
pub(super) struct EclipseContact {
    /// 0 greatest, 1 … 4 contacts.
    #[schema(value_type = ContactNumber)]
    pub(super) contact: u8,
    /// Its key.
    key: ContactKey,
    pub(super) circumstances: LocalQuantities,
    observational: Observational,
    /// UTC, ISO 8601.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// Whether the Sun's upper limb is above the horizon; null with `horizon=coarse` if mountains are nearby
    /// and the heights are too coarse to tell.
    pub(super) visible: Option<bool>,
    /// Why `visible` is null: only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) reason: Option<UnknownTerrain>,
    /// Highest point of the skyline in the Sun's direction; only with `horizon=terrain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) obstacle: Option<Obstacle>,
    /// The contact with the mountains of the limb: at C2 and C3 with `limb=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) limb: Option<LimbContactEntry>,
}

/// Visible quantities; degrees, airless and topocentric.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Observational {
    /// Part of the Sun's diameter that is covered.
    magnitude: f64,
    /// Part of the Sun's disc that is covered, 0 … 1.
    obscuration: f64,
    /// Angle between the centres of Sun and Moon, degrees.
    angular_separation: f64,
    sun_az_alt: AzAlt,
    moon_az_alt: AzAlt,
    /// Semidiameter of the Sun, degrees.
    sun_semidiameter: f64,
    /// Semidiameter of the Moon, degrees.
    moon_semidiameter: f64,
    /// Distance of the Moon from the observer, km: by the ephemeris within 1 km; outside of its years by the
    /// cones of the shadow, within 16 km.
    moon_distance: f64,
    /// Position angle of the contact point from the north point of the limb through east, degrees.
    #[serde(rename = "P")]
    p: f64,
    /// Parallactic angle, degrees.
    #[serde(rename = "C")]
    c: f64,
    /// Position angle of the contact point from the vertex, degrees.
    #[serde(rename = "V")]
    v: f64,
}

impl Observation<'_> {
    /// Returns a contact or greatest eclipse; `total` if the eclipse is total for the observer.
    pub(super) fn contact(
        &self,
        elements: &EclipseElements,
        contact: Contact,
        c: &Circumstances,
        total: bool,
    ) -> EclipseContact {
        let number = number_of(contact);
        let view = self.view(c);
        // Inside the Moon's disc the Sun's limbs meet it on the far side.
        let opposite = total && matches!(contact, Contact::Second | Contact::Third);
        let p = (view.position_angle.to_degrees() + if opposite { 180.0 } else { 0.0 }) % 360.0;
        let parallactic = view.parallactic_angle.to_degrees();
        let degrees = f64::to_degrees;
        EclipseContact {
            contact: number,
            key: ContactKey::of(number),
            circumstances: self.quantities(elements, c, number),
            observational: Observational {
                magnitude: exact_at_totality(view.magnitude, opposite),
                obscuration: view.obscuration,
                angular_separation: degrees(view.separation),
                sun_az_alt: view.sun.into(),
                moon_az_alt: view.moon.into(),
                sun_semidiameter: degrees(view.sun_semidiameter),
                moon_semidiameter: degrees(view.moon_semidiameter),
                moon_distance: view.moon_distance_km,
                p,
                c: parallactic,
                v: (p - parallactic).rem_euclid(360.0),
            },
            date: self.iso(c.t),
            local: None,
            visible: Some(view.is_up()),
            reason: None,
            obstacle: None,
            limb: None,
        }
    }
}

/// Returns the magnitude without the remainder of the iteration, which is below 1e-8: at C2 and C3 of a total
/// eclipse the magnitude is one by definition.
fn exact_at_totality(magnitude: f64, at_totality: bool) -> f64 {
    if at_totality && (magnitude - 1.0).abs() < 1e-6 { 1.0 } else { magnitude }
}
