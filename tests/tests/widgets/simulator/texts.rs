//! Texts that come in, and links that go out.

use super::*;
use serde_json::json;

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_takes_hostile_input_for_text() {
    let mut browser = Browser::start();
    let title = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%3C%2Ftitle%3E%22%27%26%3C%21--";
    open(&mut browser, &format!("date=2024-04-08&obs=32.8,-96.8&title={title}&subtitle={title}"));
    assert_eq!(
        browser.value("document.querySelector('#place').textContent"),
        "<script>alert(1)</script></title>\"'&<!--"
    );
    // Messages of a strange shape, or not from the embedding page, do nothing.
    let before = browser.value("JSON.stringify(Umbra.simulator.state.obs) + Umbra.simulator.state.ms");
    browser.value(
        "for (const m of [null, 1, 'umbra:time', {}, { type: 'umbra:time', t: {} }, \
         { type: 'umbra:place', lat: 'x', lng: [] }, { type: 'umbra:place', lat: 1e9, lng: 0 }, \
         { type: 'umbra:time', t: '2024-04-08T18:00:00Z' }]) window.postMessage(m, '*')",
    );
    browser.value("new Promise(done => setTimeout(done, 200))");
    let after = browser.value("JSON.stringify(Umbra.simulator.state.obs) + Umbra.simulator.state.ms");
    assert_eq!(before, after);
    assert_quiet(&browser, "hostile");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn links_of_the_simulator_hold_its_instant_and_the_texts_of_its_first_place() {
    let mut browser = Browser::start();
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=max");
    browser.value("navigator.clipboard.writeText = async text => { (window.copied ??= []).push(text); }");
    browser.click(".share button:first-child");
    browser.click(".share button:nth-child(2)");
    browser.wait_for("window.copied?.length === 2");
    let copied = browser.value("copied");
    let code = copied[1].as_str().expect("a text").replace("&amp;", "&").replace("&apiKey=YOUR_KEY", "");
    assert!(code.contains("t=2024-04-08T18:42:4"), "{code}");
    open(&mut browser, code.split(['?', '"']).nth(2).expect("a query"));
    let again = browser.value("Math.abs(Umbra.simulator.state.ms - Umbra.simulator.state.local.max.ms)");
    assert!(again.as_f64().is_some_and(|ms| ms <= 1.0), "{again}");
    // Texts of the first place are not shown for another.
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&title=Dallas&subtitle=Roof");
    browser.value("navigator.clipboard.writeText = async text => { (window.copied ??= []).push(text); }");
    browser.click(".share button:nth-child(2)");
    browser.fill("#search", "25.29, -104.14");
    browser.press("Enter");
    browser.click(".share button:nth-child(2)");
    browser.wait_for("window.copied?.length === 2");
    let copied = browser.value("copied.map(text => /[?&;](sub)?title=/.test(text))");
    assert_eq!(copied, json!([true, false]));
}
