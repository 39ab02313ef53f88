//! The instants at which the last valley is covered, and the first lets the Sun through.

use crate::constants::{EQUATORIAL_RADIUS_KM, MOON_REFERENCE_RADIUS_KM};
use crate::eclipse::local::circumstances::ObservedEclipse;
use crate::eclipse::local::contacts::LocalContacts;
use crate::eclipse::local::limb::discs::Discs;
use crate::eclipse::local::limb::rugged_moon::RuggedMoon;
use crate::eclipse::local::limb::shortfall::Phase;
use crate::math::portable::Portable;
use crate::math::search;

/// Tolerance of contact times: 0.04 ms.
const TOLERANCE_HOURS: f64 = 1e-8;
/// By this the interval in which mountains can leave totality or a ring is longer on either side than a
/// straight motion over circles says, hours: 30 s.
const MARGIN_HOURS: f64 = 30.0 / 3600.0;
/// Number of times to double that margin.
const WIDENINGS: i32 = 4;
/// Radii between which every limb of the Moon lies, km: no mountain or valley of the limb reaches 11 km.
const LIMB_RADII_KM: [f64; 2] = [MOON_REFERENCE_RADIUS_KM - 11.0, MOON_REFERENCE_RADIUS_KM + 11.0];

/// A contact with the limb of mountains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimbContact {
    /// Hours of TD from t0.
    pub t: f64,
    /// Position angle of the last or first light, or of the point where the ring closes or breaks: from the
    /// Sun's centre, celestial north through east, 0 … 2π.
    pub position_angle: f64,
    /// −1 for C2, 1 for C3.
    pub(super) side: f64,
    /// `true` if the phase between them is totality, not a ring.
    pub is_total: bool,
}

impl ObservedEclipse<'_> {
    /// Returns whether mountains or valleys of any limb could leave totality or a ring to the observer, with
    /// a Sun of `sun_radius` Earth equatorial radii, of which the part `light` may shine in totality.
    pub fn limb_matters(&self, contacts: &LocalContacts, sun_radius: f64, light: f64) -> bool {
        let radii = LIMB_RADII_KM.map(|km| km / EQUATORIAL_RADIUS_KM);
        let reach = |is_total: &bool| self.reach(contacts, radii, (sun_radius, light), *is_total);
        [true, false].iter().any(|is_total| reach(is_total).is_some())
    }

    /// C2 and C3 where the Moon has mountains, also where a smooth Moon has none; `contacts` are those of the
    /// smooth one. `None` if mountains and valleys leave nothing of totality or of the ring, or give nothing
    /// of it.
    ///
    /// `moons` are the limb at about the time of either contact: it changes by 0.01° of libration in half a
    /// minute. Both have the same [`with_light`](RuggedMoon::with_light), the part of the Sun that may shine
    /// in totality; the direction is then that of the widest light. Heights between two directions of the
    /// profile are never less than both. Accuracy: that of the profile and of the elements; 0.1 km of height
    /// or 0.05″ of the Moon's place move a contact by 0.1 s, much more at the edge of a path. Source: Herald,
    /// *J. Brit. Astron. Assoc.* 93 (1983), 241, for the principle.
    pub fn limb_contacts(
        &self,
        contacts: &LocalContacts,
        moons: [&RuggedMoon; 2],
    ) -> Option<[LimbContact; 2]> {
        [true, false].into_iter().find_map(|is_total| {
            let [second, third] = [(moons[0], -1.0), (moons[1], 1.0)]
                .map(|(moon, side)| self.limb_contact(contacts, moon, side, is_total));
            Some([second?, third?]).filter(|[second, third]| second.t < third.t)
        })
    }

    /// The contact on a side (−1 C2, 1 C3) of totality, or of the ring.
    fn limb_contact(
        &self,
        contacts: &LocalContacts,
        moon: &RuggedMoon,
        side: f64,
        is_total: bool,
    ) -> Option<LimbContact> {
        let phase = Phase { local: self, moon, is_total };
        let (t, k) = if moon.light > 0.0 && is_total {
            let t = self.contact_with_light(contacts, moon, side)?;
            (t, phase.widest(t).k)
        } else {
            let least = phase.shortfall(contacts.greatest.t)?;
            if least.width >= 0.0 {
                return None;
            }
            let end = phase.end(&least, side)?;
            (end.t, end.k)
        };
        let position_angle = self.discs(t, moon.sun_radius).position_angle(moon.directions[k]);
        Some(LimbContact { t, position_angle, side, is_total })
    }

    /// The contact on a side of a totality in which a part of the Sun's disc may shine.
    fn contact_with_light(&self, contacts: &LocalContacts, moon: &RuggedMoon, side: f64) -> Option<f64> {
        let excess = |t: f64| self.discs(t, moon.sun_radius).uncovered_part(moon) - moon.light;
        let light = (moon.sun_radius, moon.light);
        let half = self.reach(contacts, moon.least_and_most(), light, true)?;
        let [from, to] = [contacts.greatest.t - half, contacts.greatest.t + half];
        let nearest = Phase { local: self, moon, is_total: true }.shortfall(contacts.greatest.t)?.t;
        let within = if excess(nearest) < 0.0 {
            nearest
        } else {
            // The least light is near the least width, but not with it.
            search::minimum(excess, from - MARGIN_HOURS, to + MARGIN_HOURS, TOLERANCE_HOURS)
                .ok()
                .filter(|least| excess(*least) < 0.0)?
        };
        let end = contacts.greatest.t + side * half;
        let outside = (0..WIDENINGS)
            .map(|k| end + side * MARGIN_HOURS * 2f64.integer_power(k))
            .find(|t| (t - within) * side > 0.0 && excess(*t) > 0.0)?;
        search::root(excess, within, outside, TOLERANCE_HOURS).ok()
    }

    /// Hours before and after greatest eclipse in which a circle around the whole limb would cover the Sun,
    /// or one within it leave a ring, if motion and circles stay as they are; none if they do not. No
    /// mountains can do more. A part of the Sun's disc is wider than its square root, in radii of the Sun.
    fn reach(
        &self,
        contacts: &LocalContacts,
        [least, most]: [f64; 2],
        (sun_radius, light): (f64, f64),
        is_total: bool,
    ) -> Option<f64> {
        let c = &contacts.greatest;
        let discs = self.discs(c.t, sun_radius);
        let room = if is_total {
            discs.magnification * most - discs.sun_radius * (1.0 - light.sqrt())
        } else {
            discs.sun_radius - discs.magnification * least
        };
        let half = (room * room - c.m * c.m).max(0.0).sqrt() / c.n;
        (room > c.m).then_some(half)
    }

    pub(super) fn discs(&self, t: f64, sun_radius: f64) -> Discs {
        Discs::new(self.elements, &self.at(t), sun_radius)
    }
}
