//! VSOP87: the Earth's motion about the Sun.

use super::csv;
use crate::Error;
use astro::theory::vsop87;
use std::path::Path;

/// The table of one version of the theory.
pub(crate) fn read(path: &Path) -> Result<Vec<vsop87::Row>, Error> {
    let header = "coordinate,power,amplitude,phase_rad,rate_rad_per_millennium";
    csv::read(path, header, |r| {
        Ok(vsop87::Row {
            coordinate: r.coordinate(0)?,
            power: r.number(1)?,
            amplitude: r.f64(2)?,
            phase: r.f64(3)?,
            rate: r.f64(4)?,
        })
    })
}
