//! Local times beside UTC, in the zone of `tz`.

use super::answer::{LocalCircumstances, LocalSpan};
use crate::vocabulary::zone::Zone;

impl LocalCircumstances {
    /// Adds the local times of a zone, if there is one.
    pub(super) fn in_zone(mut self, zone: Option<&Zone>) -> Self {
        let Some(zone) = zone else { return self };
        for contact in &mut self.contacts {
            contact.local = zone.of_iso(&contact.date);
            if let Some(limb) = &mut contact.limb {
                limb.local = zone.of_iso(&limb.date);
            }
        }
        for bead in self.beads.iter_mut().flatten() {
            (bead.from_local, bead.to_local) = (zone.of_iso(&bead.from), zone.of_iso(&bead.to));
        }
        let of = |date: &Option<String>| date.as_ref().and_then(|date| zone.of_iso(date));
        self.visibility_local =
            Some(LocalSpan { from: of(&self.visibility.from), to: of(&self.visibility.to) });
        self
    }
}
