//! The Moon's limb: the operator's profiles, and what is said where there are none.

use crate::generation::Data;
use artifacts::limb::{Node, Pack};
use astro::constants::{AU_KM, EQUATORIAL_RADIUS_KM, SUN_SEMIDIAMETER};
use astro::earth::Observer;
use astro::eclipse::local::limb::{Bead, LimbContact, RuggedMoon};
use astro::eclipse::local::{CentralContacts, Circumstances, Contact, LocalContacts, ObservedEclipse};
use astro::math::angle::ARCSEC;
use astro::sky::horizon::Horizon;
use astro::sky::libration::{self, Facing};
use astro::theory::meeus;
use astro::time::Tt;
use std::sync::Arc;
use web::problem::{Code, Problem};

/// What is told where there are no profiles.
const NOT_INSTALLED: &str = "profiles of the Moon's limb are not installed here: the operator makes them \
    with builder limb --lola LDEM_16.IMG --out FOLDER and starts the server with --limb FOLDER; NASA \
    publishes the map of heights, LDEM_16.IMG with LDEM_16.LBL, among the gridded data of LOLA in its \
    Planetary Data System (LOLA_GDR/CYLINDRICAL/IMG, from \
    https://pds-geosciences.wustl.edu/missions/lro/lola.htm)";

impl Data {
    /// The profiles of the limb; a problem that says how they are installed if there are none.
    pub(crate) fn limb(&self) -> Result<&Arc<Pack>, Problem> {
        self.limb.as_ref().ok_or_else(|| Problem::new(Code::Unavailable, NOT_INSTALLED))
    }

    /// Name of the dataset of the profiles.
    pub(crate) fn limb_id(&self) -> Option<&str> {
        self.limb.as_ref().map(|pack| &pack.manifest().id[..])
    }
}

/// An observer of an eclipse before whom the Moon is to have mountains.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rugged {
    pub(crate) observer: Observer,
    pub(crate) delta_t_s: f64,
    /// Semidiameter of the Sun at 1 au, radians.
    pub(crate) sun_semidiameter: f64,
}

/// The Moon with its mountains at C2 or at C3.
pub(crate) struct RuggedContact {
    which: Contact,
    /// The contact of the mean limb.
    pub(crate) mean: Circumstances,
    moon: RuggedMoon,
}

impl Rugged {
    /// An observer for whom ΔT is so many seconds; the Sun as large as in the elements unless its
    /// semidiameter at 1 au is given, in arcseconds.
    pub(crate) fn new(observer: Observer, delta_t_s: f64, sun_radius_arcsec: Option<f64>) -> Self {
        let sun_semidiameter = sun_radius_arcsec.map_or(SUN_SEMIDIAMETER, |arcsec| arcsec * ARCSEC);
        Self { observer, delta_t_s, sun_semidiameter }
    }

    /// How the Moon turns its disc to the observer `t` hours of TD from t0.
    pub(crate) fn facing(&self, local: &ObservedEclipse, t: f64) -> Facing {
        facing(self.observer, local.instant(t), self.delta_t_s)
    }

    /// The Moon at C2 and C3; none where the eclipse has neither. What can fail has then been tried.
    pub(crate) fn contacts(
        &self,
        pack: &Pack,
        local: &ObservedEclipse,
        contacts: &LocalContacts,
    ) -> Result<Option<[RuggedContact; 2]>, Problem> {
        let Some(CentralContacts { second, third }) = contacts.central else { return Ok(None) };
        let contact = |which, mean: Circumstances| {
            let moon = self.facing(local, mean.t);
            let [l, b] = [moon.libration.longitude, moon.libration.latitude].map(f64::to_degrees);
            let profile = pack.between(l, b).map_err(|e| damaged(&e))?.ok_or_else(|| outside(l, b))?;
            let sun_radius = self.sun_semidiameter.sin() * AU_KM / EQUATORIAL_RADIUS_KM;
            let moon = RuggedMoon::new(&profile, moon.position_angle, sun_radius);
            Ok::<_, Problem>(RuggedContact { which, mean, moon })
        };
        Ok(Some([contact(Contact::Second, second)?, contact(Contact::Third, third)?]))
    }
}

impl RuggedContact {
    /// C2 and C3 behind the mountains; none where these leave nothing of totality or of the ring.
    pub(crate) fn found(
        both: &[Self; 2],
        local: &ObservedEclipse,
        contacts: &LocalContacts,
    ) -> Option<[LimbContact; 2]> {
        let [second, third] = both.each_ref().map(|at| local.limb_contact(contacts, at.which, &at.moon));
        Some([second?, third?])
    }

    /// Baily's beads about the contact behind the mountains.
    pub(crate) fn beads(&self, local: &ObservedEclipse, contact: &LimbContact) -> Vec<Bead> {
        local.beads(contact, &self.moon)
    }
}

/// From C2 to C3, seconds to the millisecond.
pub(crate) fn duration_s([second, third]: &[LimbContact; 2]) -> f64 {
    seconds_to_ms(third.t - second.t)
}

/// Hours as seconds to the millisecond.
pub(crate) fn seconds_to_ms(hours: f64) -> f64 {
    (hours * 3_600_000.0).round() / 1000.0
}

/// How the Moon turns its disc to an observer, for whom ΔT is so many seconds.
pub(crate) fn facing(observer: Observer, tt: Tt, delta_t_s: f64) -> Facing {
    let sidereal_time = meeus::apparent_sidereal_time(tt.to_ut1(delta_t_s), tt);
    libration::facing(tt, Horizon::new(observer).observer_km(sidereal_time))
}

/// The problem of profiles that turn out damaged when they are touched; the log says which file.
pub(crate) fn damaged(error: &artifacts::Error) -> Problem {
    tracing::error!(%error, "profiles of the Moon's limb cannot be read");
    Problem::new(Code::Unavailable, "the profiles of the Moon's limb are damaged; the operator is told")
}

/// The problem of a libration, in degrees, for which there are no profiles.
pub(crate) fn outside(longitude_deg: f64, latitude_deg: f64) -> Problem {
    let (l, b) = (Node::MOST_LONGITUDE_DEG, Node::MOST_LATITUDE_DEG);
    let detail = format!(
        "the libration is l = {longitude_deg:.3}°, b = {latitude_deg:.3}°; there are profiles for l from \
         −{l} to {l} and b from −{b} to {b}, which is where it lies in eclipses of the Sun"
    );
    Problem::new(Code::NoData, detail)
}
