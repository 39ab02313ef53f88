//! The answer of `/solar-eclipse/local-circumstances/details`.

use super::contact::ContactEntry;
use super::keys::EclipseTypeCode;
use super::limb::{BeadEntry, LimbContactEntry, LimbEntry};
use super::seen::Seen;
use super::visibility::{NO_ECLIPSE, VisibilityEntry};
use crate::generation::elements::EclipseElements;
use astro::eclipse::local::{Circumstances, Contact, LocalContacts, LocalEclipseType, Visibility};
use astro::math::angle::ARCSEC;
use serde::Serialize;
use utoipa::ToSchema;

/// What an observer sees.
#[derive(Serialize, ToSchema)]
#[schema(as = LocalCircumstances)]
pub(crate) struct Response {
    /// `EclipseType` of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[schema(value_type = EclipseTypeCode)]
    kind: u8,
    /// Greatest magnitude for the observer; 0 if nothing is seen. With `horizon=terrain` also that of an
    /// eclipse that is hidden.
    magnitude: f64,
    /// In order of time.
    pub(super) contacts: Vec<ContactEntry>,
    /// What the mountains of the Moon change, with `limb=1` where the eclipse is total or annular.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb: Option<LimbEntry>,
    /// Baily's beads within 30 s of C2 and C3, with `limb=1` where the eclipse is total or annular.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    beads: Option<Vec<BeadEntry>>,
    pub(super) visibility: VisibilityEntry,
    accuracy: Accuracy,
}

/// On what the answer rests.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Accuracy {
    /// ΔT in force, s.
    delta_t: f64,
    /// Its standard error, s; null for a given ΔT.
    delta_t_sigma: Option<f64>,
    /// Radius of the Moon for the penumbra, Earth radii.
    k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    solar_radius_arcsec: f64,
}

impl Accuracy {
    fn new(elements: &EclipseElements, seen: &Seen) -> Self {
        let radii = elements.polynomials.radii;
        Self {
            delta_t: seen.delta_t_s,
            delta_t_sigma: seen.sigma_s,
            k1: radii.k1,
            k2: radii.k2,
            solar_radius_arcsec: radii.sun_semidiameter() / ARCSEC,
        }
    }
}

impl Response {
    /// The answer for an observer of an eclipse over the level horizon.
    pub(crate) fn new(elements: &EclipseElements, seen: &Seen) -> Self {
        let Some(eclipse) = seen.local.contacts() else { return Self::no_eclipse(elements, seen) };
        let visibility = seen.local.visibility(&eclipse);
        let entry = VisibilityEntry::new(&visibility, |t| seen.iso(t));
        match visibility {
            Visibility::None => Self::nothing(elements, seen, entry),
            _ => Self::of(elements, seen, &eclipse, entry),
        }
    }

    /// The answer where the Moon does not meet the Sun.
    pub(super) fn no_eclipse(elements: &EclipseElements, seen: &Seen) -> Self {
        Self::nothing(elements, seen, VisibilityEntry::nothing(NO_ECLIPSE))
    }

    fn nothing(elements: &EclipseElements, seen: &Seen, visibility: VisibilityEntry) -> Self {
        Self {
            kind: elements.type_code,
            magnitude: 0.0,
            contacts: Vec::new(),
            limb: None,
            beads: None,
            visibility,
            accuracy: Accuracy::new(elements, seen),
        }
    }

    /// The answer with all contacts, also those below the level horizon.
    pub(super) fn of(
        elements: &EclipseElements,
        seen: &Seen,
        eclipse: &LocalContacts,
        visibility: VisibilityEntry,
    ) -> Self {
        let total = eclipse.kind == LocalEclipseType::Total;
        let entry = |contact: Contact, c: &Circumstances| seen.contact(elements, contact, c, total);
        let mut contacts = Vec::with_capacity(5);
        contacts.push(entry(Contact::First, &eclipse.first));
        contacts.extend(eclipse.central.as_ref().map(|c| entry(Contact::Second, &c.second)));
        contacts.push(entry(Contact::Greatest, &eclipse.greatest));
        contacts.extend(eclipse.central.as_ref().map(|c| entry(Contact::Third, &c.third)));
        contacts.push(entry(Contact::Fourth, &eclipse.fourth));
        Self {
            kind: elements.type_code,
            magnitude: seen.local.view(&eclipse.greatest).magnitude,
            contacts,
            limb: None,
            beads: None,
            visibility,
            accuracy: Accuracy::new(elements, seen),
        }
    }

    /// Whether there is something to see.
    pub(super) fn has_contacts(&self) -> bool {
        !self.contacts.is_empty()
    }

    /// Adds contacts with the limb's mountains, by the numbers of contacts.
    pub(super) fn with_limb(
        mut self,
        limb: LimbEntry,
        beads: Vec<BeadEntry>,
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
