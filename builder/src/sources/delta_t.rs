//! ΔT: polynomials over five millennia, tables and observations of the last centuries.

use super::csv;
use crate::Error;
use astro::time::Ut1;
use astro::time::delta_t::{
    DeltaT, DeltaTOrigin, DeltaTPolynomials, Model, Node, PolynomialPiece, Smh2016, sigma_table_s,
};
use std::cell::Cell;
use std::path::Path;

/// First and last year of the ΔT table.
const YEARS: (i32, i32) = (-2000, 3001);
/// Observed and predicted values.
pub(crate) const IERS: &str = "delta-t/iers.csv";
/// Their columns.
pub(crate) const IERS_HEADER: &str = "mjd,delta_t_s,sigma_s,source,file";
/// The Julian Date of MJD 0.
pub(crate) const MJD_ZERO_JD: f64 = 2_400_000.5;

/// Maximum plausible standard error, s: predictions for a decade ahead have 1 s.
const MAX_SIGMA_S: f64 = 10.0;
/// Maximum change of an observed ΔT in a day, s; since 1900 it was 0.005 s.
pub(crate) const MAX_PER_DAY_S: f64 = 0.02;
/// Maximum change of a predicted ΔT in a quarter, s.
const MAX_PER_QUARTER_S: f64 = 1.0;
const QUARTER_DAYS: f64 = 91.0;

/// A value of ΔT at a day, MJD.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeltaTValue {
    pub(crate) mjd: f64,
    pub(crate) delta_t_s: f64,
    pub(crate) is_observed: bool,
}

impl DeltaTValue {
    /// Rejects a jump of ΔT from the value before, or a value out of order.
    pub(crate) fn check_after(&self, before: &Self) -> Result<(), String> {
        let (days, change_s) = (self.mjd - before.mjd, self.delta_t_s - before.delta_t_s);
        if days <= 0.0 {
            return Err(format!("MJD {} must come after {}", self.mjd, before.mjd));
        }
        let most_s = if self.is_observed && before.is_observed {
            MAX_PER_DAY_S * days
        } else {
            MAX_PER_QUARTER_S * (days / QUARTER_DAYS).max(1.0)
        };
        if change_s.abs() <= most_s {
            return Ok(());
        }
        let (from, to) = (before.mjd, self.mjd);
        Err(format!("ΔT changes by {change_s:+.3} s between MJD {from} and {to}; the limit is {most_s:.2} s"))
    }
}

/// Rejects an implausible standard error, s.
pub(crate) fn check_sigma(sigma_s: f64) -> Result<(), String> {
    if (0.0..=MAX_SIGMA_S).contains(&sigma_s) {
        return Ok(());
    }
    Err(format!("the error of ΔT is {sigma_s} s; it must be within 0 … {MAX_SIGMA_S} s"))
}

/// The polynomials of Espenak & Meeus (2006).
pub(crate) fn polynomials(folder: &Path) -> Result<DeltaTPolynomials, Error> {
    #[rustfmt::skip]
    let header = "from_year,to_year,origin_year,scale_years,c0,c1,c2,c3,c4,c5,c6,c7";
    let pieces = csv::read(&folder.join("delta-t/espenak_meeus_2006.csv"), header, |r| {
        let mut coefficients = Vec::new();
        for k in 4..12 {
            if !r.text(k)?.is_empty() {
                coefficients.push(r.f64(k)?);
            }
        }
        Ok(PolynomialPiece {
            from_year: r.f64(0)?,
            to_year: r.f64(1)?,
            origin_year: r.f64(2)?,
            scale_years: r.f64(3)?,
            coefficients,
        })
    })?;
    Ok(DeltaTPolynomials::new(pieces)?)
}

/// The service's ΔT, assembled from all sources, and ΔT by other models, in the order of their words. The
/// errors contain the difference from the best model.
pub(crate) fn tables(
    folder: &Path,
    polynomials: &DeltaTPolynomials,
) -> Result<(DeltaT, [(Model, DeltaT); 2]), Error> {
    let (first_year, last_year) = YEARS;
    let smh2016 = Smh2016::new(spline(folder)?, spline_errors(folder)?)?.table(first_year, last_year)?;
    let own = DeltaT::assemble(polynomials, &meeus_table(folder)?, &iers(folder)?, first_year, last_year)?;
    let em2006 = polynomials.table(first_year, last_year)?.with_errors_by(&smh2016)?;
    let own = own.with_errors_by(&smh2016)?;
    Ok((own, [(Model::Em2006, em2006), (Model::Smh2016, smh2016)]))
}

fn spline(folder: &Path) -> Result<Vec<PolynomialPiece>, Error> {
    let header = "from_year,to_year,a0,a1,a2,a3";
    csv::read(&folder.join("delta-t/stephenson_2016_spline.csv"), header, |r| {
        let (from_year, to_year) = (r.f64(0)?, r.f64(1)?);
        let coefficients = r.f64s::<4>(2)?.to_vec();
        Ok(PolynomialPiece {
            from_year,
            to_year,
            origin_year: from_year,
            scale_years: to_year - from_year,
            coefficients,
        })
    })
}

fn spline_errors(folder: &Path) -> Result<Vec<(f64, f64)>, Error> {
    let header = "year,delta_t_s,sigma_s";
    csv::read(&folder.join("delta-t/stephenson_2016_errors.csv"), header, |r| Ok((r.f64(0)?, r.f64(2)?)))
}

fn meeus_table(folder: &Path) -> Result<Vec<Node>, Error> {
    csv::read(&folder.join("delta-t/meeus_table_10a.csv"), "year,delta_t_s", |r| {
        let year = r.f64(0)?;
        Ok(Node { year, delta_t_s: r.f64(1)?, sigma_s: sigma_table_s(year), source: DeltaTOrigin::Table })
    })
}

/// The last instant for which ΔT was observed.
pub(crate) fn observed_until(folder: &Path) -> Result<Ut1, Error> {
    let mjds = csv::read(&folder.join(IERS), IERS_HEADER, |r| {
        Ok((r.word(3, &["observed", "predicted"])? == 0).then_some(r.f64(0)?))
    })?;
    let last = mjds.into_iter().flatten().fold(f64::NAN, f64::max);
    if last.is_nan() {
        return Err(Error::line(&folder.join(IERS), 1, "the table has no observation"));
    }
    Ok(Ut1(last + MJD_ZERO_JD))
}

fn iers(folder: &Path) -> Result<Vec<Node>, Error> {
    let before: Cell<Option<DeltaTValue>> = Cell::new(None);
    csv::read(&folder.join(IERS), IERS_HEADER, |r| {
        let source =
            [DeltaTOrigin::Observed, DeltaTOrigin::Predicted][r.word(3, &["observed", "predicted"])?];
        let [mjd, delta_t_s, sigma_s] = r.f64s::<3>(0)?;
        check_sigma(sigma_s).map_err(|problem| r.error(problem))?;
        let value = DeltaTValue { mjd, delta_t_s, is_observed: source == DeltaTOrigin::Observed };
        if let Some(before) = before.replace(Some(value)) {
            value.check_after(&before).map_err(|problem| r.error(problem))?;
        }
        Ok(Node { year: Ut1(mjd + MJD_ZERO_JD).decimal_year(), delta_t_s, sigma_s, source })
    })
}
