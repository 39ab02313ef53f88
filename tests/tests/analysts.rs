//! Properties of the published tables and of the report that analysts rely on.

use crate::figures::ZENITH_DEG;
use crate::generation;
use artifacts::tables::{countries, eclipses, lunar_eclipses, places, seas};
use astro::constants::UNIX_EPOCH_JD;
use astro::earth::rotation::angle_in_delta_t;
use std::collections::BTreeMap;
use tests::browser::Browser;

/// A Julian Date in five millennia resolves 0.05 ms, and a timestamp 1 ms.
const TIMESTAMP_MS: f64 = 1.1;
/// Rate of the Earth's turn against the equinox: once in 86,164.09 s.
const TURN_DEG_PER_S: f64 = 360.0 / 86_164.09;
/// The Moon among the stars at its fastest: 0.7° in an hour.
const MOST_MOON_DEG_PER_S: f64 = 0.7 / 3600.0;

#[test]
fn the_moon_is_in_the_zenith_where_jpl_has_it() {
    let rows: Vec<_> = lunar_eclipses::read(generation()).expect("rows").iter().collect();
    let sample = tests::rows(&tests::root().join("tests/data/lunar_contacts_de440.csv"));
    let mut worst = [0.0f64; 2];
    for theirs in &sample {
        let number = |column: &str| theirs[column].parse::<f64>().expect("a number");
        let jd_tt = number("jd") + number("greatest") / 86_400.0;
        let away = |row: &&lunar_eclipses::Row| (row.jd_tt - jd_tt).abs();
        let ours = rows.iter().min_by(|a, b| away(a).total_cmp(&away(b))).expect("an eclipse");
        // The sample has TT in the place of UT1: there the Earth has turned further by ΔT.
        let turned = ours.longitude_deg - angle_in_delta_t(ours.delta_t_s).to_degrees();
        let east = (turned - number("zenith_longitude_deg") + 180.0).rem_euclid(360.0) - 180.0;
        let north = ours.latitude_deg - number("zenith_latitude_deg");
        // Theirs is greatest eclipse by geometry, ours by the canon's measure, up to 3 s apart: meanwhile the
        // Earth turns, and the Moon goes its way.
        let late_s = (ours.jd_tt - jd_tt) * 86_400.0;
        let east = east + TURN_DEG_PER_S * late_s;
        let moved = MOST_MOON_DEG_PER_S * late_s.abs();
        worst = [worst[0].max(north.abs() - moved), worst[1].max(east.abs() - moved)];
    }
    println!("{} lunar eclipses, the zenith against JPL DE440: {worst:?}°", sample.len());
    assert!(worst[0] <= ZENITH_DEG[0] && worst[1] <= ZENITH_DEG[1], "{worst:?}");
}

#[test]
fn instants_of_lunar_eclipses_in_ut_are_those_in_tt_less_delta_t() {
    for row in lunar_eclipses::read(generation()).expect("rows").iter() {
        let date = (row.year, row.month, row.day);
        let off_s = (row.jd_tt - row.jd_ut) * 86_400.0 - row.delta_t_s;
        assert!(off_s.abs() < 1e-3, "{date:?}: {off_s}");
        let off_ms = row.timestamp_ms.0 as f64 - (row.jd_ut - UNIX_EPOCH_JD) * 86_400_000.0;
        assert!(off_ms.abs() < TIMESTAMP_MS, "{date:?}: {off_ms}");
    }
}

#[test]
fn a_join_by_country_or_sea_finds_one_row() {
    let countries: Vec<_> = countries::read(generation()).expect("rows").iter().collect();
    let countries_by_code: BTreeMap<_, _> = countries.iter().map(|c| (c.country_iso, c.name)).collect();
    let seas: Vec<_> = seas::read(generation()).expect("rows").iter().collect();
    let seas_by_id: BTreeMap<_, _> = seas.iter().map(|s| (s.mrg_id, s.name)).collect();
    assert_eq!((countries_by_code.len(), seas_by_id.len()), (countries.len(), seas.len()));
    // ISO's 249 and Kosovo; the 101 areas of the IHO.
    assert_eq!((countries.len(), seas.len()), (250, 101));
    let of_eclipses = eclipses::read(generation()).expect("rows").iter().map(|e| (e.country_iso, e.mrg_id));
    let of_places = places::read(generation()).expect("rows").iter().map(|p| (p.country_iso, p.mrg_id));
    for (country_iso, mrg_id) in of_eclipses.chain(of_places) {
        assert!(country_iso.is_none_or(|code| countries_by_code.contains_key(code)), "{country_iso:?}");
        assert!(mrg_id.is_none_or(|id| seas_by_id.contains_key(&id)), "{mrg_id:?}");
    }
    assert_eq!(countries_by_code["XK"], "Kosovo");
    assert_eq!((countries_by_code["ES"], seas_by_id[&4264]), ("Spain", "Red Sea"));
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn the_report_fits_a_phone_and_breaks_no_rule_of_axe() {
    let (path, _) = builder::report::report(tests::built(), None, "http://127.0.0.1:8080").expect("a report");
    let mut browser = Browser::start();
    for ((width, height), look) in
        [(1280, 800), (390, 844)].into_iter().flat_map(|size| ["light", "dark"].map(|look| (size, look)))
    {
        browser.resize(width, height, width < 500);
        browser.media(&[("prefers-color-scheme", look)]);
        browser.open(&format!("file://{}", path.display()));
        browser.fits(width, "the report");
        // A plot is one picture to axe, as to a screen reader: it has a role and a name.
        let pictures = "[...document.querySelectorAll('svg')].map(svg => svg.replaceChildren()).length";
        assert_eq!(browser.value(pictures), 9);
        assert_eq!(browser.violations(), serde_json::json!([]), "{width} × {height}, {look}");
    }
    assert_eq!(browser.requested.iter().filter(|url| !url.starts_with("file:")).count(), 0);
}
