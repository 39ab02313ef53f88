//! Compares dates with V8's `Date.parse`.

use proptest::prelude::*;
use server::testing::Instant;
use server::testing::date_time::{MOST_MS, parse};
use std::path::Path;

/// Compares texts with the results of Node.js, one JSON object per line: `input`, and `ms` or `iso`.
fn are_read_as_node_reads_them(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let is_different = |line: &&str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        let ours = parse(row["input"].as_str().expect("a text"));
        match row.get("ms") {
            Some(ms) => ours != ms.as_i64(),
            None => ours.map(|unix_ms| Instant { unix_ms }.iso()).as_deref() != row["iso"].as_str(),
        }
    };
    let different: Vec<_> = text.lines().filter(is_different).collect();
    println!("{} texts, {} read otherwise", text.lines().count(), different.len());
    assert!(different.is_empty(), "{different:#?}");
}

#[test]
fn four_thousand_texts_are_read_as_node_reads_them() {
    are_read_as_node_reads_them(&tests::root().join("tests/data/dates.jsonl"));
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_sample_of_real_dates_is_read_as_node_reads_it() {
    are_read_as_node_reads_them(&tests::reference("dates_sample.jsonl"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn no_text_panics_and_every_date_can_be_expressed(text in "\\PC{0,40}|[0-9TZ:+. /()a-z-]{0,40}") {
        if let Some(ms) = parse(&text) {
            prop_assert!(ms.abs() <= MOST_MS);
            let iso = Instant { unix_ms: ms }.iso();
            prop_assert_eq!(parse(&iso), Some(ms), "{}", iso);
        }
    }

    #[test]
    fn every_instant_is_read_back_from_its_own_text(unix_ms in -MOST_MS..=MOST_MS) {
        let iso = Instant { unix_ms }.iso();
        prop_assert_eq!(parse(&iso), Some(unix_ms), "{}", iso);
    }
}
