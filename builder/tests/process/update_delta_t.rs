//! Renewing ΔT from the files of IERS and USNO. The files are made here in the published columns, from the
//! numbers of the table itself.

use super::*;
use astro::time::Date;
use builder::{Error, Renewed, update_delta_t};

/// The first of a month as a Modified Julian Date.
fn mjd(year: i32, month: i32) -> i64 {
    (Date { year, month, day: 1.0 }.gregorian_jd() - 2_400_000.5) as i64
}

/// A line of `finals2000A`.
fn day(mjd: i64, flag: char, ut1_utc_s: f64) -> String {
    let date = Date::gregorian(mjd as f64 + 2_400_000.5);
    let (year, day) = (date.year % 100, date.day as i32);
    let begin = format!("{year:2}{:2}{day:2} {:8.2} {flag}", date.month, mjd as f64);
    let pole = "  0.100538 0.000026  0.338547 0.000026  ";
    format!("{begin}{pole}{flag}{ut1_utc_s:10.7}{:10.7}{}\n", 0.000_006_6, " ".repeat(109))
}

/// A finals file from 2026 August on, observed until the given month of 2026 or 2027, and predicted for three
/// months more. ΔT follows the table to October, then grows by 1 ms a day; a leap second comes on 2027-01-01.
pub(crate) fn finals(observed_months: i64) -> String {
    let (first, october) = (mjd(2026, 8), mjd(2026, 10));
    let observed = mjd(2026, 8) + observed_months * 30 + 10;
    // ΔT of 2026-08-01 and 2026-10-01 in the table.
    let (august_s, october_s) = (69.171_294_4, 69.206_523_2);
    let september_s = 69.181_581_8;
    let september = mjd(2026, 9);
    let line = |at: i64| {
        let part = |from: i64, to: i64| (at - from) as f64 / (to - from) as f64;
        let delta_t_s = match at {
            _ if at < september => august_s + part(first, september) * (september_s - august_s),
            _ if at < october => september_s + part(september, october) * (october_s - september_s),
            _ => october_s + (at - october) as f64 * 0.001,
        };
        let tai_utc_s = if at < mjd(2027, 1) { 37.0 } else { 38.0 };
        day(at, if at <= observed { 'I' } else { 'P' }, 32.184 + tai_utc_s - delta_t_s)
    };
    (first..observed + 95).map(line).collect::<String>() + "27 8 1 61618.00\n"
}

pub(crate) fn with_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().zip(1..);
    lines.map(|(l, n)| if n == number { change(l) } else { l.to_owned() } + "\n").collect()
}

pub(crate) struct Case {
    pub(crate) folder: tempfile::TempDir,
}

impl Case {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("folder");
        copy(&sources(), &folder.path().join("catalog-src"));
        Self { folder }
    }

    pub(crate) fn source(&self) -> PathBuf {
        self.folder.path().join("catalog-src")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.source().join(name)).expect("read")
    }

    pub(crate) fn update(&self, files: &[(&str, &str)]) -> Result<Renewed, Error> {
        let written = files.iter().map(|(name, text)| {
            let path = self.folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        });
        update_delta_t(&self.source(), &written.collect::<Vec<_>>())
    }

    /// Asserts that files are refused with some words, and that nothing is written.
    pub(crate) fn refuses(&self, files: &[(&str, &str)], words: &[&str]) {
        let names = ["delta-t/iers.csv", "SHA256SUMS", "README.md"];
        let before = names.map(|name| self.text(name));
        let error = self.update(files).expect_err("refused").to_string();
        for word in words {
            assert!(error.contains(word), "{word} in: {error}");
        }
        assert_eq!(names.map(|name| self.text(name)), before);
    }

    /// ΔT of a day in the table, as text, with what follows it.
    fn row(&self, mjd: i64) -> Option<String> {
        self.text("delta-t/iers.csv").lines().find(|l| l.starts_with(&format!("{mjd}.0,"))).map(str::to_owned)
    }
}

#[test]
fn a_newer_finals_file_is_used_with_its_sum_and_its_dates() {
    let case = Case::new();
    let renewed = case.update(&[("finals2000A.all", &finals(6))]).expect("the renewal succeeds");
    assert_eq!(renewed.observed_until, ["2026-10-01", "2027-02-01"]);
    assert!(renewed.greatest_change.is_some_and(|(s, _)| s.abs() < 0.2));
    // Before and after the leap second ΔT goes on by 1 ms a day.
    let delta_t = |year, month| {
        let row = case.row(mjd(year, month)).unwrap_or_else(|| panic!("no row of {year}-{month}"));
        row.split(',').nth(1).and_then(|t| t.parse::<f64>().ok()).expect("a number")
    };
    for (year, month) in [(2026, 12), (2027, 1), (2027, 2), (2027, 5)] {
        let expected = 69.206_523_2 + (mjd(year, month) - mjd(2026, 10)) as f64 * 0.001;
        assert!((delta_t(year, month) - expected).abs() < 1e-6, "{year}-{month}: {}", delta_t(year, month));
    }
    assert!(case.row(mjd(2027, 2)).is_some_and(|row| row.ends_with(",observed,finals2000A")));
    assert!(case.row(mjd(2027, 5)).is_some_and(|row| row.ends_with(",predicted,finals2000A")));
    assert!(case.row(mjd(2026, 7)).is_some(), "what lies before the file stays");
    assert!(case.text("README.md").contains("Last observation: 2027-02-01, last prediction: 2033-10-01"));
    assert!(!case.source().join("SHA256SUMS.new").exists());
    // A repeated renewal changes nothing; `operator` builds from such sources.
    let again = case.update(&[("finals2000A.all", &finals(6))]).expect("the renewal succeeds");
    assert_eq!((again.observed_until[0].as_str(), again.greatest_change), ("2027-02-01", None));
}

#[test]
fn months_and_predictions_of_the_usno_are_used_where_they_are_newer() {
    let case = Case::new();
    let data = " 2026  9  1  69.1816\n 2026 10  1  69.2065\n 2026 11  1  69.2400\n 2026 12  1  69.2750\n";
    let header = "   MJD        YEAR    TT-UT Pred  UT1-UTC Pred  ERROR\n";
    let quarter = |k: i64| {
        let (year, part) = (2027 + k / 4, k % 4);
        let at = mjd(year as i32, 1 + 3 * part as i32);
        let (error, ut1_utc) = (0.3 + 0.01 * k as f64, if k < 3 { "-0.100" } else { "" });
        format!(
            "   {at}.000   {year}.{:02}   {:.2}   {ut1_utc}   {error:.3}\n",
            25 * part,
            69.0 + 0.1 * k as f64
        )
    };
    let preds = header.to_owned() + &(0..=28).map(quarter).collect::<String>();
    let renewed =
        case.update(&[("deltat.data", data), ("deltat.preds", &preds)]).expect("the renewal succeeds");
    assert_eq!(renewed.observed_until[1], "2026-12-01");
    assert_eq!(renewed.predicted_until, ["2033-10-01", "2034-01-01"]);
    assert_eq!(case.row(61_375).as_deref(), Some("61375.0,69.2750,0.0001,observed,deltat.data"));
    assert!(case.row(61_314).is_some_and(|row| row.ends_with("finals2000A")), "the IERS has more digits");
    assert_eq!(case.row(63_963).as_deref(), Some("63963.0,71.80,0.580,predicted,deltat.preds"));
    assert!(case.row(61_680).is_none(), "half a year after the last month is left out");
}

#[test]
fn damaged_old_and_foreign_files_are_refused_by_name_and_line_and_nothing_is_written() {
    let case = Case::new();
    let good = finals(6);
    let with_line = |number, change: &dyn Fn(&str) -> String| with_line(&good, number, change);
    let without_40 = good.replacen(&format!("{}\n", good.lines().nth(39).expect("line 40")), "", 1);
    let name = "finals2000A.all";
    case.refuses(&[(name, &without_40)], &["finals2000A.all:40", "does not follow"]);
    let garbled = with_line(12, &|l| format!("{}x{}", &l[..60], &l[61..]));
    case.refuses(&[(name, &garbled)], &["finals2000A.all:12", "UT1−UTC in columns 59–68", "not a number"]);
    let flagged = with_line(12, &|l| format!("{}Q{}", &l[..57], &l[58..]));
    case.refuses(&[(name, &flagged)], &[":12", "I or P"]);
    let dated = with_line(12, &|l| format!("26 8 9{}", &l[6..]));
    case.refuses(&[(name, &dated)], &[":12", "26 8 9", "2026-08-12"]);
    case.refuses(&[(name, &finals(1))], &["2026-10-01", "older"]);
    let late: String = good.lines().skip(100).map(|l| format!("{l}\n")).collect();
    case.refuses(&[(name, &late)], &["begins earlier"]);
    case.refuses(&[("notes.txt", "ΔT is 69 s\n")], &["notes.txt:1", "finals2000A.all", "deltat.preds"]);
    case.refuses(&[("empty", "")], &["empty:1", "is not a known file"]);
    let header = "MJD YEAR TT-UT UT1-UTC Error\n";
    case.refuses(&[("deltat.preds", header)], &["deltat.preds:1", "holds no predictions"]);
    case.refuses(&[("a", &good), ("b", &good)], &["pass only the newer one"]);
    let preds = "MJD YEAR TT-UT UT1-UTC Error\n63780.000 2033.50 71.20 1\n";
    case.refuses(&[("deltat.preds", preds)], &["deltat.preds:1", "2033-10-01", "older"]);
    let gap = "MJD YEAR TT-UT UT1-UTC Error\n63780.000 2033.50 71.20 1\n64000.000 2034.10 71.4 1\n";
    case.refuses(&[("deltat.preds", gap)], &["deltat.preds:3", "does not follow 63780"]);
    let late = "MJD YEAR TT-UT UT1-UTC Error\n63871.000 2033.75 71.20 1\n";
    case.refuses(&[("deltat.preds", late)], &["2033-10-01", "without a gap"]);
    let data = " 2026 10  1  69.2065\n 2026 12  1  69.2750\n";
    case.refuses(&[("deltat.data", data)], &["deltat.data:2", "2026 12  1", "month after"]);
    case.refuses(&[("deltat.data", " 2027  2  1  69.3\n")], &["gap"]);
    case.refuses(&[("deltat.data", " 2026  4  1  69.1330\n")], &["older"]);
    case.refuses(
        &[("deltat.data", " 2026 10  1  69.3065\n 2026 11  1  69.3\n")],
        &["2026-10-01", "observed"],
    );
}

#[test]
fn a_renewal_that_was_killed_is_finished_by_the_next() {
    let case = Case::new();
    let old = ["delta-t/iers.csv", "README.md", "SHA256SUMS"].map(|name| (name, case.text(name)));
    case.update(&[("finals2000A.all", &finals(6))]).expect("the renewal succeeds");
    // As it is when the program is killed after the first file was put in place.
    for (name, text) in &old[1..] {
        let path = case.source().join(name);
        std::fs::rename(&path, path.with_file_name(format!("{name}.new"))).expect("renamed");
        std::fs::write(&path, text).expect("written");
    }
    let again = case.update(&[("finals2000A.all", &finals(6))]).expect("finished");
    assert_eq!(again.observed_until[0], "2027-02-01");
}

#[test]
fn a_renewal_that_was_killed_while_it_wrote_is_cleared_away() {
    let case = Case::new();
    let names = ["delta-t/iers.csv", "README.md", "SHA256SUMS"];
    let old = names.map(|name| case.text(name));
    // The last file of a renewal is cut off: first the table, then the list of sums.
    let left = [
        vec![("delta-t/iers.csv.new", "mjd")],
        vec![("delta-t/iers.csv.new", "mjd"), ("README.md.new", "# So"), ("SHA256SUMS.unfinished", "0f")],
    ];
    for left in left {
        for (name, text) in &left {
            std::fs::write(case.source().join(name), text).expect("written");
        }
        assert!(case.update(&[("notes.txt", "no file of IERS\n")]).is_err(), "nothing to renew it with");
        assert_eq!(names.map(|name| case.text(name)), old);
        assert!(left.iter().all(|(name, _)| !case.source().join(name).exists()));
    }
    case.update(&[("finals2000A.all", &finals(6))]).expect("renewed");
}
