//! The table `delta-t/iers.csv`: monthly values of ΔT, then quarterly predictions.

use super::month::{date_text, next_month};
use crate::Error;
use crate::sources::csv;
use crate::sources::delta_t::{DeltaTValue, IERS_HEADER};
use std::path::Path;

/// The word for quarterly predictions in the column `file`.
pub(super) const PREDS: &str = "deltat.preds";
/// The word for monthly values of the USNO.
pub(super) const DATA: &str = "deltat.data";
/// The word for monthly values of the IERS.
pub(super) const FINALS: &str = "finals2000A";
/// Days of quarterly predictions to omit after the last month: the two predictions differ by 0.1 s where they
/// meet, and interpolation over half a year links them.
pub(super) const LINK_DAYS: f64 = 180.0;

/// A row, with the original digits of its numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DeltaTRow {
    pub(super) mjd: f64,
    pub(super) delta_t: String,
    pub(super) sigma: String,
    pub(super) is_observed: bool,
    pub(super) file: &'static str,
}

impl DeltaTRow {
    /// ΔT, s; none if the text is not a number, which the reader rejects.
    pub(super) fn delta_t_s(&self) -> Option<f64> {
        self.delta_t.parse().ok()
    }

    fn value(&self) -> DeltaTValue {
        let delta_t_s = self.delta_t_s().unwrap_or(f64::NAN);
        DeltaTValue { mjd: self.mjd, delta_t_s, is_observed: self.is_observed }
    }

    /// Rejects a jump of ΔT from the row before.
    pub(super) fn check_after(&self, before: &Self) -> Result<(), String> {
        self.value().check_after(&before.value())
    }
}

/// The rows in order of time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DeltaTTable {
    pub(super) rows: Vec<DeltaTRow>,
}

impl DeltaTTable {
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let files = [FINALS, DATA, PREDS];
        let rows = csv::read(path, IERS_HEADER, |r| {
            r.f64s::<3>(0)?;
            Ok(DeltaTRow {
                mjd: r.f64(0)?,
                delta_t: r.text(1)?.to_owned(),
                sigma: r.text(2)?.to_owned(),
                is_observed: r.word(3, &["observed", "predicted"])? == 0,
                file: files[r.word(4, &files)?],
            })
        })?;
        if !rows.iter().any(|row: &DeltaTRow| row.is_observed) {
            return Err(Error::line(path, 1, "the table has no observation"));
        }
        Ok(Self { rows })
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{IERS_HEADER}\n");
        for DeltaTRow { mjd, delta_t, sigma, is_observed, file } in &self.rows {
            let source = if *is_observed { "observed" } else { "predicted" };
            text += &format!("{mjd:.1},{delta_t},{sigma},{source},{file}\n");
        }
        text
    }

    /// The day of the last observation.
    pub(super) fn observed_until(&self) -> f64 {
        self.rows.iter().rfind(|row| row.is_observed).map_or(f64::NEG_INFINITY, |row| row.mjd)
    }

    /// The last day.
    pub(super) fn last(&self) -> f64 {
        self.rows.last().map_or(f64::NEG_INFINITY, |row| row.mjd)
    }

    /// The monthly rows.
    pub(super) fn months(&self) -> impl DoubleEndedIterator<Item = &DeltaTRow> {
        self.rows.iter().filter(|row| row.file != PREDS)
    }

    /// The quarterly rows.
    pub(super) fn quarters(&self) -> impl DoubleEndedIterator<Item = &DeltaTRow> {
        self.rows.iter().filter(|row| row.file == PREDS)
    }

    /// ΔT at a day, linear between rows, s; none outside them.
    pub(super) fn at(&self, mjd: f64) -> Option<f64> {
        let i = self.rows.partition_point(|row| row.mjd < mjd);
        let next = self.rows.get(i)?;
        if next.mjd == mjd {
            return next.delta_t_s();
        }
        let last = &self.rows[i.checked_sub(1)?];
        let (a, b) = (last.delta_t_s()?, next.delta_t_s()?);
        Some(a + (b - a) * (mjd - last.mjd) / (next.mjd - last.mjd))
    }

    /// Months and then quarters, in the order of the file; months must be consecutive.
    pub(super) fn joined(&self, path: &Path) -> Result<Self, Error> {
        let months: Vec<DeltaTRow> = self.months().cloned().collect();
        let is_gap = |pair: &&[DeltaTRow]| {
            next_month(pair[0].mjd) != pair[1].mjd || (pair[1].is_observed && !pair[0].is_observed)
        };
        if let Some(pair) = months.windows(2).find(is_gap) {
            let [last, next] = [&pair[0], &pair[1]].map(|row| date_text(row.mjd));
            let problem = format!(
                "{}: the month of {next} would follow that of {last}, which is not the month before it or is \
                 not observed; add a file that closes the gap",
                path.display()
            );
            return Err(Error::Option(problem));
        }
        let end = months.last().map_or(f64::NEG_INFINITY, |row| row.mjd + LINK_DAYS);
        let quarters = self.quarters().filter(|row| row.mjd > end).cloned();
        let rows: Vec<DeltaTRow> = months.iter().cloned().chain(quarters).collect();
        for pair in rows.windows(2) {
            pair[1]
                .check_after(&pair[0])
                .map_err(|problem| Error::Option(format!("{}: {problem}", path.display())))?;
        }
        Ok(Self { rows })
    }
}
