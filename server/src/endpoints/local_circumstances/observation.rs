//! An eclipse for an observer, from which the entries of the response are computed.

use super::keys::number_of;
use crate::api::instant::Instant;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::eclipse_accuracy::{ContactSigma, EclipseAccuracy, EclipseErrors};
use astro::constants::SECONDS_PER_HOUR;
use astro::earth::Observer;
use astro::eclipse::local::{Circumstances, Contact, LocalContacts, LocalView};
use astro::eclipse::local::{ObservedEclipse, Shift, Visibility};
use astro::ephemeris::Body;
use astro::ephemeris::chebyshev_table::Columns;
use astro::math::portable::Portable;
use astro::math::vector::norm;
use std::f64::consts::FRAC_PI_2;

/// Greatest distance from the mean limb of a contact that the iteration finds there, Earth radii.
const MEAN_LIMB: f64 = 1e-6;

/// An eclipse for an observer, with ΔT and errors.
pub(crate) struct Observation<'a> {
    /// The eclipse for the observer, as `astro` computes it.
    pub(crate) local: ObservedEclipse<'a>,
    /// The eclipse one standard error of the height above the observer, if Umbra supplied the height.
    pub(crate) higher: Option<ObservedEclipse<'a>>,
    /// ΔT of the computation, s.
    pub(crate) delta_t_s: f64,
    /// The errors of the elements and of ΔT.
    pub(crate) errors: EclipseErrors,
    /// Where the Moon is.
    pub(crate) ephemeris: Columns<'a>,
}

impl Observation<'_> {
    /// Formats an instant, hours of TD from t0, as UTC in ISO 8601.
    pub(super) fn iso(&self, t: f64) -> String {
        Instant::from_ut1(self.local.instant(t).to_ut1(self.delta_t_s)).iso()
    }

    /// What the observer sees, with the Moon of the ephemeris where that has it.
    pub(super) fn view(&self, c: &Circumstances) -> LocalView {
        match self.ephemeris.place(Body::Moon, self.local.instant(c.t)) {
            Ok(moon) => self.local.view_with_moon_at(c, norm(moon.km)),
            Err(_) => self.local.view(c),
        }
    }

    /// Returns a hint if the eclipse is visible with latitude and longitude exchanged.
    pub(super) fn hint_of_exchanged_coordinates(&self, elements: &EclipseElements) -> Option<String> {
        let Observer { latitude, longitude, height_m } = self.local.observer();
        if longitude.abs() > FRAC_PI_2 {
            return None;
        }
        let exchanged = Observer { latitude: longitude, longitude: latitude, height_m };
        let local = ObservedEclipse::new(&elements.polynomials, exchanged, self.delta_t_s);
        let visibility = local.contacts().map(|contacts| local.visibility(&contacts));
        if let None | Some(Visibility::None) = visibility {
            return None;
        }
        let degrees = |angle: f64| (angle.to_degrees() * 1e6).round() / 1e6;
        let (lat, lng) = (degrees(longitude), degrees(latitude));
        Some(format!("obs is LAT,LNG: the eclipse is not visible here, but at obs={lat},{lng}"))
    }

    /// Returns the accuracy with the uncertainty of each contact.
    pub(super) fn accuracy(&self, elements: &EclipseElements, eclipse: &LocalContacts) -> EclipseAccuracy {
        let higher: Vec<_> = self.higher.iter().filter_map(|local| local.contacts()).collect();
        let by_height_s = |contact: Contact, t: f64| {
            let same = higher.iter().flat_map(LocalContacts::in_order).find(|(other, _)| *other == contact);
            same.map_or(0.0, |(_, c)| (c.t - t) * SECONDS_PER_HOUR)
        };
        let contacts = eclipse.in_order().into_iter().map(|(contact, c)| {
            let shift = match contact {
                Contact::Greatest => Some(Shift::of_greatest(c)),
                // Mountains alone give this contact; its `limb` has the error.
                Contact::Second | Contact::Third if (c.m - c.umbra.abs()).abs() > MEAN_LIMB => None,
                _ => Shift::of_contact(c),
            };
            let by_height_s = by_height_s(contact, c.t);
            let sigma = shift.map(|shift| self.errors.of_instant(shift).hypotenuse(by_height_s));
            ContactSigma { contact: number_of(contact), sigma }
        });
        let contacts = contacts.collect();
        let block = self.errors.block(elements, Some(self.local.observer()));
        EclipseAccuracy { contacts: Some(contacts), ..block }
    }
}
