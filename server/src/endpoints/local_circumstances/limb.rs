//! `limb=1`: contacts and Baily's beads with the mountains of the Moon's limb.

use super::answer::{Response, Seen};
use crate::api::site::Site;
use crate::generation::limb::{damaged, facing, outside};
use crate::http::problem::Problem;
use artifacts::limb::Pack;
use astro::constants::{AU_KM, EQUATORIAL_RADIUS_KM, SUN_SEMIDIAMETER};
use astro::eclipse::local::limb::{Bead, LimbContact, RuggedMoon};
use astro::eclipse::local::{CentralContacts, Circumstances, Contact, LocalContacts};
use astro::math::angle::ARCSEC;
use astro::sky::libration::Facing;
use serde::Serialize;
use utoipa::ToSchema;

/// A contact with the mountains of the Moon's limb.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LimbContact)]
pub(super) struct LimbContactEntry {
    /// UTC, ISO 8601.
    date: String,
    /// By how much it is later than with the mean limb, s.
    correction_sec: f64,
    /// Where the last or first light shows, or the ring closes or breaks, on the Sun's limb: degrees from the
    /// north point through east.
    position_angle: f64,
}

/// What the mountains of the Moon's limb make of the eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EclipseLimb)]
pub(super) struct LimbEntry {
    /// From C2 to C3, s; null where mountains leave nothing of totality or of the ring.
    duration_sec: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    sun_radius: f64,
    /// Libration in longitude for the observer at greatest eclipse, degrees.
    l: f64,
    /// Libration in latitude.
    b: f64,
    /// Position angle of the Moon's axis for the observer then, degrees from celestial north through east.
    axis_position_angle: f64,
    /// The map of heights of the profiles.
    map: String,
}

/// A piece of the Sun's limb that stands alone between mountains.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BailysBead)]
pub(super) struct BeadEntry {
    /// Where on the Sun's limb, degrees from the north point through east.
    position_angle: f64,
    /// When it is parted from its neighbours, or appears; UTC, ISO 8601.
    from: String,
    /// When it goes out, or joins a neighbour.
    to: String,
}

/// The Moon with its mountains, for an observer.
pub(super) struct Rugged<'a> {
    pub(super) pack: &'a Pack,
    pub(super) site: Site,
    /// Semidiameter of the Sun at 1 au, if given.
    pub(super) sun_radius_arcsec: Option<f64>,
}

impl Rugged<'_> {
    /// The answer for a mean limb with what mountains change; the same where there is no C2 or nothing is seen.
    pub(super) fn added_to(&self, response: Response, seen: &Seen) -> Result<Response, Problem> {
        let Some(contacts) = seen.local.contacts() else { return Ok(response) };
        let Some(CentralContacts { second, third }) = contacts.central else { return Ok(response) };
        if !response.has_contacts() {
            return Ok(response);
        }
        let found = self.contact(seen, &contacts, Contact::Second, &second)?;
        let found = found.zip(self.contact(seen, &contacts, Contact::Third, &third)?);
        let moon = self.facing(seen, contacts.greatest.t);
        let source = &self.pack.manifest().source;
        let limb = LimbEntry {
            duration_sec: found.as_ref().map(|(second, third)| seconds(third.t - second.t)),
            sun_radius: self.sun_semidiameter() / ARCSEC,
            l: moon.libration.longitude.to_degrees(),
            b: moon.libration.latitude.to_degrees(),
            axis_position_angle: moon.position_angle.to_degrees(),
            map: format!("{} {}, {} pixels a degree", source.product, source.version, source.pixels_per_deg),
        };
        let found: Vec<_> =
            found.into_iter().flat_map(|(c2, c3)| [(2, second, c2), (3, third, c3)]).collect();
        let beads = found.iter().flat_map(|(.., contact)| &contact.beads);
        let beads = beads.map(|bead| BeadEntry::new(bead, seen)).collect();
        let entry = |(number, mean, contact): &(u8, Circumstances, LimbContact)| {
            (*number, LimbContactEntry::new(mean, contact, seen))
        };
        let entries: Vec<_> = found.iter().map(entry).collect();
        Ok(response.with_limb(limb, beads, entries))
    }

    fn contact(
        &self,
        seen: &Seen,
        contacts: &LocalContacts,
        which: Contact,
        mean: &Circumstances,
    ) -> Result<Option<LimbContact>, Problem> {
        let moon = self.facing(seen, mean.t);
        let [l, b] = [moon.libration.longitude, moon.libration.latitude].map(f64::to_degrees);
        let profile = self.pack.between(l, b).map_err(|e| damaged(&e))?.ok_or_else(|| outside(l, b))?;
        let sun_radius = self.sun_semidiameter().sin() * AU_KM / EQUATORIAL_RADIUS_KM;
        let rugged = RuggedMoon::new(&profile, moon.position_angle, sun_radius);
        Ok(seen.local.limb_contact(contacts, which, &rugged))
    }

    /// How the Moon turns its disc to the observer `t` hours of TD from t0.
    fn facing(&self, seen: &Seen, t: f64) -> Facing {
        facing(self.site.observer(), seen.local.instant(t), seen.delta_t_s)
    }

    /// Semidiameter of the Sun at 1 au, radians.
    fn sun_semidiameter(&self) -> f64 {
        self.sun_radius_arcsec.map_or(SUN_SEMIDIAMETER, |arcsec| arcsec * ARCSEC)
    }
}

impl LimbContactEntry {
    fn new(mean: &Circumstances, contact: &LimbContact, seen: &Seen) -> Self {
        Self {
            date: seen.iso(contact.t),
            correction_sec: seconds(contact.t - mean.t),
            position_angle: contact.position_angle.to_degrees(),
        }
    }
}

impl BeadEntry {
    fn new(bead: &Bead, seen: &Seen) -> Self {
        let position_angle = bead.position_angle.to_degrees();
        Self { position_angle, from: seen.iso(bead.from), to: seen.iso(bead.to) }
    }
}

/// Hours as seconds to the millisecond.
fn seconds(hours: f64) -> f64 {
    (hours * 3_600_000.0).round() / 1000.0
}
