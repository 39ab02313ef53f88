//! `limb=1`: contacts and Baily's beads with the mountains of the Moon's limb.

use super::answer::LocalCircumstances;
use super::limb::{BailysBead, EclipseLimb, LimbContactEntry};
use super::observation::Observation;
use crate::generation::limb::{Rugged, RuggedContact, duration_s};
use artifacts::limb::LimbPack;
use astro::eclipse::local::limb::LimbContact;
use astro::eclipse::local::{LocalContacts, LocalView, ObservedEclipse};
use astro::math::angle::ARCSEC;
use web::problem::Problem;

/// The mountains of the Moon near both contacts, for an observer. Its methods cannot fail.
pub(super) struct LimbMountains {
    rugged: Rugged,
    /// The contacts of the mean limb.
    mean: LocalContacts,
    contacts: [RuggedContact; 2],
    map: String,
}

impl LimbMountains {
    /// Returns the mountains for an observer; none if there is no C2.
    pub(super) fn of(
        pack: &LimbPack,
        rugged: Rugged,
        local: &ObservedEclipse,
    ) -> Result<Option<Self>, Problem> {
        let Some(mean) = local.contacts() else { return Ok(None) };
        let contacts = rugged.contacts(pack, local, &mean)?;
        Ok(contacts.map(|contacts| Self { rugged, mean, contacts, map: pack.manifest().source.to_string() }))
    }

    /// Adds the effect of the mountains to the response for a mean limb. `is_visible` returns whether the Sun
    /// is visible.
    pub(super) fn added_to(
        &self,
        response: LocalCircumstances,
        observation: &Observation,
        is_visible: impl Fn(&LocalView) -> bool,
    ) -> LocalCircumstances {
        let found = RuggedContact::found(&self.contacts, &observation.local, &self.mean);
        let moon = self.rugged.facing(&observation.local, self.mean.greatest.t);
        let limb = EclipseLimb {
            duration_sec: found.as_ref().map(duration_s),
            sun_radius: self.rugged.sun_semidiameter / ARCSEC,
            l: moon.libration.longitude.to_degrees(),
            b: moon.libration.latitude.to_degrees(),
            axis_position_angle: moon.position_angle.to_degrees(),
            map: self.map.clone(),
        };
        let found: Vec<_> = found.iter().flatten().zip(&self.contacts).collect();
        let beads = found.iter().flat_map(|(contact, at)| at.beads(&observation.local, contact));
        let beads = beads.map(|bead| BailysBead::new(&bead, observation)).collect();
        let entry = |(contact, at): &(&LimbContact, &RuggedContact)| {
            let visible = is_visible(&observation.local.view(&observation.local.at(contact.t)));
            LimbContactEntry::new(&at.mean, contact, observation, visible)
        };
        response.with_limb(limb, beads, [2, 3].into_iter().zip(found.iter().map(entry)))
    }
}
