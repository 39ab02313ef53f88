//! `deltat.data` and `deltat.preds` of the USNO: ΔT itself, in columns that spaces or tabs separate.

use super::finals::MAX_CHANGE_S;
use super::month::{date_text, mjd_of, next_month, year_of};
use super::table::{DATA, DeltaTRow, DeltaTTable, FINALS, LINK_DAYS, PREDS};
use crate::Error;
use crate::sources::delta_t::{MJD_ZERO_JD, check_sigma};
use astro::time::Ut1;
use std::path::Path;

const FIRST_YEAR: i32 = 2005;
/// The digits of `deltat.data`, s.
const ROUNDING_S: &str = "0.0001";
/// No ΔT of these years is farther from zero, s.
const MAX_S: f64 = 1000.0;
/// Maximum difference between the year of a line and its MJD: in the published file some differ by a day.
const MAX_APART_YEARS: f64 = 0.02;
/// Maximum days from one prediction to the next.
const QUARTER_DAYS: f64 = 100.0;

/// Returns whether a line is one of `deltat.data`: year, month, day, ΔT.
pub(super) fn is_month(line: &str) -> bool {
    let fields: Vec<_> = line.split_whitespace().collect();
    fields.len() == 4 && fields[..3].iter().all(|f| f.parse::<i32>().is_ok()) && fields[3].contains('.')
}

/// The months of `deltat.data`, which follow each other.
pub(super) fn read_observed(path: &Path, text: &str) -> Result<Vec<DeltaTRow>, Error> {
    let mut rows: Vec<DeltaTRow> = Vec::new();
    for (line, content) in lines(text) {
        let wrong = |problem: &str| Error::line(path, line, format!("\"{content}\" {problem}"));
        if !is_month(content) {
            return Err(wrong("must be year, month, day and ΔT, such as 2026 4 1 69.1330"));
        }
        let fields: Vec<_> = content.split_whitespace().collect();
        let date = [0, 1, 2].map(|k| fields[k].parse::<i32>().unwrap_or(0));
        let [year, month, day] = date;
        if !(1..=12).contains(&month) || day != 1 {
            return Err(wrong("is not the first of a month"));
        }
        let mjd = mjd_of(year, month, day);
        if rows.last().is_some_and(|last| next_month(last.mjd) != mjd) {
            return Err(wrong("is not the month after the one before it"));
        }
        let delta_t = value(path, line, fields[3])?;
        let row = DeltaTRow { mjd, delta_t, sigma: ROUNDING_S.into(), is_observed: true, file: DATA };
        follow(path, line, &mut rows, row)?;
    }
    Ok(rows)
}

/// The predictions of `deltat.preds`: Modified Julian Date, year, ΔT, UT1−UTC or nothing, and error.
pub(super) fn read_predicted(path: &Path, text: &str) -> Result<Vec<DeltaTRow>, Error> {
    let mut rows: Vec<DeltaTRow> = Vec::new();
    for (line, content) in lines(text).skip(1) {
        let wrong = |problem: String| Error::line(path, line, problem);
        let fields: Vec<_> = content.split_whitespace().collect();
        let [mjd, year, delta_t, .., sigma] = fields[..] else {
            return Err(wrong(format!("\"{content}\" must be MJD, year, ΔT, and error at least")));
        };
        let number = |text: &str| text.parse::<f64>().ok().filter(|v| v.is_finite());
        let (Some(mjd), Some(year)) = (number(mjd), number(year)) else {
            return Err(wrong(format!("\"{mjd}\" and \"{year}\" must be an MJD and a decimal year")));
        };
        let of_mjd = Ut1(mjd + MJD_ZERO_JD).decimal_year();
        if (of_mjd - year).abs() > MAX_APART_YEARS {
            return Err(wrong(format!("MJD {mjd} is {of_mjd:.2}, and not {year}")));
        }
        if let Some(last) = rows.last().filter(|l| !(1.0..QUARTER_DAYS).contains(&(mjd - l.mjd))) {
            return Err(wrong(format!("MJD {mjd} does not follow {} within {QUARTER_DAYS} days", last.mjd)));
        }
        let (delta_t, sigma) = (value(path, line, delta_t)?, value(path, line, sigma)?);
        check_sigma(sigma.parse().unwrap_or(f64::NAN)).map_err(wrong)?;
        follow(path, line, &mut rows, DeltaTRow { mjd, delta_t, sigma, is_observed: false, file: PREDS })?;
    }
    if rows.is_empty() {
        return Err(Error::line(path, 1, "holds no predictions: nothing follows its header; fetch it again"));
    }
    Ok(rows)
}

/// Appends a row, unless ΔT jumps.
fn follow(path: &Path, line: u64, rows: &mut Vec<DeltaTRow>, row: DeltaTRow) -> Result<(), Error> {
    if let Some(last) = rows.last() {
        row.check_after(last).map_err(|problem| Error::line(path, line, problem))?;
    }
    rows.push(row);
    Ok(())
}

/// The lines with something on them, by number.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// The text of a number of seconds.
fn value(path: &Path, line: u64, text: &str) -> Result<String, Error> {
    match text.parse::<f64>() {
        Ok(value) if value.abs() < MAX_S => Ok(text.to_owned()),
        _ => Err(Error::line(path, line, format!("\"{text}\" is no number of seconds below {MAX_S}"))),
    }
}

/// The table with observed months of the USNO where it has only predictions or no value: the IERS publishes
/// more digits. With a file of the IERS, which is usually newer, this file need not be newer than the table.
pub(super) fn with_observed(
    table: &DeltaTTable,
    path: &Path,
    values: &[DeltaTRow],
    must_be_newer: bool,
) -> Result<DeltaTTable, Error> {
    let last = values.last().map_or(f64::NEG_INFINITY, |row| row.mjd);
    if must_be_newer && last < table.observed_until() {
        let (there, here) = (date_text(table.observed_until()), date_text(last.max(0.0)));
        let problem =
            format!("it ends with {here}, but the table has an observation of {there}: it is older");
        return Err(Error::line(path, 1, problem));
    }
    let mut months: Vec<DeltaTRow> = table.months().cloned().collect();
    for row in values.iter().filter(|row| year_of(row.mjd) >= FIRST_YEAR) {
        let at = months.partition_point(|there| there.mjd < row.mjd);
        let there = months.get(at).filter(|there| there.mjd == row.mjd).cloned();
        match there {
            Some(there) if there.is_observed => {
                let change_s = row.delta_t_s().zip(there.delta_t_s()).map_or(0.0, |(a, b)| (a - b).abs());
                if change_s > MAX_CHANGE_S {
                    let (date, here, there) = (date_text(row.mjd), &row.delta_t, there.delta_t);
                    let problem = format!("ΔT of {date} is {here} s, where the table has observed {there} s");
                    return Err(Error::line(path, 1, problem));
                }
                if there.file != FINALS {
                    months[at] = row.clone();
                }
            }
            Some(_) => months[at] = row.clone(),
            None => months.insert(at, row.clone()),
        }
    }
    months.extend(table.quarters().cloned());
    Ok(DeltaTTable { rows: months })
}

/// The table with other quarterly predictions.
pub(super) fn with_predicted(
    table: &DeltaTTable,
    path: &Path,
    rows: &[DeltaTRow],
) -> Result<DeltaTTable, Error> {
    let (here, there) = (rows.last(), table.quarters().next_back());
    let end = |row: Option<&DeltaTRow>| row.map_or(0.0, |row| row.mjd);
    if end(here) < end(there) {
        let (here, there) = (date_text(end(here)), date_text(end(there)));
        let problem =
            format!("it ends with {here}, but the table has predictions until {there}: it is older");
        return Err(Error::line(path, 1, problem));
    }
    let latest = table.months().next_back().map_or(0.0, |row| row.mjd + LINK_DAYS + QUARTER_DAYS);
    if let Some(first) = rows.first().filter(|first| first.mjd > latest) {
        let (first, latest) = (date_text(first.mjd), date_text(latest));
        let problem = format!(
            "it begins with {first}; to follow the months of the table without a gap it must \
                               begin by {latest}"
        );
        return Err(Error::line(path, 1, problem));
    }
    Ok(DeltaTTable { rows: table.months().chain(rows).cloned().collect() })
}
