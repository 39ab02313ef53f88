//! Nutation IAU 2000A: luni-solar and planetary terms.

use super::csv;
use crate::Error;
use astro::earth::nutation::Iau2000a;
use std::path::Path;

const LUNI_SOLAR: &str = "l,l_sun,f,d,om,psi_sin,psi_t_sin,psi_cos,eps_cos,eps_t_cos,eps_sin";

const PLANETARY: &str = "l,f,d,om,mercury,venus,earth,mars,jupiter,saturn,uranus,neptune,precession,\
    psi_sin,psi_cos,eps_sin,eps_cos";

/// Reads the series from both files.
pub(crate) fn read(folder: &Path) -> Result<Iau2000a, Error> {
    let luni_solar = csv::read(&folder.join("nutation/iau2000a_lunisolar.csv"), LUNI_SOLAR, |r| {
        Ok((r.f64s::<5>(0)?, r.f64s::<6>(5)?))
    })?;
    let planetary = csv::read(&folder.join("nutation/iau2000a_planetary.csv"), PLANETARY, |r| {
        Ok((r.f64s::<13>(0)?, r.f64s::<4>(13)?))
    })?;
    Ok(Iau2000a::new(&luni_solar, &planetary))
}
