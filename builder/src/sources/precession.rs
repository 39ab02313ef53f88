//! The long-term precession of Vondrák, Capitaine & Wallace (2011).

use super::csv;
use crate::Error;
use astro::earth::precession::{LongTermPrecession, PolePath};
use std::path::Path;

/// The paths of the poles of ecliptic and equator.
pub(crate) fn read(folder: &Path) -> Result<LongTermPrecession, Error> {
    Ok(LongTermPrecession::new(
        pole(&folder.join("precession/vondrak2011_ecliptic_pole.csv"))?,
        pole(&folder.join("precession/vondrak2011_equator_pole.csv"))?,
    ))
}

fn pole(path: &Path) -> Result<PolePath, Error> {
    let header = "kind,power_or_period,first_cos,second_cos,first_sin,second_sin";
    let rows = csv::read(path, header, |r| {
        Ok(match r.word(0, &["polynomial", "periodic"])? {
            0 => (Some(r.f64s::<2>(2)?), None),
            _ => (None, Some(r.f64s::<5>(1)?)),
        })
    })?;
    let mut pole = PolePath::default();
    for (polynomial, periodic) in rows {
        pole.polynomial.extend(polynomial);
        pole.periodic.extend(periodic);
    }
    Ok(pole)
}
