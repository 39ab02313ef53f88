//! An eclipse for an observer, from which the response is computed.

use super::circumstances::LocalCircumstances;
use super::contact::{Contact, Observational};
use super::keys::ContactKey;
#[cfg(feature = "service")]
use super::quantities::LocalQuantities;
use super::visibility::{VisibilityReason, Visible};
use crate::accuracy::{ContactSigma, EclipseAccuracy, EclipseErrors};
use crate::instant::Instant;
use astro::constants::SECONDS_PER_HOUR;
use astro::eclipse::local::{self, Circumstances, LocalContacts, LocalEclipseType, LocalView};
use astro::eclipse::local::{ObservedEclipse, Shift, Visibility};
use astro::ephemeris::Body;
use astro::ephemeris::chebyshev_table::Columns;
use astro::math::portable::Portable;
use astro::math::vector::norm;

/// Greatest distance from the mean limb of a contact that the iteration finds there, Earth radii.
const MEAN_LIMB: f64 = 1e-6;

/// An eclipse for an observer, with ΔT and errors.
pub struct Observation<'a> {
    /// The eclipse for the observer, as `astro` computes it.
    pub local: ObservedEclipse<'a>,
    /// `EclipseType` of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    pub kind: u8,
    /// The eclipse one standard error of the height above the observer, if the height has one.
    pub higher: Option<ObservedEclipse<'a>>,
    /// The errors of the elements and of ΔT.
    pub errors: EclipseErrors,
    /// An ephemeris of the Moon; without one, her distance follows from the cones of the shadow.
    pub ephemeris: Option<Columns<'a>>,
    /// `true` if contacts have the intermediate quantities.
    #[cfg(feature = "service")]
    pub has_quantities: bool,
}

impl Observation<'_> {
    /// The instant `t` hours of TD from t0 of the elements.
    pub fn instant(&self, t: f64) -> Instant {
        Instant::from_ut1(self.local.instant(t).to_ut1(self.errors.delta_t_s))
    }

    /// The response over the level horizon; without an eclipse the Moon does not meet the Sun.
    pub fn over_level(&self, eclipse: Option<&LocalContacts>) -> LocalCircumstances {
        let Some(eclipse) = eclipse else { return self.no_eclipse() };
        let visibility = self.local.visibility(eclipse);
        let visible = Visible::new(&visibility, |t| self.instant(t));
        match visibility {
            Visibility::None => self.nothing(visible),
            _ => self.seen(eclipse, visible),
        }
    }

    /// The response if the Moon does not meet the Sun.
    pub fn no_eclipse(&self) -> LocalCircumstances {
        self.nothing(Visible::nothing(VisibilityReason::NoEclipse))
    }

    fn nothing(&self, visibility: Visible) -> LocalCircumstances {
        let accuracy = self.errors.block(self.local.observer());
        LocalCircumstances::new(self.kind, None, Vec::new(), visibility, accuracy)
    }

    /// The response with all contacts, also those below the level horizon.
    pub fn seen(&self, eclipse: &LocalContacts, visibility: Visible) -> LocalCircumstances {
        let is_total = eclipse.kind == LocalEclipseType::Total;
        let contacts = eclipse.in_order().into_iter();
        let contacts = contacts.map(|(contact, c)| self.contact(contact, c, is_total)).collect();
        let greatest = self.local.view(&eclipse.greatest);
        LocalCircumstances::new(self.kind, Some(&greatest), contacts, visibility, self.accuracy(eclipse))
    }

    /// A contact or greatest eclipse; `is_total` if the eclipse is total for the observer.
    fn contact(&self, contact: local::Contact, c: &Circumstances, is_total: bool) -> Contact {
        let (view, key) = (self.view(c), ContactKey::from(contact));
        let is_inner = is_total && matches!(key, ContactKey::Second | ContactKey::Third);
        let number = key.number();
        Contact {
            contact: number,
            key,
            t: c.t,
            #[cfg(feature = "service")]
            circumstances: self.has_quantities.then(|| LocalQuantities::new(&self.local, c, number)),
            observational: Observational::new(&view, is_inner),
            date: self.instant(c.t),
            #[cfg(feature = "service")]
            local: None,
            visible: Some(view.is_up()),
            #[cfg(feature = "service")]
            reason: None,
            #[cfg(feature = "service")]
            obstacle: None,
            #[cfg(feature = "service")]
            limb: None,
        }
    }

    /// The view of the observer, with the Moon of the ephemeris where that has her.
    fn view(&self, c: &Circumstances) -> LocalView {
        let moon = self.ephemeris.as_ref().map(|table| table.place(Body::Moon, self.local.instant(c.t)));
        match moon {
            Some(Ok(moon)) => self.local.view_with_moon_at(c, norm(moon.km)),
            _ => self.local.view(c),
        }
    }

    /// The accuracy with the uncertainty of each contact.
    fn accuracy(&self, eclipse: &LocalContacts) -> EclipseAccuracy {
        let higher: Vec<_> = self.higher.iter().filter_map(|local| local.contacts()).collect();
        let by_height_s = |contact: local::Contact, t: f64| {
            let same = higher.iter().flat_map(LocalContacts::in_order).find(|(other, _)| *other == contact);
            same.map_or(0.0, |(_, c)| (c.t - t) * SECONDS_PER_HOUR)
        };
        let contacts = eclipse.in_order().into_iter().map(|(contact, c)| {
            let shift = match contact {
                local::Contact::Greatest => Some(Shift::of_greatest(c)),
                // Mountains alone give this contact; its `limb` has the error.
                local::Contact::Second | local::Contact::Third if (c.m - c.umbra.abs()).abs() > MEAN_LIMB => {
                    None
                }
                _ => Shift::of_contact(c),
            };
            let by_height_s = by_height_s(contact, c.t);
            let sigma = shift.map(|shift| self.errors.of_instant(shift).hypotenuse(by_height_s));
            ContactSigma { contact: ContactKey::from(contact).number(), sigma }
        });
        let contacts = contacts.collect();
        EclipseAccuracy { contacts: Some(contacts), ..self.errors.block(self.local.observer()) }
    }
}
