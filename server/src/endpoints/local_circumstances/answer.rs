//! The response of `/solar-eclipse/local-circumstances/details`.

use super::contact::EclipseContact;
use super::keys::EclipseTypeCode;
use super::limb::{BailysBead, EclipseLimb, LimbContactEntry};
use super::observation::Observation;
use super::visibility::{VisibilityEntry, VisibilityReason};
use crate::endpoints::prelude::*;
use crate::vocabulary::eclipse_accuracy::EclipseAccuracy;
use astro::eclipse::local::Visibility;
use astro::eclipse::local::{LocalContacts, LocalEclipseType};

/// A solar eclipse for an observer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocalCircumstances {
    /// `EclipseType` of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[schema(value_type = EclipseTypeCode)]
    kind: u8,
    /// Greatest magnitude for the observer; 0 if nothing is visible. With `horizon=terrain` a hidden eclipse
    /// has its magnitude too.
    magnitude: f64,
    /// Apparent diameter of the Moon over that of the Sun at greatest eclipse, 0.9 … 1.1: the magnitude that
    /// catalogs give for total and annular eclipses; null if nothing is visible.
    #[schema(minimum = 0.9, maximum = 1.1)]
    moon_sun_ratio: Option<f64>,
    /// In order of time.
    pub(super) contacts: Vec<EclipseContact>,
    /// Effect of the mountains of the Moon, with `limb=1` where the eclipse is total or annular, or would be
    /// with other mountains.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb: Option<EclipseLimb>,
    /// Baily's beads within 30 s of C2 and C3, with `limb=1` where there is `limb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) beads: Option<Vec<BailysBead>>,
    pub(super) visibility: VisibilityEntry,
    /// Local times of `visibility`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) visibility_local: Option<LocalSpan>,
    /// Advice, only if nothing is visible here, but is with latitude and longitude exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hint: Option<String>,
    accuracy: EclipseAccuracy,
}

/// The ends of a period in local time, ISO 8601 with the offset from UTC.
#[derive(Serialize, ToSchema)]
pub(super) struct LocalSpan {
    /// First instant, or null.
    pub(super) from: Option<String>,
    /// Last instant, or null.
    pub(super) to: Option<String>,
}

impl LocalCircumstances {
    /// Returns the response over the level horizon.
    pub(crate) fn new(elements: &EclipseElements, observation: &Observation) -> Self {
        Self::over_level(elements, observation, observation.local.contacts().as_ref())
    }

    /// Returns the response over the level horizon for an eclipse, if the Moon meets the Sun.
    pub(super) fn over_level(
        elements: &EclipseElements,
        observation: &Observation,
        eclipse: Option<&LocalContacts>,
    ) -> Self {
        let Some(eclipse) = eclipse else { return Self::no_eclipse(elements, observation) };
        let visibility = observation.local.visibility(eclipse);
        let entry = VisibilityEntry::new(&visibility, |t| observation.iso(t));
        match visibility {
            Visibility::None => Self::nothing(elements, observation, entry),
            _ => Self::of(elements, observation, eclipse, entry),
        }
    }

    /// Returns the response if the Moon does not meet the Sun.
    pub(super) fn no_eclipse(elements: &EclipseElements, observation: &Observation) -> Self {
        Self::nothing(elements, observation, VisibilityEntry::nothing(VisibilityReason::NoEclipse))
    }

    fn nothing(elements: &EclipseElements, observation: &Observation, visibility: VisibilityEntry) -> Self {
        Self {
            kind: elements.type_code,
            magnitude: 0.0,
            moon_sun_ratio: None,
            contacts: Vec::new(),
            limb: None,
            beads: None,
            visibility,
            visibility_local: None,
            hint: observation.hint_of_exchanged_coordinates(elements),
            accuracy: observation.errors.block(elements, Some(observation.local.observer())),
        }
    }

    /// Returns the response with all contacts, also those below the level horizon.
    pub(super) fn of(
        elements: &EclipseElements,
        observation: &Observation,
        eclipse: &LocalContacts,
        visibility: VisibilityEntry,
    ) -> Self {
        let total = eclipse.kind == LocalEclipseType::Total;
        let contacts = eclipse.in_order().into_iter();
        let contacts =
            contacts.map(|(contact, c)| observation.contact(elements, contact, c, total)).collect();
        let greatest = observation.local.view(&eclipse.greatest);
        Self {
            kind: elements.type_code,
            magnitude: greatest.magnitude,
            moon_sun_ratio: Some(greatest.moon_semidiameter / greatest.sun_semidiameter),
            contacts,
            limb: None,
            beads: None,
            visibility,
            visibility_local: None,
            hint: None,
            accuracy: observation.accuracy(elements, eclipse),
        }
    }

    /// Whether there is something to see.
    pub(super) fn has_contacts(&self) -> bool {
        !self.contacts.is_empty()
    }

    /// Adds contacts with the limb's mountains, by the numbers of contacts.
    pub(super) fn with_limb(
        mut self,
        limb: EclipseLimb,
        beads: Vec<BailysBead>,
        limb_contacts: impl IntoIterator<Item = (u8, LimbContactEntry)>,
    ) -> Self {
        for (number, limb_contact) in limb_contacts {
            if let Some(entry) = self.contacts.iter_mut().find(|entry| entry.contact == number) {
                entry.limb = Some(limb_contact);
            }
        }
        (self.limb, self.beads) = (Some(limb), Some(beads));
        self
    }
}
