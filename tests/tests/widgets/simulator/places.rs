//! Places in the simulator: contacts, first instant, and the nearest point of an eclipse.

use super::*;
use serde_json::json;

/// Eclipses of every kind, and places that see them, one of them at sunset and one with a height.
const SEEN: [(&str, &str); 7] = [
    ("2024-04-08", "32.8,-96.8,130"),
    ("2026-08-12", "39.57,2.65"),
    ("2023-10-14", "11.37,-83.1"),
    ("2025-03-29", "61.2,-65"),
    ("2012-05-20", "36.1,-115"),
    ("2013-11-03", "3.5,-11.7"),
    ("2021-12-04", "-76.8,-46.2,1000"),
];

/// Tolerance of contacts against the server, ms: both show whole milliseconds.
const CONTACT_TOLERANCE_MS: f64 = 1.5;

#[test]
#[ignore = "landing: needs Chromium"]
fn map_and_simulator_show_the_contacts_of_the_server() {
    let mut browser = Browser::start();
    for (date, obs) in SEEN {
        open(&mut browser, &format!("date={date}&obs={obs}"));
        assert_contacts(&mut browser, date, obs);
        open_map(&mut browser, &format!("date={date}&obs={obs}"));
        assert_contacts(&mut browser, date, obs);
        assert_quiet(&browser, date);
    }
}

fn assert_contacts(browser: &mut Browser, date: &str, obs: &str) {
    let shown = browser.value(
        "[...document.querySelectorAll('#contacts tbody tr')].map(r => [r.dataset.contact, \
         Date.parse([...r.querySelectorAll('time')].at(-1).dateTime), r.className === 'below'])",
    );
    let path = format!("/solar-eclipse/local-circumstances/details/{date}?obs={obs}");
    let answer = demo().get(&path).json();
    let contacts = answer["response"]["contacts"].as_array().expect("contacts").clone();
    let shown = shown.as_array().expect("rows");
    assert_eq!(shown.len(), contacts.len(), "{date} {obs}");
    for (row, contact) in shown.iter().zip(&contacts) {
        let name = match contact["contact"].as_i64() {
            Some(0) => "max".to_owned(),
            number => format!("C{}", number.expect("a number")),
        };
        let iso = contact["date"].as_str().expect("an instant");
        let ms = browser.value(&format!("Date.parse('{iso}')"));
        let late = row[1].as_f64().expect("ms") - ms.as_f64().expect("ms");
        assert_eq!(row[0], name, "{date} {obs}");
        assert!(late.abs() <= CONTACT_TOLERANCE_MS, "{name} of {date} {obs}: {late} ms");
        assert_eq!(row[2] == json!(true), contact["visible"] == json!(false), "{name} of {date} {obs}");
    }
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_starts_at_the_time_of_its_address() {
    let mut browser = Browser::start();
    for (date, obs, t) in [
        ("2027-08-02", "25.69,32.64", "2027-08-02T12:00:00.000Z"),
        ("2027-08-02", "25.69,32.64", "2027-08-01T23:00:00.000Z"),
        ("2024-04-08", "-33.4,-70.6", "2024-04-08T14:00:00.000Z"),
    ] {
        open(&mut browser, &format!("date={date}&obs={obs}&t={t}"));
        assert_eq!(browser.value("new Date(Umbra.simulator.state.ms).toISOString()"), t);
    }
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=C1-1800");
    let early = browser.value("(({ ms, local }) => local.c1.ms - ms)(Umbra.simulator.state)");
    assert!(early.as_f64().is_some_and(|ms| (ms - 1.8e6).abs() < 2.0), "{early}");
    // A new place starts at the eclipse.
    browser.fill("#search", "25.29, -104.14");
    browser.press("Enter");
    browser.wait_for("(({ from, local }) => local.c1.ms - from < 130000)(Umbra.simulator.state)");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn server_and_scripts_know_the_same_nearest_point() {
    /// Tolerance of distances that both find, km: the server's is that of a vertex of the line.
    const TOLERANCE_KM: f64 = 1.0;
    let mut browser = Browser::start();
    for (date, obs, is_central) in [
        ("2021-12-04", "-30,-60", true),
        ("2024-04-08", "-33.4,-70.6", true),
        ("2024-04-08", "35.7,139.7", true),
        ("2013-11-03", "60,150", true),
        ("2025-03-29", "-30,20", false),
    ] {
        let what = format!("{date} {obs}");
        open(&mut browser, &format!("date={date}&obs={obs}"));
        let served = browser.value("Umbra.data.simulator.nearest");
        let found = browser.value(
            "(d => Umbra.nearest(Umbra.simulator.state.eclipse, d, Umbra.simulator.state.obs))(Umbra.data)",
        );
        for answer in [&served, &found] {
            assert_eq!(answer["isCentral"], json!(is_central), "{what}: {answer}");
        }
        let apart = served["km"].as_f64().expect("km") - found["km"].as_f64().expect("km");
        assert!(apart.abs() < TOLERANCE_KM, "{what}: {served} {found}");
        let said = if is_central { "nearest point of the central line" } else { "point of greatest eclipse" };
        assert!(browser.text().contains(said), "{what}");
    }
}

#[test]
#[ignore = "landing: needs Chromium"]
fn where_nothing_is_seen_the_simulator_leads_to_the_nearest_point() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    for obs in ["-33.4,-70.6", "35.7,139.7"] {
        open(&mut browser, &format!("date=2024-04-08&obs={obs}"));
        assert_ne!(browser.value("Umbra.simulator.state.local.visibility"), "whole", "{obs}");
        browser.click("#panel .elsewhere a");
        browser.wait_for("Umbra.simulator.state.local.kind === 'total'");
        assert!(browser.text().contains("Total for"), "{obs}");
        assert_quiet(&browser, obs);
    }
    // The typed text is a place, or the page explains the format.
    browser.fill("#search", "25.29, -104.14");
    browser.click("#go button");
    browser.wait_for("Math.abs(Umbra.simulator.state.local.durationSec - 268) < 1");
    browser.fill("#search", "<img src=x onerror=alert(1)>");
    browser.press("Enter");
    browser.wait_for("document.querySelector('#refusal').textContent !== ''");
    assert_eq!(browser.value("document.querySelectorAll('main img').length"), json!(0));
    assert_quiet(&browser, "typed");
}
