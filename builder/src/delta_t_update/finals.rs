//! The files `finals` of the IERS: a line of 187 characters for each day. Columns as in `readme.finals2000A`.

use super::month::{date_text, is_first_of_month, mjd_of, year_of};
use super::table::{DeltaTRow, DeltaTTable, FINALS};
use crate::Error;
use crate::sources::delta_t::{MAX_PER_DAY_S, check_sigma};
use std::ops::Range;
use std::path::Path;

/// Year of the century, month and day.
const DATE: [Range<usize>; 3] = [0..2, 2..4, 4..6];
const MJD: Range<usize> = 7..15;
/// `I` for a value of the IERS, `P` for a prediction.
const FLAG: usize = 57;
const UT1_UTC: Range<usize> = 58..68;
const SIGMA: Range<usize> = 68..78;
/// From this day on years of the century are those of the 21st.
const CENTURY_MJD: f64 = 51_544.0;
const FIRST_YEAR: i32 = 2005;
const TT_TAI_S: f64 = 32.184;
/// UT1 − UTC is kept below 0.9 s, and a leap second moves it by 1 s.
const LEAP_S: f64 = 0.5;
/// Maximum change of an observed value when IERS recomputes it, s.
pub(super) const MAX_CHANGE_S: f64 = 0.01;

/// Characters of a line.
const LINE: usize = 187;
/// Minimum length of the predictions, days. Published files predict at least three months; a file with less
/// than two is truncated.
const MIN_PREDICTED_DAYS: f64 = 60.0;

pub(super) struct FinalsDay {
    line: u64,
    mjd: f64,
    ut1_utc_s: f64,
    sigma: String,
    is_observed: bool,
}

pub(super) fn is_day(line: &str) -> bool {
    line.is_ascii() && line.len() > SIGMA.end && line[MJD].trim().parse::<f64>().is_ok()
}

/// The days that have a value. They are consecutive, observed ones first; days without a value are at the
/// end.
pub(super) fn read(path: &Path, text: &str) -> Result<Vec<FinalsDay>, Error> {
    check_whole(path, text)?;
    let mut days: Vec<FinalsDay> = Vec::new();
    let mut ended = None;
    for (line, content) in (1..).zip(text.lines()) {
        let wrong = |problem: String| Err(Error::line(path, line, problem));
        if content.trim().is_empty() {
            continue;
        }
        if !content.is_ascii() || content.len() < MJD.end {
            return wrong("is no line of a finals file, which has 187 characters".into());
        }
        let mjd = number(path, line, content, MJD, "the Modified Julian Date")?;
        check_date(path, line, content, mjd)?;
        if content.len() < SIGMA.end && !content.get(UT1_UTC.start..).unwrap_or("").trim().is_empty() {
            return wrong("is cut off: UT1−UTC must be followed by its error".into());
        }
        if content.len() < SIGMA.end || content[UT1_UTC].trim().is_empty() {
            ended = ended.or(Some(line));
            continue;
        }
        if let Some(without) = ended {
            return wrong(format!("has UT1−UTC, which line {without} before it has not"));
        }
        let sigma_s = number(path, line, content, SIGMA, "the error of UT1−UTC")?;
        if let Err(problem) = check_sigma(sigma_s) {
            return wrong(problem);
        }
        let day = FinalsDay {
            line,
            mjd,
            ut1_utc_s: number(path, line, content, UT1_UTC, "UT1−UTC")?,
            sigma: format!("{sigma_s:.7}"),
            is_observed: match content.as_bytes()[FLAG] {
                b'I' => true,
                b'P' => false,
                _ => return wrong("column 58 must be I or P".into()),
            },
        };
        if let Some(last) = days.last() {
            if day.mjd != last.mjd + 1.0 {
                return wrong(format!("{} does not follow {} by a day", day.mjd, last.mjd));
            }
            if day.is_observed && !last.is_observed {
                return wrong("is observed, but the day before it is a prediction".into());
            }
            let change_s = day.ut1_utc_s - last.ut1_utc_s;
            if (change_s - leap_s(change_s)).abs() > MAX_PER_DAY_S {
                return wrong(format!(
                    "UT1−UTC changes by {change_s:+.4} s in a day; {MAX_PER_DAY_S} s are the most beside a \
                     leap second"
                ));
            }
        }
        if day.ut1_utc_s.abs() > 1.0 {
            return wrong(format!("UT1−UTC is {} s; it must be within 1 s", day.ut1_utc_s));
        }
        days.push(day);
    }
    Ok(days)
}

/// Checks that the last line is complete.
fn check_whole(path: &Path, text: &str) -> Result<(), Error> {
    if text.ends_with('\n') || text.lines().next_back().is_some_and(|line| line.len() >= LINE) {
        return Ok(());
    }
    let problem = format!(
        "is cut off: the last line has neither {LINE} characters nor a line feed; fetch the file again"
    );
    Err(Error::line(path, text.lines().count() as u64, problem))
}

/// The leap second in a change of UT1 − UTC, s.
fn leap_s(change_s: f64) -> f64 {
    if change_s.abs() > LEAP_S { change_s.round() } else { 0.0 }
}

fn number(path: &Path, line: u64, content: &str, columns: Range<usize>, what: &str) -> Result<f64, Error> {
    let text = content[columns.clone()].trim();
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| {
        let (from, to) = (columns.start + 1, columns.end);
        Error::line(path, line, format!("{what} in columns {from}–{to}, \"{text}\", is not a number"))
    })
}

/// Checks that the date of a line is that of its Modified Julian Date.
fn check_date(path: &Path, line: u64, content: &str, mjd: f64) -> Result<(), Error> {
    let [year, month, day] = DATE.map(|columns| content[columns].trim().parse::<i32>().ok());
    let century = if mjd < CENTURY_MJD { 1900 } else { 2000 };
    let of_date = year.zip(month).zip(day).map(|((y, m), d)| mjd_of(century + y, m, d));
    if of_date == Some(mjd) {
        return Ok(());
    }
    let (date, right) = (&content[..6], date_text(mjd));
    Err(Error::line(path, line, format!("the date \"{date}\" is not that of MJD {mjd}, which is {right}")))
}

/// The table with its months replaced by those of a file. Months before the file stay.
pub(super) fn renewed(table: &DeltaTTable, path: &Path, days: &[FinalsDay]) -> Result<DeltaTTable, Error> {
    let wrong = |line: u64, problem: String| Error::line(path, line, problem);
    let until = days.iter().rfind(|day| day.is_observed).map_or(f64::NEG_INFINITY, |day| day.mjd);
    if until < table.observed_until() {
        let (there, here) = (date_text(table.observed_until()), date_text(until.max(0.0)));
        let problem =
            format!("its observations end with {here}, but the table has one of {there}: it is older");
        return Err(wrong(days.last().map_or(1, |day| day.line), problem));
    }
    check_predictions(table, path, days, until)?;
    // TAI − UTC up to a constant: UT1 − UTC jumps with it.
    let mut leaps = vec![0.0];
    for pair in days.windows(2) {
        leaps.push(leaps[leaps.len() - 1] + leap_s(pair[1].ut1_utc_s - pair[0].ut1_utc_s));
    }
    let observed = |mjd: f64| table.months().find(|row| row.is_observed && row.mjd == mjd)?.delta_t_s();
    let uniform_s = |(day, leap): (&FinalsDay, &f64)| TT_TAI_S + leap - day.ut1_utc_s;
    let common = days.iter().zip(&leaps).find_map(|pair| Some(observed(pair.0.mjd)? - uniform_s(pair)));
    let Some(tai_utc_s) = common.map(f64::round) else {
        let problem = "it begins after the last observation of the table; use a file that begins earlier";
        return Err(wrong(days.first().map_or(1, |day| day.line), problem.into()));
    };
    let mut rows: Vec<DeltaTRow> =
        table.months().filter(|row| days.first().is_some_and(|first| row.mjd < first.mjd)).cloned().collect();
    for pair in days.iter().zip(&leaps) {
        let (day, delta_t_s) = (pair.0, uniform_s(pair) + tai_utc_s);
        if !is_first_of_month(day.mjd) || year_of(day.mjd) < FIRST_YEAR {
            continue;
        }
        if let Some(there) = observed(day.mjd).filter(|there| (there - delta_t_s).abs() > MAX_CHANGE_S) {
            let date = date_text(day.mjd);
            let problem =
                format!("ΔT of {date} is {delta_t_s:.4} s, where the table has observed {there:.4} s");
            return Err(wrong(day.line, problem));
        }
        rows.push(DeltaTRow {
            mjd: day.mjd,
            delta_t: format!("{delta_t_s:.7}"),
            sigma: day.sigma.clone(),
            is_observed: day.is_observed,
            file: FINALS,
        });
    }
    rows.extend(table.quarters().cloned());
    Ok(DeltaTTable { rows })
}

/// Rejects a file whose predictions end too early: it is truncated between two lines.
fn check_predictions(
    table: &DeltaTTable,
    path: &Path,
    days: &[FinalsDay],
    observed_until: f64,
) -> Result<(), Error> {
    let Some(last) = days.last() else { return Ok(()) };
    let wrong = |problem: String| Err(Error::line(path, last.line, problem));
    let (here, observed) = (date_text(last.mjd), date_text(observed_until));
    if last.mjd < observed_until + MIN_PREDICTED_DAYS {
        return wrong(format!(
            "its predictions end with {here}, and its observations with {observed}: {MIN_PREDICTED_DAYS} \
             days lie between them in a whole file; fetch it again"
        ));
    }
    let months = table.months().next_back().map_or(f64::NEG_INFINITY, |row| row.mjd);
    let newest = table.observed_until();
    let has_newer = days.iter().any(|d| d.is_observed && d.mjd > newest && is_first_of_month(d.mjd));
    if last.mjd < months && !has_newer {
        return wrong(format!(
            "its predictions end with {here}, those of the table with {}, and it brings no newer month that \
             was observed: it is cut off or older",
            date_text(months)
        ));
    }
    Ok(())
}
