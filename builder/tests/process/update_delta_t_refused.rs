//! Truncated or impossible files of IERS and USNO, and concurrent renewals.

use super::update_delta_t::{Case, finals, with_line};
use super::*;
use builder::update_delta_t;
use std::io::Read;
use std::process::Stdio;

const FINALS: &str = "finals2000A.all";
const HEADER: &str = "MJD YEAR TT-UT UT1-UTC Error\n";

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_it_ends() {
    let case = Case::new();
    let good = finals(6);
    let first_lines = |count: usize| good.lines().take(count).map(|l| format!("{l}\n")).collect::<String>();
    // Within the error, the value and the date of its last line.
    for characters in [77, 63, 12] {
        let cut = first_lines(230);
        let cut = &cut[..cut.len() - 188 + characters];
        case.refuses(&[(FINALS, cut)], &["finals2000A.all:230", "is cut off"]);
    }
    let line = with_line(&good, 230, |l| l[..66].to_owned());
    case.refuses(&[(FINALS, &line)], &["finals2000A.all:230", "is cut off", "its error"]);
    // Between two lines: among the observations, and among the predictions.
    case.refuses(&[(FINALS, &first_lines(150))], &["predictions end with", "fetch it again"]);
    let old = finals(2);
    let few: String = old.lines().take(145).map(|l| format!("{l}\n")).collect();
    case.refuses(&[(FINALS, &few)], &["2027-10-01", "no newer month"]);
}

#[test]
fn standard_errors_and_leaps_that_cannot_be_are_refused_with_their_line() {
    let case = Case::new();
    let good = finals(6);
    for sigma in ["-5.0000000", "99999.9999"] {
        let wrong = with_line(&good, 12, |l| format!("{}{sigma}{}", &l[..68], &l[78..]));
        case.refuses(&[(FINALS, &wrong)], &["finals2000A.all:12", "the error of ΔT", "0 … 10 s"]);
    }
    let leap = with_line(&good, 12, |l| {
        let s: f64 = l[58..68].trim().parse().expect("a number");
        format!("{}{:10.7}{}", &l[..58], s - 0.3, &l[68..])
    });
    case.refuses(&[(FINALS, &leap)], &["finals2000A.all:12", "in a day", "leap second"]);
    let quarters = |second: &str| format!("{HEADER}63780.000 2033.50 71.20 1\n63871.000 2033.75 {second}\n");
    case.refuses(&[("deltat.preds", &quarters("71.25 -3"))], &["deltat.preds:3", "the error of ΔT is -3 s"]);
    case.refuses(&[("deltat.preds", &quarters("-999.9 1"))], &["deltat.preds:3", "ΔT changes by -1071.1"]);
    let data = " 2026 10  1  69.2065\n 2026 11  1  70.2065\n";
    case.refuses(&[("deltat.data", data)], &["deltat.data:2", "ΔT changes by +1.000 s"]);
}

#[test]
fn the_table_of_the_sources_is_refused_where_its_numbers_cannot_be() {
    let folder = tempfile::tempdir().expect("folder");
    copy(&sources().join("delta-t"), &folder.path().join("delta-t"));
    let table = folder.path().join("delta-t/iers.csv");
    let text = std::fs::read_to_string(&table).expect("read");
    for (line, field, wrong, says) in [
        (12, 1, "69.1x", "\"69.1x\" is not a number"),
        (12, 2, "-0.1", "ΔT"),
        (12, 2, "11", "ΔT"),
        (13, 1, "67.5", "ΔT"),
    ] {
        let changed = with_line(&text, line, |l| {
            let mut fields: Vec<_> = l.split(',').collect();
            fields[field] = wrong;
            fields.join(",")
        });
        std::fs::write(&table, changed).expect("written");
        let refused = builder::testing::read_source(folder.path(), "delta-t");
        let error = refused.expect_err("refused").to_string();
        assert!(error.contains(&format!("iers.csv:{line}: ")) && error.contains(says), "{error}");
    }
}

#[test]
fn what_is_no_regular_file_or_too_long_is_refused_at_once() {
    let case = Case::new();
    let folder = case.folder.path();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let long = folder.join("long");
    std::fs::File::create(&long).and_then(|file| file.set_len((64 << 20) + 1)).expect("made");
    let refused =
        |path: &Path| update_delta_t(&case.source(), &[path.into()]).expect_err("refused").to_string();
    for path in [pipe.as_path(), folder] {
        assert!(refused(path).contains("is not a regular file"), "{}", refused(path));
    }
    assert!(refused(&long).contains("longer than 64 MiB"), "{}", refused(&long));
}

#[test]
fn a_renewal_is_refused_while_another_is_at_work_in_the_same_sources() {
    let case = Case::new();
    let other = std::fs::File::open(case.source()).expect("opened");
    other.try_lock().expect("the lock is free");
    case.refuses(&[(FINALS, &finals(6))], &["catalog-src", "another update-delta-t is running"]);
    drop(other);
    case.update(&[(FINALS, &finals(6))]).expect("the other has ended");
}

#[test]
fn the_greatest_change_is_found_where_only_the_old_table_has_a_day() {
    let case = Case::new();
    // 2028-10-01 lies between two predictions of the file.
    let preds = format!(
        "{HEADER}61862.000 2028.25 69.44 0.5\n61954.000 2028.50 69.51 0.5\n62000.000 2028.63 70.30 0.5\n\
         62090.000 2028.87 70.36 0.5\n62136.000 2029.00 69.63 0.5\n"
    );
    let rest: Vec<_> = (1..=52)
        .map(|k| {
            let mjd = 62_136.0 + 34.0 * f64::from(k);
            let year = astro::time::Ut1(mjd + 2_400_000.5).decimal_year();
            format!("{mjd:.3} {year:.2} {:.2} 1\n", 69.63 + 0.032 * f64::from(k))
        })
        .collect();
    let renewed = case.update(&[("deltat.preds", &(preds + &rest.concat()))]).expect("the renewal succeeds");
    let (change_s, day) = renewed.greatest_change.expect("a change");
    assert!((change_s - 0.79).abs() < 1e-6 && day == "2028-10-01", "{change_s} {day}");
}

#[test]
fn who_closes_the_output_of_a_command_hears_of_no_error() {
    let case = Case::new();
    let file = case.folder.path().join(FINALS);
    std::fs::write(&file, finals(6)).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command.arg("update-delta-t").arg(&file).arg("--source").arg(case.source());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    assert!(child.wait().expect("ended").success() && said.is_empty(), "{said}");
}
