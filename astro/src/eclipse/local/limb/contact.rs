//! When the last valley is covered, and when the first lets the Sun through.

use crate::eclipse::local::circumstances::ObservedEclipse;
use crate::eclipse::local::contacts::{Contact, LocalContacts, LocalEclipseType};
use crate::eclipse::local::limb::discs::Discs;
use crate::eclipse::local::limb::rugged_moon::RuggedMoon;
use crate::math::portable::Portable;
use crate::math::search;

/// To this instants are found: 0.04 ms.
const TOLERANCE_HOURS: f64 = 1e-8;
/// Initial search interval around the contact of the mean limb, and the number of times to double it: half a
/// minute, and finally four minutes, which only happens at the edge of a path.
const NEAR_HOURS: f64 = 30.0 / 3600.0;
const WIDENINGS: i32 = 4;

/// A contact with the limb of mountains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimbContact {
    /// Hours of TD from t0.
    pub t: f64,
    /// Where on the Sun's limb the last or first light shows, or the ring closes or breaks: position angle
    /// from the Sun's centre, celestial north through east, 0 … 2π.
    pub position_angle: f64,
    /// −1 for C2, 1 for C3.
    pub(super) side: f64,
    /// Whether the phase between them is totality.
    pub(super) is_total: bool,
}

impl ObservedEclipse<'_> {
    /// C2 or C3 where the Moon has mountains; `contacts` are those of the mean limb. `None`
    /// if they have no such contact, or if mountains and valleys leave nothing of totality or of the ring,
    /// which happens near the edges of a path.
    ///
    /// `moon` is the limb at about the time of the contact: it changes by 0.01° of libration in half a
    /// minute. Heights between two directions of the profile are never less than both. Accuracy: that of the
    /// profile and of the elements; 0.1 km of height or 0.05″ of the Moon's place move a contact by 0.1 s,
    /// much more at the edge of a path. Source: Herald, *J. Brit. Astron. Assoc.* 93 (1983), 241, for the
    /// principle.
    pub fn limb_contact(
        &self,
        contacts: &LocalContacts,
        which: Contact,
        moon: &RuggedMoon,
    ) -> Option<LimbContact> {
        let central = contacts.central.as_ref()?;
        let (mean, side) = match which {
            Contact::Second => (central.second.t, -1.0),
            Contact::Third => (central.third.t, 1.0),
            Contact::First | Contact::Greatest | Contact::Fourth => return None,
        };
        let is_total = contacts.kind == LocalEclipseType::Total;
        let ends = (central.second.t, central.third.t);
        let within = self.instant_within(ends, moon, is_total)?;
        let excess = |t: f64| self.excess(t, moon, is_total).1;
        let outside = (0..WIDENINGS)
            .map(|k| mean + side * NEAR_HOURS * 2f64.integer_power(k))
            .find(|t| (t - within) * side > 0.0 && excess(*t) > 0.0)?;
        let t = search::root(excess, within, outside, TOLERANCE_HOURS).ok()?;
        let (k, _) = self.excess(t, moon, is_total);
        let position_angle = self.discs(t, moon).position_angle(moon.directions[k]);
        Some(LimbContact { t, position_angle, side, is_total })
    }

    pub(super) fn discs(&self, t: f64, moon: &RuggedMoon) -> Discs {
        Discs::new(self.elements, &self.at(t), moon.sun_radius)
    }

    /// How much is missing for totality, or for a ring, at an instant: the greatest width of the Sun beyond
    /// the limb, or of the limb beyond the Sun, and its direction; negative during the phase.
    fn excess(&self, t: f64, moon: &RuggedMoon, is_total: bool) -> (usize, f64) {
        let discs = self.discs(t, moon);
        if is_total {
            moon.greatest(|k| discs.uncovered(moon, k))
        } else {
            moon.greatest(|k| -discs.uncovered(moon, k))
        }
    }

    /// An instant of totality or of the ring, if there is one. The excess is the greatest of functions that
    /// bend so little that it falls and then rises.
    fn instant_within(&self, (from, to): (f64, f64), moon: &RuggedMoon, is_total: bool) -> Option<f64> {
        let excess = |t: f64| self.excess(t, moon, is_total).1;
        let middle = (from + to) / 2.0;
        if excess(middle) < 0.0 {
            return Some(middle);
        }
        let least = search::minimum(excess, from - NEAR_HOURS, to + NEAR_HOURS, TOLERANCE_HOURS).ok()?;
        (excess(least) < 0.0).then_some(least)
    }
}
