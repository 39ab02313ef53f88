//! The simulator with the mountains of the Moon's limb, in a real browser.

use crate::http::{demo, number};
use serde_json::json;
use tests::browser::Browser;

/// Tolerance of contacts against the server, ms: both show whole milliseconds.
const CONTACT_TOLERANCE_MS: f64 = 1.5;

#[test]
#[ignore = "landing: needs Chromium"]
fn contacts_behind_the_mountains_are_shown_until_the_reader_goes_elsewhere() {
    let (mut browser, (key, _)) = (Browser::start(), demo().demo_credentials());
    let (date, obs) = ("2026-08-12", "42.34,-3.7,860");
    let path = format!("/solar-eclipse/local-circumstances/details/{date}?obs={obs}&limb=1");
    let served = demo().get(&path).json()["response"].clone();
    browser.resize(390, 844, true);
    let query = format!("date={date}&obs={obs}&limb=1&t=C2-3&exaggeration=10&apiKey={key}");
    browser.open(&format!("http://{}/eclipse-simulator?{query}", demo().address));
    browser.wait_for("Boolean(document.querySelector('#now')?.textContent)");
    super::modules(&mut browser, &["simulator"]);
    browser.value("document.querySelector('details.limb').open = true");
    browser.fits(390, "the simulator");
    browser.picture("simulator-limb");
    let local = browser
        .value("(({ c2, c3, durationSec }) => [c2.ms, c3.ms, durationSec])(Umbra.simulator.state.local)");
    for (k, c) in [2, 3].into_iter().enumerate() {
        let contacts = served["contacts"].as_array().expect("contacts");
        let contact = contacts.iter().find(|contact| contact["contact"] == c).expect("a contact");
        let iso = contact["limb"]["date"].as_str().expect("an instant");
        let rows = browser.value(&format!(
            "Date.parse([...document.querySelectorAll('[data-contact=C{c}] time')].at(-1).dateTime)"
        ));
        let expected = number(&browser.value(&format!("Date.parse('{iso}')")));
        for shown in [&local[k], &rows] {
            assert!((number(shown) - expected).abs() <= CONTACT_TOLERANCE_MS, "C{c}: {shown} {iso}");
        }
    }
    assert!((number(&local[2]) - number(&served["limb"]["durationSec"])).abs() < 0.002, "{local} {served}");
    assert!(!browser.text().contains("contacts assume"), "{}", browser.text());
    // Three seconds before C2 of the mountains it is not yet total.
    assert!(browser.text().contains("C2 in 0:03"), "{}", browser.text());
    browser.fill("#search", "43.36, -8.41");
    browser.press("Enter");
    browser.wait_for("document.querySelectorAll('.limb').length === 0");
    assert!(browser.text().contains("the contacts assume a smooth limb"), "{}", browser.text());
    assert_eq!(json!(browser.complaints), json!([]));
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_map_shows_the_limits_behind_the_mountains() {
    let (mut browser, (key, _)) = (Browser::start(), demo().demo_credentials());
    let query = format!("date=2026-08-12&obs=42.34,-3.7,860&limb=1&apiKey={key}");
    // The limits take seconds the first time, and a browser does not wait long.
    let page = demo().get_with(&format!("/eclipse-path?{query}"), &[("accept", "text/html")]);
    assert_eq!(page.status, 200, "{}", page.text());
    let swatch = "[...document.querySelectorAll('.legend button')].map(b => b.textContent)";
    browser.resize(390, 844, true);
    browser.open(&format!("http://{}/eclipse-path?{query}", demo().address));
    browser.wait_for("performance.getEntriesByName('umbra:ready').length === 1");
    super::modules(&mut browser, &["map"]);
    browser.fits(390, "the map");
    browser.picture("map-limb");
    let groups = browser.value(swatch);
    for name in ["Limits behind mountains", "Standard error of these limits"] {
        assert!(groups.as_array().expect("names").contains(&name.into()), "{groups}");
    }
    let path = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=42.34,-3.7,860&limb=1";
    let served = demo().get(path).json()["response"]["limb"]["durationSec"].clone();
    let shown = browser.value("Umbra.map.state.local.durationSec");
    assert!((number(&shown) - number(&served)).abs() < 0.002, "{shown} {served}");
    let panel = "document.querySelector('#panel').textContent";
    let text = browser.value(panel).to_string();
    for words in ["Limit behind mountains", "one standard error", "assume a smooth Moon"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let included = "[...document.querySelectorAll('#panel .limb')].filter(p => !p.hidden).length";
    assert!(browser.value(included) != 0 && text.contains("include the mountains of the Moon"), "{text}");
    browser.fill("#search", "43.36, -8.41");
    browser.press("Enter");
    browser.wait_for(&format!("{included} === 0"));
    assert_eq!(json!(browser.complaints), json!([]));
}
