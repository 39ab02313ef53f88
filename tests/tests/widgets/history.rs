//! The address of the map follows the place and the view; Back and a new load of the page restore them.

use super::frames::framed;
use super::*;
use tests::until_true;

/// Opens the map without a key.
fn open_plain(browser: &mut Browser, query: &str) {
    browser.open(&format!("http://{}/eclipse-path?{query}", demo().address));
    await_map(browser);
    await_complete(browser);
}

/// Waits until the address of the page has a parameter.
fn address_has(browser: &mut Browser, parameter: &str) {
    browser.wait_for(&format!("decodeURIComponent(location.search).includes('{parameter}')"));
}

/// The map is placed on whole pixels.
const PIXEL_DEG: f64 = 0.02;

fn assert_view(browser: &mut Browser, (lat, lng): (f64, f64), level: f64) {
    let centre = pair(&browser.value("(c => [c.lat, c.lng])(Umbra.map.view().centre())"));
    assert!((centre.0 - lat).abs() < PIXEL_DEG && (centre.1 - lng).abs() < PIXEL_DEG, "{centre:?}");
    assert_eq!(browser.value("Umbra.map.view().level()"), level);
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_address_follows_the_map() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    open_plain(&mut browser, "date=2026-08-12");
    assert_eq!(browser.value("location.search"), "?date=2026-08-12", "nothing was changed yet");
    browser.fill("#search", "Burgos");
    browser.press("Enter");
    address_has(&mut browser, "obs=42.3");
    address_has(&mut browser, "title=Burgos");
    let typed = "document.getElementById('search').value";
    assert_eq!(browser.value(typed), "Burgos");
    browser.wait_for("Umbra.map.view() === Umbra.map.views.flat");
    browser.value("void Umbra.map.view().go([43, -5], 6.5, { animate: false })");
    address_has(&mut browser, "center=43,-5");

    browser.reload();
    await_map(&mut browser);
    await_complete(&mut browser);
    assert_eq!(browser.value("document.getElementById('place').textContent"), "Burgos");
    // Also what the address rounds.
    assert_view(&mut browser, (43.0, -5.0), 6.5);

    browser.value("void Umbra.map.view().go([38, 0], 8, { animate: false })");
    address_has(&mut browser, "center=38,0");
    browser.click_at(450.0, 400.0);
    browser.wait_for("!Umbra.map.state.place.title && !location.search.includes('Burgos')");
    assert_eq!(browser.value(typed), "", "the field does not keep the name of another place");
    browser.value("history.back()");
    browser.wait_for("Umbra.map.state.place?.title === 'Burgos'");
    address_has(&mut browser, "title=Burgos");
    assert_view(&mut browser, (38.0, 0.0), 8.0);
    browser.value("history.back()");
    browser.wait_for("Umbra.map.state.place === null && Umbra.map.view() === Umbra.map.views.globe");
    assert_eq!(browser.value("location.search"), "?date=2026-08-12");
    assert_eq!(browser.value("document.getElementById('place').textContent"), "Greatest eclipse");
    browser.value("history.forward()");
    browser.wait_for("Umbra.map.state.place?.title === 'Burgos'");
    assert_quiet(&browser, "the address");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_page_with_a_key_keeps_its_address() {
    let mut browser = desk("date=2024-04-08");
    let before = browser.value("location.href + history.length");
    browser.click_at(450.0, 400.0);
    browser.wait_for("Umbra.map.state.place?.zone !== undefined");
    assert_eq!(browser.value("location.href + history.length"), before);
    assert_eq!(browser.value("history.state"), Value::Null);
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_frame_leaves_the_history_to_its_site() {
    let mut browser = framed("", &format!("{}/eclipse-path?date=2024-04-08", demo().address));
    let before = browser.value("history.length");
    let choose = format!(
        "{MODULE}('map').then(({{ map }}) => map.view().element.dispatchEvent(\
        new KeyboardEvent('keydown', {{ key: 'Enter' }})))"
    );
    until_true("a message with the chosen place", || {
        browser.try_frame_value(&choose);
        browser.value("messages.some(m => m.type === 'umbra:place')") == true
    });
    assert_eq!(
        browser.try_frame_value("location.search + history.state"),
        Some("?date=2024-04-08null".into())
    );
    assert_eq!(browser.value("history.length"), before);
}
