//! `limb=1`: contacts and Baily's beads with the mountains of the Moon's limb.

use super::answer::{Response, Seen};
use crate::generation::limb::{Rugged, RuggedContact};
use crate::http::problem::Problem;
use artifacts::limb::Pack;
use astro::eclipse::local::limb::{Bead, LimbContact};
use astro::eclipse::local::{Circumstances, LocalView, ObservedEclipse};
use astro::math::angle::ARCSEC;
use serde::Serialize;
use utoipa::ToSchema;

/// A contact with the mountains of the Moon's limb.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LimbContact)]
pub(super) struct LimbContactEntry {
    /// UTC, ISO 8601.
    date: String,
    /// By how much it is later than `date` of the contact, which is that of the mean limb and of the Sun of
    /// the elements (`accuracy`), s. With another `sunRadius` this is the effect of both, mountains and Sun.
    correction_sec: f64,
    /// Where the last or first light shows, or the ring closes or breaks, on the Sun's limb: degrees from the
    /// north point through east.
    position_angle: f64,
    /// Whether the Sun's upper limb is above the horizon then, or above the skyline with `horizon=terrain`.
    visible: bool,
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

impl LimbContactEntry {
    fn new(mean: &Circumstances, contact: &LimbContact, seen: &Seen, visible: bool) -> Self {
        Self {
            date: seen.iso(contact.t),
            correction_sec: seconds(contact.t - mean.t),
            position_angle: contact.position_angle.to_degrees(),
            visible,
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
