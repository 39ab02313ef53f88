//! Kernels with damage that their summaries do not show.

use super::spk::{self, Array};
use super::*;
use astro::eclipse::course::ElementsInterpolation;
use astro::eclipse::global;
use builder::compute::Precise;

/// Days past J2000.0 of a kernel without an eclipse, and the numbers of a record in it.
const DAYS: (f64, f64) = (8887.0, 9011.0);
const RECORD: usize = 2 + 3 * 14;

/// The error of a kernel with these bytes.
pub(crate) fn error(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("small.bsp");
    std::fs::write(&path, bytes).expect("written");
    builder::kernel::read(&path, (1500, 2500)).err().expect("refused").to_string()
}

/// The bytes of a kernel in which something of the Moon is another.
fn with_moon(change: impl Fn(&mut Array)) -> Vec<u8> {
    let mut arrays = spk::sky(DAYS.0, DAYS.1);
    arrays.iter_mut().filter(|array| array.target == 301).for_each(change);
    spk::kernel(&arrays, true)
}

#[test]
fn summaries_that_lead_in_a_circle_are_refused_before_anything_is_read() {
    let mut circle = spk::kernel(&spk::sky(DAYS.0, DAYS.1), true);
    // The file ends after the summaries, so reading an array would fail.
    circle.truncate(3 * 1024);
    circle[1024..1032].copy_from_slice(&2f64.to_le_bytes());
    let error = error(&circle);
    assert!(error.contains("small.bsp: is damaged: its list of summaries returns to record 2"), "{error}");
}

#[test]
fn a_record_that_lies_elsewhere_or_holds_no_numbers_is_named() {
    let cases: [(usize, f64, &str); 5] = [
        (2 * RECORD, f64::NAN, "record 3 covers NaN"),
        (2 * RECORD, 0.0, "record 3 covers 0 ± 172800 s"),
        (2 * RECORD + 1, -1.0, "± -1 s"),
        (3 * RECORD + 7, f64::NAN, "record 4 has NaN instead of a coefficient"),
        (3 * RECORD + 30, f64::INFINITY, "record 4 has inf instead of a coefficient"),
    ];
    for (at, number, words) in cases {
        let error = error(&with_moon(|moon| moon.numbers[at] = number));
        for words in ["small.bsp: is damaged", words, "the Moon (301 against 3)"] {
            assert!(error.contains(words), "{words}: {error}");
        }
    }
    // A hole, as a download that was cut and resumed leaves it.
    let hole = with_moon(|moon| moon.numbers[5 * RECORD..8 * RECORD].fill(0.0));
    assert!(error(&hole).contains("record 6 covers 0 ± 0 s"));
    let endless = with_moon(|moon| {
        let at = moon.numbers.len() - 3;
        moon.numbers[at] = f64::INFINITY;
    });
    assert!(error(&endless).contains("is damaged"));
}

#[test]
fn a_kernel_that_is_no_regular_file_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("folder");
    let pipe = folder.path().join("pipe.bsp");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    for path in [pipe.as_path(), folder.path()] {
        let error = builder::kernel::read(path, (1500, 2500)).err().expect("refused").to_string();
        assert!(error.contains("is not a regular file; use an SPK kernel"), "{error}");
    }
}

#[test]
fn a_kernel_that_puts_an_eclipse_elsewhere_than_the_series_do_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("small.bsp");
    std::fs::write(&path, spk::kernel(&spk::sky(DAYS.0, DAYS.1), true)).expect("written");
    let mut sources = builder::sources::read(&super::sources(), None).expect("sources");
    sources.kernel = Some(builder::kernel::read(&path, (1500, 2500)).expect("a kernel"));
    // The eclipse of 2024 April 8.
    let eclipse = global::at_lunation(&sources.apparent, &ElementsInterpolation::fit(), 300);
    let eclipse = eclipse.expect("a search that ends").expect("an eclipse");
    let theory = artifacts::tables::theory::TheoryKind::Kernel;
    let mut found = [Precise { catalog_number: 9561, theory, eclipse }];
    builder::near_series(&sources, &found).expect("they are the series' own");
    // By 3 km.
    found[0].eclipse.elements.x[0] += 3.0 / 6378.0;
    let error = builder::near_series(&sources, &found).expect_err("refused").to_string();
    for words in ["--kernel small.bsp", "eclipse 9561", "0.00047 Earth radii", "the file is damaged"] {
        assert!(error.contains(words), "{words}: {error}");
    }
    found[0].eclipse.elements.x[0] = f64::NAN;
    assert!(builder::near_series(&sources, &found).is_err(), "what is no number is far");
}
