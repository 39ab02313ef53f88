//! The Moon's limb: the operator's profiles, and what is said where there are none.

use crate::generation::Data;
use crate::http::problem::{Code, Problem};
use artifacts::limb::{Node, Pack};
use astro::earth::Observer;
use astro::sky::horizon::Horizon;
use astro::sky::libration::{self, Facing};
use astro::theory::meeus;
use astro::time::Tt;
use std::sync::Arc;

/// What is told where there are no profiles.
const NOT_INSTALLED: &str = "profiles of the Moon's limb are not installed here: the operator makes them with \
    builder limb --lola LDEM_16.IMG --out FOLDER and starts the server with --limb FOLDER; NASA publishes the \
    map of heights, LDEM_16.IMG with LDEM_16.LBL, among the gridded data of LOLA in its Planetary Data System \
    (LOLA_GDR/CYLINDRICAL/IMG, from https://pds-geosciences.wustl.edu/missions/lro/lola.htm)";

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
        "the libration is l = {longitude_deg:.3}°, b = {latitude_deg:.3}°; there are profiles for l from −{l} \
         to {l} and b from −{b} to {b}, which is where it lies in eclipses of the Sun"
    );
    Problem::new(Code::NoData, detail)
}
