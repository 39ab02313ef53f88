//! The widgets in a real browser.

mod accessibility;
mod docs;
mod frames;
mod history;
mod limb;
mod map;
mod mathematics;
mod paper;
mod pixels;
mod reader;
mod sideways;
mod simulator;
mod towns;
mod vendored;

use crate::PROGRAM;
use serde_json::Value;
use std::sync::OnceLock;
use tests::browser::Browser;
use tests::served::Served;

/// Eclipses that are hard for maps: across North America, over the North Pole, over Antarctica, over the
/// antimeridian, hybrid, partial, and one of 1504 (Julian 8 September).
const ECLIPSES: [&str; 7] =
    ["2024-04-08", "2026-08-12", "2021-12-04", "2012-05-20", "2013-11-03", "2025-03-29", "1504-09-18"];

/// A demonstration shared by all these tests, without rates, because tests are faster than people.
fn demo() -> &'static Served {
    static DEMO: OnceLock<Served> = OnceLock::new();
    let unlimited = ["--demo", "--rate-standard", "100000000/10s,1s", "--rate-tiles", "100000000/10s,1s"];
    DEMO.get_or_init(|| Served::start(PROGRAM, tests::built(), &unlimited).to_the_end())
}

/// Opens the map and waits until it can be used.
fn open_map(browser: &mut Browser, query: &str) {
    let (key, _) = demo().demo_credentials();
    browser.open(&format!("http://{}/eclipse-path?{query}&apiKey={key}", demo().address));
    await_map(browser);
}

/// Waits until the map of the page can be used.
fn await_map(browser: &mut Browser) {
    browser.wait_for("performance.getEntriesByName('umbra:ready').length === 1");
    modules(browser, &["map", "eclipse", "page"]);
    browser.value(&format!("{MODULE}('geometry').then(geometry => {{ Umbra.geometry = geometry; }})"));
}

/// Waits for what the first picture of the map does not wait for.
fn await_complete(browser: &mut Browser) {
    browser.wait_for("performance.getEntriesByName('umbra:complete').length === 1");
}

/// A browser on a desk with the map of a query.
fn desk(query: &str) -> Browser {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    open_map(&mut browser, query);
    browser
}

/// A function that imports a module of the page by its file name without extension. The import map does not
/// apply to code of the debugger.
const MODULE: &str = "(name => import([...document.querySelectorAll('[type=module], [rel=modulepreload]')]\
    .map(e => e.src || e.href).find(url => url.includes(`/widget/${name}.`))))";

/// Collects the exports of modules of the page in a global `Umbra`.
fn modules(browser: &mut Browser, names: &[&str]) {
    let imports = format!("Promise.all({names:?}.map({MODULE}))");
    browser.value(&format!("{imports}.then(all => {{ globalThis.Umbra = Object.assign({{}}, ...all); }})"));
}

/// The map without curves, texts and night, so that one thing can be looked at.
fn only(browser: &mut Browser, groups: &[&str]) {
    let shown = serde_json::json!(groups);
    browser.value(&format!(
        "(shown => {{ const {{ curves, view }} = Umbra.map; curves.shown.clear(); \
         for (const id of shown) curves.shown.add(id); view().drawNow(); }})({shown})"
    ));
}

/// Asserts that nothing was blocked, nothing failed, and no other host was requested.
fn assert_quiet(browser: &Browser, what: &str) {
    assert!(browser.complaints.is_empty(), "{what}: {:?}", browser.complaints);
    assert_no_other_host(browser, what);
}

fn assert_no_other_host(browser: &Browser, what: &str) {
    let base = format!("http://{}/", demo().address);
    let is_ours = |url: &&String| !url.starts_with(&base) && !url.starts_with("about:");
    let foreign: Vec<_> = browser.requested.iter().filter(is_ours).collect();
    assert!(foreign.is_empty(), "{what} sent requests to other hosts: {foreign:?}");
}

fn pair(value: &Value) -> (f64, f64) {
    let number = |k: usize| value[k].as_f64().unwrap_or_else(|| panic!("no pair of numbers: {value}"));
    (number(0), number(1))
}
