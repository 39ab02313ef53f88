//! Local times beside UTC, in the zone of `tz`.

use crate::vocabulary::zone::Zone;
use almanac::{Instant, LocalCircumstances, LocalSpan};

pub(super) fn add_local_times(response: &mut LocalCircumstances, zone: &Zone) {
    let local = |at: Instant| zone.iso(at);
    for contact in &mut response.contacts {
        contact.local = local(contact.date);
        if let Some(limb) = &mut contact.limb {
            limb.local = local(limb.date);
        }
    }
    for bead in response.beads.iter_mut().flatten() {
        (bead.from_local, bead.to_local) = (local(bead.from), local(bead.to));
    }
    if let Some(chance) = &mut response.chance {
        chance.add_local_times(local);
    }
    let [from, to] = [response.visibility.from, response.visibility.to].map(|at| at.and_then(local));
    response.visibility_local = Some(LocalSpan { from, to });
}
