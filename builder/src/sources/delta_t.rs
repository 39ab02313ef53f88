//! ΔT: polynomials over five millennia, tables and observations of the last centuries.

use super::csv;
use crate::Error;
use astro::time::Ut1;
use astro::time::delta_t::{DeltaT, Node, Piece, Polynomials, Source, sigma_table_s};
use std::path::Path;

/// First and last year of the ΔT table.
const YEARS: (i32, i32) = (-2000, 3001);
/// The Julian Date of MJD 0.
const MJD_ZERO_JD: f64 = 2_400_000.5;

/// The polynomials of Espenak & Meeus (2006).
pub(crate) fn polynomials(folder: &Path) -> Result<Polynomials, Error> {
    #[rustfmt::skip]
    let header = [
        "from_year", "to_year", "origin_year", "scale_years", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7",
    ];
    let pieces = csv::read(&folder.join("delta-t/espenak_meeus_2006.csv"), &header, |r| {
        let mut coefficients = Vec::new();
        for k in 4..12 {
            if !r.text(k)?.is_empty() {
                coefficients.push(r.f64(k)?);
            }
        }
        Ok(Piece {
            from_year: r.f64(0)?,
            to_year: r.f64(1)?,
            origin_year: r.f64(2)?,
            scale_years: r.f64(3)?,
            coefficients,
        })
    })?;
    Ok(Polynomials::new(pieces)?)
}

/// The service's ΔT, assembled from all sources.
pub(crate) fn table(folder: &Path, polynomials: &Polynomials) -> Result<DeltaT, Error> {
    let (first_year, last_year) = YEARS;
    Ok(DeltaT::assemble(polynomials, &meeus_table(folder)?, &iers(folder)?, first_year, last_year)?)
}

fn meeus_table(folder: &Path) -> Result<Vec<Node>, Error> {
    csv::read(&folder.join("delta-t/meeus_table_10a.csv"), &["year", "delta_t_s"], |r| {
        let year = r.f64(0)?;
        Ok(Node { year, delta_t_s: r.f64(1)?, sigma_s: sigma_table_s(year), source: Source::Table })
    })
}

fn iers(folder: &Path) -> Result<Vec<Node>, Error> {
    csv::read(&folder.join("delta-t/iers.csv"), &["mjd", "delta_t_s", "sigma_s", "source", "file"], |r| {
        let source = [Source::Observed, Source::Predicted][r.word(3, &["observed", "predicted"])?];
        Ok(Node {
            year: Ut1(r.f64(0)? + MJD_ZERO_JD).decimal_year(),
            delta_t_s: r.f64(1)?,
            sigma_s: r.f64(2)?,
            source,
        })
    })
}
