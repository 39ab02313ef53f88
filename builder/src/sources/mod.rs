//! Reading `catalog-src`: every file is checked against `SHA256SUMS` before anything is parsed.

pub(crate) mod countries;
pub(crate) mod csv;
pub(crate) mod delta_t;
mod elevation;
mod elp;
pub(crate) mod iso_codes;
pub(crate) mod natural_earth;
pub(crate) mod nutation;
pub(crate) mod precession;
pub(crate) mod seas;
pub(crate) mod sums;
pub(crate) mod topojson;
pub(crate) mod towns;
pub(crate) mod vsop87;

use crate::Error;
use crate::kernel::Kernel;
use artifacts::manifest::sha256_hex;
use astro::ephemeris::{apparent, canon, kernel};
use astro::theory::de440;
use astro::theory::vsop87::Earth;
use astro::time::Tt;
use astro::time::delta_t::{DeltaT, DeltaTPolynomials, Model};
use iso_codes::IsoCode;
use natural_earth::NaturalEarth;
use places::Area;
use std::collections::BTreeMap;
use std::path::Path;
use towns::Town;

/// The contents of `catalog-src`, ready for use.
pub struct Sources {
    /// SHA-256 of each file, by its path below the folder.
    pub sums: BTreeMap<String, String>,
    /// Theories of the eclipse canon.
    pub canon: canon::CanonTheories,
    /// The most accurate theories.
    pub apparent: apparent::SkyTheories,
    /// A numerical ephemeris, if the operator has named one; it does not come from the folder.
    pub kernel: Option<Kernel>,
    /// Espenak & Meeus's polynomials.
    pub polynomials: DeltaTPolynomials,
    /// The service's ΔT.
    pub delta_t: DeltaT,
    /// ΔT by other models.
    pub delta_t_models: [(Model, DeltaT); 2],
    /// The codes and names of ISO 3166-1.
    pub(crate) iso_codes: Vec<IsoCode>,
    /// Outlines of countries and seas.
    pub areas: Vec<Area>,
    /// The land mask, against which the countries are checked.
    pub land: Vec<Area>,
    /// Heights of the ground on a grid of 5′, metres.
    pub(crate) heights_m: Vec<i16>,
    /// The contents of the base map.
    pub(crate) natural_earth: NaturalEarth,
    /// Towns, the largest first.
    pub(crate) towns: Vec<Town>,
}

impl Sources {
    /// The kernel as theories, if there is one that covers the days around `t`. Otherwise
    /// [`Sources::apparent`] is the most accurate.
    pub fn from_kernel(&self, t: Tt) -> Option<kernel::KernelTheories<'_>> {
        let bodies = &self.kernel.as_ref().filter(|kernel| kernel.bodies.covers(t))?.bodies;
        let apparent::SkyTheories { nutation, precession, .. } = &self.apparent;
        Some(kernel::KernelTheories { bodies, nutation, precession })
    }
}

/// Name of the checksum of other sea areas.
const SEAS: &str = "--seas";

/// Checks the folder without parsing it: SHA-256 of each file, and of the sea areas from `seas`, if given.
pub(crate) fn checked_sums(folder: &Path, seas: Option<&Path>) -> Result<BTreeMap<String, String>, Error> {
    let mut sums = sums::check(folder)?;
    if let Some(path) = seas {
        sums.insert(SEAS.into(), sha256_hex(seas_text(path)?.as_bytes()));
    }
    Ok(sums)
}

fn seas_text(path: &Path) -> Result<String, Error> {
    let cannot = |e| Error::Option(format!("{SEAS} {}: cannot be read: {e}", path.display()));
    std::fs::read_to_string(path).map_err(cannot)
}

/// Checks and parses the folder; sea areas from `seas` instead of its own, if given.
pub fn read(folder: &Path, seas: Option<&Path>) -> Result<Sources, Error> {
    let mut sums = sums::check(folder)?;
    let read_theories = || -> Result<_, Error> {
        let polynomials = delta_t::polynomials(folder)?;
        let (delta_t, delta_t_models) = delta_t::tables(folder, &polynomials)?;
        let nutation = nutation::read(folder)?;
        let canon = canon::CanonTheories {
            moon: elp::elp2000_82b(folder)?,
            earth: Earth::new(&vsop87::read(&folder.join("vsop87/vsop87d_earth.csv"))?)?,
            nutation: nutation.clone(),
        };
        let apparent = apparent::SkyTheories {
            moon: elp::mpp02(folder)?,
            earth: de440::Earth::new(vsop87::read(&folder.join("vsop87/vsop87b_earth.csv"))?)?,
            nutation,
            precession: precession::read(folder)?,
        };
        Ok((polynomials, delta_t, delta_t_models, canon, apparent))
    };
    let own_seas = folder.join("seas/limits.geojson");
    let seas_path = seas.unwrap_or(&own_seas);
    let seas_text = match seas {
        Some(path) => seas_text(path)?,
        None => std::fs::read_to_string(&own_seas).map_err(Error::source(&own_seas))?,
    };
    if seas.is_some() {
        sums.insert(SEAS.into(), sha256_hex(seas_text.as_bytes()));
    }
    let read_earth = || -> Result<_, Error> {
        let mut areas = countries::read(folder)?;
        areas.extend(seas::parse(seas_path, &seas_text)?);
        let (iso_codes, land) = (iso_codes::read(folder)?, countries::land(folder)?);
        Ok((areas, iso_codes, land, natural_earth::read(folder)?, elevation::read(folder)?))
    };
    let (theories, (earth, towns)) =
        rayon::join(read_theories, || rayon::join(read_earth, || towns::read(folder)));
    let (polynomials, delta_t, delta_t_models, canon, apparent) = theories?;
    let (areas, iso_codes, land, natural_earth, heights_m) = earth?;
    Ok(Sources {
        sums,
        canon,
        apparent,
        kernel: None,
        polynomials,
        delta_t,
        delta_t_models,
        iso_codes,
        areas,
        land,
        heights_m,
        natural_earth,
        towns: towns?,
    })
}
