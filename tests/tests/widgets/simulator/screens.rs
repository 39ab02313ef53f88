//! The simulator on large, small and low screens.

use super::*;
use serde_json::json;

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_works_on_every_screen() {
    let mut browser = Browser::start();
    let looks = [
        ("prefers-color-scheme", "light"),
        ("prefers-color-scheme", "dark"),
        ("prefers-reduced-motion", "reduce"),
        ("forced-colors", "active"),
    ];
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.resize(width, height, width < 600);
        for (name, value) in looks {
            browser.media(&[(name, value)]);
            open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=C2-1200&title=Dallas");
            let what = format!("{width} {value}");
            browser.fits(width, &what);
            let small = browser.value(
                "[...document.querySelectorAll('button, input, a')].filter(e => { \
                 const r = e.getBoundingClientRect(); return r.width && (r.width < 24 || r.height < 24); }) \
                 .map(e => e.outerHTML)",
            );
            assert_eq!(small, json!([]), "{what}: large enough to touch");
            plays_and_pauses(&mut browser, &what);
            assert_quiet(&browser, &what);
            browser.picture(&format!("simulator-{width}-{value}"));
        }
    }
}

/// The clock runs after "Play" and stops after "Pause".
fn plays_and_pauses(browser: &mut Browser, what: &str) {
    let before = browser.value("Umbra.simulator.state.ms").as_f64().expect("ms");
    browser.click(".play");
    browser.wait_for(&format!("Umbra.simulator.state.ms > {before} + 1000"));
    browser.click(".play");
    browser.wait_for("!Umbra.simulator.state.isPlaying");
    let paused = browser.value("Umbra.simulator.state.ms");
    let later = browser.value("new Promise(done => setTimeout(() => done(Umbra.simulator.state.ms), 150))");
    assert_eq!(paused, later, "{what}");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_sky_covers_nothing_on_low_screens() {
    let mut browser = Browser::start();
    for (width, height) in [(844, 390), (800, 320), (600, 420), (800, 450), (360, 320), (1000, 560)] {
        browser.resize(width, height, true);
        open(&mut browser, "date=2026-08-12&obs=39.57,2.65&t=C2-60&title=Palma");
        let what = format!("{width} × {height}");
        let parts = browser.value(
            "['#stage', '.controls', '#panel', '#credits'].map(s => document.querySelector(s) \
             .getBoundingClientRect()).map(r => [r.left, r.top, r.right, r.bottom])",
        );
        let side = |part: usize, side: usize| parts[part][side].as_f64().expect("pixels");
        let apart = |a: usize, b: usize| {
            let before = |a, b| side(a, 2) <= side(b, 0) + 0.5 || side(a, 3) <= side(b, 1) + 0.5;
            before(a, b) || before(b, a)
        };
        assert!(apart(0, 1) && apart(0, 2) && apart(1, 2), "{what}: {parts}");
        assert!(side(0, 3) - side(0, 1) >= 180.0, "{what}: enough of the sky, {parts}");
        browser.fits(width, &what);
        browser.click("#go button");
        assert_ne!(browser.value("document.querySelector('#refusal').textContent"), "", "{what}");
        browser.picture(&format!("simulator-{width}-{height}"));
    }
}
