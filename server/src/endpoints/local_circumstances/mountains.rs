//! `limb=1`: contacts and Baily's beads with the mountains of the Moon's limb.

use super::answer::Response;
use super::limb::{BeadEntry, LimbContactEntry, LimbEntry, seconds};
use super::seen::Seen;
use crate::generation::limb::{Rugged, RuggedContact};
use crate::http::problem::Problem;
use artifacts::limb::Pack;
use astro::eclipse::local::limb::LimbContact;
use astro::eclipse::local::{LocalView, ObservedEclipse};
use astro::math::angle::ARCSEC;

/// The mountains of the Moon about both contacts, for an observer. What can fail has been tried.
pub(super) struct Mountains {
    rugged: Rugged,
    contacts: [RuggedContact; 2],
    map: String,
}

impl Mountains {
    /// The mountains for an observer; none where there is no C2.
    pub(super) fn of(pack: &Pack, rugged: Rugged, local: &ObservedEclipse) -> Result<Option<Self>, Problem> {
        let Some(contacts) = local.contacts() else { return Ok(None) };
        let contacts = rugged.contacts(pack, local, &contacts)?;
        Ok(contacts.map(|contacts| Self { rugged, contacts, map: pack.manifest().source.to_string() }))
    }

    /// The answer for a mean limb with what mountains change; `is_visible` tells whether the Sun is seen.
    pub(super) fn added_to(
        &self,
        response: Response,
        seen: &Seen,
        is_visible: impl Fn(&LocalView) -> bool,
    ) -> Response {
        let Some(contacts) = seen.local.contacts() else { return response };
        let found = RuggedContact::found(&self.contacts, &seen.local, &contacts);
        let moon = self.rugged.facing(&seen.local, contacts.greatest.t);
        let limb = LimbEntry {
            duration_sec: found.map(|[second, third]| seconds(third.t - second.t)),
            sun_radius: self.rugged.sun_semidiameter / ARCSEC,
            l: moon.libration.longitude.to_degrees(),
            b: moon.libration.latitude.to_degrees(),
            axis_position_angle: moon.position_angle.to_degrees(),
            map: self.map.clone(),
        };
        let found: Vec<_> = found.iter().flatten().zip(&self.contacts).collect();
        let beads = found.iter().flat_map(|(contact, at)| at.beads(&seen.local, contact));
        let beads = beads.map(|bead| BeadEntry::new(&bead, seen)).collect();
        let entry = |(contact, at): &(&LimbContact, &RuggedContact)| {
            let visible = is_visible(&seen.local.view(&seen.local.at(contact.t)));
            LimbContactEntry::new(&at.mean, contact, seen, visible)
        };
        response.with_limb(limb, beads, [2, 3].into_iter().zip(found.iter().map(entry)))
    }
}
