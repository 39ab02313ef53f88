//! The mountains of the Moon's limb: for the picture, in the contacts and in words.

use super::contacts::LimbCentral;
use crate::generation::limb::{Rugged, RuggedContact, damaged, duration_s, outside};
use crate::pages::prelude::*;
use astro::constants::SECONDS_PER_HOUR;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::local::limb::{Bead, LimbContact};
use maps::EclipseClock;

/// The mountains of the limb before an observer of an eclipse.
pub(crate) struct Mountains {
    /// Position angle of the Moon's axis at greatest eclipse, degrees.
    axis_deg: f64,
    /// Heights over 1737.4 km then, metres, at axis angles 0°, 0.2° ….
    heights_m: Vec<i32>,
    /// The Moon at C2 and C3; none if no mountains could leave totality or a ring here.
    contacts: Option<[RuggedContact; 2]>,
    /// C2 and C3 with mountains; none if the mountains prevent totality or annularity.
    found: Option<[LimbContact; 2]>,
    /// The map of heights, in words.
    map: String,
}

impl Mountains {
    /// The mountains for an observer; none if there is no eclipse. The picture shows the limb at greatest
    /// eclipse. It is visible for only a few minutes before and after, in which the libration changes by less
    /// than 0.05°.
    pub(crate) fn new(
        context: &Context,
        eclipse: &EclipseElements,
        site: Site,
        sun_radius_arcsec: Option<f64>,
    ) -> Result<Option<Self>, Problem> {
        let pack = context.data.limb()?;
        let local = ObservedEclipse::new(&eclipse.polynomials, site.observer(), eclipse.delta_t_s);
        let rugged = Rugged::new(site.observer(), eclipse.delta_t_s, sun_radius_arcsec);
        let Some(seen) = local.contacts() else { return Ok(None) };
        let moon = rugged.facing(&local, seen.greatest.t);
        let [l, b] = [moon.libration.longitude, moon.libration.latitude].map(f64::to_degrees);
        let profile = pack.between(l, b).map_err(|e| damaged(&e))?.ok_or_else(|| outside(l, b))?;
        let contacts = rugged.contacts(pack, &local, &seen)?;
        let found = contacts.as_ref().and_then(|contacts| RuggedContact::found(contacts, &local, &seen));
        let metres = |height_km: &f64| (height_km * 1000.0).round() as i32;
        Ok(Some(Self {
            axis_deg: moon.position_angle.to_degrees(),
            heights_m: profile.heights_km().iter().map(metres).collect(),
            contacts,
            found,
            map: pack.manifest().source.to_string(),
        }))
    }

    /// C2 and C3 with mountains; none where these cannot matter.
    pub(crate) fn central(&self) -> Option<LimbCentral> {
        self.contacts.as_ref()?;
        Some(self.found.map_or(LimbCentral::Prevented, LimbCentral::Contacts))
    }

    /// The data of the scripts: C2 and C3, if mountains can matter.
    pub(crate) fn contacts_data(&self, clock: EclipseClock) -> Option<LimbContacts> {
        let iso = |contact: LimbContact| Instant { unix_ms: clock.unix_ms(contact.t) }.iso();
        Some(match self.central()? {
            LimbCentral::Contacts(both) => LimbContacts {
                contacts: Some(both.map(iso)),
                duration_sec: duration_s(&both),
                kind: if both[0].is_total { "total" } else { "annular" },
            },
            LimbCentral::Prevented => LimbContacts { contacts: None, duration_sec: 0.0, kind: "partial" },
        })
    }

    /// The data of the scripts, with the limb for the picture.
    pub(crate) fn data(&self, clock: EclipseClock) -> LimbData {
        let heights = self.heights_m.clone();
        LimbData { axis: self.axis_deg, heights, contacts: self.contacts_data(clock) }
    }

    /// The effect of the mountains on the contacts, and Baily's beads.
    pub(crate) fn html(&self, local: &ObservedEclipse) -> Markup {
        let Some(contacts) = &self.contacts else { return html! {} };
        let Some(found) = self.found else {
            let words = match contacts[0].mean {
                Some(_) => "The mountains of the Moon prevent totality or annularity here.",
                None => "The mountains of the Moon give no totality or ring here.",
            };
            return html! { p.limb { (words) } };
        };
        let [second, third] = [0, 1].map(|k| contacts[k].correction_s(&found[k]).map(shifted));
        let beads = [0, 1].map(|k| contacts[k].beads(local, &found[k]));
        html! {
            p.limb {
                "C2 and C3 include the mountains of the Moon (" (self.map) ")"
                @match (second, third) {
                    (Some(second), Some(third)) => {
                        ": " (second) " and " (third) " than with a smooth limb."
                    }
                    _ => { ". A smooth Moon would leave no totality or ring here." }
                }
            }
            details.limb {
                summary {
                    "Baily’s beads: " (beads[0].len()) " before C2, " (beads[1].len()) " after C3"
                }
                ul {
                    @for bead in &beads[0] { (item(bead, found[0].t, "before C2")) }
                    @for bead in &beads[1] { (item(bead, found[1].t, "after C3")) }
                }
            }
        }
    }
}

/// The mountains of the Moon's limb for an observer at greatest eclipse.
#[derive(Serialize)]
pub(crate) struct LimbData {
    /// Position angle of the Moon's axis, degrees.
    axis: f64,
    /// Heights over 1737.4 km, metres, at axis angles 0°, 0.2° ….
    heights: Vec<i32>,
    #[serde(flatten)]
    contacts: Option<LimbContacts>,
}

/// C2 and C3 with the mountains.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LimbContacts {
    /// C2 and C3, UTC; null if the mountains prevent them.
    contacts: Option<[String; 2]>,
    /// Time between them, s.
    duration_sec: f64,
    /// `total` or `annular` between them, or `partial`.
    kind: &'static str,
}

/// A correction in seconds: `1.3 s later`.
fn shifted(seconds: f64) -> String {
    format!("{:.1}\u{a0}s {}", seconds.abs(), if seconds < 0.0 { "earlier" } else { "later" })
}

/// A bead, with seconds from its contact.
fn item(bead: &Bead, contact: f64, side: &str) -> Markup {
    let seconds = |t: f64| format!("{:.1}", ((t - contact) * SECONDS_PER_HOUR).abs());
    let at = format!("{:.0}°", bead.position_angle.to_degrees());
    html! { li { (seconds(bead.from)) " to " (seconds(bead.to)) " s " (side) ", at position angle " (at) } }
}
