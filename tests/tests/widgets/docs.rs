//! The documentation in a browser: its looks, its scripts, and the responses in its form.

use super::accessibility::assert_no_violation;
use super::*;
use serde_json::json;

/// Greatest height of a page 1280 pixels wide.
const MAX_HEIGHT: f64 = 6000.0;

fn open(browser: &mut Browser, page: &str) {
    browser.open(&format!("http://{}/docs{page}", demo().address));
    browser.wait_for("!document.getElementById('search').hidden");
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn the_documentation_breaks_no_rule_of_axe() {
    // One page of each kind, beside the first one; all guides, and all groups.
    let pages = "/solar-eclipse-path /solar-eclipse-local-circumstances-details /eclipse-path /widgets \
        /costs /errors /schemas /dates /accuracy /early-years /place /many-places /browsers /many-servers \
        /solar-eclipses /time /sun-and-moon /sunlight /lunar-eclipses /events /ground /tiles /service \
        /compatibility /nothing";
    let all: Vec<_> = pages.split_whitespace().chain([""]).collect();
    assert_no_violation(2, "none", &all, |browser, page| {
        open(browser, page);
        browser.value("const box = document.querySelector('.try'); if (box) box.open = true");
    });
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_form_answers_with_the_readers_key_and_names_wrong_fields() {
    let mut browser = Browser::start();
    let (key, account) = demo().demo_credentials();
    open(&mut browser, "/julian-day");
    browser.click(".operation .try summary");
    browser.wait_for("Boolean(document.querySelector('.try form'))");
    browser.fill(".try input[type=password]", &key);
    browser.click(".try button.main");
    browser.wait_for("Boolean(document.querySelector('.try output .good'))");
    let text = browser.value("document.querySelector('.try output').innerText").to_string();
    assert!(text.contains("julianDay") && text.contains("X-Credits-Remaining"), "{text}");
    assert!(!text.contains(&key) && !browser.value("location.href").to_string().contains(&key), "{text}");
    let stored = browser.value("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])");
    assert!(!stored.to_string().contains(&key), "{stored}");
    browser.fill(".try input[placeholder]", "tomorrow-ish");
    browser.click(".try button.main");
    browser.wait_for("Boolean(document.querySelector('.try [aria-invalid]'))");
    let fault = browser.value("document.querySelector('.try .fault:not(:empty)').textContent").to_string();
    assert!(fault.len() > 10, "{fault}");
    // An account and its key are exchanged for a token.
    open(&mut browser, "/auth-access-token");
    browser.value("document.querySelector('.try').open = true");
    browser.wait_for("Boolean(document.querySelector('[data-secret=account]'))");
    browser.fill("[data-secret=account]", &account);
    browser.fill("#try-key", &key);
    browser.value("document.querySelector('[data-secret=account]').form.requestSubmit()");
    browser.wait_for("Boolean(document.querySelector('.try output .good'))");
    assert_no_other_host(&browser, "the form");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_search_finds_by_keyboard_alone() {
    let mut browser = Browser::start();
    open(&mut browser, "");
    browser.press("/");
    browser.wait_for("document.activeElement.type === 'search'");
    for (words, target) in [
        ("rise tran", "/docs/rise-transit-set"),
        ("next eclipse", "/docs/solar-eclipse-search"),
        ("sunset", "/docs/rise-transit-set"),
        ("full moon", "/docs/celestial-events"),
        ("city", "/docs/places"),
        ("minMagnitude", "/docs/solar-eclipse-search#parameters"),
        ("rate-limited", "/docs/errors#rate-limited"),
        ("years before", "/docs/early-years"),
        // Parameters by everyday words.
        ("timezone", "tz"),
        ("hill", "horizon"),
        ("mountain", "horizon"),
    ] {
        open(&mut browser, "");
        browser.press("/");
        browser.call("Input.insertText", json!({ "text": words }));
        browser.wait_for("document.querySelectorAll('#found li').length > 0");
        if !target.starts_with('/') {
            let names = browser.value("[...document.querySelectorAll('#found b')].map(b => b.textContent)");
            assert!(names.as_array().is_some_and(|all| all.contains(&target.into())), "{words}: {names}");
            continue;
        }
        browser.press_through("Enter");
        assert_eq!(browser.value("location.pathname + location.hash"), target);
    }
}

#[test]
#[ignore = "landing: needs Chromium"]
fn no_page_is_too_long() {
    let mut browser = Browser::start();
    browser.resize(1280, 900, false);
    let mut too_long = Vec::new();
    for page in crate::http::docs::pages().keys() {
        browser.open(&format!("http://{}{page}", demo().address));
        let height = browser.value("document.documentElement.scrollHeight").as_f64();
        if height.is_none_or(|px| px > MAX_HEIGHT) {
            too_long.push(format!("{page}: {height:?}"));
        }
    }
    assert!(too_long.is_empty(), "{too_long:?} are higher than {MAX_HEIGHT} px");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_form_for_widgets_builds_the_embed_code_and_the_preview() {
    let mut browser = Browser::start();
    open(&mut browser, "/widgets");
    browser.fill("[name=obs]", "Burgos,ES");
    browser.fill("[name=date]", "2027-08-02");
    browser.wait_for("document.getElementById('preview').src.includes('place:Burgos,ES')");
    let code = browser.value("document.getElementById('embed').textContent").to_string();
    for part in ["/eclipse-path?date=2027-08-02&amp;obs=place:Burgos,ES", "allow=\\\"fullscreen; geolocation"]
    {
        assert!(code.contains(part), "{part}: {code}");
    }
}

#[test]
#[ignore = "landing: needs Chromium"]
fn links_open_schemas_and_old_links_still_lead_somewhere() {
    let mut browser = Browser::start();
    open(&mut browser, "/schemas#schema-Problem");
    browser.wait_for("document.getElementById('schema-Problem').parentElement.open");
    for (old, new) in [
        ("julian-day", "/docs/julian-day"),
        ("bad-parameter", "/docs/errors#bad-parameter"),
        ("schema-Problem", "/docs/schemas#schema-Problem"),
    ] {
        open(&mut browser, "");
        browser.value(&format!("document.querySelector('h1').innerHTML = '<a href=\"#{old}\">old</a>'"));
        browser.click_through("h1 a");
        assert_eq!(browser.value("location.pathname + location.hash"), new);
    }
}

#[test]
#[ignore = "landing: needs Chromium"]
fn tabs_of_languages_work_without_scripts() {
    let mut browser = Browser::start();
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open(&format!("http://{}/docs", demo().address));
    browser.click(".tabs label:nth-of-type(3)");
    let shown = browser.value("[...document.querySelectorAll('.tabs pre')].map(p => p.offsetHeight > 0)");
    assert_eq!(shown, json!([false, false, true]));
}
