//! The simulator by fingers, by the keyboard, and with little motion.

use super::*;
use serde_json::json;

/// The controls have one more or one less row of buttons on some screens.
const MAX_SHIFT_PX: f64 = 75.0;

#[test]
#[ignore = "landing: needs Chromium"]
fn fingers_work_the_simulator() {
    let mut browser = Browser::start();
    browser.resize(390, 844, true);
    browser.has_touch(true);
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=C2-1200");
    let tap = |browser: &mut Browser, selector: &str, part: f64| {
        let at = browser.value(&format!(
            "(e => {{ e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width * {part}, r.y + r.height / 2]; }})(document.querySelector('{selector}'))"
        ));
        let (x, y) = pair(&at);
        browser.tap(x, y);
    };
    tap(&mut browser, ".play", 0.5);
    browser.wait_for("Umbra.simulator.state.isPlaying");
    tap(&mut browser, ".play", 0.5);
    browser.wait_for("!Umbra.simulator.state.isPlaying");
    tap(&mut browser, "#time", 0.25);
    browser.wait_for(
        "(({ ms, from, to }) => Math.abs((ms - from) / (to - from) - 0.25) < 0.03)(Umbra.simulator.state)",
    );
    tap(&mut browser, ".tools button:nth-child(3)", 0.5);
    browser.wait_for("Umbra.simulator.state.up === 'sun'");
    assert_quiet(&browser, "fingers");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn with_little_motion_nothing_plays_by_itself() {
    let mut browser = Browser::start();
    let query = "date=2024-04-08&obs=32.8,-96.8&t=C1&play=1";
    open(&mut browser, query);
    assert_eq!(browser.value("Umbra.simulator.state.isPlaying"), true);
    browser.media(&[("prefers-reduced-motion", "reduce")]);
    open(&mut browser, query);
    assert_eq!(browser.value("Umbra.simulator.state.isPlaying"), false);
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_obeys_the_keyboard_alone() {
    let mut browser = Browser::start();
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=2024-04-08T18:00:00Z");
    let state = |browser: &mut Browser, name: &str| browser.value(&format!("Umbra.simulator.state.{name}"));
    let at = state(&mut browser, "ms").as_f64().expect("ms");
    browser.value("document.querySelector('canvas').focus()");
    browser.press("ArrowRight");
    assert_eq!(state(&mut browser, "ms").as_f64(), Some(at + 1000.0));
    browser.press("+");
    assert_eq!(state(&mut browser, "fov"), json!(1.2));
    browser.press("u");
    assert_eq!(state(&mut browser, "up"), "north");
    browser.press(" ");
    assert_eq!(state(&mut browser, "isPlaying"), true);
    // Also while nothing has the focus.
    browser.value("document.activeElement.blur()");
    browser.press(" ");
    assert_eq!(state(&mut browser, "isPlaying"), false);
    // The slider has a text for its position, and accepts arrow keys. It follows with the next frame, in
    // whole seconds.
    browser.value("document.querySelector('#time').focus()");
    browser.wait_for(
        "(now => Math.abs(now.from + Number(document.querySelector('#time').value) - now.ms) <= 500)\
         (Umbra.simulator.state)",
    );
    let at = state(&mut browser, "ms").as_f64().expect("ms");
    browser.press("ArrowRight");
    browser.wait_for(&format!("Umbra.simulator.state.ms > {at}"));
    browser.wait_for(
        "/local time|UTC/.test(document.querySelector('#time').ariaValueText \
        ?? document.querySelector('#time').getAttribute('aria-valuetext'))",
    );
    // Everything that can be done can be reached by Tab.
    let unreachable = browser.value(
        "[...document.querySelectorAll('.simulator main button, .simulator main input, canvas')] \
         .filter(e => e.tabIndex < 0).length",
    );
    assert_eq!(unreachable, json!(0));
    assert_quiet(&browser, "keyboard");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_has_space_for_its_controls_before_its_scripts() {
    let mut browser = Browser::start();
    let panel = "document.querySelector('#place').getBoundingClientRect().top + scrollY";
    for (width, height) in [(1280, 800), (390, 844), (844, 390)] {
        browser.resize(width, height, width < 900);
        let at = |browser: &mut Browser, scripts: &str| {
            let scripts = format!("http://{}/widget/{scripts}", demo().address);
            browser.call("Network.setBlockedURLs", json!({ "urls": [scripts] }));
            let page =
                format!("http://{}/eclipse-simulator?date=2026-08-12&obs=place:Burgos", demo().address);
            browser.open(&page);
        };
        at(&mut browser, "simulator.*.js");
        let before = browser.value(panel).as_f64().expect("pixels");
        at(&mut browser, "nothing");
        browser.wait_for("Boolean(document.querySelector('#now')?.textContent)");
        let after = browser.value(panel).as_f64().expect("pixels");
        println!("{width} × {height}: the place at {before} px, then at {after} px");
        assert!((after - before).abs() <= MAX_SHIFT_PX, "{width} × {height}: {before} px, {after} px");
    }
}
