//! The Moon's limb: the operator's profiles, and the error if there are none.

use crate::generation::Data;
use artifacts::limb::{LimbNode, LimbPack};
use astro::constants::{AU_KM, ECLIPSED_SUN_SEMIDIAMETER, ECLIPSED_SUN_SIGMA, EQUATORIAL_RADIUS_KM};
use astro::earth::Observer;
use astro::eclipse::local::limb::{Bead, LimbContact, RuggedMoon};
use astro::eclipse::local::{
    CentralContacts, Circumstances, LocalContacts, LocalEclipseType, ObservedEclipse,
};
use astro::math::angle::ARCSEC;
use astro::sky::libration::{self, Facing};
use std::sync::Arc;
use web::problem::{Code, Problem};

/// The error without profiles.
const NOT_INSTALLED: &str = "profiles of the Moon's limb are not installed here: the operator makes them \
    with umbra limb --lola LDEM_16.IMG --out FOLDER and starts the server with --limb FOLDER; NASA \
    publishes the map of heights, LDEM_16.IMG with LDEM_16.LBL, among the gridded data of LOLA in its \
    Planetary Data System (LOLA_GDR/CYLINDRICAL/IMG, from \
    https://pds-geosciences.wustl.edu/missions/lro/lola.htm)";

impl Data {
    /// Returns the profiles of the limb, or an error that explains how to install them.
    pub(crate) fn limb(&self) -> Result<&Arc<LimbPack>, Problem> {
        self.limb.as_ref().ok_or_else(|| Problem::new(Code::Unavailable, NOT_INSTALLED))
    }

    /// Name of the dataset of the profiles.
    pub(crate) fn limb_id(&self) -> Option<&str> {
        self.limb.as_ref().map(|pack| &pack.manifest().id[..])
    }
}

/// An observer of an eclipse with the mountains of the Moon's limb.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rugged {
    pub(crate) observer: Observer,
    pub(crate) delta_t_s: f64,
    /// Semidiameter of the Sun at 1 au, radians.
    pub(crate) sun_semidiameter: f64,
    /// Its standard error; 0 if it is given.
    pub(crate) sun_sigma: f64,
    /// The part of the Sun's disc that may shine in totality.
    pub(crate) light: f64,
}

/// The Moon with its mountains at C2 or at C3.
pub(crate) struct RuggedContact {
    /// The contact of the mean limb, if it has one.
    pub(crate) mean: Option<Circumstances>,
    moon: RuggedMoon,
}

impl Rugged {
    /// Makes an observer with a ΔT in seconds. The Sun has the semidiameter that eclipses show, unless
    /// another is given, in arcseconds at 1 au.
    pub(crate) fn new(observer: Observer, delta_t_s: f64, sun_radius_arcsec: Option<f64>) -> Self {
        let given = sun_radius_arcsec.map(|arcsec| (arcsec * ARCSEC, 0.0));
        let (sun_semidiameter, sun_sigma) = given.unwrap_or((ECLIPSED_SUN_SEMIDIAMETER, ECLIPSED_SUN_SIGMA));
        Self { observer, delta_t_s, sun_semidiameter, sun_sigma, light: 0.0 }
    }

    /// The radius of the Sun, Earth equatorial radii.
    pub(crate) fn sun_radius(&self) -> f64 {
        self.sun_semidiameter.sin() * AU_KM / EQUATORIAL_RADIUS_KM
    }

    /// The orientation of the Moon for the observer, `t` hours of TD from t0.
    pub(crate) fn facing(&self, local: &ObservedEclipse, t: f64) -> Facing {
        libration::facing_observer(local.instant(t), self.observer, self.delta_t_s)
    }

    /// The Moon at C2 and C3; none if no mountains could leave totality or a ring. Where the mean limb has no
    /// contacts it is that of greatest eclipse. Later steps cannot fail.
    pub(crate) fn contacts(
        &self,
        pack: &LimbPack,
        local: &ObservedEclipse,
        contacts: &LocalContacts,
    ) -> Result<Option<[RuggedContact; 2]>, Problem> {
        let sun_radius = self.sun_radius();
        if !local.limb_matters(contacts, sun_radius, self.light) {
            return Ok(None);
        }
        let contact = |mean: Option<Circumstances>, t: Option<f64>| {
            let moon = self.facing(local, t.unwrap_or(mean.as_ref().unwrap_or(&contacts.greatest).t));
            let [l, b] = [moon.libration.longitude, moon.libration.latitude].map(f64::to_degrees);
            let profile = pack.between(l, b).map_err(|e| damaged(&e))?.ok_or_else(|| outside(l, b))?;
            let moon = RuggedMoon::new(&profile, moon.position_angle, sun_radius).with_light(self.light);
            Ok::<_, Problem>(RuggedContact { mean, moon })
        };
        let (second, third) = contacts.central.map(|c| (c.second, c.third)).unzip();
        let at_means = [contact(second, None)?, contact(third, None)?];
        let Some(found) = RuggedContact::found(&at_means, local, contacts) else { return Ok(Some(at_means)) };
        // Once more, with the Moon as it is turned at the contacts themselves.
        let [at_second, at_third] = found.map(|contact| Some(contact.t));
        Ok(Some([contact(second, at_second)?, contact(third, at_third)?]))
    }
}

impl RuggedContact {
    /// C2 and C3 with the mountains; none if these leave no totality or ring.
    pub(crate) fn found(
        both: &[Self; 2],
        local: &ObservedEclipse,
        contacts: &LocalContacts,
    ) -> Option<[LimbContact; 2]> {
        local.limb_contacts(contacts, both.each_ref().map(|at| &at.moon))
    }

    /// Seconds from the contact of the mean limb, if it has one, to that with the mountains.
    pub(crate) fn correction_s(&self, contact: &LimbContact) -> Option<f64> {
        self.mean.as_ref().map(|mean| seconds_to_ms(contact.t - mean.t))
    }

    /// Baily's beads around the contact with the mountains.
    pub(crate) fn beads(&self, local: &ObservedEclipse, contact: &LimbContact) -> Vec<Bead> {
        local.beads(contact, &self.moon)
    }
}

/// Gives an eclipse for an observer the C2 and C3 of a limb with mountains.
pub(crate) fn replace_central(
    eclipse: &mut LocalContacts,
    local: &ObservedEclipse,
    [second, third]: &[LimbContact; 2],
) {
    eclipse.kind = if second.is_total { LocalEclipseType::Total } else { LocalEclipseType::Annular };
    eclipse.central = Some(CentralContacts { second: local.at(second.t), third: local.at(third.t) });
}

/// From C2 to C3, seconds to the millisecond.
pub(crate) fn duration_s([second, third]: &[LimbContact; 2]) -> f64 {
    seconds_to_ms(third.t - second.t)
}

/// Hours as seconds to the millisecond.
pub(crate) fn seconds_to_ms(hours: f64) -> f64 {
    (hours * 3_600_000.0).round() / 1000.0
}

/// The error for damaged profiles; the log names the file.
pub(crate) fn damaged(error: &artifacts::Error) -> Problem {
    tracing::error!(%error, "profiles of the Moon's limb cannot be read");
    Problem::new(Code::Unavailable, "the profiles of the Moon's limb are damaged; see the log of the server")
}

/// The error for a libration, in degrees, without profiles.
pub(crate) fn outside(longitude_deg: f64, latitude_deg: f64) -> Problem {
    Problem::new(Code::NoData, LimbNode::outside(longitude_deg, latitude_deg))
}
