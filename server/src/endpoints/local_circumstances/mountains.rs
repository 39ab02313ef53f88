//! `limb=1`: contacts and Baily's beads with the mountains of the Moon's limb.

use crate::endpoints::prelude::*;
use crate::generation::limb::{Rugged, RuggedContact, duration_s, replace_central};
use almanac::limb::{BailysBead, EclipseLimb, LimbContactEntry};
use almanac::{LocalCircumstances, Observation};
use artifacts::limb::LimbPack;
use astro::eclipse::local::limb::LimbContact;
use astro::eclipse::local::{LocalContacts, LocalView, ObservedEclipse, Shift};

/// The mountains of the Moon near both contacts, for an observer. Its methods cannot fail.
pub(super) struct LimbMountains {
    rugged: Rugged,
    /// The instant of the orientation of the Moon in the response, hours of TD from t0.
    greatest: f64,
    contacts: [RuggedContact; 2],
    found: Option<[LimbContact; 2]>,
    map: String,
}

impl LimbMountains {
    /// Returns the mountains for an observer of an eclipse; none if no mountains could leave totality or a
    /// ring.
    pub(super) fn of(
        pack: &LimbPack,
        rugged: Rugged,
        local: &ObservedEclipse,
        eclipse: &LocalContacts,
    ) -> Result<Option<Self>, Problem> {
        let Some(contacts) = rugged.contacts(pack, local, eclipse)? else { return Ok(None) };
        let found = RuggedContact::found(&contacts, local, eclipse);
        let (greatest, map) = (eclipse.greatest.t, pack.manifest().source.to_string());
        Ok(Some(Self { rugged, greatest, contacts, found, map }))
    }

    /// Adds C2 and C3 to an eclipse for a mean limb that has none, if the mountains give them.
    pub(super) fn complete(&self, eclipse: &mut LocalContacts, local: &ObservedEclipse) {
        if let (None, Some(found)) = (&eclipse.central, &self.found) {
            replace_central(eclipse, local, found);
        }
    }

    /// Adds the effect of the mountains to the response for a mean limb. `is_visible` returns whether the Sun
    /// is visible.
    pub(super) fn add_to(
        &self,
        response: &mut LocalCircumstances,
        observation: &Observation,
        is_visible: impl Fn(&LocalView) -> Option<bool>,
    ) {
        let moon = self.rugged.facing(&observation.local, self.greatest);
        let limb = EclipseLimb {
            duration_sec: self.found.as_ref().map(duration_s),
            sun_radius: self.rugged.sun_semidiameter / ARCSEC,
            l: moon.libration.longitude.to_degrees(),
            b: moon.libration.latitude.to_degrees(),
            axis_position_angle: moon.position_angle.to_degrees(),
            map: self.map.clone(),
        };
        let found: Vec<_> = self.found.iter().flatten().zip(&self.contacts).collect();
        let beads = found.iter().flat_map(|(contact, at)| at.beads(&observation.local, contact));
        let beads = beads.map(|bead| BailysBead {
            position_angle: bead.position_angle.to_degrees(),
            from: observation.instant(bead.from),
            from_local: None,
            to: observation.instant(bead.to),
            to_local: None,
        });
        response.beads = Some(beads.collect());
        response.limb = Some(limb);
        for (number, (contact, at)) in [2, 3].into_iter().zip(found) {
            let (circumstances, sun_sigma) = (observation.local.at(contact.t), self.rugged.sun_sigma);
            let (east, north) = contact.position_angle.sin_cos();
            let shift = Shift::towards(&circumstances, [east, north]);
            let entry = LimbContactEntry {
                date: observation.instant(contact.t),
                local: None,
                correction_sec: at.correction_s(contact),
                sigma: shift.map(|shift| observation.errors.of_limb_contact(shift, sun_sigma)),
                position_angle: contact.position_angle.to_degrees(),
                visible: is_visible(&observation.local.view(&circumstances)),
            };
            if let Some(of_mean_limb) = response.contacts.iter_mut().find(|c| c.contact == number) {
                of_mean_limb.limb = Some(entry);
            }
        }
    }
}
